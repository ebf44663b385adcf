//! The page in real Chromium, used as a person would: the real server on a port of its own, a browser per test.
//!
//! Nothing waits for a fixed time: `Person::until` looks until what was expected is there. Every visit ends with two
//! questions: was there an error on the console, and was any other host asked for anything?

mod boards;
mod looks;
mod person;
mod playing;
mod search;
mod server;
mod solving;
mod webdriver;

use person::visit;
