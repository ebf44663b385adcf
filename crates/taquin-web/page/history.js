// The history of a board: where it began, the moves from there, and the place among them where we are.
//
// Moves beyond the place can be redone; a solution is put there too, so that playing it, stepping and scrubbing are all
// walks along one line. A push of several tiles is several moves that are undone together.

import { opposite } from "./board.js";

export class History {
  /** @param {string} moves letters of what the tiles do; those up to `at` are made at once. */
  constructor(origin, moves = "", at = 0) {
    this.origin = origin;
    this.present = origin;
    this.at = 0;
    this.line = [...moves].map((direction) => ({ direction, first: true }));
    // Once to the end and back: a move that cannot be made ends the line there.
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

  /** All moves as letters. */
  get moves() {
    return this.line.map((move) => move.direction).join("");
  }

  /** The tile of each move. */
  get tiles() {
    let board = this.origin;
    return this.line.map(({ direction }) => {
      const slid = board.slide(direction);
      board = slid.board;
      return slid.tile;
    });
  }

  /**
   * Makes moves that belong together. Where they are what follows anyway, that stays; else it is forgotten.
   * @returns what slid, and whether the line of moves stayed as it was
   */
  make(moves) {
    const kept = [...moves].every((direction, i) => this.line[this.at + i]?.direction === direction);
    if (!kept) {
      const made = [...moves].map((direction, i) => ({ direction, first: i === 0 }));
      this.line.splice(this.at, Infinity, ...made);
    }
    return { slides: this.to(this.at + moves.length), kept };
  }

  /** Puts moves after the present place, in place of whatever followed. */
  foresee(moves) {
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

  /** Goes to a place; returns what slid on the way. A move that cannot be made ends the line there. */
  to(place) {
    const target = Math.max(0, Math.min(place, this.line.length));
    const slides = [];
    while (this.at !== target) {
      const back = this.at > target;
      const { direction } = this.line[back ? this.at - 1 : this.at];
      const slid = this.present.slide(back ? opposite(direction) : direction);
      if (!slid) {
        this.line.length = this.at;
        break;
      }
      slides.push(slid);
      this.present = slid.board;
      this.at += back ? -1 : 1;
    }
    return slides;
  }
}

