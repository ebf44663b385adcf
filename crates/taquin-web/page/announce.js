// Messages to the player: a live region for screen readers, the line under the board, and the error box.

import { directionName } from "./board.js";
import { byId } from "./element.js";
import { counted } from "./number.js";

/** Announces a text to screen readers only. */
export function announce(text) {
  byId("announcer").textContent = text;
}

/** Announces moves of one action: "3 left. 1 move." or "7 and 8 left. 2 moves." */
export function announceMoves(slides, moves) {
  const ways = new Set(slides.map(({ way }) => way));
  const tiles = slides.map(({ tile }) => tile);
  // Tiles that do not slide in one line are those of a restart, too many to list.
  const what = ways.size === 1 && tiles.length <= 9
    ? `${new Intl.ListFormat("en").format(tiles.map(String))} ${directionName(slides[0].way)}`
    : `${counted(tiles.length, "tile")} moved`;
  announce(`${what}. ${counted(moves, "move")}.`);
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
