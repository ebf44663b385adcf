// The engine: whatever knows puzzles. The page sends it messages and hears answers; nothing else here talks to it.
//
// This one sends them to the server that the page came from. Another one, say the library in a worker, only has to
// offer the same `ask`.

/** A message that was refused, in the engine's own words. `kind` says which sort of refusal it is. */
export class EngineError extends Error {
  constructor(kind, message) {
    super(message);
    this.name = "EngineError";
    this.kind = kind;
  }
}

/** Whether an error is only the echo of a cancelled message. */
export function isCancelled(error) {
  return error?.name === "AbortError";
}

/**
 * An engine behind HTTP.
 *
 * `ask(name, body, { signal, onEvent })` sends a message and promises its answer. `signal` cancels it, `onEvent` hears
 * what the engine says while it works. A refused message rejects with an `EngineError`.
 */
export function createEngine(base = "") {
  async function ask(name, body = {}, { signal, onEvent } = {}) {
    let response;
    try {
      response = await fetch(`${base}api/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal,
      });
    } catch (error) {
      if (isCancelled(error)) throw error;
      throw new EngineError("unreachable", "The program does not answer. Is `taquin serve` still running?");
    }
    if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
      return listen(response.body, onEvent);
    }
    const answer = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer;
    const { kind = "internal", message = `The program answered ${response.status}.` } = answer?.error ?? {};
    throw new EngineError(kind, message);
  }
  return { ask };
}

/** Reads a stream of server-sent events to its end, which is the answer or the refusal. */
async function listen(body, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new EngineError("unreachable", "The program stopped in the middle of its answer.");
    text += value;
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop();
    for (const block of blocks) {
      const data = block.split(/\r?\n/).filter((line) => line.startsWith("data:"));
      if (data.length === 0) continue;
      const said = JSON.parse(data.map((line) => line.slice(5)).join("\n"));
      if (said.event === "done") return said.answer;
      if (said.event === "refused") throw new EngineError(said.error.kind, said.error.message);
      onEvent?.(said);
    }
  }
}
