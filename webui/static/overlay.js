// The broadcast overlay: the last good picture stays; nothing about connections goes on air.

import { suitIcon } from "./cards.js";
import { laid, meaning } from "./guandan.js";
import { follow } from "./stream.js";
import { coded, h, place, SEATS, seatName, sideName, sideOf, t } from "./text.js";
import { penaltyText } from "./words.js";

let state = JSON.parse(document.getElementById("state").textContent);
const show = new Set(document.body.dataset.show.split(" "));
const player = (seat) => state.match?.players?.[seat] || seatName(seat);

function team(side) {
  const seats = side === "NS" ? ["N", "S"] : ["E", "W"];
  const named = seats.map((seat) => state.match?.players?.[seat]).filter(Boolean);
  const declares = state.declarer && state.declarer !== "?" && sideOf(state.declarer) === side;
  return h(`div.team.${side}`, {},
    h("p.who", {}, named.length ? named.join(" · ") : sideName(side), h("small", {}, sideName(side))),
    declares ? h("span.decl", {}, t("Decl.")) : null,
    h("b.level", {}, coded("rank", state.levels?.[side] ?? "–")));
}

function chip() {
  const { suit, level } = state.trump ?? {};
  if (!level) return null;
  const sign = "SHDC".includes(suit ?? "?") ? suitIcon(suit) : suit === "NT" && state.family !== "guandan" ? h("span.words", {}, t("No trump")) : null;
  return h("p.chip", {}, sign, coded("rank", level));
}

function strip() {
  const points = state.score?.defender_points;
  return h("section.strip", {}, team("NS"),
    h("div.middle", {}, chip(), points === null || points === undefined ? null
      : h("p.points", {}, h("b", {}, [points].flat().join("–")), h("small", {}, t("Defenders' points")))),
    team("EW"));
}

function cards(plays, winner) {
  return h("section.table-cards", {}, SEATS.map((seat) => plays.findLast((one) => one.seat === seat)).filter((one) => one?.cards?.length)
    .map((one) => h(one.seat === winner ? "figure.won" : "figure", {}, laid(one), meaning(one), h("figcaption", {}, player(one.seat)))));
}

function decision() {
  const ruling = state.rulings?.at(-1);
  if (!ruling) return null;
  return h("section.decision", {}, h("small", {}, t("Referee's decision")), coded("offence", ruling.offence ?? "other"),
    h("small", {}, penaltyText(ruling.penalty)));
}

function draw() {
  const trick = state.trick ?? [];
  place("overlay", show.has("score") ? strip() : null,
    show.has("trick") && trick.length ? cards(trick) : null,
    show.has("last") && !trick.length && state.last_trick ? cards(state.last_trick.plays, state.last_trick.winner) : null,
    show.has("ruling") ? decision() : null);
}

draw();
follow({ url: "/events", pollUrl: "/api/v1/table", onState: (next) => { state = next; draw(); } });
