// Downloads: the engine creates the file of a solution, the browser saves it.

import { byId, element } from "./element.js";

/** Saves a file: `content` is text or bytes. */
export function save(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Returns the fields of a message about the solution of a game. */
export function solutionFields(game) {
  const { origin, moves } = game.history;
  return game.solution?.result ?? { ...game.puzzle, start: origin.tiles, moves: { tile: moves } };
}

/** Connects the download buttons to the solution of a game. */
export function downloads(engine, game) {
  const status = byId("download-status");
  for (const button of document.querySelectorAll("[data-format]")) {
    button.addEventListener("click", async () => {
      status.textContent = "Creating the file…";
      try {
        const file = await engine.ask("download", { ...solutionFields(game), format: button.dataset.format });
        const { name, type, text, data } = file;
        save(name, type, text ?? Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
        status.textContent = `Saved as ${name}.`;
      } catch (error) {
        status.textContent = error.message;
      }
    });
  }
}
