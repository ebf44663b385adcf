// A worker with the engine as WebAssembly. crates/taquin-wasm describes what the module imports and exports.
//
// The first message is `{ module, memory, models, flag }`; every other one is the JSON of a message to the engine. The worker
// sends `{ kind, value }`: "started" once, and "event", "answer", "error" or "crash".

const KINDS = ["event", "answer", "error", "panic"];
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

let engine = null;
let isCancelled = () => false;
let modelFolder = "";
let model = null;
let panic = null;
const models = new Map();

const bytes = (address, length) => new Uint8Array(engine.memory.buffer, address, length);
const text = (address, length) => decoder.decode(bytes(address, length));

/** Loads a file before it returns: the module cannot wait for a promise in the middle of a search. */
function fetchNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    // Without a network the search goes on with untrained weights.
    return null;
  }
  return request.status === 200 ? new Uint8Array(request.response) : null;
}

const imports = {
  now: () => performance.now(),
  seed: () => {
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    return (high >>> 11) * 2 ** 32 + low;
  },
  poll: () => Number(isCancelled()),
  send: (kind, address, length) => {
    const value = JSON.parse(text(address, length));
    if (KINDS[kind] === "panic") panic = value;
    else postMessage({ kind: KINDS[kind], value });
  },
  load: (address, length) => {
    const name = text(address, length);
    if (!models.get(name)) models.set(name, fetchNow(modelFolder + name));
    model = models.get(name);
    return model?.length ?? 0;
  },
  copy: (address) => bytes(address, model.length).set(model),
};

async function start({ module, memory, models, flag }) {
  modelFolder = models;
  if (flag) isCancelled = () => Atomics.load(flag, 0) === 1;
  const instance = await WebAssembly.instantiate(module, { taquin: imports });
  engine = instance.exports;
  engine.start(memory);
  postMessage({ kind: "started" });
}

function answer(message) {
  const input = encoder.encode(message);
  const address = engine.input(input.length);
  bytes(address, input.length).set(input);
  engine.answer();
}

let started = null;
addEventListener("message", ({ data }) => {
  if (typeof data === "string") started = started.then(() => answer(data));
  else started = start(data);
  // After a trap the memory is in an unknown state: the page replaces this worker.
  started.catch((error) => {
    const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ kind: "crash", value: panic ?? (isTrap ? "it ran out of memory or of stack" : String(error)) });
  });
});
