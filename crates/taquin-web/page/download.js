// Downloads: the engine creates the file, the browser saves it.

import { byId, element } from "./element.js";

/** Connects the download buttons to the solution of a game. */
export function downloads(engine, game) {
  const status = byId("download-status");
  for (const button of document.querySelectorAll("[data-format]")) {
    button.addEventListener("click", async () => {
      const { result } = game.solution ?? {};
      const line = game.history;
      const body = result ?? { ...game.puzzle, start: line.origin.tiles, moves: { tile: line.moves } };
      status.textContent = "Creating the file…";
      try {
        const file = await engine.ask("download", { ...body, format: button.dataset.format });
        const bytes = file.data === undefined ? file.text : Uint8Array.from(atob(file.data), (letter) => letter.charCodeAt(0));
        const address = URL.createObjectURL(new Blob([bytes], { type: file.type }));
        element("a", { href: address, download: file.name }).click();
        setTimeout(() => URL.revokeObjectURL(address), 10000);
        status.textContent = `Saved as ${file.name}.`;
      } catch (error) {
        status.textContent = error.message;
      }
    });
  }
}
