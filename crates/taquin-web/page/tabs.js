// The four views and their tabs. Arrow keys move between tabs.

import { byId } from "./element.js";

export const VIEWS = ["play", "search", "compare", "explore"];

/** @param changed called with the names of the current and the previous view */
export function tabs(changed) {
  let shown = "play";

  function show(name, focus = false) {
    const before = shown;
    shown = VIEWS.includes(name) ? name : "play";
    for (const view of VIEWS) {
      const tab = byId(`tab-${view}`);
      tab.setAttribute("aria-selected", String(view === shown));
      tab.setAttribute("tabindex", view === shown ? "0" : "-1");
      byId(`view-${view}`).hidden = view !== shown;
    }
    if (focus) byId(`tab-${shown}`).focus();
    if (shown !== before) changed(shown, before);
  }

  for (const view of VIEWS) {
    byId(`tab-${view}`).addEventListener("click", () => show(view));
    byId(`tab-${view}`).addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      show(VIEWS[(VIEWS.indexOf(view) + step + VIEWS.length) % VIEWS.length], true);
    });
  }
  return { show, shown: () => shown };
}
