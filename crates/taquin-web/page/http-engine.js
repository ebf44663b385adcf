// The engine behind `taquin serve`: messages are HTTP requests.

import { EngineError, isCancelled } from "./engine-error.js";

/** Creates an engine that sends messages to the server at `base`. */
export function httpEngine(base) {
  async function ask(name, body = {}, { signal, onEvent } = {}) {
    let response;
    try {
      response = await fetch(new URL(`api/${name}`, base), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal,
      });
    } catch (error) {
      if (isCancelled(error)) throw error;
      throw new EngineError("unreachable", "The server does not respond. Is `taquin serve` still running?");
    }
    if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
      return readEvents(response.body, onEvent);
    }
    const answer = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer;
    const { kind = "internal", message = `The server responded with status ${response.status}.` } = answer?.error ?? {};
    throw new EngineError(kind, message);
  }
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(base.hostname);
  const privacy = isHere
    ? "Everything runs on this computer; nothing is sent to the internet."
    : `Boards are sent to ${base.hostname}, which solves them, and nowhere else.`;
  return { ask, title: "native, in the program that serves this page", privacy };
}

/** Reads server-sent events up to the last one, which is the answer or an error. */
async function readEvents(body, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new EngineError("unreachable", "The connection to the server was lost.");
    text += value;
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop();
    for (const block of blocks) {
      const data = block.split(/\r?\n/).filter((line) => line.startsWith("data:"));
      if (data.length === 0) continue;
      const event = JSON.parse(data.map((line) => line.slice(5)).join("\n"));
      if (event.event === "done") return event.answer;
      if (event.event === "refused") throw new EngineError(event.error.kind, event.error.message);
      onEvent?.(event);
    }
  }
}
