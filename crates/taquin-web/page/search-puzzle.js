// The puzzle of the Search view: an example, the board of the game, or one that the user makes. The board can be slid,
// edited and typed.

import { Board, opposite } from "./board.js";
import { BoardView } from "./board-view.js";
import { byId, fill } from "./element.js";
import { boardPicture } from "./mini-board.js";

/** Seven moves from the goal, although h is 5: A* has to leave the first way that it tries, and meets ties. */
const FIRST = [4, 1, 3, 2, 5, 6, 7, 0, 8];
const SIZES = ["2x2", "2x3", "3x3", "3x4", "4x4", "5x5"];
const EXAMPLE_MOVES = 8;

export class SearchPuzzle {
  #isEdited = false;
  #picked = -1;
  /** "example", "game" or "own". */
  source = "example";

  /** @param onChange called when the board or the goal is another one */
  constructor({ engine, game, goals, onChange }) {
    this.engine = engine;
    this.game = game;
    this.goals = goals;
    this.onChange = onChange;
    this.view = new BoardView(byId("search-start"), { describedBy: "search-start-help", onChoose: (cell) => this.#choose(cell) });
    this.view.label = "Start";
    fill(byId("search-size"), SIZES.map((size) => [size, size]), "3x3");
    fill(byId("search-goal-name"), goals.options, "rows");
    byId("search-example").addEventListener("click", () => this.#example());
    byId("search-size").addEventListener("change", () => this.#example());
    byId("search-goal-name").addEventListener("change", () => this.#renameGoal());
    byId("search-game").addEventListener("click", () => this.useGame());
    byId("search-edit").addEventListener("click", () => this.#setEditing(!this.#isEdited));
    byId("search-text-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#read();
    });
  }

  /** The puzzle as the engine expects it. */
  get puzzle() {
    return { version: 1, size: this.board.size, start: this.board.tiles, goal: this.goal.tiles };
  }

  /** Shows the first example. */
  async start() {
    const goal = await this.goals.named([3, 3], "rows");
    this.#use(new Board([3, 3], FIRST), goal, "example");
  }

  /** Shows the current board of the game, if another one was shown. */
  useGame() {
    const { board, goal } = this.game;
    if (this.source === "game" && this.board.equals(board) && this.goal.equals(goal)) return;
    this.#use(board, goal, "game");
  }

  #use(board, goal, source) {
    this.board = board;
    this.goal = goal;
    this.source = source;
    this.#picked = -1;
    this.#show();
    this.onChange();
  }

  #show() {
    const { board, goal } = this;
    this.view.show(board, goal);
    this.view.highlight("chosen", this.#picked < 0 ? [] : [this.#picked]);
    byId("search-goal").replaceChildren(boardPicture(goal, 96));
    const size = `${board.rows}x${board.cols}`;
    const sizes = SIZES.includes(size) ? SIZES : [...SIZES, size];
    fill(byId("search-size"), sizes.map((name) => [name, name]), size);
    const rows = Array.from({ length: board.rows }, (_, row) => board.tiles.slice(row * board.cols, (row + 1) * board.cols));
    byId("search-text").value = rows.map((tiles) => tiles.join(" ")).join(" / ");
    byId("search-game").setAttribute("aria-pressed", String(this.source === "game"));
    this.#nameGoal();
  }

  async #nameGoal() {
    const { goal } = this;
    const name = await this.goals.nameOf(goal);
    if (goal !== this.goal) return;
    fill(byId("search-goal-name"), name === "own" ? [...this.goals.options, ["own", "its own"]] : this.goals.options, name);
  }

  async #renameGoal() {
    const name = byId("search-goal-name").value;
    if (name === "own") return;
    this.#use(this.board, await this.goals.named(this.board.size, name), this.source === "game" ? "own" : this.source);
  }

  /** Shows a board some moves from the goal. */
  async #example() {
    const size = byId("search-size").value.split("x").map(Number);
    const chosen = byId("search-goal-name").value;
    const goal = await this.goals.named(size, chosen === "own" ? "rows" : chosen);
    this.#use(walk(goal, EXAMPLE_MOVES), goal, "example");
  }

  #setEditing(on) {
    this.#isEdited = on;
    this.#picked = -1;
    byId("search-edit").setAttribute("aria-pressed", String(on));
    this.view.grid.classList.toggle("editing", on);
    this.view.highlight("chosen", []);
    byId("search-edit-status").textContent = on ? "Select two tiles to exchange them." : "";
  }

  #choose(cell) {
    if (!this.#isEdited) {
      const moves = this.board.push(cell);
      const board = [...moves].reduce((now, direction) => now.slide(direction).board, this.board);
      if (moves !== "") this.#use(board, this.goal, "own");
      return;
    }
    if (this.#picked < 0 || this.#picked === cell) {
      this.#picked = this.#picked === cell ? -1 : cell;
      this.view.highlight("chosen", this.#picked < 0 ? [] : [this.#picked]);
      return;
    }
    this.#use(this.board.exchange(this.#picked, cell), this.goal, "own");
  }

  /** Reads the board that was typed, in any notation. */
  async #read() {
    const problem = byId("search-text-error");
    problem.textContent = "";
    try {
      const { size, start, goal } = await this.engine.ask("read", { text: byId("search-text").value });
      this.#use(new Board(size, start), new Board(size, goal), "own");
    } catch (error) {
      problem.textContent = error.message;
      byId("search-text").focus();
    }
  }
}

/**
 * Walks from a board without undoing a move. A walk of eight moves is eight moves from its beginning unless it turns
 * inside one block of four cells, where twelve moves lead back.
 */
function walk(board, moves) {
  for (;;) {
    let [at, last] = [board, ""];
    const gaps = new Set([at.gap]);
    for (let made = 0; made < moves; made += 1) {
      const choices = [..."ULRD"].filter((direction) => at.source(direction) >= 0 && direction !== opposite(last));
      last = choices[Math.floor(Math.random() * choices.length)];
      at = at.slide(last).board;
      gaps.add(at.gap);
    }
    if (gaps.size > 4 || board.tiles.length <= 4) return at;
  }
}
