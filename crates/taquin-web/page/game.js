// A game: a board, its goal and the moves so far. Everything else on the page listens to its events.
//
// Events: "load" (another board), "move" (the current board changed), "line" (the moves ahead changed), "goal" (another
// goal), "win" (solved). The detail `by` of "move" and "win" is "hand", "undo" or "player".

import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { History } from "./history.js";

export class Game extends EventTarget {
  clock = new Clock();
  history = null;
  goal = null;
  goalName = "rows";
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

  /** Starts with another board. `moves` come from a link; `at` is how many of them are played. */
  load(puzzle, { goalName = this.goalName, moves = "", at = 0 } = {}) {
    this.goal = new Board(puzzle.size, puzzle.goal);
    this.goalName = goalName;
    this.history = new History(new Board(puzzle.size, puzzle.start), moves, at);
    this.solution = moves === "" ? null : { from: 0, result: null };
    this.solvable = true;
    this.#won = this.isSolved;
    this.clock.reset();
    this.#emit("load");
  }

  /** Sets another goal for the same board. */
  setGoal(goal, goalName) {
    this.goal = goal;
    this.goalName = goalName;
    this.clearFuture();
    this.#won = this.isSolved;
    this.#emit("goal");
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
    if (this.history.canRedo) this.#moved(this.history.redo(), "undo");
  }

  restart() {
    this.clock.reset();
    this.#won = false;
    this.#moved(this.history.to(0), "undo");
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
    this.#emit("move", { by, slides });
    if (!this.isSolved) return;
    this.clock.stop();
    this.#won ||= by === "hand";
    this.#emit("win", { by });
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
