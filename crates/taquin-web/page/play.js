// A game: a board, its goal, what was done so far. Everything else on the page watches it.
//
// Events: "load" (another board), "move" (the present board changed; detail: by whom), "line" (the moves ahead changed),
// "goal" (another goal), "win" (detail: by whom). By whom: "hand", "undo" or "player".

import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { History } from "./history.js";

export class Game extends EventTarget {
  clock = new Clock();
  history = null;
  goal = null;
  goalName = "rows";
  /** The solution on the line of moves: the place where it begins and what the engine said; null if there is none. */
  solution = null;
  /** Whether the present board can be solved at all; the engine says so after each "load" and "goal". */
  solvable = true;
  #won = false;

  get board() {
    return this.history?.present ?? null;
  }

  get isHome() {
    return this.board.equals(this.goal);
  }

  /** The puzzle as the engine wants it, from the present board. */
  get puzzle() {
    return { version: 1, size: this.board.size, start: this.board.tiles, goal: this.goal.tiles };
  }

  /** Begins with another board. `moves` are what a link brought along; `at` is how many of them are made. */
  load(puzzle, { goalName = this.goalName, moves = "", at = 0 } = {}) {
    this.goal = new Board(puzzle.size, puzzle.goal);
    this.goalName = goalName;
    this.history = new History(new Board(puzzle.size, puzzle.start), moves, at);
    this.solution = moves === "" ? null : { from: 0, result: null };
    this.solvable = true;
    this.#won = this.isHome;
    this.clock.reset();
    this.#say("load");
  }

  /** Another goal for the same board. */
  aim(goal, goalName) {
    this.goal = goal;
    this.goalName = goalName;
    this.forget();
    this.#won = this.isHome;
    this.#say("goal");
  }

  /** Pushes the tile of a cell towards the gap; false if it does not lie in line with it. */
  push(cell) {
    return this.#make(this.board.push(cell));
  }

  /** Slides the tile that can go this way, if there is one. */
  slide(direction) {
    return this.#make(this.board.source(direction) < 0 ? "" : direction);
  }

  undo() {
    if (this.history.canUndo) this.#walked(this.history.undo(), "undo");
  }

  redo() {
    if (this.history.canRedo) this.#walked(this.history.redo(), "undo");
  }

  restart() {
    this.clock.reset();
    this.#won = false;
    this.#walked(this.history.to(0), "undo");
  }

  /** To a place on the line of moves, as the player does. */
  jump(place) {
    this.#walked(this.history.to(place), "player");
  }

  /** Puts a solution of the present board on the line. */
  foresee(result) {
    this.history.foresee(result.moves.tile);
    this.solution = { from: this.history.at, result };
    this.#say("line");
  }

  /** Forgets what lies ahead. */
  forget() {
    if (!this.solution && !this.history.canRedo) return;
    this.history.foresee("");
    this.solution = null;
    this.#say("line");
  }

  #make(moves) {
    if (moves === "") return false;
    const { slides, kept } = this.history.make(moves);
    if (!kept && this.solution) {
      this.solution = null;
      this.#say("line");
    }
    this.#walked(slides, "hand");
    return true;
  }

  #walked(slides, by) {
    if (slides.length === 0) return;
    if (by === "hand" && !this.#won) this.clock.start();
    this.#say("move", { by, slides });
    if (!this.isHome) return;
    this.clock.stop();
    this.#won ||= by === "hand";
    this.#say("win", { by });
  }

  #say(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
