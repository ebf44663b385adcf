// Sounds of moves and of a win, made in the browser. They are off until the player turns them on.

import { preference } from "./preferences.js";

/** The notes of a win in hertz: a major chord, upwards. */
const FANFARE = [523.25, 659.25, 783.99, 1046.5];

export function sounds(game) {
  let context = null;
  let wanted = false;

  function note(frequency, { delay = 0, length, volume }) {
    const start = context.currentTime + delay;
    const [tone, gain] = [new OscillatorNode(context, { type: "triangle", frequency }), new GainNode(context, { gain: 0 })];
    gain.gain.setValueAtTime(volume, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }

  /** Browsers allow sound only after the first click or key, so the context is created when it is needed. */
  function play(notes) {
    if (!wanted) return;
    context ??= new AudioContext();
    notes.forEach(([frequency, options]) => note(frequency, options));
  }

  preference("sound", (on) => {
    wanted = on;
  });
  game.addEventListener("move", () => play([[190, { length: 0.06, volume: 0.12 }]]));
  game.addEventListener("win", ({ detail }) => {
    if (detail.first) play(FANFARE.map((frequency, i) => [frequency, { delay: 0.11 * i, length: 0.5, volume: 0.1 }]));
  });
}
