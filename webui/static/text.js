// Texts of the page in the visitor's language, and small builders for the page's elements.

const texts = JSON.parse(document.getElementById("texts").textContent);

/** The page's language, "zh" or "en". */
export const language = document.documentElement.lang.slice(0, 2);

/** The text of a message; `{name}` is replaced by the value of that name. */
export function t(message, values = {}) {
  const text = texts[message] ?? message;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The text of a coded value such as an offence, or the code itself in words. */
export function coded(kind, code) {
  return texts[`${kind}:${code}`] ?? String(code).replaceAll("_", " ");
}

function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
  else element.setAttribute(name, value === true ? "" : value);
}

/** An element: `h("p.note", {title: "…"}, "text", child)`; nothing false is added. */
export function h(selector, attributes = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replace the children of the element with an id. */
export function place(id, ...children) {
  document.getElementById(id).replaceChildren(...children.flat().filter(Boolean));
}

export const SIDES = ["NS", "EW"];
export const SEATS = ["N", "W", "S", "E"];
export const sideOf = (seat) => (seat === "N" || seat === "S" ? "NS" : "EW");
export const seatName = (seat) => coded("seat", seat);
export const seatLetter = (seat) => coded("at", seat);
export const sideName = (side) => coded("side", side);
