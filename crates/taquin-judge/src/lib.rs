//! Runs other people's programs with resource limits, and checks their answers.
//!
//! | module | purpose |
//! |---|---|
//! | [`child`] | runs a program with limits on time, memory and output, and ends all its processes |
//! | [`audit`] | checks whether a heuristic is admissible and consistent on every board of a size |
//! | [`claim`] | replays a solution |
//! | [`optimum`] | finds the optimal solution length |
//! | [`length`] | checks a solution length that is given without moves |
//! | [`grade`] | grades a student's program on a set of boards |
//! | [`workspace`] | a copy of a submission for its program to run in |
//! | [`workers`] | processes that run programs at the same time, and what they leave behind |
//! | [`cores`] | gives programs that run at the same time cores of their own |
//!
//! This crate prints nothing; the command line writes the reports.

#![forbid(unsafe_code)]

pub mod audit;
pub mod child;
pub mod claim;
pub mod cores;
pub mod grade;
pub mod length;
pub mod optimum;
mod process_tree;
pub mod workers;
pub mod workspace;
