// The views and the buttons that show them. Arrow keys belong to the board, so every button is a tab stop of its own.

import { byId } from "./element.js";

export const VIEWS = ["play", "search", "compare", "explore", "times"];

/** @param changed called with the names of the current and the previous view */
export function tabs(changed) {
  let shown = "play";

  function show(name) {
    const before = shown;
    shown = VIEWS.includes(name) ? name : "play";
    for (const view of VIEWS) {
      if (view === shown) byId(`tab-${view}`).setAttribute("aria-current", "page");
      else byId(`tab-${view}`).removeAttribute("aria-current");
      byId(`view-${view}`).hidden = view !== shown;
    }
    if (shown !== before) changed(shown, before);
  }

  for (const view of VIEWS) byId(`tab-${view}`).addEventListener("click", () => show(view));
  return { show, shown: () => shown };
}
