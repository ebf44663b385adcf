// Formats numbers.

const WHOLE = new Intl.NumberFormat("en");

/** 1234567 → "1,234,567". */
export const whole = (number) => (number === undefined || number === null ? "–" : WHOLE.format(number));

/** Formats a time in seconds with a sensible number of digits. */
export function seconds(number) {
  if (number === undefined || number === null) return "–";
  if (number >= 10) return `${number.toFixed(0)} s`;
  if (number >= 1) return `${number.toFixed(1)} s`;
  if (number >= 0.001) return `${(number * 1000).toFixed(number >= 0.01 ? 0 : 1)} ms`;
  return `${Math.round(number * 1e6)} µs`;
}

/** "1 move", "2 moves", "3 pushes". */
export const counted = (number, one) => `${whole(number)} ${one}${number === 1 ? "" : one.endsWith("sh") ? "es" : "s"}`;
