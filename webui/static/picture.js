// The camera's picture, renewed once a second while somebody looks at it.

const EVERY_MS = 1000;
const image = document.getElementById("picture");
const button = document.getElementById("look");
let timer = null;

function next() {
  if (button.getAttribute("aria-pressed") === "true" && !document.hidden) image.src = `/api/v1/picture.jpg?at=${Date.now()}`;
}

button?.addEventListener("click", () => {
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  image.hidden = !on;
  next();
});
const later = () => { clearTimeout(timer); timer = setTimeout(next, EVERY_MS); };
image?.addEventListener("load", later);
image?.addEventListener("error", later);
