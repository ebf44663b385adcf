// A board: tiles row by row, 0 for the gap. It only knows how to slide tiles.

const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };
const WORDS = { U: "up", D: "down", L: "left", R: "right" };

/** Returns the opposite direction. */
export const opposite = (direction) => OPPOSITE[direction];

/** Returns the name of a direction. */
export const directionName = (direction) => WORDS[direction];

/** Counts pushes: moves in a row in the same direction are one. */
export const pushes = (moves) => [...moves].filter((direction, i) => direction !== moves[i - 1]).length;

/** An immutable board. Directions are those of the tile: U, L, R, D. */
export class Board {
  constructor([rows, cols], tiles) {
    this.rows = rows;
    this.cols = cols;
    this.tiles = tiles;
    this.gap = tiles.indexOf(0);
  }

  get size() {
    return [this.rows, this.cols];
  }

  row(cell) {
    return Math.floor(cell / this.cols);
  }

  col(cell) {
    return cell % this.cols;
  }

  /** Returns the cell whose tile can slide in this direction, or -1. */
  source(direction) {
    const row = this.row(this.gap) + (direction === "U" ? 1 : direction === "D" ? -1 : 0);
    const col = this.col(this.gap) + (direction === "L" ? 1 : direction === "R" ? -1 : 0);
    const inside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
    return inside ? row * this.cols + col : -1;
  }

  /** Returns the moves that slide a tile, and all tiles between it and the gap, by one cell; empty if it cannot slide. */
  push(cell) {
    const rows = this.row(cell) - this.row(this.gap);
    const cols = this.col(cell) - this.col(this.gap);
    if ((rows === 0) === (cols === 0)) return "";
    const direction = rows > 0 ? "U" : rows < 0 ? "D" : cols > 0 ? "L" : "R";
    return direction.repeat(Math.abs(rows + cols));
  }

  /** Returns the board after a move, and which tile moved from where to where; null if no tile can. */
  slide(direction) {
    const from = this.source(direction);
    if (from < 0) return null;
    const tiles = this.tiles.slice();
    const to = this.gap;
    tiles[to] = tiles[from];
    tiles[from] = 0;
    return { board: new Board(this.size, tiles), tile: tiles[to], from, to };
  }

  /** Returns this board and the boards after each of the moves; ends at an impossible one. */
  boards(moves) {
    const boards = [this];
    for (const direction of moves) {
      const slid = boards.at(-1).slide(direction);
      if (!slid) break;
      boards.push(slid.board);
    }
    return boards;
  }

  /** Returns the board with two tiles exchanged. */
  exchange(a, b) {
    const tiles = this.tiles.slice();
    [tiles[a], tiles[b]] = [tiles[b], tiles[a]];
    return new Board(this.size, tiles);
  }

  equals(other) {
    return this.cols === other.cols && this.tiles.length === other.tiles.length
      && this.tiles.every((tile, cell) => tile === other.tiles[cell]);
  }
}
