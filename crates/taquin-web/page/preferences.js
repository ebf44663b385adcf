// Preferences, stored in this browser if it allows that.

import { byId } from "./element.js";

const KEY = "taquin";

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** Connects a check box to its stored value; calls `changed` with it, now and after every change. */
export function preference(id, changed) {
  const box = byId(id);
  const kept = stored()[id];
  if (typeof kept === "boolean") box.checked = kept;
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...stored(), [id]: box.checked }));
    } catch {
      // Without storage, the preference lasts until the page is closed.
    }
    changed(box.checked);
  });
  changed(box.checked);
}
