//! One file per command; each resolves its arguments, calls the library and prints.

pub(crate) mod audit;
mod batch;
pub(crate) mod bench;
pub(crate) mod check;
mod compare;
mod completions;
mod convert;
mod draw;
mod enumerate;
mod explore;
pub(crate) mod grade;
pub(crate) mod inspect;
mod listing;
mod locate;
mod man;
mod method_options;
pub(crate) mod method_spec;
mod moves;
mod play;
mod policies;
mod scramble;
mod serve;
mod solve;
mod solve_all;
mod tables;
mod trace;

use crate::args::{Command, LimitArgs};
use crate::exit::{Exit, Failure};
use crate::memory;
use std::ffi::OsStr;
use std::sync::Arc;
use std::time::Duration;
use taquin::search::{Limits, Stopwatch};

/// Runs a command; `tables` is where tables are to be kept, if the user said so.
pub(crate) fn run(command: Command, tables: Option<&OsStr>) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(&args, tables),
        Command::Enumerate(args) => enumerate::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Where(args) => locate::run(&args),
        Command::Check(args) => check::run(&args, tables),
        Command::Convert(args) => convert::run(&args),
        Command::Scramble(args) => scramble::run(&args, tables),
        Command::Explore(args) => explore::run(&args),
        Command::Draw(args) => draw::run(&args, tables),
        Command::Play(args) => play::run(&args, tables),
        Command::Compare(args) => compare::run(&args, tables),
        Command::Trace(args) => trace::run(&args, tables),
        Command::Tables { command } => tables::run(&command, tables),
        Command::Bench(args) => bench::run(&args, tables),
        Command::Audit(args) => audit::run(&args),
        Command::Grade(args) => grade::run(&args, tables),
        Command::Serve(args) => serve::run(&args, tables),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}

/// The budget of one search, whose time starts now.
fn limits(args: &LimitArgs, default_time: Option<Duration>) -> Limits {
    Limits {
        nodes: args.node_limit,
        time: args.time_limit.or(default_time),
        memory: Some(args.memory_limit.unwrap_or_else(memory::default_limit)),
        clock: Arc::new(Stopwatch::start()),
    }
}

/// A budget of time, which starts now, and of the memory there is.
fn limits_of_time(time: Duration) -> Limits {
    Limits { time: Some(time), memory: Some(memory::default_limit()), ..Limits::none() }
}
