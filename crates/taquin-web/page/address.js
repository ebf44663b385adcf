// The address of the page follows the game and the view, so that it can be copied, reloaded and bookmarked.
//
// Another view is a new entry of the browser's history: Back returns to the previous view, with the game as it is. Moves
// only change the current entry.

import { readLink, writeLink } from "./link.js";

/** How long to wait before the address is changed, in milliseconds, because browsers limit how often it may. */
const DELAY = 150;

/** Marks the entries of this page, in contrast to a link that was typed or pasted. */
const OWN = { own: true };

/**
 * Keeps the address.
 * @param open opens the game of a link
 * @returns `{ write() → address, later(), turn() }`; `turn` is called when the view has changed
 */
export function keepAddress({ game, show, shown, open }) {
  let timer = 0;
  let written = "";
  let returning = false;

  function write(entry = "replaceState") {
    clearTimeout(timer);
    written = writeLink(game, shown());
    if (written !== location.hash || !history.state?.own) history[entry](OWN, "", written);
    return location.href;
  }

  function later() {
    clearTimeout(timer);
    if (game.history) timer = setTimeout(write, DELAY);
  }

  /** Shows a view without a new entry of the history. */
  function enter(view) {
    returning = true;
    show(view);
    returning = false;
    later();
  }

  async function openLink() {
    const link = readLink(location.hash);
    await open(link);
    enter(link.view);
  }

  window.addEventListener("popstate", ({ state }) => {
    if (state?.own) enter(readLink(location.hash).view);
    else if (location.hash !== written) openLink();
  });

  return {
    write: () => write(),
    later,
    openLink,
    turn: () => {
      if (!returning && game.history) write("pushState");
    },
  };
}
