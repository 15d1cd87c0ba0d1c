// What Guandan shows beside the cards: meanings, wilds, bombs, tribute, places.

import { cardName, fan } from "./cards.js";
import { coded, h, seatLetter, seatName, t } from "./text.js";

const BOMBS = ["bomb", "straight_flush", "joker_bomb"];
const PLAIN = ["single", "pair", "triple"];
const JOKERS = ["SJ", "BJ"];

/** Whether a table, a referee's view or a deal is of Guandan. */
export const isGuandan = (state) => state?.family === "guandan" || state?.own_side !== undefined;

/** The label of a trick, called a round in Guandan. */
export const trickLabel = (state, n) => (isGuandan(state) ? t("Round {n}", { n }) : t("Trick {n}", { n }));

/** The cards of a play, wilds marked. */
export const laid = (play, fresh = false, room = 5) => fan(play.cards ?? [], fresh, room, play.wilds ?? []);

function kind({ type, key, length }) {
  if (type === "joker_bomb") return coded("type", type);
  const rank = JOKERS.includes(key) ? coded("card", key) : coded("rank", key);
  const name = type === "bomb" ? t("Bomb of {n}", { n: length }) : coded("type", type);
  return `${name} · ${rank}`;
}

/** Whether a play took the trick; in Guandan only the winner's last one. */
export const won = (trick, play) => trick.plays.findLast((one) => one.seat === trick.winner) === play;

/** What a play counts as: always for bombs and combinations, for plain ones where a wild matters. */
export function meaning(play) {
  const as = play.as;
  if (!as || (PLAIN.includes(as.type) && !(play.wilds?.length && play.cards.length > 1))) return null;
  return h(BOMBS.includes(as.type) ? "p.meaning.bomb" : "p.meaning", { "data-type": as.type }, kind(as));
}

/** The other meanings that a play may have as long as nothing settles it. */
export function otherMeanings(play) {
  const rest = (play.readings ?? []).slice(1);
  return rest.length ? h("p.quiet", {}, t("or {meanings}", { meanings: rest.map(kind).join(" / ") })) : null;
}

function gift(name, one) {
  return h("li", {}, h("b", {}, name), h("span.way", { title: `${seatName(one.from)} → ${seatName(one.to)}` },
    seatLetter(one.from), " → ", seatLetter(one.to)), one.card ? fan([one.card]) : h("span.quiet", {}, "–"));
}

/** Tribute, return and refusal before a deal. */
export function tributeBox(state) {
  const { paid = [], returned = [], refused = null, leader = null } = state.tribute ?? {};
  if (!paid.length && !returned.length && refused === null) return null;
  return h("section.box.tribute", { id: "tribute" }, h("h2", {}, t("Tribute")),
    refused === null ? null : h("p", {}, h("b", {}, t("Refused with both big jokers")), ` ${refused.map(seatName).join(" · ")}`),
    h("ol", {}, paid.map((one) => gift(t("Paid"), one)), returned.map((one) => gift(t("Returned"), one))),
    leader ? h("p.quiet", {}, t("{seat} leads", { seat: seatName(leader) })) : null);
}

/** Places in the order in which the seats went out, with their names. */
export function places(finish, player) {
  return h("ol.places", { "aria-label": t("Order out") }, finish.map((seat, n) =>
    h("li", { "data-place": n + 1 }, h("span", {}, coded("place", String(n + 1))), h("b", {}, player(seat)))));
}

/** Deals that a side has failed at A; nothing where there were none. */
export function failures(fails) {
  const some = Object.entries(fails ?? {}).filter(([, n]) => n > 0);
  return some.length ? some.map(([side, n]) => t("{side}: {n} failed at A", { side: coded("side", side), n })).join(" · ") : null;
}

/** A round's plays in order, each a button; a seat may play more than once. */
export function roundRow(round, button) {
  const name = (play) => `${seatName(play.seat)}: ${play.cards.map(cardName).join(", ")}`;
  return h("div.record-round", {}, h("b", {}, String(round.n)), h("div.round-plays", {}, round.plays.map((play) => button(play, name(play)))));
}
