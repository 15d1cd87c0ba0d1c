// The referee's page.

import "./picture.js";
import "./prefs.js";
import { alarm, soundButton, titleCount } from "./alarm.js";
import { alertBox, decidedBox, handBox, openAlerts, orphanBox } from "./alerts.js";
import { send, toast } from "./api.js";
import { suitIcon } from "./cards.js";
import { showLife } from "./life.js";
import { recordRows } from "./record.js";
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
    fact(t("Defenders' points"), points), deal ? fact(t("Deal"), String(deal)) : null, trick ? fact(t("Trick"), String(trick)) : null);
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

function drawAlerts() {
  const open = openAlerts(state);
  if (!keep("alerts", open, (one) => alertBox(state, one))) {
    place("alerts", h("p.box.quiet", {}, t("No open alert.")));
  }
  document.getElementById("open-count").textContent = open.length ? String(open.length) : "";
  titleCount(open.length);
  const fresh = known ? open.filter((one) => !known.has(one.id)) : [];
  if (fresh.length) alarm(fresh.some((one) => one.certainty === "proven"));
  known = new Set((state.findings ?? []).map((one) => one.id));
}

function drawDecided() {
  const decided = (state.findings ?? []).filter((one) => one.ruling).sort((a, b) => b.ruling.seq - a.ruling.seq);
  const byHand = (state.deals ?? []).flatMap((deal) => deal.rulings ?? []).filter((one) => one.of.startsWith("hand."));
  place("decided", (state.proof_vanished ?? []).map(orphanBox), byHand.map(handBox), decided.map((one) => decidedBox(state, one)),
    decided.length || byHand.length ? null : h("p.quiet", {}, t("Nothing decided yet.")));
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
    const penalty = kind === "points" ? { points: Number(fine), side } : { levels_own: -1, side };
    const sent = kind === "warning" ? await send("/api/v1/warnings", { side, offence, ...body })
      : await send("/api/v1/rulings", { decision: "upheld", offence, penalty, ...body });
    if (!sent) return;
    toast(t("Decided."));
    form.reset();
    points.hidden = true;
  });
}

byHand();
soundButton(document.getElementById("sound"));
draw();
document.addEventListener("prefs", () => { document.getElementById("alerts").replaceChildren(); draw(); });
follow({
  url: "/events?view=referee",
  pollUrl: "/api/v1/referee",
  onState: (next) => { state = next; draw(); },
  onLife: showLife,
});
