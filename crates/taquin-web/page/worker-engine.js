// The engine in the browser: WebAssembly in workers. One answers what a move of the game needs, one searches for the game, and
// one, which starts when it is needed, searches for the other views: none of them waits for the others.

import { EngineError } from "./engine-error.js";
import { WorkerSlot } from "./worker-slot.js";

/** Messages of the game, which must not wait for a search. */
const QUICK = new Set(["about", "read", "goal", "inspect", "left"]);

/** Messages of the Search, Compare and Explore views. */
const VIEWS = new Set(["trace", "compare", "explore", "example"]);

const MEBIBYTE = 2 ** 20;

/** Creates an engine from the module that `engine.json` describes. */
export async function workerEngine(base, description) {
  const memory = memoryLimit();
  // Compiled once; a worker that replaces another one starts in milliseconds.
  const module = compile(new URL(description.module, base));
  const slot = (memory) => new WorkerSlot({ module, memory, models: new URL("models/", base).href });
  const [quick, searches] = [slot(memory / 2), slot(memory)];
  let views = null;
  function slotOf(name) {
    if (QUICK.has(name)) return quick;
    if (!VIEWS.has(name)) return searches;
    views ??= slot(memory);
    return views;
  }
  await module.catch(() => {
    const message = "The engine cannot be loaded. The page needs a web server and a browser with WebAssembly.";
    throw new EngineError("unreachable", message);
  });
  keepOffline(base);
  return {
    ask: (name, body = {}, options = {}) => slotOf(name).ask(name, body, options),
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
