// How a new alert makes itself felt: sound after one tap, vibration, and the page's title.

import { t } from "./text.js";

let audio = null;
const title = document.title;

function beep(at, pitch) {
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(0.0001, audio.currentTime + at);
  loud.gain.exponentialRampToValueAtTime(0.35, audio.currentTime + at + 0.02);
  loud.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + 0.28);
  tone.connect(loud).connect(audio.destination);
  tone.start(audio.currentTime + at);
  tone.stop(audio.currentTime + at + 0.3);
}

/** Let the button switch sound on and off; browsers allow sound only after a tap. */
export function soundButton(button) {
  button.addEventListener("click", async () => {
    if (audio) {
      await audio.close();
      audio = null;
    } else {
      audio = new AudioContext();
      beep(0, 880);
    }
    button.setAttribute("aria-pressed", String(audio !== null));
  });
}

/** Sound and vibrate; proven offences more urgently than suspicions. */
export function alarm(urgent) {
  if (audio) for (const [at, pitch] of urgent ? [[0, 880], [0.3, 1175], [0.6, 1568]] : [[0, 660]]) beep(at, pitch);
  navigator.vibrate?.(urgent ? [250, 120, 250, 120, 400] : [200]);
}

/** Show the number of open alerts in the title. */
export function titleCount(open) {
  document.title = open ? `(${open}) ${t("Alert")} · ${title}` : title;
}
