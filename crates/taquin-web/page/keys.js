// Keyboard control: arrow keys and WASD slide tiles, Ctrl+Z and Ctrl+Y undo and redo, Space starts the next board.

import { opposite } from "./board.js";

const DIRECTIONS = { arrowup: "U", arrowdown: "D", arrowleft: "L", arrowright: "R", w: "U", s: "D", a: "L", d: "R" };
/** Elements that use arrow keys and letters themselves. */
const OWN_KEYS = "input:not([type=checkbox]), select, textarea, dialog *";
/** Elements that use the space bar themselves. Cells of the board do not: Enter slides their tiles. */
const OWN_SPACE = "button:not(.cell), input, select, textarea, summary, a, dialog *, [tabindex]:not(.cell)";

export function watchKeys({ allowed, inverted, slide, undo, redo, next }) {
  window.addEventListener("keydown", (event) => {
    if (!allowed() || event.defaultPrevented || event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (event.target.closest("input, textarea")) return;
      const act = key === "z" ? (event.shiftKey ? redo : undo) : key === "y" ? redo : null;
      if (!act) return;
      event.preventDefault();
      act();
      return;
    }
    if (key === " " && !event.target.closest?.(OWN_SPACE)) {
      event.preventDefault();
      if (!event.repeat) next();
      return;
    }
    const direction = DIRECTIONS[key];
    if (!direction || event.shiftKey || event.target.closest?.(OWN_KEYS)) return;
    event.preventDefault();
    slide(inverted() ? opposite(direction) : direction);
  });
  // Firefox clicks a button when the space bar is released.
  window.addEventListener("keyup", (event) => {
    if (allowed() && event.key === " " && event.target.closest?.(".cell")) event.preventDefault();
  });
}
