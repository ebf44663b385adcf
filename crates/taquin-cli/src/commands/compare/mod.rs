//! `taquin compare`.

mod args;
mod boards;
mod chart;
mod json;
mod methods;
mod table;

pub(crate) use args::CompareArgs;

use super::Run;
use super::limits;
use super::method_spec::MethodSpec;
use super::solve::{contradiction, report_table_fault};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::progress;
use crate::sequence_progress::SequenceProgress;
use crate::table_dir;
use crate::text_table::Markup;
use args::CompareForm;
use boards::Boards;
use std::ffi::OsStr;
use std::io::{self, Write};
use taquin::search::{Limits, StopReason};
use taquin::solver::{Request, Workshop};
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin_lesson::compare::{Comparison, Measure, Puzzle, Trial};

impl Run for CompareArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        let methods = methods::read(&self.methods)?;
        let columns = columns(self)?;
        let file =
            self.chart.as_ref().map(|chart| Ok::<_, Failure>((chart, chart.reserve()?))).transpose()?;
        let kept = |workers: Workers| TableCache::stored(table_dir::store(folder), workers);
        let boards = match boards::read(self, &kept(Workers::all()))? {
            Ok(boards) => boards,
            Err(exit) => return Ok(exit),
        };
        // Each method has its own tables, so that its memory does not depend on the others.
        let methods: Vec<(MethodSpec, TableCache)> = methods
            .into_iter()
            .map(|method| (method.clone(), kept(Workers::new(method.threads()))))
            .collect();
        let trials = Trials::new(self, &methods, &boards.puzzles)?;
        progress::catch_interrupts();
        let comparison = trials.run()?;
        methods.iter().for_each(|(_, tables)| report_table_fault(tables));
        let report = Report { comparison: &comparison, columns: &columns, boards: &boards, args: self };
        // Draw the chart even if printing failed.
        let printed = report.print();
        if let Some((chart, file)) = file
            && !progress::was_interrupted()
        {
            chart.draw(file, &report.chart())?;
            output::message(format_args!("chart written to {}", chart.name().display()));
        }
        printed?;
        Ok(conclusion(&comparison, boards.puzzles.len()))
    }
}

/// Returns the columns to show.
///
/// # Errors
/// If a column is given twice, or none is left.
fn columns(args: &CompareArgs) -> Result<Vec<Measure>, Failure> {
    let asked = match &args.columns[..] {
        [] if args.textbook => &[Measure::Generated, Measure::Branching][..],
        [] => &Measure::ALL,
        asked => asked,
    };
    for (index, measure) in asked.iter().enumerate() {
        if asked[..index].contains(measure) {
            return Err(Failure::input(format_args!("--columns: {} given twice", measure.name())));
        }
    }
    let is_shown = |&measure: &Measure| measure != Measure::Time || !args.no_time;
    let columns: Vec<Measure> = asked.iter().copied().filter(is_shown).collect();
    if columns.is_empty() {
        return Err(Failure::input("--no-time: --columns contains only the time"));
    }
    Ok(columns)
}

/// Methods and boards that are checked to be compatible.
struct Trials<'a> {
    args: &'a CompareArgs,
    methods: &'a [(MethodSpec, TableCache)],
    puzzles: &'a [Puzzle],
    /// For each board, the request of each method.
    requests: Vec<Vec<Request>>,
}

impl<'a> Trials<'a> {
    /// # Errors
    /// If a method cannot solve such a board.
    fn new(
        args: &'a CompareArgs,
        methods: &'a [(MethodSpec, TableCache)],
        puzzles: &'a [Puzzle],
    ) -> Result<Trials<'a>, Failure> {
        let mut trials = Trials { args, methods, puzzles, requests: Vec::new() };
        for puzzle in puzzles {
            let requests = methods.iter().map(|(method, tables)| {
                let metric = args.methods.metric;
                let request = Request { metric, ..method.request(&puzzle.goal)? };
                let plan = trials.workshop(method, tables).plan(
                    &puzzle.start,
                    &puzzle.goal,
                    &request,
                    &Limits::none(),
                );
                match plan {
                    Ok(_) => Ok(request),
                    Err(error) => {
                        let failure = contradiction(&error);
                        Err(Failure::input(format_args!("--method {method}: {}", failure.message())))
                    }
                }
            });
            let requests = requests.collect::<Result<_, Failure>>()?;
            trials.requests.push(requests);
        }
        Ok(trials)
    }

    fn workshop(&self, method: &MethodSpec, tables: &'a TableCache) -> Workshop<'a> {
        let (boards, workers) = (self.puzzles.len() as u64, Workers::new(method.threads()));
        Workshop { tables, boards, workers }
    }

    /// Runs all methods on one board after the other. Ctrl-C drops the boards that not all methods have solved.
    fn run(&self) -> Result<Comparison, Failure> {
        let mut comparison =
            Comparison::new(self.methods.iter().map(|(method, _)| method.to_string()).collect());
        let mut watch = SequenceProgress::new();
        for (index, (puzzle, requests)) in self.puzzles.iter().zip(&self.requests).enumerate() {
            let mut trials = Vec::new();
            for ((method, tables), request) in self.methods.iter().zip(requests) {
                let turn = format!("board {} of {}", index + 1, self.puzzles.len());
                if watch.next(vec![turn, method.to_string()]).is_err() {
                    return Ok(comparison);
                }
                let limits = limits(&self.args.limits, None);
                let workshop = self.workshop(method, tables);
                let trial = Trial::run(puzzle, request, &workshop, &limits, &mut watch);
                let trial =
                    trial.map_err(|error| Failure::input(format_args!("--method {method}: {error}")))?;
                if trial.stopped == Some(StopReason::Asked) {
                    return Ok(comparison);
                }
                trials.push(trial);
            }
            comparison.add(puzzle.clone(), trials);
        }
        Ok(comparison)
    }
}

/// The data of the output formats.
struct Report<'a> {
    comparison: &'a Comparison,
    columns: &'a [Measure],
    boards: &'a Boards,
    args: &'a CompareArgs,
}

impl Report<'_> {
    fn print(&self) -> io::Result<()> {
        let mut out = output::stdout();
        let is_empty = self.comparison.boards().next().is_none();
        match self.args.output {
            // An empty table would only show its heading.
            CompareForm::Text | CompareForm::Markdown | CompareForm::Latex if is_empty => {}
            CompareForm::Text => self.write_table(&mut out, Markup::Plain)?,
            CompareForm::Markdown => self.write_table(&mut out, Markup::Markdown)?,
            CompareForm::Latex => self.write_table(&mut out, Markup::Latex)?,
            CompareForm::Csv => self.write_csv(&mut out)?,
            CompareForm::Json => writeln!(out, "{}", self.object())?,
        }
        out.flush()
    }
}

/// Reports disagreements and interruption, and returns the exit status.
fn conclusion(comparison: &Comparison, boards: usize) -> Exit {
    let disagreements = comparison.disagreements();
    for fault in &disagreements {
        output::message(format_args!("WRONG: {fault}; this is a bug, please report it"));
    }
    if progress::was_interrupted() {
        output::message(format_args!("interrupted after {} of {boards} boards", comparison.boards().count()));
        return Exit::Interrupted;
    }
    let mut trials = comparison.boards().flat_map(|(_, trials)| trials);
    if !disagreements.is_empty() {
        Exit::No
    } else if trials.any(|trial| trial.stopped.is_some()) {
        Exit::Limit
    } else {
        Exit::Success
    }
}
