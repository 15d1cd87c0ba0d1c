// The live table page.

import "./prefs.js";
import { cardName, fan, suitIcon } from "./cards.js";
import { failures, isGuandan, laid, meaning, places, trickLabel, tributeBox, won } from "./guandan.js";
import { showLife } from "./life.js";
import { follow } from "./stream.js";
import { coded, h, language, place, SEATS, seatLetter, seatName, sideName, sideOf, t } from "./text.js";
import { penaltyText } from "./words.js";

let state = JSON.parse(document.getElementById("state").textContent);
let shown = {};

const player = (seat) => state.match?.players?.[seat] || seatName(seat);
const rank = (level) => coded("rank", level);
const list = (value) => [value ?? []].flat();

function side(name) {
  const declares = state.declarer && state.declarer !== "?" && sideOf(state.declarer) === name;
  const seats = name === "NS" ? ["N", "S"] : ["E", "W"];
  const known = seats.map((seat) => state.match?.players?.[seat]).filter(Boolean);
  const role = isGuandan(state) ? (state.own_side === name ? h("span.role.declarer", {}, t("Their level is played")) : null)
    : !state.declarer || state.declarer === "?" ? null
    : declares ? h("span.role.declarer", {}, t("Declarer side")) : h("span.role", {}, t("Defenders"));
  return h("article.side", { "data-side": name },
    h("div.who", {}, h("h2", {}, sideName(name)), known.length ? h("p.names", {}, known.join(" · ")) : null, role),
    h("p.level", {}, h("span", {}, t("Level")), h("b", {}, rank(state.levels?.[name] ?? "–"))));
}

function points() {
  const value = state.score?.defender_points;
  if (value === undefined || value === null) return null;
  const range = Array.isArray(value);
  return h("p.points", { id: "points" },
    h("span", {}, t("Defenders' points")),
    h(range ? "b.range" : "b", {}, range ? value.join("–") : String(value)),
    range || state.score.complete === false ? h("span.doubt", {}, t("Record incomplete")) : null);
}

function trump() {
  if (!state.trump) return null;
  const { suit, level } = state.trump;
  const plain = state.family === "guandan" || !suit;
  const sign = plain ? null : suit === "NT" ? h("span.words", {}, t("No trump"))
    : "SHDC".includes(suit ?? "?") ? [suitIcon(suit), h("span.hidden", {}, coded("suit", suit))] : null;
  return h("div.trump", { id: "trump" }, h("span", {}, plain ? t("Level card") : t("Trump")),
    h("p.chip", {}, sign, rank(level ?? "?")));
}

function number(label, value, id) {
  return value ? h("p", {}, h("span", {}, label), h("b", { id }, String(value))) : null;
}

function drawScore() {
  const count = h("div.count", {}, number(t("Deal"), state.deal, "deal"), number(isGuandan(state) ? t("Round") : t("Trick"), state.trick_number, "trick-number"));
  place("score", side("NS"), h("article.middle", {}, trump() ?? h("span"), points() ?? h("span"), count), side("EW"));
}

function plate(at, turn) {
  return h("p.plate", {}, h("span.at", { title: seatName(at) }, seatLetter(at)), h("span.who", {}, player(at)),
    state.declarer === at ? h("span.mark", { title: t("Declarer") }, t("Decl.")) : null,
    list(state.out).includes(at) ? h("span.mark", {}, coded("place", String(state.out.indexOf(at) + 1))) : null,
    state.left?.[at] ? h("span.turn-text", {}, t("{n} left", { n: state.left[at] })) : null,
    turn ? h("span.turn-text", {}, t("to play")) : null);
}

function seat(at) {
  const play = list(state.trick).findLast((one) => one.seat === at);
  const before = list(shown.trick).findLast((one) => one.seat === at);
  const fresh = play && JSON.stringify(before?.cards) !== JSON.stringify(play.cards);
  const turn = state.turn === at && !state.result;
  return h(turn ? "div.seat.turn" : "div.seat", { "data-seat": at, "data-side": sideOf(at) }, plate(at, turn),
    h("div.slot", {}, play?.cards?.length ? [laid(play, fresh), meaning(play)] : h("div.empty", { "aria-hidden": "true" })));
}

function middle() {
  if (!state.deal) return h("div.mid", {}, h("h2", {}, t("Waiting for the first deal")));
  if (state.trick_number || !list(state.bids).length) return h("div.mid", {});
  return h("div.mid", {}, h("div.bids", {}, h("h2", {}, t("Bids")),
    state.bids.map((bid) => h("div", {}, h("p", {}, player(bid.seat)), bid.cards?.length ? fan(bid.cards) : null))));
}

function fact(label, value, id) {
  return value === null || value === undefined || value === "" ? null
    : h("div", {}, h("dt", {}, label), h("dd", { id }, String(value)));
}

function kitty({ kitty_points: taken, kitty_multiplier: times, kitty: cards, ...result }) {
  const worth = taken === null || taken === undefined ? null
    : Array.isArray(taken) || Array.isArray(times) ? list(taken).join("–")
    : times ? `${taken} × ${times} = ${taken * times}` : t("{n}, kept", { n: taken });
  return [
    list(cards).length ? h("div", {}, h("p", {}, t("Kitty")), fan(cards, false, 8)) : null,
    list(result.finish).length ? places(result.finish, player) : null,
    h("dl", {}, fact(t("Kitty points"), worth, "kitty"),
      fact(t("Defenders' points"), list(result.defender_points).join("–")),
      fact(t("Failed at A"), failures(result.a_fails)),
      result.next_declarer ? fact(t("Next declarer"), player(result.next_declarer)) : null),
  ];
}

function headline(result) {
  if (state.winner) return t("{side} win the game", { side: sideName(state.winner) });
  const risen = Object.entries(result.gained ?? {}).filter(([, levels]) => levels > 0);
  if (!risen.length) return t("Deal over");
  return risen.map(([name, levels]) => t("{side} up {n}", { side: sideName(name), n: levels })).join(" · ");
}

function drawFelt() {
  document.getElementById("felt").classList.toggle("bidding", !state.trick_number);
  place("felt", SEATS.map(seat), middle(),
    state.result ? h("div.result", { id: "result", tabindex: 0, role: "region", "aria-label": t("Result") }, h("h2", {}, headline(state.result)), kitty(state.result),
      list(state.confirmed).length ? h("p", { id: "confirmed" }, t("Confirmed: {sides}", { sides: state.confirmed.map(sideName).join(" · ") })) : null) : null);
}

function lastTrick() {
  const last = state.last_trick;
  const title = isGuandan(state) ? t("Last round") : t("Last trick");
  if (!last) return h("section.box.last", {}, h("h2", {}, title), h("p.quiet", {}, t("None yet")));
  return h("section.box.last", { id: "last" },
    h("h2", {}, title, last.points ? h("small", {}, t("+{n} points", { n: last.points })) : null),
    h("ol", {}, last.plays.slice(-6).map((play) => h(won(last, play) ? "li.won" : "li", { "data-side": sideOf(play.seat) },
      h("span.at", { title: seatName(play.seat) }, seatLetter(play.seat)), h("div", {}, laid(play, false, 5), meaning(play))))));
}

function ruling(one) {
  const whom = one.seat ? player(one.seat) : one.side ? sideName(one.side) : null;
  const parts = [whom, one.trick ? trickLabel(state, one.trick) : null, penaltyText(one.penalty)];
  return h("section.box.ruling", { "data-ruling": one.of ?? "" },
    h("h2", {}, t("Referee's decision")),
    h("p", {}, h("strong", {}, coded("offence", one.offence ?? "other"))),
    h("p", {}, parts.filter(Boolean).join(" · ")),
    one.reason ? h("p.quiet", {}, one.reason) : null);
}

function warned(one) {
  return h("section.box.ruling", { "data-warning": one.seq }, h("h2", {}, t("Warning")),
    h("p", {}, h("strong", {}, coded("offence", one.offence ?? "other"))), h("p", {}, sideName(one.side)),
    one.reason ? h("p.quiet", {}, one.reason) : null);
}

function drawRail() {
  const decided = [...list(state.rulings).map((one) => [one.seq, ruling(one)]), ...list(state.warnings).map((one) => [one.seq, warned(one)])];
  place("rail", decided.sort((a, b) => b[0] - a[0]).slice(0, 3).map(([, box]) => box), isGuandan(state) ? tributeBox(state) : null, lastTrick());
}

// What no longer fits: first the counts that everyone can see, then what the record lacks.
function misfit() {
  const trick = list(state.trick);
  const led = trick[0]?.cards?.length;
  const odd = state.family === "guandan" ? null : trick.slice(1).find((one) => one.cards?.length && one.cards.length !== led);
  if (odd) return t("I see {n} cards from {seat}; {led} were led.", { n: odd.cards.length, seat: player(odd.seat), led });
  const gap = list(state.unfit).at(-1);
  if (!gap || state.result) return null;
  const what = coded("gap", gap.code).replace("{seat}", gap.seat ? player(gap.seat) : "").trim();
  return gap.trick ? `${trickLabel(state, gap.trick)}: ${what}` : what;
}

function drawMisfit() {
  const text = misfit();
  const line = document.getElementById("misfit");
  line.hidden = !text;
  if (text && line.dataset.text !== text) {
    line.dataset.text = text;
    line.replaceChildren(h("b", {}, t("The table no longer fits the record.")), ` ${text}`);
  }
}

function drawClock({ elapsed, silent, state: life }) {
  const box = document.getElementById("clock");
  const known = state.limit && elapsed !== null && elapsed !== undefined && life === "live" && !state.result;
  box.hidden = !known;
  if (!known) return;
  const left = Math.max(0, Math.ceil(state.limit - elapsed - silent / 1000));
  box.dataset.late = String(left === 0);
  const text = left ? t("{n} s left", { n: left }) : t("Time is over");
  if (box.textContent !== text) box.textContent = text;
}

function where() {
  const match = state.match ?? {};
  const parts = [match.event, match.table ? t("Table {n}", { n: match.table }) : null, state.profile_title?.[language] ?? state.profile];
  document.getElementById("where").textContent = parts.filter(Boolean).join(" · ");
}

function speak() {
  const newest = list(state.trick).at(-1);
  const parts = [];
  if (newest) parts.push(`${player(newest.seat)}: ${list(newest.cards).map(cardName).join(", ")}`);
  if (state.score && !isGuandan(state)) parts.push(`${t("Defenders' points")}: ${list(state.score.defender_points).join("–")}`);
  document.getElementById("spoken").textContent = parts.join(". ");
}

function draw() {
  where();
  drawScore();
  drawFelt();
  drawRail();
  drawMisfit();
  speak();
  shown = state;
  announce();
}

// The players' part of the page listens.
function announce() {
  document.dispatchEvent(new CustomEvent("table", { detail: state }));
}

// A wall may show another table for a while; the own state is kept up to date meanwhile.
let own = state;
let other = false;
document.addEventListener("show", (event) => {
  const next = event.detail ?? own;
  other = event.detail !== null;
  if (JSON.stringify(next) !== JSON.stringify(state)) { state = next; draw(); }
});
document.addEventListener("table-please", announce);
draw();
document.addEventListener("prefs", draw);
follow({
  url: "/events",
  pollUrl: "/api/v1/table",
  onState: (next) => { own = next; if (!other) { state = next; draw(); } },
  onLife: (life) => { showLife(life); drawClock(life); },
});
