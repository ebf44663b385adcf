// What a person prefers, kept in this browser where it allows that.

import { byId } from "./element.js";

const KEY = "taquin";

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** Ties a check box to its stored value and calls `changed` with it, now and at every change. */
export function preference(id, changed) {
  const box = byId(id);
  const kept = stored()[id];
  if (typeof kept === "boolean") box.checked = kept;
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...stored(), [id]: box.checked }));
    } catch {
      // A browser that keeps nothing still plays.
    }
    changed(box.checked);
  });
  changed(box.checked);
}
