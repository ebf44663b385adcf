//! Searches to look at: every step of one ([`trace`]), or many side by side on the same boards ([`compare`]).
//!
//! The program and the page tell the same from this. Nothing is printed, no file is read, and there is no search in here:
//! the library searches and tells what it does.

#![forbid(unsafe_code)]

pub mod compare;
mod title;
pub mod trace;

pub use title::title;
