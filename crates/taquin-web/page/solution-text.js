// A solution as text, in any dialect of the engine: shown, copied and saved.

import { byId, fill } from "./element.js";
import { isCancelled } from "./engine.js";
import { save, solutionFields } from "./download.js";

export function solutionText({ engine, game, about }) {
  const [details, dialect, text, status] = ["text-details", "dialect", "solution-text", "download-status"].map(byId);
  fill(dialect, about.dialects.map(({ name, title }) => [name, `${name}: ${title}`]), "moves");
  let file = null;
  let request = null;

  async function update() {
    request?.abort();
    file = null;
    if (!details.open || !game.solution) return;
    request = new AbortController();
    try {
      const fields = { ...solutionFields(game), format: "text", dialect: dialect.value };
      file = await engine.ask("download", fields, { signal: request.signal });
      text.textContent = file.text;
    } catch (error) {
      if (!isCancelled(error)) text.textContent = error.message;
    }
  }

  details.addEventListener("toggle", update);
  dialect.addEventListener("change", update);
  for (const name of ["line", "load"]) game.addEventListener(name, update);
  byId("text-copy").addEventListener("click", async () => {
    if (!file) return;
    try {
      await navigator.clipboard.writeText(file.text);
      status.textContent = "Text copied.";
    } catch {
      getSelection().selectAllChildren(text);
      status.textContent = "The text is selected; copy it with the keyboard.";
    }
  });
  byId("text-save").addEventListener("click", () => {
    if (!file) return;
    save(file.name, file.type, file.text);
    status.textContent = `Saved as ${file.name}.`;
  });
}
