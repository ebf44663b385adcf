// A place for a worker: it answers one message after the other, and is replaced if it hangs or crashes. A worker that cannot
// be started is only replaced for a further message, so that a missing file does not make the page ask for it endlessly.

import { EngineError } from "./engine-error.js";

/**
 * How long a worker may go on after its message was cancelled, in milliseconds; then it is replaced. A worker that shares
 * memory with the page learns of it, so it only takes longer if something is wrong.
 */
const GRACE = { shared: 2000, separate: 100 };

export class WorkerSlot {
  #parts;
  /** The worker; null if it could not be started. */
  #worker = null;
  #isStarted = false;
  /** The jobs that wait; the first one is being answered if `#running`. */
  #jobs = [];
  #running = false;
  /** Set to 1 to cancel; only where the page is isolated from other sites. */
  #flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

  /** @param parts `{ module, memory, models }`: a promise of the compiled module, bytes for a search, where models are */
  constructor(parts) {
    this.#parts = parts;
    this.#spawn();
  }

  /** Sends a message and returns a promise of its answer. */
  ask(name, body, { signal, onEvent } = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const job = { message: JSON.stringify({ name, body }), resolve, reject, onEvent };
      signal?.addEventListener("abort", () => this.#cancel(job, signal.reason), { once: true });
      this.#jobs.push(job);
      this.#next();
    });
  }

  #spawn() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    this.#isStarted = false;
    // A worker that was replaced may have sent messages before.
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.#worker) this.#receive(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#crash(event.message ?? "it cannot be loaded");
    });
    const { module, memory, models } = this.#parts;
    // Without a module the engine is not created, which is reported there.
    module.then((module) => worker.postMessage({ module, memory, models, flag: this.#flag }), () => {});
  }

  #next() {
    if (this.#running || this.#jobs.length === 0) return;
    if (!this.#worker) this.#spawn();
    this.#running = true;
    if (this.#flag) Atomics.store(this.#flag, 0, 0);
    const [worker, [job]] = [this.#worker, this.#jobs];
    this.#parts.module.then(() => worker.postMessage(job.message), () => {});
  }

  #receive({ kind, value }) {
    const [job] = this.#jobs;
    if (kind === "started") this.#isStarted = true;
    else if (kind === "event") job.onEvent?.(value);
    else if (kind === "crash") this.#crash(value);
    else {
      this.#jobs.shift();
      this.#running = false;
      if (kind === "answer") job.resolve(value);
      else job.reject(new EngineError(value.kind, value.message));
      this.#next();
    }
  }

  /** Rejects a job at once; the worker gets a moment to end its work. */
  #cancel(job, reason) {
    job.reject(reason);
    const place = this.#jobs.indexOf(job);
    if (place < 0) return;
    if (place > 0 || !this.#running) {
      this.#jobs.splice(place, 1);
      return;
    }
    job.onEvent = null;
    if (this.#flag) Atomics.store(this.#flag, 0, 1);
    setTimeout(() => {
      if (this.#jobs[0] !== job) return;
      this.#remove();
      this.#spawn();
      this.#next();
    }, this.#flag ? GRACE.shared : GRACE.separate);
  }

  #crash(why) {
    const wasStarted = this.#isStarted;
    const error = wasStarted
      ? new EngineError("internal", `The engine has crashed and was restarted: ${why}. A smaller board or another method may work.`)
      : new EngineError("unreachable", `The engine cannot be started: ${why}. Reload the page.`);
    this.#remove()?.reject(error);
    if (wasStarted) this.#spawn();
    this.#next();
  }

  /** Ends the worker, and returns the job that it was answering. */
  #remove() {
    this.#worker.terminate();
    this.#worker = null;
    const job = this.#running ? this.#jobs.shift() : null;
    this.#running = false;
    return job;
  }
}
