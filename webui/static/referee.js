// The referee's page.

import "./picture.js";
import "./prefs.js";
import { alarm, soundButton, titleCount } from "./alarm.js";
import { age, alertBox, decidedBox, grouped, handBox, openAlerts, orphanBox, warningBox } from "./alerts.js";
import { send, toast } from "./api.js";
import { callBox } from "./calls.js";
import { suitIcon } from "./cards.js";
import { isGuandan } from "./guandan.js";
import { showLife } from "./life.js";
import { edit, recordRows } from "./record.js";
import { follow } from "./stream.js";
import { coded, h, place, sideName, t } from "./text.js";

let state = JSON.parse(document.getElementById("state").textContent);
let known = null;

function fact(label, value) {
  return h("p", {}, h("span.quiet", {}, label), h("b", {}, value));
}

function drawNow() {
  const { levels, trump, score, trick_number: trick, deal, match } = state.table;
  const rank = (side) => coded("rank", levels?.[side] ?? "–");
  const points = [score?.defender_points ?? "–"].flat().join("–");
  place("now", fact(sideName("NS"), rank("NS")), fact(sideName("EW"), rank("EW")),
    trump && "SHDC".includes(trump.suit) ? fact(t("Trump"), suitIcon(trump.suit)) : null,
    isGuandan(state) ? trump && fact(t("Level card"), coded("rank", trump.level)) : fact(t("Defenders' points"), points),
    deal ? fact(t("Deal"), String(deal)) : null, trick ? fact(isGuandan(state) ? t("Round") : t("Trick"), String(trick)) : null);
  document.getElementById("where").textContent = [match?.event, match?.table ? t("Table {n}", { n: match.table }) : null].filter(Boolean).join(" · ");
}

// A box that has not changed stays in place, so that a half-filled form is not lost.
function keep(id, items, build) {
  const host = document.getElementById(id);
  const old = new Map([...host.children].map((child) => [child.dataset.key, child]));
  const next = items.map((item) => {
    const key = JSON.stringify(item);
    const box = old.get(key) ?? build(item);
    box.dataset.key = key;
    return box;
  });
  host.replaceChildren(...next);
  return next.length;
}

function alertGroup([first, ...more]) {
  const box = alertBox(state, first);
  if (more.length) box.append(h("details", {}, h("summary", {}, t("{n} more of the same kind", { n: more.length })), more.map((one) => alertBox(state, one))));
  return box;
}

function drawAlerts() {
  const open = openAlerts(state);
  if (!keep("alerts", grouped(open), alertGroup)) {
    place("alerts", h("p.box.quiet", {}, t("No open alert.")));
  }
  const asking = state.calls ?? [];
  place("calls", asking.map((one) => callBox(state, one)));
  const waiting = open.length + asking.length;
  document.getElementById("open-count").textContent = waiting ? String(waiting) : "";
  titleCount(waiting);
  const all = [...open, ...asking.map((one) => ({ id: `call.${one.seq}` }))];
  const fresh = known ? all.filter((one) => !known.has(one.id)) : [];
  if (fresh.length) alarm(fresh.some((one) => one.certainty === "proven"));
  known = new Set([...(state.findings ?? []), ...all].map((one) => one.id));
}

function drawDecided() {
  const decided = (state.findings ?? []).filter((one) => one.ruling).sort((a, b) => b.ruling.seq - a.ruling.seq);
  const named = new Map((state.table.rulings ?? []).map((one) => [one.seq, one.offence]));
  const byHand = (state.deals ?? []).flatMap((deal) => deal.rulings ?? []).filter((one) => one.of.startsWith("hand."))
    .map((one) => ({ ...one, offence: named.get(one.seq) }));
  const warnings = state.table.warnings ?? [];
  place("decided", (state.proof_vanished ?? []).map(orphanBox), byHand.map(handBox), warnings.map(warningBox), decided.map((one) => decidedBox(state, one)),
    decided.length || byHand.length || warnings.length ? null : h("p.quiet", {}, t("Nothing decided yet.")));
}

function draw() {
  drawNow();
  drawAlerts();
  drawDecided();
  place("record", recordRows(state));
}

function byHand() {
  const form = document.getElementById("by-hand");
  const points = form.querySelector('[data-for="points"]');
  form.elements.kind.addEventListener("change", () => { points.hidden = form.elements.kind.value !== "points"; });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { side, offence, kind, points: fine, reason } = Object.fromEntries(new FormData(form));
    const body = { reason };
    const penalty = { points: { points: Number(fine), side }, levels: { levels_own: -1, side } }[kind] ?? { effect: kind, side };
    const sent = kind === "warning" ? await send("/api/v1/warnings", { side, offence, ...body })
      : await send("/api/v1/rulings", { decision: "upheld", offence, penalty, ...body });
    if (!sent) return;
    toast(t("Decided."));
    form.reset();
    points.hidden = true;
  });
}

// Keeping the record by hand: the camera is not listened to until it is handed back.
function takeOver() {
  const button = document.getElementById("by-hand-switch");
  button.addEventListener("click", () => send("/api/v1/takeover", { on: button.getAttribute("aria-pressed") !== "true" }));
  document.getElementById("next-play").addEventListener("click", () => {
    const led = state.table.trick?.[0]?.cards ?? ["??"];
    edit(state, { seat: state.table.turn ?? "N", cards: led.map(() => "??"), before: null });
  });
}

function drawLife(life) {
  showLife(life);
  document.getElementById("by-hand-switch").setAttribute("aria-pressed", String(Boolean(life.by_hand)));
  document.getElementById("two-desks").hidden = !(life.desks > 1);
  for (const line of document.querySelectorAll("[data-since]")) line.textContent = age(line.dataset.since);
}

byHand();
takeOver();
soundButton(document.getElementById("sound"));
draw();
document.addEventListener("prefs", () => { document.getElementById("alerts").replaceChildren(); draw(); });
follow({
  url: "/events?view=referee",
  pollUrl: "/api/v1/referee",
  onState: (next) => { state = next; draw(); },
  onLife: drawLife,
});
