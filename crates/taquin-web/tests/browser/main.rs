//! The page in Chromium, used as a person would: a real server on its own port, and a browser per test.
//!
//! Nothing waits for a fixed time: `Person::until` polls for a condition. Every visit ends by checking that the console has
//! no errors and that no other host was contacted.

mod boards;
mod looks;
mod person;
mod playing;
mod search;
mod server;
mod solving;
mod webdriver;

use person::visit;
