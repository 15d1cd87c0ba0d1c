// Card faces and fans.

import { coded, h, t } from "./text.js";

const SHAPES = {
  S: "M50 2c5 17 45 36 45 62 0 14-10 22-21 22-9 0-16-5-20-13 1 10 4 18 12 24H34c8-6 11-14 12-24-4 8-11 13-20 13C15 86 5 78 5 64 5 38 45 19 50 2Z",
  H: "M50 95C24 70 3 50 3 28 3 12 15 3 28 3c10 0 18 6 22 16C54 9 62 3 72 3c13 0 25 9 25 25 0 22-21 42-47 67Z",
  D: "M50 1c9 20 23 36 38 49-15 13-29 29-38 49C41 79 27 63 12 50 27 37 41 21 50 1Z",
  C: "M50 3c13 0 23 10 23 22 0 7-3 12-8 17 3-1 6-2 9-2 13 0 23 10 23 22S87 84 74 84c-9 0-16-5-20-12 1 11 4 19 12 25H34c8-6 11-14 12-25-4 7-11 12-20 12C13 84 3 74 3 62s10-22 23-22c3 0 6 1 9 2-5-5-8-10-8-17C27 13 37 3 50 3Z",
};
const TWO = { S: "#15181d", H: "#c8102e", D: "#c8102e", C: "#15181d" };
const FOUR = { S: "#15181d", H: "#c8102e", D: "#1552b8", C: "#0b7a3b" };
const SVG = "http://www.w3.org/2000/svg";

const fourColours = () => document.documentElement.dataset.suits === "four";

/** A card's name in words, such as "ace of spades" or "黑桃A". */
export function cardName(card) {
  if (card === "BJ" || card === "SJ" || card === "??") return coded("card", card);
  return t("{rank} of {suit}", { rank: coded("rank", card[0]), suit: coded("suit", card[1]) });
}

/** The address of a card's picture. */
export function faceUrl(card, wild = false) {
  const options = [fourColours() ? "suits=four" : null, wild ? "wild=yes" : null].filter(Boolean).join("&");
  return `/faces/${card === "??" ? "unread" : card}.svg${options ? `?${options}` : ""}`;
}

/** A card as a picture with its name. */
export function cardFace(card, fresh = false, wild = false) {
  const name = wild ? t("{card}, wild", { card: cardName(card) }) : cardName(card);
  return h(fresh ? "img.fresh" : "img", { src: faceUrl(card, wild), alt: name, width: 240, height: 336 });
}

/** The cards of one play side by side; beyond `room` cards they lie closer. `wilds` are places. */
export function fan(cards, fresh = false, room = 5, wilds = []) {
  const lap = cards.length > room ? -Math.min(0.84, 1 - (0.42 * (room - 1)) / (cards.length - 1)) : -0.58;
  return h("div.fan", { style: { "--lap": lap } }, cards.map((card, at) => cardFace(card, fresh, wilds.includes(at))));
}

/** A suit symbol as a drawing. */
export function suitIcon(suit) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", "suit");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[suit]);
  path.setAttribute("fill", (fourColours() ? FOUR : TWO)[suit]);
  svg.append(path);
  return svg;
}
