//! One module per command: its arguments, and [`Run`], which calls the library and prints.

mod audit;
mod batch;
mod bench;
mod check;
mod compare;
mod completions;
mod convert;
mod courses;
mod draw;
mod enumerate;
mod explore;
mod grade;
mod inspect;
mod listing;
mod locate;
mod man;
mod method_spec;
mod moves;
mod play;
mod policies;
mod requested_method;
mod scramble;
mod serve;
mod solve;
mod solve_all;
pub(crate) mod tables;
mod trace;

use crate::args::LimitArgs;
use crate::exit::{Exit, Failure};
use crate::memory;
use clap::Subcommand;
use std::ffi::OsStr;
use taquin::control::Budget;

/// A command with its arguments.
pub(crate) trait Run {
    /// Runs the command; `tables` is the value of `--tables`.
    fn run(&self, tables: Option<&OsStr>) -> Result<Exit, Failure>;

    /// Returns how the command uses the file of `-o`.
    fn output_use(&self) -> OutputUse {
        OutputUse::Answers
    }
}

/// How a command uses the file of `-o`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OutputUse {
    /// Everything that it prints goes there, at once, when it has succeeded.
    Answers,
    /// It writes to the file itself.
    Own,
    /// It has no output.
    Nothing,
}

/// The table of commands, in the order of the help. The name of a row is the name of the command in lower case, and its
/// arguments carry the help text.
macro_rules! commands {
    ($($name:ident: $args:ty,)*) => {
        #[derive(Subcommand, Debug)]
        pub(crate) enum Command {
            $($name($args),)*
        }

        impl Run for Command {
            fn run(&self, tables: Option<&OsStr>) -> Result<Exit, Failure> {
                match self {
                    $(Command::$name(args) => args.run(tables),)*
                }
            }

            fn output_use(&self) -> OutputUse {
                match self {
                    $(Command::$name(args) => args.output_use(),)*
                }
            }
        }
    };
}

commands! {
    Solve: solve::SolveArgs,
    Enumerate: enumerate::EnumerateArgs,
    Moves: moves::MovesArgs,
    Inspect: inspect::InspectArgs,
    Where: locate::WhereArgs,
    Check: check::CheckArgs,
    Convert: convert::ConvertArgs,
    Scramble: scramble::ScrambleArgs,
    Explore: explore::ExploreArgs,
    Draw: draw::DrawArgs,
    Play: play::PlayArgs,
    Compare: compare::CompareArgs,
    Trace: trace::TraceArgs,
    Tables: tables::TablesArgs,
    Bench: bench::BenchArgs,
    Audit: audit::AuditArgs,
    Grade: grade::GradeArgs,
    Courses: courses::CoursesArgs,
    Serve: serve::ServeArgs,
    Completions: completions::CompletionsArgs,
    Man: man::ManArgs,
}

/// Returns the limits of each search.
fn budget(args: &LimitArgs) -> Budget {
    let memory = args.memory_limit.unwrap_or_else(memory::default_limit);
    Budget { nodes: args.node_limit, time: args.time_limit, memory: Some(memory), gap: None }
}
