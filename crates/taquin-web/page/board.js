// A board: tiles in cells, row by row, 0 for the gap. It knows how to slide a tile, and no other rule.

const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };
const WORDS = { U: "up", D: "down", L: "left", R: "right" };

/** The direction that takes this one back. */
export const opposite = (direction) => OPPOSITE[direction];

/** A direction in words. */
export const inWords = (direction) => WORDS[direction];

/** An immutable board. Directions are what the tile does: U, L, R, D. */
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

  /** The cell whose tile would slide in this direction, or -1. */
  source(direction) {
    const row = this.row(this.gap) + (direction === "U" ? 1 : direction === "D" ? -1 : 0);
    const col = this.col(this.gap) + (direction === "L" ? 1 : direction === "R" ? -1 : 0);
    const inside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
    return inside ? row * this.cols + col : -1;
  }

  /** The moves that bring the tile of a cell, and all between it and the gap, one cell on; none if it cannot. */
  push(cell) {
    const rows = this.row(cell) - this.row(this.gap);
    const cols = this.col(cell) - this.col(this.gap);
    if ((rows === 0) === (cols === 0)) return "";
    const direction = rows > 0 ? "U" : rows < 0 ? "D" : cols > 0 ? "L" : "R";
    return direction.repeat(Math.abs(rows + cols));
  }

  /** The board after one move and which tile went from where to where; null if no tile can. */
  slide(direction) {
    const from = this.source(direction);
    if (from < 0) return null;
    const tiles = this.tiles.slice();
    const to = this.gap;
    tiles[to] = tiles[from];
    tiles[from] = 0;
    return { board: new Board(this.size, tiles), tile: tiles[to], from, to };
  }

  /** The board with the tiles of two cells exchanged. */
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
