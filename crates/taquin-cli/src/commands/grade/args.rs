//! The arguments of `taquin grade`.

use super::{DEFAULT_MEMORY, DEFAULT_TIME};
use crate::args::{FormatArgs, GoalArgs};
use crate::choice::{self, RequiredDialect};
use crate::echo;
use crate::quantity;
use clap::{Args, ValueEnum, ValueHint};
use std::ffi::OsString;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use taquin::display::Bytes;
use taquin::notation::{Dialect, Mover, Notation};
use taquin::{Course, Size};
use taquin_judge::grade::{MAX_POINTS, Suite};

fn about() -> String {
    format!(
        "Run a solver on a set of boards and grade its answers.\n\n\
         The PROGRAM receives one board per run: as the name of a file in place of {{}}, as text in place of {{board}}, or \
         on standard input. Its answer is its standard output, or the file whose name replaces {{answer}}, in any dialect \
         that `taquin check` reads. No shell is involved. The program and its child processes are killed after \
         {DEFAULT_TIME:?} or above {} per board; see the limits.\n\n\
         A board is worth {MAX_POINTS} points: 2 for a solution, 1 if it is optimal, 1 if the reported number of moves and the \
         requested dialect are right. An unsolvable board is worth {MAX_POINTS} points if it is reported as unsolvable. In a \
         dialect that has only the number of moves, the optimal length is worth {MAX_POINTS} points.\n\n\
         Without --dialect, the answer may be in any dialect, and lines around it are ignored and reported.\n\n\
         With --submissions, the PROGRAM is a template: it is run for every file or folder in DIR, in a temporary copy of it, \
         with {{submission}} replaced by its path. Reports and a summary are written to the folder of --reports.",
        Bytes(DEFAULT_MEMORY)
    )
}

fn after_help() -> String {
    let mut text = "SUITES, with command templates:\n".to_owned();
    for suite in Suite::ALL {
        text += &format!("  {:<15} {}\n{:18}-- {}\n", suite.name, suite.title, "", suite.command);
    }
    text + AFTER_HELP
}

const AFTER_HELP: &str = r#"
EXIT CODES:
  0    full points; with --submissions: all submissions were graded, whatever their points
  1    points were lost
  2    bad usage or input; with --submissions also: no submission could be graded
  130  interrupted, 143 terminated by SIGTERM; the boards graded so far are reported, and --resume continues a class

EXAMPLES:
  taquin grade --suite princeton -- taquin solve {}
  taquin grade --size 3x3 --depth 2..6 --unsolvable 1 -- taquin solve -
  taquin grade --from sise '1 2/0 3' -- sh -c 'taquin solve --output sise "$0" >"$1"' {} {answer}
  taquin grade examples/puzzle04.txt --format csv -- taquin solve --output moves {board}
  taquin grade '1 2/0 3' --submissions examples/class --reports target/class -- sh {submission} {}"#;

/// Run a solver on a set of boards and grade its answers
#[derive(Args, Debug)]
#[command(long_about = about(), after_help = after_help())]
pub(crate) struct GradeArgs {
    /// Boards: files with one or more boards, - for standard input, or boards themselves
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    pub(crate) boards: Vec<OsString>,
    /// Program and its arguments, after --
    #[arg(value_name = "PROGRAM", last = true, required_unless_present = "worker", value_hint = ValueHint::CommandWithArguments)]
    pub(crate) program: Vec<OsString>,
    /// Suite of an assignment: its boards, goal, notation and dialect
    #[arg(long, value_name = "NAME", value_parser = choice::grading_suites(), hide_possible_values = true, conflicts_with_all = ["boards", "goal", "size"])]
    pub(crate) suite: Option<&'static Suite>,
    /// Rows and columns of random boards, as in 3x3; at most 12 cells
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,
    /// Add random boards at each of these distances from the goal: 2..20
    #[arg(long = "depth", alias = "depths", value_name = "D|A..B", requires = "size", value_parser = quantity::range, allow_hyphen_values = true)]
    pub(crate) depths: Option<RangeInclusive<u32>>,
    /// Number of boards per distance
    #[arg(long, value_name = "N", default_value_t = 1, requires = "depths", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) count: u32,
    /// Add N random unsolvable boards
    #[arg(long, value_name = "N", requires = "size", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) unsolvable: Option<u32>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Accept any solution, optimal or not
    #[arg(long)]
    pub(crate) any_length: bool,
    /// Notation of boards for the program [default: that of the suite, or list for {board} and princeton otherwise]
    #[arg(long = "to", alias = "notation", value_name = "NOTATION", value_parser = choice::notations(), hide_possible_values = true)]
    pub(crate) notation: Option<Notation>,
    /// Required dialect of answers [default: that of the suite, or any]
    ///
    /// An answer in another dialect loses a point. Output that is determined by the moves must match except for white space;
    /// for columbia, 42, sise, aizu and pddl it is enough that it can be read. The dialect also implies the goal unless
    /// --goal or the board gives one: blank-first for columbia, spiral for 42.
    #[arg(long = "from", alias = "dialect", value_name = "DIALECT", value_parser = choice::required_dialects())]
    pub(crate) dialect: Option<RequiredDialect>,
    /// Whether letters describe the tile or the blank, unless the answer starts with tile: or blank:
    #[arg(long, value_name = "MOVER", value_parser = choice::movers(), default_value = "tile")]
    pub(crate) letters: Mover,
    #[command(flatten)]
    pub(crate) format: FormatArgs<GradeForm>,
    /// Grade a class: run the program for every file or folder in DIR, one per student
    ///
    /// Hidden files are left out. Programs run at the same time, each on its own cores (on Linux) and in a temporary copy
    /// of its submission: in the copy of a folder, or in a folder that has only the copy of a file.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "A class")]
    pub(crate) submissions: Option<PathBuf>,
    /// Write the reports to DIR [default: that of --submissions with -reports added]
    ///
    /// summary.html and summary.csv have a line per submission; students/NAME.html and students/NAME.json are the reports.
    /// DIR must not be inside the folder of the submissions.
    #[arg(long, value_name = "DIR", requires = "submissions", value_hint = ValueHint::DirPath, help_heading = "A class")]
    pub(crate) reports: Option<PathBuf>,
    /// Keep the reports of an earlier run with the same settings, and grade only new and changed submissions
    #[arg(long, requires = "submissions", help_heading = "A class")]
    pub(crate) resume: bool,
    /// Run this shell command once in the copy of each submission, to compile it for example
    #[arg(long, value_name = "COMMAND", requires = "submissions", help_heading = "A class")]
    pub(crate) prepare: Option<String>,
    /// Number of programs to run at once [default: one per core, if there is memory for all]
    #[arg(short = 'j', long, value_name = "N", requires = "submissions", value_parser = quantity::threads, allow_negative_numbers = true, help_heading = "A class")]
    pub(crate) threads: Option<NonZero<usize>>,
    /// Grade the submission that standard input describes; used by --submissions
    #[arg(long, hide = true, exclusive = true)]
    pub(crate) worker: bool,
    /// Kill the process that grades a submission after this time; for tests [default: longer than all limits]
    #[arg(long, hide = true, requires = "submissions", value_parser = quantity::duration)]
    pub(crate) worker_time: Option<Duration>,
    /// Kill the program after this time: 500ms, 10s, 2m [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_hyphen_values = true, help_heading = "Limits per board")]
    pub(crate) time_limit: Option<Duration>,
    /// Kill the program if it uses more memory: 500M, 2GiB [default: 1GiB]
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, allow_hyphen_values = true, help_heading = "Limits per board")]
    pub(crate) memory_limit: Option<u64>,
}

impl GradeArgs {
    /// Returns whether the options give boards or ask for some.
    pub(crate) fn has_boards(&self) -> bool {
        !self.boards.is_empty() || self.depths.is_some() || self.unsolvable.is_some()
    }

    /// Returns the suite, from the option or, unless boards are given, the course.
    pub(crate) fn chosen_suite(&self) -> Option<&'static Suite> {
        self.suite.or_else(|| self.goal.course.filter(|_| !self.has_boards()).and_then(Suite::of))
    }

    /// Returns the notation of the boards, from the option, the suite or the course.
    pub(crate) fn chosen_notation(&self) -> Option<Notation> {
        let of_suite = self.chosen_suite().map(|suite| suite.notation);
        self.notation.or(of_suite).or(self.goal.course.map(Course::notation))
    }

    /// Returns the required dialect, from the option, the suite or the course.
    pub(crate) fn chosen_dialect(&self) -> Option<Dialect> {
        match (self.dialect, self.chosen_suite()) {
            (Some(RequiredDialect(dialect)), _) => dialect,
            (None, Some(suite)) => suite.dialect,
            (None, None) => self.goal.course.map(Course::dialect),
        }
    }
}

/// The output formats of `grade`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum GradeForm {
    /// A table
    Text,
    /// One JSON object
    Json,
    /// One line per board
    Csv,
    /// JUnit XML for CI servers
    Junit,
}
