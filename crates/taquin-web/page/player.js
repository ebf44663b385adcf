// A player for any sequence: first, back, play and pause, forward, last, a scrubber and a speed.

import { byId, setIcon, setEnabled } from "./element.js";

/** The longest step in milliseconds, and the factor of each notch of speed. */
const SLOWEST = 1300;
const NOTCH = 0.74;

/**
 * Connects the controls whose ids begin with a prefix to a sequence.
 *
 * `line` has `place()`, `length()` and `go(place)`, and perhaps `paused()`, which is called when the user stops it or it has
 * reached the end. Call `update()` whenever the place or the length has changed.
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
    play.addEventListener("click", () => (this.playing ? this.#stop() : this.play()));
  }

  get playing() {
    return this.#timer !== 0;
  }

  /** Returns the duration of a step in milliseconds. */
  get pace() {
    return SLOWEST * NOTCH ** Number(this.#controls.speed.value);
  }

  play() {
    if (this.line.place() >= this.line.length()) this.line.go(0);
    this.#setButton("pause", "Pause");
    const step = () => {
      this.#timer = setTimeout(step, this.pace);
      this.line.go(this.line.place() + 1);
      if (this.line.place() >= this.line.length()) this.#stop();
    };
    this.#timer = setTimeout(step, this.pace / 3);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#setButton("play", "Play");
  }

  #stop() {
    this.pause();
    this.line.paused?.();
  }

  update() {
    const { first, back, play, forward, last, scrubber, place } = this.#controls;
    const [at, length] = [Math.max(0, this.line.place()), this.line.length()];
    scrubber.max = length;
    scrubber.value = at;
    scrubber.style.setProperty("--done", `${length === 0 ? 0 : (100 * at) / length}%`);
    scrubber.setAttribute("aria-valuetext", `${at} of ${length}`);
    place.textContent = `${at} / ${length}`;
    for (const button of [first, back]) setEnabled(button, at > 0);
    for (const button of [forward, last]) setEnabled(button, at < length);
    setEnabled(play, length > 0);
  }

  #setButton(icon, label) {
    setIcon(this.#controls.play, icon);
    this.#controls.play.setAttribute("aria-label", label);
  }
}
