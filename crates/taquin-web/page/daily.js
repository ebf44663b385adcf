// The daily board: a 4x4 board that depends only on the date, so it is the same for everybody.
//
// The date is the seed, and the library's generator is defined for all versions and machines, so every engine gives the
// same board. `taquin scramble --size 4x4 --seed 20260131` prints that of 31 January 2026.

const two = (number) => String(number).padStart(2, "0");

/** Returns the message for the board of a date, in the player's own time zone. */
export function dailyScramble(date) {
  const seed = date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();
  return { size: [4, 4], goal: "rows", difficulty: "any", seed };
}

/** Formats a date: 2026-01-31. */
export const dayName = (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
