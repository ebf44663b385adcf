// A replay of the player's solve beside the optimal solution, both in step.

import { Board } from "./board.js";
import { byId } from "./element.js";
import { boardPicture } from "./mini-board.js";
import { counted } from "./number.js";
import { Player } from "./player.js";

const WIDTH = 150;

export class Replay {
  #place = 0;
  #lines = [];
  #player;

  constructor() {
    this.#player = new Player("replay", {
      place: () => this.#place,
      length: () => Math.max(0, ...this.#lines.map(({ boards }) => boards.length - 1)),
      go: (place) => this.#go(place),
    });
  }

  /** Shows a solve, and beside it the solver's moves if there are any. */
  open({ size, start, moves }, solver = null) {
    const origin = new Board(size, start);
    const line = (name, letters, title) => ({ name, title, boards: origin.boards(letters) });
    this.#lines = [line("own", moves, "You")];
    if (solver) this.#lines.push(line("solver", solver.moves, solver.title));
    byId("replay-solver").hidden = solver === null;
    this.#player.pause();
    this.#go(0);
  }

  close() {
    this.#player.pause();
  }

  #go(place) {
    this.#place = place;
    for (const { name, title, boards } of this.#lines) {
      const at = Math.min(place, boards.length - 1);
      byId(`replay-${name}-board`).replaceChildren(boardPicture(boards[at], WIDTH, movedTile(boards, at)));
      const isDone = at === boards.length - 1;
      byId(`replay-${name}-text`).textContent = `${title}: ${isDone ? "solved after " : ""}${counted(at, "move")}`;
    }
    this.#player.update();
  }
}

/** Returns the tile that the last move slid. */
function movedTile(boards, at) {
  return at === 0 ? 0 : boards[at].tiles[boards[at - 1].gap];
}
