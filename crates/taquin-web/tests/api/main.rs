//! Tests of the server from outside: every message, every error, misbehaving clients and random messages, all checked
//! against the OpenAPI file.

mod call;
mod description;
mod errors;
mod fuzz;
mod messages;
mod palette;
mod play;
mod sockets;
mod traces;
