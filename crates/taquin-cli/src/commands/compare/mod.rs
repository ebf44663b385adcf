//! `taquin compare`.

mod args;
mod boards;
mod chart;
mod json;
mod methods;
mod table;

pub(crate) use args::CompareArgs;

use super::Run;
use super::budget;
use super::method_spec::MethodSpec;
use super::solve::report_table_fault;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::picture_file::{self, PNG_SCALE};
use crate::progress;
use crate::quantity::counted;
use crate::sequence_progress::SequenceProgress;
use crate::signals;
use crate::table_dir;
use crate::text_table::Markup;
use args::CompareForm;
use boards::Boards;
use std::ffi::OsStr;
use std::io::{self, Write};
use taquin::control::StopReason;
use taquin::solver::Solver;
use taquin::tables::Store;
use taquin_draw::Format;
use taquin_lesson::compare::{Comparison, Exercise, Measure, Trial};

impl Run for CompareArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        let form = self.format.resolve()?;
        if form == CompareForm::Png {
            picture_file::refuse_terminal(Format::Png, "write it to a file with -o nodes.png")?;
        }
        let methods = methods::read(&self.methods, self.goal.course)?;
        let columns = columns(self)?;
        let file =
            self.chart.as_ref().map(|chart| Ok::<_, Failure>((chart, chart.reserve()?))).transpose()?;
        let store = table_dir::store(folder);
        let boards = boards::read(self, store.clone())?;
        let contenders: Vec<Contender> = methods
            .into_iter()
            .map(|method| Contender::new(self, method, &boards.exercises, store.clone()))
            .collect::<Result<_, _>>()?;
        signals::catch();
        let comparison = compare(&contenders, &boards.exercises)?;
        contenders.iter().flat_map(|contender| contender.solvers.first()).for_each(report_table_fault);
        let report = Report { comparison: &comparison, columns: &columns, boards: &boards, args: self };
        // Draw the chart even if printing failed.
        let printed = report.print(form);
        if let Some((chart, file)) = file
            && !signals::was_interrupted()
        {
            chart.draw(file, &report.chart())?;
            output::message(format_args!("chart written to {}", chart.name().display()));
        }
        printed?;
        Ok(conclusion(&comparison, boards.exercises.len()))
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
            return Err(Failure::input(format_args!("--measures: {} given twice", measure.name())));
        }
    }
    let is_shown = |&measure: &Measure| measure != Measure::Time || !args.no_time;
    let columns: Vec<Measure> = asked.iter().copied().filter(is_shown).collect();
    if columns.is_empty() {
        return Err(Failure::input("--no-time: --measures contains only the time"));
    }
    Ok(columns)
}

/// A method with its solvers.
struct Contender {
    method: MethodSpec,
    /// For each board the solver with the options for its goal. They share tables, but not with other methods, so that the
    /// memory of a method does not depend on the others.
    solvers: Vec<Solver>,
}

impl Contender {
    /// # Errors
    /// If the method cannot solve one of the boards.
    fn new(
        args: &CompareArgs,
        method: MethodSpec,
        exercises: &[Exercise],
        store: Option<Store>,
    ) -> Result<Contender, Failure> {
        let solver = Solver::builder()
            .threads(method.threads())
            .store(store)
            .expected_boards(exercises.len() as u64)
            .budget(budget(&args.limits))
            .build()?;
        let solver_for = |Exercise { puzzle, .. }: &Exercise| {
            let mut options = method.options(puzzle.goal())?;
            options.metric = args.methods.metric;
            let checked = solver.with_options(options).and_then(|solver| {
                solver.options().method(puzzle.size())?;
                Ok(solver)
            });
            checked.map_err(|error| {
                Failure::input(format_args!("--method {method}: {error}")).maybe_hint(error.hint())
            })
        };
        let solvers = exercises.iter().map(solver_for).collect::<Result<_, Failure>>()?;
        Ok(Contender { method, solvers })
    }
}

/// Runs all methods on one board after the other. Ctrl-C drops the boards that not all methods have solved.
fn compare(contenders: &[Contender], exercises: &[Exercise]) -> Result<Comparison, Failure> {
    let names = contenders.iter().map(|contender| contender.method.to_string());
    let mut comparison = Comparison::new(names.collect());
    let mut watch = SequenceProgress::new();
    for (index, exercise) in exercises.iter().enumerate() {
        let mut trials = Vec::new();
        for Contender { method, solvers } in contenders {
            let turn = format!("board {} of {}", index + 1, exercises.len());
            if watch.next(vec![turn, method.to_string()]).is_err() {
                return Ok(comparison);
            }
            let control = progress::control().on_event(|event| watch.show(event));
            let trial = Trial::run(&exercise.puzzle, &solvers[index], &control);
            let trial = trial.map_err(|error| Failure::input(format_args!("--method {method}: {error}")))?;
            if trial.stopped == Some(StopReason::Cancelled) {
                return Ok(comparison);
            }
            trials.push(trial);
        }
        comparison.add(exercise.clone(), trials);
    }
    Ok(comparison)
}

/// The data of the output formats.
struct Report<'a> {
    comparison: &'a Comparison,
    columns: &'a [Measure],
    boards: &'a Boards,
    args: &'a CompareArgs,
}

impl Report<'_> {
    fn print(&self, form: CompareForm) -> io::Result<()> {
        let mut out = output::stdout();
        let is_empty = self.comparison.boards().next().is_none();
        match form {
            // An empty table would only show its heading.
            CompareForm::Text | CompareForm::Markdown | CompareForm::Latex if is_empty => {}
            // A partial chart could be mistaken for a complete one.
            CompareForm::Svg | CompareForm::Png if is_empty || signals::was_interrupted() => {}
            CompareForm::Text => self.write_table(&mut out, Markup::Plain)?,
            CompareForm::Markdown => self.write_table(&mut out, Markup::Markdown)?,
            CompareForm::Latex => self.write_table(&mut out, Markup::Latex)?,
            CompareForm::Csv => self.write_csv(&mut out)?,
            CompareForm::Json => writeln!(out, "{}", self.object())?,
            CompareForm::Svg => out.write_all(self.chart().svg().as_bytes())?,
            CompareForm::Png => out.write_all(&self.chart().png(PNG_SCALE).map_err(io::Error::other)?)?,
        }
        out.flush()
    }
}

/// Reports disagreements and interruption, and returns the exit status.
fn conclusion(comparison: &Comparison, boards: usize) -> Exit {
    let disagreements = comparison.disagreements();
    for fault in &disagreements {
        output::error(format_args!("WRONG: {fault}; this is a bug, please report it"));
    }
    if signals::was_interrupted() {
        output::message(format_args!(
            "interrupted after {} of {}",
            comparison.boards().count(),
            counted(boards as u64, "board")
        ));
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
