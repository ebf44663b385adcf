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
mod merge;
mod method_spec;
mod moves;
mod part;
mod play;
mod policies;
mod requested_method;
mod scramble;
mod serve;
mod solve;
mod solve_all;
mod split;
pub(crate) mod tables;
mod trace;

use crate::args::{GeneralOption, LimitArgs};
use crate::exit::{Exit, Failure};
use crate::memory;
use clap::Subcommand;
use std::ffi::OsStr;
use taquin::control::Budget;

/// A command with its arguments.
pub(crate) trait Run {
    /// An old name of `--output-file`, if the command had another.
    const OLD_OUTPUT_FILE: Option<&'static str> = None;

    /// Runs the command; `tables` is the value of `--tables`.
    fn run(&self, tables: Option<&OsStr>) -> Result<Exit, Failure>;

    /// Returns whether the command writes the file of `-o` itself. Otherwise everything that it prints goes there, at
    /// once, when it has succeeded.
    fn writes_output_file(&self) -> bool {
        false
    }

    /// Returns whether the command runs other people's programs, which must not survive it.
    fn runs_programs(&self) -> bool {
        false
    }
}

/// What the definition of a command needs besides its arguments.
pub(crate) struct Row {
    /// The general options that matter to it; its help shows no others.
    pub(crate) general: &'static [GeneralOption],
    pub(crate) old_output_file: Option<&'static str>,
}

/// The table of commands, in the order of the help: the name, which is that of the command in lower case; the arguments,
/// which carry the help text; and the general options that matter to the command.
macro_rules! commands {
    ($($name:ident: $args:ty, [$($option:ident),*];)*) => {
        #[derive(Subcommand, Debug)]
        pub(crate) enum Command {
            $($name($args),)*
        }

        /// The rows of the table, in its order.
        pub(crate) const ROWS: &[Row] = &[
            $(Row {
                general: &[$(GeneralOption::$option),*],
                old_output_file: <$args as Run>::OLD_OUTPUT_FILE,
            },)*
        ];

        impl Command {
            /// Returns whether a general option matters to the command.
            pub(crate) fn has(&self, option: GeneralOption) -> bool {
                match self {
                    $(Command::$name(_) => [$(GeneralOption::$option),*].contains(&option),)*
                }
            }
        }

        impl Run for Command {
            fn run(&self, tables: Option<&OsStr>) -> Result<Exit, Failure> {
                match self {
                    $(Command::$name(args) => args.run(tables),)*
                }
            }

            fn writes_output_file(&self) -> bool {
                match self {
                    $(Command::$name(args) => args.writes_output_file(),)*
                }
            }

            fn runs_programs(&self) -> bool {
                match self {
                    $(Command::$name(args) => args.runs_programs(),)*
                }
            }
        }
    };
}

commands! {
    Solve: solve::SolveArgs, [OutputFile, Quiet, Tables, Course];
    Split: split::SplitArgs, [Quiet, Tables, Course];
    Merge: merge::MergeArgs, [OutputFile];
    Enumerate: enumerate::EnumerateArgs, [OutputFile, Quiet, Course];
    Moves: moves::MovesArgs, [OutputFile, Course];
    Inspect: inspect::InspectArgs, [OutputFile, Color, Course];
    Where: locate::WhereArgs, [OutputFile, Quiet, Course];
    Check: check::CheckArgs, [OutputFile, Quiet, Tables, Course];
    Convert: convert::ConvertArgs, [OutputFile, Course];
    Scramble: scramble::ScrambleArgs, [OutputFile, Quiet, Tables, Course];
    Explore: explore::ExploreArgs, [OutputFile, Quiet, Course];
    Draw: draw::DrawArgs, [OutputFile, Quiet, Tables, Course];
    Play: play::PlayArgs, [Color, Tables, Course];
    Compare: compare::CompareArgs, [OutputFile, Quiet, Tables, Course];
    Trace: trace::TraceArgs, [OutputFile, Quiet, Tables, Course];
    Tables: tables::TablesArgs, [OutputFile, Quiet, Tables, Course];
    Bench: bench::BenchArgs, [OutputFile, Quiet, Tables, Course];
    Audit: audit::AuditArgs, [OutputFile, Quiet, Course];
    Grade: grade::GradeArgs, [OutputFile, Quiet, Tables, Course];
    Courses: courses::CoursesArgs, [OutputFile, Quiet];
    Serve: serve::ServeArgs, [Tables];
    Completions: completions::CompletionsArgs, [OutputFile];
    Man: man::ManArgs, [OutputFile];
}

/// Returns the limits of each search.
fn budget(args: &LimitArgs) -> Budget {
    let memory = args.memory_limit.unwrap_or_else(memory::default_limit);
    Budget { nodes: args.node_limit, time: args.time_limit, memory: Some(memory), gap: None }
}
