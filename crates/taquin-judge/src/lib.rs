//! Runs other people's programs, contained, and judges what they say.
//!
//! | module | what |
//! |---|---|
//! | [`child`] | a program with limits of time, memory and output, which ends with all its children |
//! | [`audit`] | is a heuristic admissible and consistent, on every board of a size? |
//!
//! Prints nothing; the command line has the words.

#![forbid(unsafe_code)]

pub mod audit;
pub mod child;
mod family;
