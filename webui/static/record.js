// The record of the deal, trick by trick, and the editor that corrects a play.

import { crops, percent } from "./alerts.js";
import { send, toast } from "./api.js";
import { cardFace, cardName, fan } from "./cards.js";
import { isGuandan, laid, roundRow, won } from "./guandan.js";
import { picker } from "./picker.js";
import { h, SEATS, seatLetter, seatName, t } from "./text.js";

const LOW = 0.9;

const doubtful = (reading, play) => play.cards.includes("??") || (reading?.confidence ?? 1) < LOW;

// Where a missing play belongs: before the next play that was seen, in the order of the seats.
function placeOf(tricks, at, seat) {
  const trick = tricks[at];
  const turn = (one) => (SEATS.indexOf(one) - SEATS.indexOf(trick.leader) + 4) % 4;
  const next = trick.plays.find((play) => turn(play.seat) > turn(seat)) ?? tricks[at + 1]?.plays[0];
  return next?.seq ?? null;
}

function playButton(state, tricks, at, seat) {
  const trick = tricks[at];
  const play = trick.plays.find((one) => one.seat === seat);
  if (!play) {
    const missing = { seat, cards: trick.plays[0].cards.map(() => "??"), before: placeOf(tricks, at, seat) };
    return h("button.add", { type: "button", "aria-label": t("Put in a play of {seat}", { seat: seatName(seat) }), "data-add": `${trick.n}${seat}`, onclick: () => edit(state, missing) }, "+");
  }
  const reading = state.readings?.[play.seq];
  const kind = play.seat === trick.winner ? ".won" : "";
  const name = `${seatName(seat)}: ${play.cards.map(cardName).join(", ")}`;
  return h(`button${kind}${doubtful(reading, play) ? ".low" : ""}`, { type: "button", "data-seq": play.seq, title: name, onclick: () => edit(state, play) },
    fan(play.cards, false, 2), h("small", {}, seatLetter(seat)));
}

function roundButton(state, round, play, name) {
  const low = doubtful(state.readings?.[play.seq], play) ? ".low" : "";
  return h(`button${won(round, play) ? ".won" : ""}${low}`, { type: "button", "data-seq": play.seq, title: name, onclick: () => edit(state, play) },
    laid(play, false, 3), h("small", {}, seatLetter(play.seat)));
}

/** The tricks of the newest deal, newest first. */
export function recordRows(state) {
  const deal = (state.deals ?? []).at(-1);
  const tricks = deal?.tricks ?? [];
  if (!tricks.length) return [h("p.quiet", {}, t("No card has been played yet."))];
  if (isGuandan(state)) return tricks.map((round) => roundRow(round, (play, name) => roundButton(state, round, play, name))).reverse();
  return tricks.map((trick, at) => h("div.record-trick", {}, h("b", {}, String(trick.n)), SEATS.map((seat) => playButton(state, tricks, at, seat)))).reverse();
}

/** Let an official correct a play, or put one in. */
export function edit(state, play) {
  const dialog = document.getElementById("editor");
  const reading = state.readings?.[play.seq] ?? {};
  const cards = [...play.cards];
  let at = Math.max(0, cards.indexOf("??"));
  const hand = h("div.hand", { role: "group", "aria-label": t("Cards of this play") });
  const show = () => hand.replaceChildren(...cards.map((card, index) => h("button", {
    type: "button", "aria-pressed": String(index === at), "data-place": index, onclick: () => { at = index; show(); },
  }, cardFace(card))));
  const choose = (card) => { cards[at] = card; at = Math.min(at + 1, cards.length - 1); show(); };
  const seat = h("fieldset.choice", {}, h("legend", {}, t("Played by")), SEATS.map((one) =>
    h("label", {}, h("input", { type: "radio", name: "seat", value: one, checked: one === play.seat }), h("span", {}, seatName(one)))));
  const resize = (more) => { if (more) cards.push("??"); else if (cards.length > 1) cards.splice(at, 1); at = more ? cards.length - 1 : Math.min(at, cards.length - 1); show(); };
  const store = async (chosen) => {
    if (!play.seq) return send("/api/v1/plays", { seat: chosen, cards, before: play.before });
    const body = { of: play.seq, cards, seq: state.seq };
    if (chosen !== play.seat) body.seat = chosen;
    return send("/api/v1/corrections", body);
  };
  const save = async () => {
    if (await store(seat.querySelector("input:checked").value)) { toast(t("Corrected.")); dialog.close(); }
  };
  const remove = async () => { if (await send("/api/v1/undo", { of: play.seq })) { toast(t("Taken back.")); dialog.close(); } };
  dialog.replaceChildren(h("div", {},
    h("h2", { id: "editor-title" }, play.seq ? t("Correct a play") : t("Put in a missed play")),
    crops(reading.evidence), reading.confidence === undefined ? "" : h("p.sure", {}, percent(reading.confidence)),
    hand, h("div.actions", {},
      h("button.button", { type: "button", onclick: () => resize(true) }, t("Add a card")),
      h("button.button", { type: "button", onclick: () => resize(false) }, t("Take a card away")),
      play.seq ? h("button.button", { type: "button", onclick: remove }, t("Not a play")) : null),
    h("p.quiet", {}, t("Choose what the marked card is.")), picker(choose, true), seat,
    h("div.actions", {}, h("button.button.strong", { type: "button", id: "save", onclick: save }, t("Save")),
      h("button.button", { type: "button", onclick: () => dialog.close() }, t("Cancel")))));
  show();
  dialog.showModal();
}
