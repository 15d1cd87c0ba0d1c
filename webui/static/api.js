// Writing requests of officials, and the short message that tells how they went.

import { h, t } from "./text.js";

/** Post a body; returns the answer, or null after telling the visitor why it was refused. */
export async function send(path, body) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    toast(t(answer.error.message));
  } catch {
    toast(t("No connection: nothing was sent."));
  }
  return null;
}

let timer = null;

/** Show a short message at the foot of the page. */
export function toast(message) {
  const line = document.getElementById("toast");
  line.replaceChildren(h("span", {}, message));
  line.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { line.hidden = true; }, 5000);
}
