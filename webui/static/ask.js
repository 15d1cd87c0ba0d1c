// "Is this play legal?": three trays filled from the board of cards, answered by the engine.

import "./prefs.js";
import { send } from "./api.js";
import { cardFace, cardName } from "./cards.js";
import { picker } from "./picker.js";
import { coded, h, place, t } from "./text.js";
import { clauseText } from "./words.js";

const trays = { led: [], hand: [], play: [] };
const labels = { led: t("Led cards"), hand: t("Cards in the hand"), play: t("Cards played") };
let active = "led";

function tray(name) {
  const cards = trays[name].map((card, at) => {
    const face = cardFace(card);
    face.addEventListener("click", (event) => { event.stopPropagation(); trays[name].splice(at, 1); draw(); });
    return face;
  });
  const choose = () => { active = name; draw(); };
  return h("div", {},
    h("div.head", {}, h("b", {}, labels[name]), h("button.button", { type: "button", onclick: () => { trays[name] = []; active = name; draw(); } }, t("Empty"))),
    h("button.tray", { type: "button", "aria-pressed": String(name === active), "aria-label": labels[name], "data-tray": name, onclick: choose }, cards));
}

function draw() {
  place("trays", Object.keys(trays).map(tray));
}

function show(answer) {
  const required = [answer.required ?? []].flat().join(" / ");
  place("answer", h(`section.box.answer.${answer.legal ? "legal" : "illegal"}`, {},
    h("strong", {}, answer.legal ? t("Legal") : t("Not legal")),
    required ? h("p", {}, t("Required: {shape}", { shape: required })) : null,
    answer.reason ? h("p", {}, coded("reason", answer.reason)) : null,
    clauseText(answer),
    h("p.quiet", {}, trays.play.map(cardName).join(", "))));
}

document.getElementById("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await send("/api/v1/ask", { ...Object.fromEntries(new FormData(event.target)), ...trays });
  if (answer) show(answer);
});
document.addEventListener("prefs", draw);
place("picker", picker((card) => { trays[active].push(card); draw(); }));
draw();
