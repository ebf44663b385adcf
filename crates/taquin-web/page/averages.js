// Averages as speed-solvers compute them: of 5 or 12 solves in a row the best and the worst are dropped, and the others
// are averaged. A solve that did not finish (DNF) is the worst; with two of them, the average is DNF.

/** The time of a solve that did not finish, and an average of DNF. */
export const DNF = Infinity;

/** Returns the average of these times, in milliseconds, without the best and the worst. */
export function trimmedAverage(times) {
  const kept = [...times].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).slice(1, -1);
  return Math.round(kept.reduce((sum, time) => sum + time, 0) / kept.length);
}

/** Returns the average of the last `count` times; null if there are fewer. */
export function currentAverage(times, count) {
  return times.length < count ? null : trimmedAverage(times.slice(-count));
}

/** Returns the best average of `count` times in a row; null if there are fewer. */
export function bestAverage(times, count) {
  let best = null;
  for (let end = count; end <= times.length; end += 1) {
    const average = trimmedAverage(times.slice(end - count, end));
    if (best === null || average < best) best = average;
  }
  return best;
}
