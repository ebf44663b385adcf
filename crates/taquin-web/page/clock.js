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

/** Formats a time with milliseconds: 7.042, 12:34.500, 1:02:03.000. An infinite time is DNF, null is a dash. */
export function asTime(milliseconds) {
  if (milliseconds === null) return "–";
  if (milliseconds === Infinity) return "DNF";
  const whole = Math.round(milliseconds);
  const two = (number) => String(number).padStart(2, "0");
  const rest = `.${String(whole % 1000).padStart(3, "0")}`;
  const seconds = Math.floor(whole / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (h > 0) return `${h}:${two(m)}:${two(s)}${rest}`;
  return m > 0 ? `${m}:${two(s)}${rest}` : `${s}${rest}`;
}

/** Formats a time for a sentence: 7.042 s, 12:34.500. */
export const inWords = (milliseconds) => `${asTime(milliseconds)}${milliseconds < 59999.5 ? " s" : ""}`;
