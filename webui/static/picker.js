// A board of all cards to choose from.

import { cardName } from "./cards.js";
import { coded, h } from "./text.js";

const SUITS = "SHCD";
const RANKS = "AKQJT98765432";
const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** Buttons for every card; `unread` adds the card that nobody can read. */
export function picker(choose, unread = false) {
  const cell = (card, label, kind) => h(`button${kind}`, { type: "button", "data-card": card, "aria-label": cardName(card), onclick: () => choose(card) }, label);
  const suited = [...SUITS].flatMap((suit) => [...RANKS].map((rank, at) =>
    cell(rank + suit, `${SIGNS[suit]}${coded("rank", rank)}`, `${"HD".includes(suit) ? ".red" : ""}${at === 12 ? ".last" : ""}`)));
  const others = ["BJ", "SJ", ...(unread ? ["??"] : [])].map((card) => cell(card, cardName(card), `.wide${card === "BJ" ? ".red" : ""}`));
  return h("div.picker", {}, suited, others);
}
