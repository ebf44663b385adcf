//! The server from outside: every message, every refusal, sockets that misbehave, and random messages, all against the
//! OpenAPI file.

mod call;
mod description;
mod fuzz;
mod messages;
mod play;
mod refusals;
mod sockets;
mod stopping;
mod traces;
