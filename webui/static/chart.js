// The points of a deal, trick by trick, as a drawing.

import { h, sideOf, t } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 720;
const HEIGHT = 200;
const FOOT = 24;

function shape(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Bars of the points in each trick, in the colour of the side that took them, their sum, the
 * kitty at the end, and a mark on tricks with an alert. */
export function pointsChart(tricks, deal, choose) {
  const { declarer } = deal;
  const last = (value) => [value ?? 0].flat().at(-1);
  const buried = last(deal.kitty_points) * (last(deal.kitty_multiplier) || 1);
  const accused = new Set((deal.findings ?? []).map((one) => one.trick));
  const points = tricks.map((trick) => [trick.points ?? 0].flat().at(-1));
  const taken = tricks.map((trick, at) => (trick.winner && declarer && sideOf(trick.winner) !== sideOf(declarer) ? points[at] : 0));
  const sums = taken.map((_, at) => taken.slice(0, at + 1).reduce((a, b) => a + b, 0));
  const top = Math.max(40, ...points, ...sums, buried);
  const step = (WIDTH - 40) / (tricks.length + (buried ? 1 : 0));
  const y = (value) => HEIGHT - FOOT - (value / top) * (HEIGHT - FOOT - 14);
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": t("Points by trick") });
  for (const mark of [0, top / 2, top]) {
    svg.append(shape("line", { x1: 34, x2: WIDTH, y1: y(mark), y2: y(mark), stroke: "var(--line)" }),
      shape("text", { x: 28, y: y(mark) + 4, "text-anchor": "end" }, String(Math.round(mark))));
  }
  tricks.forEach((trick, at) => {
    const x = 38 + at * step;
    const tone = trick.winner ? `var(--${sideOf(trick.winner).toLowerCase()})` : "var(--soft)";
    const bar = shape("rect", { class: "bar", x: x + step * 0.15, width: step * 0.7, y: y(points[at]), height: Math.max(2, y(0) - y(points[at])), fill: tone, rx: 3 });
    bar.addEventListener("click", () => choose(at));
    svg.append(bar, shape("text", { x: x + step / 2, y: HEIGHT - 6, "text-anchor": "middle" }, String(trick.n)));
    if (accused.has(trick.n)) svg.append(shape("circle", { class: "alert-mark", cx: x + step / 2, cy: 9, r: 5, fill: "var(--bad)" }));
  });
  if (buried) {
    const x = 38 + tricks.length * step;
    svg.append(shape("rect", { class: "kitty-bar", x: x + step * 0.15, width: step * 0.7, y: y(buried), height: Math.max(2, y(0) - y(buried)), fill: "var(--text)", rx: 3 }),
      shape("text", { x: x + step / 2, y: HEIGHT - 6, "text-anchor": "middle" }, t("Kitty")));
  }
  svg.append(shape("polyline", { points: sums.map((sum, at) => `${38 + (at + 0.5) * step},${y(sum)}`).join(" "), fill: "none", stroke: "var(--text)", "stroke-width": 2.5 }));
  return h("figure", {}, svg);
}
