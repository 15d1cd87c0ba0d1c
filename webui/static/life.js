// The status line in the bar, and the notice when a page no longer shows the present.

import { h, t } from "./text.js";

/** Show what `follow` reports about the connection. */
export function showLife({ state, seconds, camera }) {
  const status = document.getElementById("status");
  const line = document.getElementById("status-text");
  const text = state === "stale" ? t("No news for {n} s", { n: seconds })
    : state === "hand" ? t("Kept by hand")
    : state === "camera" ? t("Camera lost")
    : camera === "covered" ? t("View covered")
    : t("Live");
  status.dataset.state = state;
  if (line.textContent !== text) line.textContent = text;
  document.body.classList.toggle("stale", state === "stale");
  const old = document.getElementById("notice");
  if (state !== "stale") old?.remove();
  else if (!old) document.body.append(h("p.notice", { id: "notice", role: "alert" }, t("Connection lost: this is not the present. Trying again.")));
}
