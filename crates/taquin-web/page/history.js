// The history of a game: the first board, the moves from there, and the current position among them.
//
// Moves after the position can be redone. A solution is stored there, too, so that playing it, stepping and scrubbing all
// change only the position. A push of several tiles is several moves that are undone and redone together.

import { opposite } from "./board.js";

export class History {
  /** @param {string} moves the directions of the tiles; those up to `at` are played at once. */
  constructor(origin, moves = "", at = 0) {
    this.origin = origin;
    this.present = origin;
    this.at = 0;
    this.line = [...moves].map((direction) => ({ direction, first: true }));
    // Go to the end and back, so that the line is cut at an impossible move.
    this.to(this.length);
    this.to(at);
  }

  get length() {
    return this.line.length;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.line.length;
  }

  /** Returns all moves as letters. */
  get moves() {
    return this.line.map((move) => move.direction).join("");
  }

  /** Returns the moves up to the current position as letters. */
  get played() {
    return this.moves.slice(0, this.at);
  }

  /** Returns the board after all moves. */
  get end() {
    return this.line.slice(this.at).reduce((board, { direction }) => board.slide(direction).board, this.present);
  }

  /** Returns the tile of each move. */
  get tiles() {
    let board = this.origin;
    return this.line.map(({ direction }) => {
      const slid = board.slide(direction);
      board = slid.board;
      return slid.tile;
    });
  }

  /**
   * Makes moves that are undone together. Later moves are kept if these moves are a part of them, else dropped.
   * @returns the slides, and whether later moves were kept
   */
  make(moves) {
    const kept = [...moves].every((direction, i) => this.line[this.at + i]?.direction === direction);
    const made = [...moves].map((direction, i) => ({ direction, first: i === 0 }));
    this.line.splice(this.at, kept ? made.length : Infinity, ...made);
    // What follows was perhaps a part of a longer push.
    const next = this.line[this.at + made.length];
    if (next) next.first = true;
    return { slides: this.to(this.at + moves.length), kept };
  }

  /** Replaces the moves after the current position. */
  setFuture(moves) {
    this.line.splice(this.at, Infinity, ...[...moves].map((direction) => ({ direction, first: true })));
  }

  undo() {
    let at = this.at - 1;
    while (at > 0 && !this.line[at].first) at -= 1;
    return this.to(at);
  }

  redo() {
    let at = this.at + 1;
    while (at < this.line.length && !this.line[at].first) at += 1;
    return this.to(at);
  }

  /** Goes to a position and returns the slides on the way. The line is cut at an impossible move. */
  to(place) {
    const target = Math.max(0, Math.min(place, this.line.length));
    const slides = [];
    while (this.at !== target) {
      const back = this.at > target;
      const { direction } = this.line[back ? this.at - 1 : this.at];
      const way = back ? opposite(direction) : direction;
      const slid = this.present.slide(way);
      if (!slid) {
        this.line.length = this.at;
        break;
      }
      slides.push({ ...slid, way });
      this.present = slid.board;
      this.at += back ? -1 : 1;
    }
    return slides;
  }
}
