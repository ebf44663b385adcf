// A game: a board, its goal and the moves so far. Everything else on the page listens to its events.
//
// Events: "draw" (the engine is asked for another board), "leave" (another board or goal follows, or a restart), "load"
// (another board), "move" (the current board changed), "line" (the moves ahead changed), "goal" (another goal), "metric" (another metric),
// "hint" (a hint was shown), "win" (solved). The detail `by` of "move" and "win" is "hand", "undo", "redo", "restart" or
// "player"; `first` of "win" tells whether the player has just won, for the first time since the start.

import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { History } from "./history.js";

export class Game extends EventTarget {
  clock = new Clock();
  history = null;
  goal = null;
  goalName = "rows";
  /** What the solver counts as one move: "single" slides or "multi", pushes of several tiles. */
  metric = "single";
  /** How the board was chosen: a difficulty, "daily", or "given". */
  level = "given";
  /** The solution: the position where it starts, and the engine's result; null if there is none. */
  solution = null;
  /** Whether the board is solvable; updated after each "load" and "goal". */
  solvable = true;
  #won = false;

  get board() {
    return this.history?.present ?? null;
  }

  get isSolved() {
    return this.board.equals(this.goal);
  }

  /** Returns the current puzzle as the engine expects it. */
  get puzzle() {
    return { version: 1, size: this.board.size, start: this.board.tiles, goal: this.goal.tiles };
  }

  /**
   * Returns bounds on the number of moves left that follow from the solution, `{ lower, upper }`; null without one.
   *
   * A move changes the distance to the goal by one, so the lower bound holds on the whole line, too.
   */
  get known() {
    const { from, result } = this.solution ?? {};
    if (!result || (result.metric ?? "single") !== "single") return null;
    const upper = this.history.length - this.history.at;
    const lower = Math.max(0, (result.lower_bound ?? 0) - Math.abs(this.history.at - from));
    return { lower, upper };
  }

  /**
   * Starts with another board. `moves` come from a link; `at` is how many of them are played. They are a solution only if
   * they lead to the goal.
   */
  load(puzzle, { goalName = this.goalName, metric = this.metric, moves = "", at = 0, level = "given" } = {}) {
    if (this.history) this.#emit("leave");
    this.goal = new Board(puzzle.size, puzzle.goal);
    this.goalName = goalName;
    this.metric = metric;
    this.level = level;
    this.history = new History(new Board(puzzle.size, puzzle.start), moves, at);
    const isSolution = this.history.length > 0 && this.history.end.equals(this.goal);
    this.solution = isSolution ? { from: 0, result: null } : null;
    this.solvable = true;
    this.#won = this.isSolved;
    this.clock.reset();
    this.#emit("load");
  }

  /** Sets another goal for the same board. */
  setGoal(goal, goalName) {
    this.#emit("leave");
    this.goal = goal;
    this.goalName = goalName;
    this.level = "given";
    this.clearFuture();
    this.#won = this.isSolved;
    this.#emit("goal");
  }

  /** Sets what the solver counts as one move. */
  setMetric(metric) {
    this.metric = metric;
    this.clearFuture();
    this.#emit("metric");
  }

  /** Pushes a tile towards the gap; returns false if it is not in line with it. */
  push(cell) {
    return this.#make(this.board.push(cell));
  }

  /** Slides the tile that can move in this direction, if there is one. */
  slide(direction) {
    return this.#make(this.board.source(direction) < 0 ? "" : direction);
  }

  undo() {
    if (this.history.canUndo) this.#moved(this.history.undo(), "undo");
  }

  redo() {
    if (this.history.canRedo) this.#moved(this.history.redo(), "redo");
  }

  restart() {
    if (!this.history.canUndo) return;
    this.#emit("leave");
    this.clock.reset();
    this.#won = this.history.origin.equals(this.goal);
    this.#moved(this.history.to(0), "restart");
  }

  /** Goes to a position in the history, as the player does. */
  jump(place) {
    this.#moved(this.history.to(place), "player");
  }

  /** Stores a solution of the current board as the moves ahead. */
  setSolution(result) {
    this.history.setFuture(result.moves.tile);
    this.solution = { from: this.history.at, result };
    this.#emit("line");
  }

  /** Drops the moves ahead. */
  clearFuture() {
    if (!this.solution && !this.history.canRedo) return;
    this.history.setFuture("");
    this.solution = null;
    this.#emit("line");
  }

  /** Notes that the player was shown a hint. */
  noteHint() {
    this.#emit("hint");
  }

  #make(moves) {
    if (moves === "") return false;
    const { slides, kept } = this.history.make(moves);
    if (!kept && this.solution) {
      this.solution = null;
      this.#emit("line");
    }
    this.#moved(slides, "hand");
    return true;
  }

  #moved(slides, by) {
    if (slides.length === 0) return;
    if (by === "hand" && !this.#won) this.clock.start();
    // The time of a game is that of its last move, without the time to show it.
    if (this.isSolved) this.clock.stop();
    this.#emit("move", { by, slides });
    if (!this.isSolved) return;
    const first = by === "hand" && !this.#won;
    this.#won ||= first;
    this.#emit("win", { by, first });
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
