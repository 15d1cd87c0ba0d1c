// Several tables on one wall, each for some seconds: this station's own and its neighbours'.

const EVERY_S = Math.max(5, Number(new URLSearchParams(window.location.search).get("every")) || 15);
const ASK_MS = 2000;
let tables = [];
let at = 0;

async function ask() {
  try {
    const answer = await fetch("/api/v1/tables", { cache: "no-store" });
    if (answer.ok) tables = (await answer.json()).tables;
  } catch { /* the own table goes on */ }
  show();
}

// The own table stands at place 0 and is live by itself.
function show() {
  const place = tables.length ? at % (tables.length + 1) : 0;
  document.dispatchEvent(new CustomEvent("show", { detail: place ? tables[place - 1] : null }));
}

if (document.body.dataset.neighbours === "yes") {
  setInterval(ask, ASK_MS);
  setInterval(() => { at += 1; show(); }, EVERY_S * 1000);
  ask();
}
