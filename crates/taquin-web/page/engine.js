// The engine solves puzzles. The page sends it messages and receives answers, only through this file.
//
// There are two engines with the same function `ask`: one sends messages to the server that the page came from, the other
// to workers with the engine as WebAssembly. The file `engine.json` beside the page says which one there is.

import { EngineError } from "./engine-error.js";
import { httpEngine } from "./http-engine.js";
import { workerEngine } from "./worker-engine.js";

export { EngineError, isCancelled } from "./engine-error.js";

/**
 * Creates the engine of this page.
 *
 * `ask(name, body, { signal, onEvent })` sends a message and returns a promise of its answer. `signal` cancels it,
 * `onEvent` receives progress events. An error rejects with an `EngineError`. `title` says what the engine is,
 * `privacy` where boards are sent.
 */
export async function createEngine() {
  const base = new URL(".", document.baseURI);
  const response = await fetch(new URL("engine.json", base)).catch(() => null);
  const description = response?.ok ? await response.json().catch(() => null) : null;
  if (description?.engine === "server") return httpEngine(base);
  if (description?.engine === "worker") return workerEngine(base, description);
  throw new EngineError("unreachable", "The page was loaded without its engine: engine.json is missing.");
}
