// The clock of a game. It runs from the first move until the board is solved.

export class Clock {
  #spent = 0;
  #since = null;

  get running() {
    return this.#since !== null;
  }

  /** Milliseconds on the clock. */
  get spent() {
    return this.#spent + (this.#since === null ? 0 : performance.now() - this.#since);
  }

  start() {
    this.#since ??= performance.now();
  }

  stop() {
    this.#spent = this.spent;
    this.#since = null;
  }

  reset() {
    this.#spent = 0;
    this.#since = null;
  }
}

/** Formats a time: 0:07, 12:34, 1:02:03. */
export function asTime(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
