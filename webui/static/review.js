// Looking back at a match, trick by trick.

import "./prefs.js";
import { fan, suitIcon } from "./cards.js";
import { pointsChart } from "./chart.js";
import { failures, isGuandan, laid, meaning, otherMeanings, places, trickLabel, tributeBox, won } from "./guandan.js";
import { coded, h, place, seatName, sideName, t } from "./text.js";
import { clauseText, penaltyText } from "./words.js";

const state = JSON.parse(document.getElementById("state").textContent);
const wished = Object.fromEntries(new URLSearchParams(window.location.hash.slice(1)));
const dealOf = (number) => state.deals.findIndex((one) => String(one.deal) === number);
let dealAt = dealOf(wished.deal) >= 0 ? dealOf(wished.deal) : Math.max(0, state.deals.length - 1);
let trickAt = Math.max(0, (Number(wished.trick) || 1) - 1);

const player = (seat) => state.header.players?.[seat] || seatName(seat);
const range = (value) => (value === null || value === undefined ? "–" : [value].flat().join("–"));

function fact(label, ...value) {
  return h("div", {}, h("dt", {}, label), h("dd", {}, value));
}

function facts(deal) {
  const suit = deal.trump?.suit;
  const risen = Object.entries(deal.gained ?? {}).filter(([, n]) => n > 0).map(([side, n]) => t("{side} up {n}", { side: sideName(side), n }));
  return h("dl.facts", {},
    deal.declarer && deal.declarer !== "?" ? fact(t("Declarer"), player(deal.declarer)) : null,
    deal.trump ? fact("SHDC".includes(suit) ? t("Trump") : t("Level card"), "SHDC".includes(suit) ? suitIcon(suit) : "", coded("rank", deal.trump.level)) : null,
    deal.defender_points === undefined || deal.defender_points === null ? null : fact(t("Defenders' points"), range(deal.defender_points)),
    deal.kitty_points === null || deal.kitty_points === undefined ? null : fact(t("Kitty points"), range(deal.kitty_points)),
    deal.finish?.length ? fact(t("Order out"), places(deal.finish, player)) : null,
    failures(deal.a_fails) ? fact(t("Failed at A"), failures(deal.a_fails)) : null,
    risen.length ? fact(t("Result"), risen.join(" · ")) : null,
    deal.complete === false ? fact(t("Record incomplete"), "?") : null);
}

const roundsOf = (deal) => deal.tricks ?? deal.rounds ?? [];

function crops(seq) {
  const pictures = (state.readings[seq]?.evidence ?? []).filter((name) => /^[0-9a-f]{64}\.jpg$/.test(name));
  return pictures.length ? h("div.crops", {}, pictures.map((name) => h("img", { src: `/evidence/${name}`, alt: t("Camera picture"), loading: "lazy" }))) : null;
}

function stage(deal) {
  const tricks = roundsOf(deal);
  const trick = tricks[trickAt];
  if (!trick) return h("p.quiet", {}, t("No card has been played yet."));
  const step = (by) => { trickAt = Math.min(tricks.length - 1, Math.max(0, trickAt + by)); draw(); };
  return h("section.box.stage", {},
    h("div.steps", {},
      h("button.button", { type: "button", id: "back", "aria-label": t("Trick before"), disabled: trickAt === 0, onclick: () => step(-1) }, "◀"),
      h("h2", {}, trickLabel(deal, trick.n), trick.points ? ` · ${t("+{n} points", { n: range(trick.points) })}` : ""),
      h("button.button", { type: "button", id: "forward", "aria-label": t("Next trick"), disabled: trickAt >= tricks.length - 1, onclick: () => step(1) }, "▶")),
    h("ol", {}, trick.plays.map((play) => h(won(trick, play) ? "li.won" : "li", {},
      h("b", {}, player(play.seat)), play.cards?.length ? [laid(play, false, 3), meaning(play), otherMeanings(play)] : h("span.quiet", {}, t("Pass")), crops(play.seq)))));
}

function decisions(deal) {
  const rulings = (deal.rulings ?? []).map((one) => h("p.flag", {}, `${coded("decision", one.decision)}: ${coded("offence", one.offence ?? one.of.split(".")[1] ?? "other")} `, penaltyText(one.penalty)));
  const findings = (deal.findings ?? []).map((one) => h("div.flag", {}, h("p", {}, `${coded("certainty", one.certainty)} · `, [coded("offence", one.offence), one.seat ? player(one.seat) : null, one.trick ? trickLabel(deal, one.trick) : null].filter(Boolean).join(" · ")), clauseText(one)));
  return rulings.length || findings.length ? h("section.box.stage", {}, h("h2", {}, t("Alerts and decisions")), findings, rulings) : null;
}

function chart(deal) {
  const tricks = roundsOf(deal);
  if (!tricks.some((trick) => [trick.points].flat().at(-1))) return null;
  return h("section.box", {}, h("h2", {}, t("Points by trick")),
    pointsChart(tricks, deal, (n) => { trickAt = n; draw(); }),
    h("p.legend", {}, h("span", {}, h("i", { style: { background: "var(--ns)" } }), sideName("NS")), h("span", {}, h("i", { style: { background: "var(--ew)" } }), sideName("EW")),
      deal.kitty_points ? h("span", {}, h("i", { style: { background: "var(--text)" } }), t("Kitty points")) : null,
      deal.findings?.length ? h("span", {}, h("i", { style: { background: "var(--bad)" } }), t("Alerts")) : null));
}

function draw() {
  const deal = state.deals[dealAt];
  trickAt = Math.min(trickAt, Math.max(0, (deal ? roundsOf(deal).length : 1) - 1));
  place("deals", state.deals.map((one, at) => h("button.button", { type: "button", "aria-pressed": String(at === dealAt), onclick: () => { dealAt = at; trickAt = 0; draw(); } }, t("Deal {n}", { n: one.deal }))));
  if (!deal) return place("deal", h("p.quiet", {}, t("No deal is finished yet.")));
  place("deal", h("div.stage", {}, facts(deal), isGuandan(deal) ? tributeBox(deal) : null, stage(deal), chart(deal), decisions(deal),
    deal.kitty?.length ? h("section.box", {}, h("h2", {}, t("Kitty")), h("div", { style: { "--card": "58px" } }, fan(deal.kitty, false, 6))) : null));
  return undefined;
}

// A link to what is shown; where the browser lets no script copy, the text is there to be copied.
async function share() {
  const address = new URL(window.location.href);
  address.search = "";
  address.hash = `deal=${state.deals[dealAt]?.deal ?? 1}&trick=${trickAt + 1}`;
  const field = document.getElementById("link");
  field.value = address.href;
  field.hidden = false;
  field.select();
  await navigator.clipboard?.writeText(address.href).catch(() => {});
}

document.getElementById("share").addEventListener("click", share);
const match = state.header;
document.getElementById("where").textContent = [match.event, match.table ? t("Table {n}", { n: match.table }) : null, state.profile].filter(Boolean).join(" · ");
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: "back", ArrowRight: "forward" }[event.key];
  if (by) document.getElementById(by)?.click();
});
document.addEventListener("prefs", draw);
draw();
