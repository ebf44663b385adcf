//! Search traces ([`trace`]), comparisons of methods on the same boards ([`compare`]), and saved measurements
//! ([`benchmark`]).
//!
//! The program and the page both use this crate, so they show the same. It prints nothing, reads no files and contains no
//! search of its own: it records what the library's searches report.

#![forbid(unsafe_code)]

pub mod benchmark;
pub mod compare;
mod title;
pub mod trace;

pub use title::title;
