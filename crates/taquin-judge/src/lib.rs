//! Runs other people's programs, contained, and judges what they say.
//!
//! | module | what |
//! |---|---|
//! | [`child`] | a program with limits of time, memory and output, which ends with all its children |
//! | [`audit`] | is a heuristic admissible and consistent, on every board of a size? |
//! | [`judgement`] | is a text a solution, and a shortest one? |
//! | [`length`] | is a number of moves, told without the moves, that of a shortest solution? |
//! | [`grade`] | a student's program on a set of boards |
//!
//! Prints nothing; the command line has the words.

#![forbid(unsafe_code)]

pub mod audit;
pub mod child;
mod family;
pub mod grade;
pub mod judgement;
pub mod length;
