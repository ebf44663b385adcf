// Messages to the player: a live region for screen readers, the line under the board, and the error box.

import { byId } from "./element.js";

/** Announces a text to screen readers only. */
export function announce(text) {
  byId("announcer").textContent = text;
}

/** Shows a text in the line under the board. `tone`: "", "good" or "bad". */
export function setStatus(text, tone = "") {
  const line = byId("status");
  line.textContent = text;
  line.dataset.tone = tone;
}

/** Shows a serious error at the top of the page; without a text, hides it. */
export function showError(text = "") {
  const box = byId("trouble");
  box.textContent = text;
  box.hidden = text === "";
}
