// Touch and mouse gestures: a tile in line with the gap can be dragged, together with all tiles between; any other
// movement is a swipe. A press without movement is an ordinary click. If the player wants it, tiles slide as soon as the
// mouse is over them.

import { opposite } from "./board.js";

/** The distance in pixels at which a press becomes a gesture. */
const SLACK = 6;
/** The shortest swipe in pixels. */
const SWIPE = 22;

/**
 * Handles gestures on a board view.
 *
 * `allowed()` tells whether moves are possible now, `inverted()` whether swipes move the gap, `hovering()` whether tiles
 * slide without a click. A drag calls `push(cell)`, a swipe calls `slide(direction)`.
 */
export function watchGestures(view, { allowed, inverted, hovering, push, slide }) {
  let held = null;
  let ignoreClick = false;

  view.grid.addEventListener("pointerdown", (event) => {
    ignoreClick = false;
    if (!allowed() || !event.isPrimary || event.button !== 0) return;
    held = { id: event.pointerId, cell: view.cellOf(event.target), x: event.clientX, y: event.clientY, drag: null };
  });

  let hovered = -1;
  view.grid.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    // By the place of the mouse: the element under it is perhaps a tile that still slides.
    const cell = view.cellAt(event.clientX, event.clientY);
    if (cell === hovered) return;
    hovered = cell;
    if (!held && hovering() && allowed() && cell >= 0) push(cell);
  });
  view.grid.addEventListener("pointerleave", () => {
    hovered = -1;
  });

  window.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.id) return;
    const x = event.clientX - held.x;
    const y = event.clientY - held.y;
    held.drag ??= Math.hypot(x, y) < SLACK ? null : startDrag(view.board, held.cell, direction(x, y));
    if (held.drag?.cells.length) view.drag({ cells: held.drag.cells, ...along(held.drag.way, x, y, view.cellWidth) });
  });

  window.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.id) return;
    const { cell, drag, x, y } = held;
    held = null;
    if (!drag) return;
    ignoreClick = true;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (drag.cells.length) {
      const { x: right, y: down } = along(drag.way, dx, dy, view.cellWidth);
      if (Math.abs(right + down) > view.cellWidth * 0.3) push(cell);
      else view.drag(null);
    } else if (Math.hypot(dx, dy) >= SWIPE) {
      slide(inverted() ? opposite(direction(dx, dy)) : direction(dx, dy));
    }
  });

  window.addEventListener("pointercancel", () => {
    if (held?.drag) view.drag(null);
    held = null;
  });

  view.grid.addEventListener(
    "click",
    (event) => {
      if (ignoreClick && event.detail !== 0) event.stopImmediatePropagation();
      ignoreClick = false;
    },
    { capture: true },
  );
}

function direction(x, y) {
  return Math.abs(x) > Math.abs(y) ? (x > 0 ? "R" : "L") : y > 0 ? "D" : "U";
}

/** Returns the cells that a drag moves; none if it does not go towards the gap. */
function startDrag(board, cell, way) {
  const moves = cell < 0 ? "" : board.push(cell);
  if (moves[0] !== way) return { way, cells: [] };
  const step = { L: -1, R: 1, U: -board.cols, D: board.cols }[way];
  return { way, cells: [...moves].map((_, i) => cell + i * step) };
}

/** Returns how far the tiles follow: only along the line, and at most one cell. */
function along(way, x, y, width) {
  const within = (value) => Math.max(0, Math.min(width, value));
  return {
    L: { x: -within(-x), y: 0 },
    R: { x: within(x), y: 0 },
    U: { x: 0, y: -within(-y) },
    D: { x: 0, y: within(y) },
  }[way];
}
