// Fingers and mice on the board: a tile in line with the gap can be dragged, with all tiles between; anything else is a
// swipe. A press that stays where it is is left to the button's own click.

import { opposite } from "./board.js";

/** From here on, in pixels, a press is a gesture. */
const SLACK = 6;
/** A swipe is at least this long. */
const SWIPE = 22;

/**
 * Watches the gestures on a board view.
 *
 * `allowed()` says whether playing is on, `inverted()` whether swipes move the gap; `push(cell)` and `slide(direction)`
 * are what a gesture asks for.
 */
export function watchGestures(view, { allowed, inverted, push, slide }) {
  let held = null;
  let ignoreClick = false;

  view.grid.addEventListener("pointerdown", (event) => {
    ignoreClick = false;
    if (!allowed() || !event.isPrimary || event.button !== 0) return;
    held = { id: event.pointerId, cell: view.cellOf(event.target), x: event.clientX, y: event.clientY, drag: null };
  });

  window.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.id) return;
    const x = event.clientX - held.x;
    const y = event.clientY - held.y;
    held.drag ??= Math.hypot(x, y) < SLACK ? null : beginning(view.board, held.cell, direction(x, y));
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

/** Which cells a drag from this cell takes along; none if it does not go towards the gap. */
function beginning(board, cell, way) {
  const moves = cell < 0 ? "" : board.push(cell);
  if (moves[0] !== way) return { way, cells: [] };
  const step = { L: -1, R: 1, U: -board.cols, D: board.cols }[way];
  return { way, cells: [...moves].map((_, i) => cell + i * step) };
}

/** How far the tiles follow: along the line only, one cell at most. */
function along(way, x, y, width) {
  const within = (value) => Math.max(0, Math.min(width, value));
  return {
    L: { x: -within(-x), y: 0 },
    R: { x: within(x), y: 0 },
    U: { x: 0, y: -within(-y) },
    D: { x: 0, y: within(y) },
  }[way];
}
