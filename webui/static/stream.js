// The page's one live stream: newest state, signs of life, and asking again when streams are full.

const STALE_MS = 5000;
const POLL_MS = 2000;
const RETRY_MS = 20000;

/**
 * Calls `onState(state)` for each new state and `onLife({state, seconds, camera, …})` once a second;
 * `state` is "live", "camera" (the camera sees nothing), "hand" (an official keeps the record) or
 * "stale"; `elapsed` says how many seconds ago the newest event came, `silent` (ms) how long ago
 * that was said.
 */
export function follow({ url, pollUrl, onState, onLife = () => {} }) {
  let source = null;
  let heard = performance.now();
  let pulse = { camera: "none" };
  let seq = null;
  let poll = null;
  let retry = null;

  const alive = () => { heard = performance.now(); };
  const take = (state) => {
    alive();
    if (state.seq === seq) return;
    seq = state.seq;
    onState(state);
  };

  async function ask() {
    try {
      const response = await fetch(`${pollUrl}?since=${seq ?? ""}`, { cache: "no-store" });
      if (response.ok) alive();
      if (response.status === 200) take(await response.json());
    } catch { /* the page shows itself as stale */ }
  }

  function stop() {
    source?.close();
    source = null;
    clearInterval(poll);
    clearTimeout(retry);
    poll = null;
  }

  function closed() {
    if (source?.readyState !== EventSource.CLOSED) return;
    poll ??= setInterval(ask, POLL_MS);
    clearTimeout(retry);
    retry = setTimeout(start, RETRY_MS * (0.75 + Math.random() / 2));
  }

  function start() {
    source?.close();
    source = new EventSource(url);
    source.addEventListener("state", (event) => take(JSON.parse(event.data)));
    source.addEventListener("pulse", (event) => { alive(); pulse = JSON.parse(event.data); });
    source.onopen = () => { clearInterval(poll); poll = null; };
    source.onerror = closed;
  }

  setInterval(() => {
    const silent = performance.now() - heard;
    const state = silent > STALE_MS ? "stale" : pulse.by_hand ? "hand" : pulse.camera === "lost" ? "camera" : "live";
    onLife({ ...pulse, state, seconds: Math.round(silent / 1000), silent });
  }, 1000);
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  window.addEventListener("pagehide", stop);
  start();
}
