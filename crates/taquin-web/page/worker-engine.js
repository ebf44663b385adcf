// The engine in the browser: WebAssembly in two workers, so that a long search delays no move of a game.

import { EngineError } from "./engine-error.js";
import { WorkerSlot } from "./worker-slot.js";

/** Messages of the game, which must not wait for a search. */
const QUICK = new Set(["about", "read", "goal", "inspect", "left"]);

const MEBIBYTE = 2 ** 20;

/** Creates an engine from the module that `engine.json` describes. */
export async function workerEngine(base, description) {
  const memory = memoryLimit();
  // Compiled once; a worker that replaces another one starts in milliseconds.
  const module = compile(new URL(description.module, base));
  const slot = (memory) => new WorkerSlot({ module, memory, models: new URL("models/", base).href });
  const [quick, searches] = [slot(memory / 2), slot(memory)];
  await module.catch(() => {
    const message = "The engine cannot be loaded. The page needs a web server and a browser with WebAssembly.";
    throw new EngineError("unreachable", message);
  });
  keepOffline(base);
  return {
    ask: (name, body = {}, options = {}) => (QUICK.has(name) ? quick : searches).ask(name, body, options),
    title: "WebAssembly, in this browser",
    privacy: "Everything runs on this computer; nothing is sent to the internet.",
  };
}

/** Compiles while the file arrives; where the host declares another type, after that. */
async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const isDeclared = response.headers.get("content-type")?.startsWith("application/wasm");
  return isDeclared ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Returns how many bytes a search may use: an eighth of the machine's memory, where the browser tells it. */
function memoryLimit() {
  return Math.min(512, 128 * (navigator.deviceMemory ?? 4)) * MEBIBYTE;
}

/** Registers the service worker, which keeps the page for use without a network. */
function keepOffline(base) {
  if (!("serviceWorker" in navigator)) return;
  // A browser that allows no storage still runs the page.
  navigator.serviceWorker.register(new URL("service-worker.js", base)).catch(() => {});
}
