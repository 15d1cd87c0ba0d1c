// Setting a table up: look, tap the corners, try the cards, save.

import "./prefs.js";
import { send, toast } from "./api.js";
import { cardFace, cardName } from "./cards.js";
import { coded, h, place, t } from "./text.js";

const state = JSON.parse(document.getElementById("state").textContent);
const form = document.getElementById("wizard");
const CORNERS = ["NW", "NE", "SE", "SW"];
const ASKED = ["AS", "TH", "KD", "3C", "7S", "SJ"];
// How each kind of camera is written; docs/cameras.md has them all.
const KINDS = { v4l2: "v4l2:/dev/video0", pi: "pi:0", stream: "stream:rtsp://192.168.1.20/1", video: "video:/home/pi/session.mp4", folder: "folder:/home/pi/pictures" };
const SVG = "http://www.w3.org/2000/svg";
let corners = state.settings?.corners ?? [];
let size = null;
let before = Promise.resolve();

function shape(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function drawCorners() {
  const marks = document.getElementById("marks");
  const next = CORNERS[corners.length];
  document.getElementById("tap").textContent = !size ? t("First show the picture.")
    : next ? t("Tap the corner of the table: {corner}", { corner: coded("corner", next) })
    : t("All four corners are set. The zones drawn must lie on the table.");
  if (size) {
    marks.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    const radius = size[0] / 90;
    marks.replaceChildren(...(corners.length === 4 ? [shape("polygon", { points: corners.map((one) => one.join(",")).join(" ") })] : []),
      ...corners.flatMap(([x, y], at) => [shape("circle", { cx: x, cy: y, r: radius }), shape("text", { x: Math.min(size[0] - radius * 2, Math.max(radius * 2, x)), y: y > radius * 4 ? y - radius * 1.4 : y + radius * 3.4, "text-anchor": "middle", "font-size": radius * 2.4 }, CORNERS[at])]));
  }
  place("numbers", CORNERS.flatMap((name, at) => ["x", "y"].map((axis, part) => h("label", {}, `${coded("corner", name)} ${axis}`,
    h("input", { type: "number", step: "any", "data-corner": at, "data-part": part, value: corners[at]?.[part] ?? "", onchange: typed })))));
}

function typed() {
  const cells = [...document.querySelectorAll("#numbers input")].map((cell) => cell.value);
  if (cells.some((value) => value === "")) return;
  corners = CORNERS.map((_, at) => [Number(cells[at * 2]), Number(cells[at * 2 + 1])]);
  drawCorners();
  look(false);
}

function question(read) {
  const fields = form.elements;
  return { camera: fields.camera.value.trim(), corners: corners.length === 4 ? corners : null,
    size_mm: [Number(fields.width.value), Number(fields.height.value)], read };
}

// One look after the other: whoever asks while one is under way gets the next.
function look(read) {
  const now = before.then(() => lookNow(read));
  before = now;
  return now;
}

async function lookNow(read) {
  if (!form.elements.camera.value.trim()) return null;
  document.getElementById("look").setAttribute("aria-busy", "true");
  const seen = await send("/api/v1/setup/look", question(read));
  document.getElementById("look").removeAttribute("aria-busy");
  if (!seen) return null;
  const view = document.getElementById("view");
  if (seen.jpeg) { view.src = `data:image/jpeg;base64,${seen.jpeg}`; view.hidden = false; }
  if (seen.size) size = seen.size;
  place("advice", seen.advice.length ? seen.advice.map((code) => h("li", {}, coded("advice", code))) : h("li.good", {}, t("Picture and light are good.")));
  const problem = document.getElementById("corner-problem");
  problem.textContent = seen.problem ? t(seen.problem) : "";
  problem.hidden = !seen.problem;
  drawCorners();
  return seen;
}

function tapped(event) {
  const box = document.getElementById("view").getBoundingClientRect();
  if (!size || !box.width || corners.length === 4) return;
  const at = [(event.clientX - box.left) * size[0] / box.width, (event.clientY - box.top) * size[1] / box.height];
  corners = [...corners, at.map((value) => Math.round(value * 10) / 10)];
  drawCorners();
  if (corners.length === 4) look(false);
}

async function readCards() {
  place("seen", h("p.quiet", {}, t("Reading")));
  const seen = await look(true);
  if (!seen) return place("seen");
  const left = seen.cards.map(([card]) => card);
  const right = ASKED.filter((card) => { const at = left.indexOf(card); if (at >= 0) left.splice(at, 1); return at >= 0; });
  return place("seen", h("p", {}, t("{n} of {all} of these cards were read.", { n: right.length, all: ASKED.length })),
    h("div.trial", { id: "cards-read" }, seen.cards.map(([card, p]) => h("figure", { "data-card": card }, cardFace(card), h("figcaption", {}, `${Math.floor(p * 100)} %`)))),
    seen.cards.length ? null : h("p.flag", {}, t("No card was read. Do they lie face up, inside the table's corners?")),
    right.length < ASKED.length && seen.cards.length ? h("p.quiet", {}, ASKED.filter((card) => !right.includes(card)).map(cardName).join(", ")) : null);
}

function settings() {
  const fields = Object.fromEntries(new FormData(form));
  const given = (prefix, keys) => Object.fromEntries(keys.map((key) => [key, fields[`${prefix}-${key}`]?.trim()]).filter(([, value]) => value));
  return { camera: fields.camera.trim(), corners, size_mm: [Number(fields.width), Number(fields.height)], language: fields.language,
    profile: fields.profile, name: fields.name.trim(), event: fields.event.trim(), players: given("player", ["N", "W", "S", "E"]),
    levels: given("level", ["NS", "EW"]), phones: fields.phones === "on", webhook: fields.webhook.trim(), keep_days: Number(fields.keep_days) };
}

async function restarted(run) {
  const wait = () => new Promise((done) => { setTimeout(done, 500); });
  for (;;) {
    await wait();
    try {
      const answer = await fetch("/api/v1/setup", { cache: "no-store" });
      if (answer.ok && (await answer.json()).run > run) break;
    } catch { /* it is starting */ }
  }
  window.location.assign("/setup?saved=1#links");
}

async function save(event) {
  event.preventDefault();
  const line = document.getElementById("saved");
  if (corners.length !== 4) { toast(t("The four corners are missing.")); return; }
  line.textContent = t("Saving");
  const answer = await send("/api/v1/setup", settings());
  line.textContent = answer ? t("Saved. The station starts anew.") : "";
  if (answer) await restarted(answer.run);
}

function fill() {
  const { settings: known, cameras } = state;
  const fields = form.elements;
  for (const name of ["camera", "profile", "name", "event", "keep_days", "webhook"]) fields[name].value = known[name];
  fields.language.value = known.language;
  fields.phones.checked = known.phones;
  [fields.width.value, fields.height.value] = known.size_mm;
  for (const seat of ["N", "W", "S", "E"]) fields[`player-${seat}`].value = known.players[seat] ?? "";
  for (const side of ["NS", "EW"]) fields[`level-${side}`].value = known.levels[side] ?? "";
  if (!known.camera && cameras.length) fields.camera.value = cameras[0][0];
  const kinds = Object.entries(KINDS).map(([kind, value]) => [value, coded("kind", kind)]);
  place("cameras", [...cameras, ...kinds].map(([value, label]) => h("option", { value, label })));
  place("asked", ASKED.map((card) => h("figure", {}, cardFace(card))));
}

if (form) {
  fill();
  drawCorners();
  document.getElementById("look").addEventListener("click", () => look(false));
  document.getElementById("aim").addEventListener("click", tapped);
  document.getElementById("read").addEventListener("click", readCards);
  document.getElementById("again").addEventListener("click", () => { corners = []; drawCorners(); look(false); });
  form.addEventListener("submit", save);
}
for (const button of document.querySelectorAll("[data-forget]")) {
  button.addEventListener("click", async () => {
    const answer = await send("/api/v1/setup/forget", { match: Number(button.dataset.forget) });
    if (answer) { button.disabled = true; toast(t("{n} pictures deleted.", { n: answer.deleted })); }
  });
}
