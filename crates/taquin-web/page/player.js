// Plays a line of something: first, back, play and pause, on, last, a scrubber and a speed. Knows nothing of puzzles.

import { byId, setIcon, setUseful } from "./element.js";

/** Milliseconds a step at the slowest, and what each notch of speed leaves of it. */
const SLOWEST = 1300;
const NOTCH = 0.74;

/**
 * Ties the controls whose ids begin with a prefix to a line.
 *
 * `line` has `place()`, `length()` and `go(place)`. Call `update()` on the returned player whenever one of them changed.
 */
export class Player {
  #timer = 0;
  #controls;

  constructor(prefix, line) {
    const names = ["first", "back", "play", "forward", "last", "scrubber", "speed", "place"];
    this.#controls = Object.fromEntries(names.map((name) => [name, byId(`${prefix}-${name}`)]));
    this.line = line;
    const { first, back, play, forward, last, scrubber } = this.#controls;
    const walk = (to) => {
      this.pause();
      line.go(to());
    };
    first.addEventListener("click", () => walk(() => 0));
    back.addEventListener("click", () => walk(() => Math.max(0, line.place() - 1)));
    forward.addEventListener("click", () => walk(() => Math.min(line.length(), line.place() + 1)));
    last.addEventListener("click", () => walk(() => line.length()));
    scrubber.addEventListener("input", () => walk(() => Number(scrubber.value)));
    play.addEventListener("click", () => (this.playing ? this.pause() : this.play()));
  }

  get playing() {
    return this.#timer !== 0;
  }

  /** Milliseconds a step takes. */
  get pace() {
    return SLOWEST * NOTCH ** Number(this.#controls.speed.value);
  }

  play() {
    if (this.line.place() >= this.line.length()) this.line.go(0);
    this.#sign("pause", "Pause");
    const step = () => {
      this.#timer = setTimeout(step, this.pace);
      this.line.go(this.line.place() + 1);
      if (this.line.place() >= this.line.length()) this.pause();
    };
    this.#timer = setTimeout(step, this.pace / 3);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#sign("play", "Play");
  }

  update() {
    const { first, back, play, forward, last, scrubber, place } = this.#controls;
    const [at, length] = [Math.max(0, this.line.place()), this.line.length()];
    scrubber.max = length;
    scrubber.value = at;
    scrubber.style.setProperty("--done", `${length === 0 ? 0 : (100 * at) / length}%`);
    scrubber.setAttribute("aria-valuetext", `${at} of ${length}`);
    place.textContent = `${at} / ${length}`;
    for (const button of [first, back]) setUseful(button, at > 0);
    for (const button of [forward, last]) setUseful(button, at < length);
    setUseful(play, length > 0);
  }

  #sign(icon, label) {
    setIcon(this.#controls.play, icon);
    this.#controls.play.setAttribute("aria-label", label);
  }
}
