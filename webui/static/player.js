// What players may say at their own table: that is wrong, please come, we agree.

import { send, toast } from "./api.js";
import { cardName, fan } from "./cards.js";
import { h, place, seatName, SIDES, sideName, t } from "./text.js";

const seat = document.getElementById("my-seat");
seat.value = localStorage.getItem("dipai_seat") ?? "N";
seat.addEventListener("change", () => localStorage.setItem("dipai_seat", seat.value));

async function call(body) {
  if (await send("/api/v1/calls", { seat: seat.value, ...body })) toast(t("The referee has been told, quietly."));
}

function option(play, cards, dialog) {
  const name = cards.map(cardName).join(", ");
  return h("button.guess", { type: "button", "aria-label": name, "data-guess": cards.join(" "), onclick: () => { dialog.close(); call({ about: play.seq, cards }); } }, fan(cards, false, 4));
}

async function doubt() {
  const dialog = document.getElementById("doubt");
  const answer = await fetch("/api/v1/doubts", { cache: "no-store" });
  if (!answer.ok) return;
  const { plays } = await answer.json();
  dialog.replaceChildren(h("div.doubts", {}, h("h2", { id: "doubt-title" }, t("What is wrong, and what was it really?")),
    plays.length ? plays.map((play) => h("section", { "data-doubt": play.seq }, h("h3", {}, seatName(play.seat)), h("div.now", {}, fan(play.cards, false, 4)),
      h("p.quiet", {}, t("It was:")), h("div.guesses", {}, play.guesses.map((cards) => option(play, cards, dialog)),
        h("button.button", { type: "button", onclick: () => { dialog.close(); call({ about: play.seq }); } }, t("Something else"))))) : h("p.quiet", {}, t("No card has been played yet.")),
    h("button.button", { type: "button", onclick: () => dialog.close() }, t("Cancel"))));
  dialog.showModal();
}

function confirmations(state) {
  const host = document.getElementById("confirm");
  host.hidden = !state.result;
  place("confirm", SIDES.map((side) => {
    const done = (state.confirmed ?? []).includes(side);
    return h("button.button", { type: "button", "data-side": side, disabled: done, onclick: () => send("/api/v1/confirmations", { side }) },
      done ? t("{side} agree", { side: sideName(side) }) : t("{side}: we agree with the score", { side: sideName(side) }));
  }));
}

document.getElementById("wrong").addEventListener("click", doubt);
document.getElementById("call").addEventListener("click", () => call({}));
document.addEventListener("table", (event) => confirmations(event.detail));
document.dispatchEvent(new CustomEvent("table-please"));
