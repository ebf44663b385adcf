//! `taquin enumerate`.

use super::limits;
use crate::args::EnumerateArgs;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::output::{self, Separator, Solution, Style, talk};
use crate::progress::{self, Watch};
use crate::quantity::counted;
use serde_json::json;
use std::io::{self, Write};
use std::ops::ControlFlow;
use taquin::notation::{Alternatives, Dialect};
use taquin::proof::{self, Answer};
use taquin::search::{Ending, StopReason};
use taquin::solver::{self, Enumeration, MovesReport, Report};
use taquin::{Board, Goal, Metric, Moves, Order, Task, TaskError};

pub(crate) fn run(args: &EnumerateArgs) -> Result<Exit, Failure> {
    let style = Style::resolve(&args.form, &[])?;
    let mut reader = Reader::default();
    let goal = GoalChoice::read(args.goal.goal.as_deref(), &mut reader)?;
    let item = reader.board(&args.board.board)?;
    let goal = goal.of(&item)?;
    let order = args.order.unwrap_or_default();
    let task = match Task::new(item.board.clone(), goal.clone()) {
        Ok(task) => Some(task),
        Err(TaskError::Unsolvable(why)) => {
            talk(format_args!("taquin: {}: unsolvable: {why}", item.name));
            None
        }
        Err(error) => return Err(Failure::input(format_args!("{}: {error}", item.name))),
    };

    let mut out = output::stdout();
    let mut list = match (args.count, style) {
        (true, _) => List::Counted,
        (false, None) => List::Json { order },
        (false, Some(style)) if style.dialect() == Dialect::Prolog => List::Prolog,
        (false, Some(style)) => List::Dialect { style, separator: Separator::new(args.form.output) },
    };
    progress::catch_interrupts();
    let mut printer = Printer { start: &item.board, goal: &goal, task: task.as_ref(), count: 0 };
    let ending = match &mut list {
        List::Prolog => {
            // Standard output itself goes line by line, so that each solution is seen when it is found.
            let mut alternatives = Alternatives::new(out.get_mut());
            let ending =
                search(args, &mut printer, |printer, moves| alternatives.push(printer.start, moves))?;
            if ending == Ending::Exhausted {
                alternatives.finish()?;
            } else if printer.count > 0 {
                // Prolog writes this where it would look for the next one.
                writeln!(out, " ;")?;
            }
            ending
        }
        list => search(args, &mut printer, |printer, moves| {
            printer.print(&mut out, list, moves)?;
            if args.count { Ok(()) } else { out.flush() }
        })?,
    };
    let found = printer.count;
    if args.count && ending == Ending::Exhausted {
        writeln!(out, "{found}")?;
    }
    out.flush()?;

    let solutions = counted(found, "solution");
    let name = &item.name;
    match ending {
        Ending::Stopped(StopReason::Asked) => {
            talk(format_args!("taquin: {name}: interrupted; the list is incomplete: {solutions} so far"));
            Ok(Exit::Interrupted)
        }
        Ending::Stopped(reason) => {
            talk(format_args!(
                "taquin: {name}: stopped: {reason}; the list is incomplete: {solutions} so far"
            ));
            Ok(Exit::Limit)
        }
        Ending::Exhausted | Ending::Solved(_) => {
            if found == 0 && task.is_some() {
                let bound = counted(args.bound.into(), "move");
                talk(format_args!("taquin: {name}: no solution has at most {bound}"));
            }
            Ok(Exit::from(found > 0))
        }
    }
}

/// Gives each solution to `print`; its errors end the search.
fn search<'a>(
    args: &EnumerateArgs,
    printer: &mut Printer<'a>,
    mut print: impl FnMut(&Printer<'a>, &Moves) -> io::Result<()>,
) -> Result<Ending, Failure> {
    let mut failed = None;
    let limits = limits(&args.limits, None);
    let mut watch = if args.count { Watch::new() } else { Watch::beside_answers() };
    let (start, goal) = (printer.start, printer.goal);
    let order = args.order.unwrap_or_default();
    let enumeration = Enumeration { start, goal, bound: args.bound, order };
    let outcome = solver::enumerate(&enumeration, &limits, &mut watch, &mut |moves| {
        let printed = print(printer, moves);
        printer.count += 1;
        match printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    match (failed, outcome) {
        (Some(error), _) => Err(error.into()),
        (None, Ok(outcome)) => Ok(outcome.ending),
        (None, Err(error)) => Err(Failure::input(error)),
    }
}

/// How the solutions are listed.
enum List {
    /// Only their number.
    Counted,
    /// An object each.
    Json {
        /// For the method's description.
        order: Order,
    },
    /// As one answer with alternatives.
    Prolog,
    /// One after another.
    Dialect {
        /// How each is written.
        style: Style,
        /// What is written between two.
        separator: Separator,
    },
}

struct Printer<'a> {
    start: &'a Board,
    goal: &'a Goal,
    task: Option<&'a Task>,
    count: u64,
}

impl Printer<'_> {
    fn print(&self, out: &mut dyn Write, list: &mut List, moves: &Moves) -> io::Result<()> {
        let (start, goal) = (self.start, self.goal);
        match list {
            List::Counted | List::Prolog => Ok(()),
            List::Json { order } => writeln!(out, "{}", self.object(*order, moves)),
            List::Dialect { style, separator } => {
                separator.next(out)?;
                style.write(
                    out,
                    &Solution { start, goal, moves, metric: Metric::Single, minimal: false, max_queue: None },
                )
            }
        }
    }

    /// The object of `solve`, without the costs, which belong to the whole list.
    fn object(&self, order: Order, moves: &Moves) -> serde_json::Value {
        let size = self.start.size();
        let answer = Answer { moves: moves.clone(), metric: Metric::Single, lower_bound: 0 };
        let verified = self.task.and_then(|task| proof::verify(task, answer).ok());
        let is_optimal = verified.as_ref().is_some_and(proof::Verified::is_optimal);
        json!({
            "version": Report::VERSION,
            "size": [size.rows(), size.cols()],
            "start": self.start.numbers().collect::<Vec<_>>(),
            "goal": self.goal.board().numbers().collect::<Vec<_>>(),
            "status": if is_optimal { "optimal" } else { "valid" },
            "metric": Metric::Single.name(),
            "length": moves.len(Metric::Single),
            "lower_bound": verified.as_ref().map_or(0, proof::Verified::lower_bound),
            "moves": MovesReport::new(self.start, moves),
            "claim": verified.map_or_else(String::new, |verified| verified.claim().to_string()),
            "method": { "algorithm": "enumeration", "order": order.to_string(), "tables": [] },
        })
    }
}
