// Errors of the engine.

/** An error from the engine, with its own message and kind. */
export class EngineError extends Error {
  constructor(kind, message) {
    super(message);
    this.name = "EngineError";
    this.kind = kind;
  }
}

/** Returns whether an error only means that a message was cancelled. */
export function isCancelled(error) {
  return error?.name === "AbortError";
}
