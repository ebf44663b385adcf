// Keyboard control: arrow keys slide tiles, Ctrl+Z and Ctrl+Y undo and redo.

import { opposite } from "./board.js";

const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
/** Elements that use the arrow keys themselves. */
const OWN_ARROWS = "input:not([type=checkbox]), select, textarea, [role=tab], dialog *";

export function watchKeys({ allowed, inverted, slide, undo, redo }) {
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
    const direction = ARROWS[event.key];
    if (!direction || event.shiftKey || event.target.closest?.(OWN_ARROWS)) return;
    event.preventDefault();
    slide(inverted() ? opposite(direction) : direction);
  });
}
