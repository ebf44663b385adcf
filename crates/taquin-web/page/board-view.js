// The board on the page: a grid of buttons, one per cell, with one tab stop.
//
// Buttons never move, only their contents change; a tile that slid is animated from its old cell to the new one. So the
// order for keyboards and screen readers is always that of the board.

import { element, svg } from "./element.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class BoardView {
  board = null;
  #cells = [];
  #dragged = null;
  #goal = null;
  #picture = null;

  /** @param {(cell: number) => void} onChoose called when a cell is clicked, tapped or entered */
  constructor(place, { describedBy, onChoose }) {
    this.grid = element("div", { class: "grid", role: "grid", "aria-describedby": describedBy });
    this.overlay = svg("svg", { class: "overlay", "aria-hidden": "true", preserveAspectRatio: "none" });
    place.append(element("div", { class: "well" }, this.grid, this.overlay));
    this.grid.addEventListener("click", (event) => {
      const cell = this.cellOf(event.target);
      if (cell >= 0) onChoose(cell);
    });
    this.grid.addEventListener("keydown", (event) => this.#walk(event));
    this.grid.addEventListener("focusin", (event) => this.#stop(this.cellOf(event.target)));
  }

  /** Returns the cell that contains an element, or -1. */
  cellOf(target) {
    const button = target.closest?.(".cell");
    return button ? this.#cells.findIndex((cell) => cell.button === button) : -1;
  }

  /** Returns the cell at a place in the window, or -1. */
  cellAt(x, y) {
    const { left, top, width, height } = this.grid.getBoundingClientRect();
    const [row, col] = [Math.floor(((y - top) / height) * this.board.rows), Math.floor(((x - left) / width) * this.board.cols)];
    const inside = row >= 0 && row < this.board.rows && col >= 0 && col < this.board.cols;
    return inside ? row * this.board.cols + col : -1;
  }

  /** The width of a cell in pixels. */
  get cellWidth() {
    return this.grid.clientWidth / this.board.cols;
  }

  /** Shows a board. Tiles slide from their old cells, unless too many of them changed. */
  show(board, goal, milliseconds = 130) {
    const before = this.board;
    const same = before && before.rows === board.rows && before.cols === board.cols;
    if (!same) this.#build(board);
    this.board = board;
    this.#goal = goal;
    const changes = same ? moved(before, board) : [];
    board.tiles.forEach((tile, cell) => this.#paint(cell, tile));
    const dragged = this.#dragged;
    this.drag(null);
    if (STILL.matches || milliseconds <= 0 || changes.length > 2 * Math.max(board.rows, board.cols)) return;
    for (const { from, to } of changes) {
      const [x, y] = dragged?.cells.includes(from) ? [dragged.x, dragged.y] : [0, 0];
      const left = (board.col(from) - board.col(to)) * 100;
      const up = (board.row(from) - board.row(to)) * 100;
      this.#cells[to].tile.animate(
        [{ transform: `translate(calc(${left}% + ${x}px), calc(${up}% + ${y}px))` }, { transform: "none" }],
        { duration: milliseconds, easing: "cubic-bezier(.2,.7,.3,1)" },
      );
    }
  }

  /** Draws the tiles of some cells at an offset, while they are dragged; null releases them. */
  drag(held) {
    for (const cell of this.#dragged?.cells ?? []) this.#cells[cell]?.tile.style.removeProperty("transform");
    this.#dragged = held;
    for (const cell of held?.cells ?? []) {
      this.#cells[cell].tile.style.setProperty("transform", `translate(${held.x}px, ${held.y}px)`);
    }
  }

  /** Highlights exactly these cells with a CSS class. */
  highlight(name, cells) {
    this.#cells.forEach(({ button }, cell) => button.classList.toggle(name, cells.includes(cell)));
  }

  /** Shows a picture on the tiles, given its URL; null removes it. */
  setPicture(address) {
    this.#picture = address;
    this.grid.classList.toggle("pictured", address !== null);
    if (this.board) this.board.tiles.forEach((tile, cell) => this.#paint(cell, tile));
  }

  /** Sets the accessible name of the grid. */
  set label(text) {
    this.grid.setAttribute("aria-label", text);
  }

  #build(board) {
    this.#dragged = null;
    this.grid.parentElement.style.setProperty("--rows", board.rows);
    this.grid.parentElement.style.setProperty("--cols", board.cols);
    this.grid.setAttribute("aria-rowcount", board.rows);
    this.grid.setAttribute("aria-colcount", board.cols);
    this.overlay.setAttribute("viewBox", `0 0 ${board.cols} ${board.rows}`);
    this.overlay.replaceChildren();
    this.#cells = board.tiles.map(() => {
      const tile = element("span", { class: "tile" });
      return { tile, button: element("button", { class: "cell", type: "button", tabindex: "-1" }, tile) };
    });
    const rows = Array.from({ length: board.rows }, (_, row) => {
      const cells = this.#cells.slice(row * board.cols, (row + 1) * board.cols);
      const items = cells.map(({ button }) => element("div", { role: "gridcell" }, button));
      return element("div", { class: "grid-row", role: "row" }, ...items);
    });
    this.grid.replaceChildren(...rows);
    this.#stop(0);
  }

  #paint(cell, tile) {
    const { button, tile: face } = this.#cells[cell];
    const home = this.#goal ? this.#goal.tiles.indexOf(tile) : -1;
    face.textContent = tile === 0 ? "" : tile;
    button.classList.toggle("gap", tile === 0);
    button.classList.toggle("home", tile !== 0 && home === cell);
    button.setAttribute("aria-label", tile === 0 ? "gap" : `${tile}${home === cell ? ", in place" : ""}`);
    button.dataset.tile = tile;
    if (this.#picture && home >= 0 && tile !== 0) {
      const [rows, cols] = this.board.size;
      const across = cols > 1 ? ((home % cols) / (cols - 1)) * 100 : 0;
      const down = rows > 1 ? (Math.floor(home / cols) / (rows - 1)) * 100 : 0;
      face.style.setProperty("background-image", `url("${this.#picture}")`);
      face.style.setProperty("background-size", `${cols * 100}% ${rows * 100}%`);
      face.style.setProperty("background-position", `${across}% ${down}%`);
    } else {
      for (const name of ["background-image", "background-size", "background-position"]) face.style.removeProperty(name);
    }
  }

  /** Shift and an arrow key move the focus; arrow keys alone slide tiles. */
  #walk(event) {
    const step = STEPS[event.key];
    const from = this.cellOf(event.target);
    if (!step || !event.shiftKey || from < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const row = this.board.row(from) + step[0];
    const col = this.board.col(from) + step[1];
    if (row < 0 || row >= this.board.rows || col < 0 || col >= this.board.cols) return;
    this.#cells[row * this.board.cols + col].button.focus();
  }

  /** Makes a cell the only tab stop. */
  #stop(cell) {
    if (cell < 0) return;
    this.#cells.forEach(({ button }, i) => button.setAttribute("tabindex", i === cell ? "0" : "-1"));
  }
}

/** Returns the tiles that are in another cell now. */
function moved(before, after) {
  const places = new Map(before.tiles.map((tile, cell) => [tile, cell]));
  return after.tiles
    .map((tile, to) => ({ tile, from: places.get(tile), to }))
    .filter(({ tile, from, to }) => tile !== 0 && from !== to);
}
