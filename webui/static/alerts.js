// The referee's alerts: what happened, what proves it, what the rules propose, and the decision.

import { send, toast } from "./api.js";
import { cardName } from "./cards.js";
import { isGuandan, laid, trickLabel } from "./guandan.js";
import { coded, h, language, seatLetter, seatName, SIDES, sideName, t } from "./text.js";
import { clauseText, penaltyText } from "./words.js";

const WEIGHT = { proven: 0, suspected: 1, notice: 2 };
const LOW = 0.9;

/** Open alerts, heaviest and oldest first. */
export function openAlerts(state) {
  return (state.findings ?? []).filter((one) => one.state === "open")
    .sort((a, b) => WEIGHT[a.certainty] - WEIGHT[b.certainty] || a.at - b.at);
}

/** Alerts of the same offence by the same seat in a deal belong together; the first leads. */
export function grouped(alerts) {
  const groups = new Map();
  for (const one of alerts) {
    const key = [one.deal, one.offence, one.seat, one.certainty].join("/");
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** How long ago an alert came up, in words. */
export function age(moment) {
  const minutes = Math.floor((Date.now() - Date.parse(moment)) / 60000);
  return Number.isNaN(minutes) ? "" : minutes < 1 ? t("just now") : minutes < 90 ? t("{n} min ago", { n: minutes }) : t("{n} h ago", { n: Math.round(minutes / 60) });
}

/** Name of a player, with the seat where a name is known. */
export function person(state, seat) {
  if (!seat) return "";
  const name = state.players?.[seat];
  return name ? `${name} (${seatName(seat)})` : seatName(seat);
}

export const percent = (share) => t("read with {n} %", { n: Math.floor(share * 1000) / 10 });

/** The camera's pictures of one event. */
export function crops(names) {
  const pictures = (names ?? []).filter((name) => /^[0-9a-f]{64}\.jpg$/.test(name));
  return pictures.length ? h("div.crops", {}, pictures.map((name) => h("a", { href: `/evidence/${name}`, target: "_blank" },
    h("img", { src: `/evidence/${name}`, alt: t("Camera picture"), loading: "lazy" })))) : null;
}

function trickOf(state, finding, seq) {
  const deal = (state.deals ?? []).find((one) => one.deal === finding.deal);
  return deal?.tricks?.find((trick) => trick.plays.some((play) => play.seq === seq)) ?? null;
}

function confidence(play) {
  if (play.confidence === null || play.confidence === undefined) return null;
  return h(play.confidence < LOW ? "p.sure.low" : "p.sure", {}, percent(play.confidence));
}

function evidence(state, finding, play) {
  const trick = trickOf(state, finding, play.seq);
  const plays = trick?.plays ?? [play];
  const label = trick ? trickLabel(state, trick.n) : coded("event", play.type ?? "play");
  return h("section.trick", {},
    h("h4", {}, h("span", {}, label), h("span.sure", {}, seatName(play.seat ?? ""))),
    h("ol", {}, plays.map((one) => h(one.seq === play.seq ? "li.accused" : "li", {},
      h("span.at", { title: seatName(one.seat) }, seatLetter(one.seat)), laid(one, false, 4)))),
    crops(play.evidence), confidence(play));
}

function story(state, finding) {
  const cards = (finding.cards ?? []).map(cardName).join(", ");
  const known = coded("story", finding.offence);
  if (known === finding.offence.replaceAll("_", " ")) return cards;
  return known.replace("{cards}", cards || "–").replace("{trick}", finding.trick ?? "–");
}

function doubt(finding) {
  const look = finding.look_at;
  if (!look) return null;
  return h("p.look", {}, t("Look at this card: {card}, or is it {other}?", { card: cardName(look.card), other: cardName(look.alternative) }));
}

async function decide(state, finding, decision, penalty, reason) {
  const body = { of: finding.id, decision, seen: finding.ruling?.seq ?? null };
  if (penalty) body.penalty = penalty;
  if (reason) body.reason = reason;
  if (await send("/api/v1/rulings", body)) toast(t("Decided."));
}

function penalties(state) {
  const first = [["none", t("None")], ["warning", t("Warning")]];
  if (isGuandan(state)) return [...first, ["level_to_opponents", coded("effect", "level_to_opponents")], ["match_lost", coded("effect", "match_lost")]];
  return [...first, ["points", t("Points")], ["levels", t("One level down")]];
}

function changeForm(state, finding) {
  const proposed = finding.penalty ?? {};
  const form = h("form.form", { hidden: true },
    h("fieldset.choice", {}, h("legend", {}, t("Penalty")),
      penalties(state).map(([value, label]) =>
        h("label", {}, h("input", { type: "radio", name: "kind", value, required: true, checked: value === (isGuandan(state) ? "warning" : "points") }), h("span", {}, label)))),
    h("label", { hidden: isGuandan(state) }, t("Points"), h("input", { name: "points", type: "number", inputmode: "numeric", min: 0, max: 400, step: 5, value: proposed.points ?? 10 })),
    h("label", {}, t("Reason"), h("input", { name: "reason", maxlength: 400, autocomplete: "off", required: true })),
    h("button.button.strong", { type: "submit" }, t("Decide so")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { kind, points, reason } = Object.fromEntries(new FormData(form));
    const penalty = { none: { result: "none" }, warning: { result: "warning" }, points: { points: Number(points) }, levels: { levels_own: -1 } }[kind] ?? { effect: kind };
    decide(state, finding, "changed", penalty, reason);
  });
  return form;
}

// What the score would be with the alert upheld as proposed.
function becomes(state, finding) {
  if (!finding.becomes) return null;
  const range = (value) => [value ?? "–"].flat().join("–");
  const { defender_points: points, levels } = finding.becomes;
  const now = state.table ?? {};
  const changes = [];
  if (range(points) !== range(now.score?.defender_points)) changes.push(`${t("Defenders' points")} ${range(now.score?.defender_points)} → ${range(points)}`);
  for (const side of SIDES) {
    if (levels?.[side] !== now.levels?.[side]) changes.push(`${sideName(side)} ${coded("rank", now.levels?.[side] ?? "–")} → ${coded("rank", levels?.[side] ?? "–")}`);
  }
  return h("p.becomes", {}, h("span", {}, t("The score becomes:")), " ", h("b", {}, changes.join(" · ") || t("unchanged for now")));
}

/** One alert with its evidence and its three buttons. */
export function alertBox(state, finding) {
  const change = changeForm(state, finding);
  const proposal = penaltyText(finding.penalty);
  const button = (kind, name, label, act) => h(`button.button${kind}`, { type: "button", "data-do": name, onclick: act }, label);
  return h(`article.box.alert.${finding.certainty}`, { "data-finding": finding.id },
    h("header", {},
      h("p.certainty", {}, coded("certainty", finding.certainty)),
      h("h3", {}, coded("offence", finding.offence)),
      h("p.whom", {}, [person(state, finding.seat), finding.trick ? trickLabel(state, finding.trick) : null, t("Deal {n}", { n: finding.deal })].filter(Boolean).join(" · ")),
      h("p.story", {}, story(state, finding))),
    finding.t ? h("p.age", { "data-since": finding.t }, age(finding.t)) : null,
    doubt(finding),
    h("div.tricks", {}, (finding.plays ?? []).slice(0, 4).map((play) => evidence(state, finding, play))),
    clauseText(finding) ?? h("p.quiet", {}, t("The rules of this table name no clause; the referee decides.")),
    finding.english && language !== "en" ? h("p.quiet", { lang: "en" }, finding.english) : null,
    h("p.proposal", {}, h("span", {}, t("Proposed:")), h("b", {}, proposal || t("no penalty named"))),
    becomes(state, finding),
    h("div.actions", {},
      button(".danger", "uphold", t("Uphold"), () => decide(state, finding, "upheld", null, "")),
      button("", "dismiss", t("Dismiss"), () => decide(state, finding, "dismissed", null, "")),
      button("", "change", t("Change"), () => { change.hidden = !change.hidden; })),
    change);
}

/** One decided alert; it can be opened again. */
export function decidedBox(state, finding) {
  const ruling = finding.ruling;
  const again = async () => { if (await send("/api/v1/undo", { of: ruling.seq })) toast(t("Open again.")); };
  return h(`article.box.decision.${finding.state}`, { "data-decided": finding.id },
    h("div.row", {}, h("div", {},
      h("p", {}, h("b", {}, coded("decision", finding.state)), " · ", coded("offence", finding.offence)),
      h("p.quiet", {}, [person(state, finding.seat), finding.trick ? trickLabel(state, finding.trick) : null, penaltyText(ruling.penalty), ruling.reason].filter(Boolean).join(" · "))),
    h("button.button", { type: "button", onclick: again }, t("Undo"))));
}

/** A penalty that was given by hand. */
export function handBox(ruling) {
  const undo = async () => { if (await send("/api/v1/undo", { of: ruling.seq })) toast(t("Taken back.")); };
  return h("article.box.decision.upheld", {}, h("div.row", {}, h("div", {},
    h("p", {}, h("b", {}, t("Penalty by hand")), " · ", coded("offence", ruling.offence ?? "other")),
    h("p.quiet", {}, [coded("side", ruling.penalty?.side ?? ""), penaltyText(ruling.penalty), ruling.reason].filter(Boolean).join(" · "))),
  h("button.button", { type: "button", onclick: undo }, t("Undo"))));
}

/** A warning that was given by hand. */
export function warningBox(one) {
  const undo = async () => { if (await send("/api/v1/undo", { of: one.seq })) toast(t("Taken back.")); };
  return h("article.box.decision.upheld", { "data-warning": one.seq }, h("div.row", {}, h("div", {},
    h("p", {}, h("b", {}, t("Warning")), " · ", coded("offence", one.offence ?? "other")),
    h("p.quiet", {}, [coded("side", one.side), one.reason].filter(Boolean).join(" · "))),
  h("button.button", { type: "button", onclick: undo }, t("Undo"))));
}

/** A ruling that stands although a later correction took its proof away. */
export function orphanBox(ruling) {
  const undo = async () => { if (await send("/api/v1/undo", { of: ruling.seq })) toast(t("Taken back.")); };
  return h("article.box.decision.flagged", {}, h("div.row", {},
    h("p", {}, h("b", {}, t("Proof gone after a correction: does this ruling stand?")), " ", penaltyText(ruling.penalty)),
    h("button.button", { type: "button", onclick: undo }, t("Undo"))));
}
