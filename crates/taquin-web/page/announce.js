// What is said to those who listen: a polite live region, and the line under the board.

import { byId } from "./element.js";

/** Says something to screen readers alone. */
export function announce(text) {
  byId("announcer").textContent = text;
}

/** Says something to everybody, in the line under the board. `tone`: "", "good" or "bad". */
export function tell(text, tone = "") {
  const line = byId("status");
  line.textContent = text;
  line.dataset.tone = tone;
}

/** What went wrong beyond repair of the moment, above everything else; without a text it goes away. */
export function trouble(text = "") {
  const box = byId("trouble");
  box.textContent = text;
  box.hidden = text === "";
}
