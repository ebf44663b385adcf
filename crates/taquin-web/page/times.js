// The list of solves, stored in this browser, and what is computed from it.

import { bestAverage, currentAverage, DNF } from "./averages.js";
import { Board, pushes } from "./board.js";

const KEY = "taquin-times";

/** Help that makes a solve count as DNF. Undoing moves costs time, so it only excludes the fewest moves. */
const DISQUALIFYING = new Set(["hint", "solution"]);

/** Returns whether a solve is kept: the board was new to the player, and all of it was timed. */
export const isKept = ({ help }) => !help.includes("repeat") && !help.includes("link");

/** Returns the time of a solve in milliseconds, or DNF. */
export function timeOf({ solved, help, milliseconds }) {
  return solved && !help.some((kind) => DISQUALIFYING.has(kind)) ? milliseconds : DNF;
}

/** Returns moves per second; null if they took no time. */
export const movesPerSecond = ({ moves, milliseconds }) => (milliseconds > 0 ? (1000 * moves.length) / milliseconds : null);

/** Returns the name of the category of a solve: only solves of one category are compared. */
export function categoryOf({ size, goalName, level }) {
  const goal = goalName === "rows" ? "" : `, ${goalName === "own" ? "own goal" : goalName}`;
  return `${size.join("x")}, ${LEVELS[level] ?? level}${goal}`;
}

const LEVELS = { any: "any board", given: "given boards", daily: "daily board" };

/** Returns the bests and averages of the solves of a category. */
export function summary(solves) {
  const times = solves.map(timeOf);
  const counted = solves.filter((_, i) => times[i] !== DNF);
  const unaided = counted.filter(({ help }) => !help.includes("undo"));
  const least = (values) => (values.length === 0 ? null : Math.min(...values));
  const speeds = counted.map(movesPerSecond).filter((speed) => speed !== null);
  return {
    solves: solves.length,
    finished: counted.length,
    time: least(counted.map(({ milliseconds }) => milliseconds)),
    moves: least(unaided.map(({ moves }) => moves.length)),
    pushes: least(unaided.map(({ moves }) => pushes(moves))),
    speed: speeds.length === 0 ? null : Math.max(...speeds),
    ao5: currentAverage(times, 5),
    ao12: currentAverage(times, 12),
    bestAo5: bestAverage(times, 5),
    bestAo12: bestAverage(times, 12),
  };
}

/** The stored solves, oldest first. Emits "change", also after a change in another tab. */
export class Times extends EventTarget {
  /** Used where the browser does not store anything. */
  #fallback = [];
  isStored = true;

  constructor() {
    super();
    window.addEventListener("storage", ({ key }) => {
      if (key === KEY || key === null) this.#changed();
    });
  }

  get all() {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      return this.isStored && Array.isArray(stored) ? stored : this.#fallback;
    } catch {
      return this.#fallback;
    }
  }

  /** Returns the solves of a category. */
  of(category) {
    return this.all.filter((solve) => categoryOf(solve) === category);
  }

  /** Returns whether a board is in the list. */
  has(start, goal) {
    const same = (board, { size }, tiles) => board.equals(new Board(size, tiles));
    return this.all.some((solve) => same(start, solve, solve.start) && same(goal, solve, solve.goal));
  }

  add(solve) {
    this.#store([...this.all, solve]);
  }

  /** Adds fields to a solve. */
  update(at, fields) {
    this.#store(this.all.map((solve) => (solve.at === at ? { ...solve, ...fields } : solve)));
  }

  remove(at) {
    this.#store(this.all.filter((solve) => solve.at !== at));
  }

  /** Adds the solves that are not there yet; returns how many. */
  merge(solves) {
    const known = new Set(this.all.map(({ at }) => at));
    const added = solves.filter(({ at }) => !known.has(at));
    this.#store([...this.all, ...added].sort((a, b) => (a.at < b.at ? -1 : 1)));
    return added.length;
  }

  clear() {
    this.#store([]);
  }

  #store(solves) {
    try {
      localStorage.setItem(KEY, JSON.stringify(solves));
      this.isStored = true;
    } catch {
      // Storage is full or forbidden: the list lasts until the page is closed.
      this.#fallback = solves;
      this.isStored = false;
    }
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
