//! taquin's engine as a WebAssembly module without bindings: the page's worker calls three functions and provides six.
//!
//! | export | |
//! |---|---|
//! | `start(memory)` | creates the engine; one search uses at most `memory` bytes |
//! | `input(length)` | returns the address of `length` bytes for the next message |
//! | `answer()` | answers the message `{"name": …, "body": …}` |
//!
//! | import | |
//! |---|---|
//! | `now()` | returns the time in milliseconds, which never decreases |
//! | `seed()` | returns a random whole number below 2⁵³ |
//! | `poll()` | is called every few milliseconds; returns 1 to cancel the message |
//! | `send(kind, address, length)` | receives JSON: an event (0), an answer (1), an error (2) or the message of a panic (3) |
//! | `load(address, length)` | looks for the model of this name; returns its length, or 0 |
//! | `copy(address)` | copies that model to an address |
//!
//! Every message ends with one call of `send` with an answer or an error. A panic, or memory that runs out, ends the
//! module with a trap; the worker must then be replaced.
//!
//! The only unsafe code is the declaration of these functions: that their names are unique, and that the imports only
//! access the bytes that they are given.

#[cfg(target_family = "wasm")]
mod module;
