//! `taquin enumerate`.

use super::listing::{Listed, Listing};
use super::{Run, budget};
use crate::args::{BoardArg, FormArgs, GoalArgs, LimitArgs};
use crate::choice::Form;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::output::{self, Separator, Style};
use crate::progress::{self, SearchProgress};
use crate::quantity::{self, counted, written_range};
use crate::signals;
use clap::{ArgGroup, Args};
use serde_json::json;
use std::ffi::OsStr;
use std::io::Write;
use std::ops::RangeInclusive;
use taquin::Course;
use taquin::Order;
use taquin::control::StopReason;
use taquin::notation::Dialect;
use taquin::solver::{Enumeration, Solver};

const EXAMPLES: &str = "\
EXAMPLES:
  taquin enumerate '[4,3,2,1,0,5,6,7,8]' --bound 6 --goal blank-first --output prolog
  taquin enumerate examples/puzzle04.txt --bound 14 --output moves
  taquin enumerate examples/puzzle04.txt --bound 18 --count
  taquin enumerate examples/puzzle04.txt --bound 18 --count --json
  taquin enumerate examples/puzzle04.txt --length 15..20 --output moves";

/// List all solutions up to a length or in a range of lengths
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("window").args(["bound", "length"]).required(true))]
pub(crate) struct EnumerateArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    /// Maximum number of moves
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) bound: Option<u32>,
    /// Number of moves, or a range: 14, 10..20
    #[arg(long, value_name = "N|A..B", value_parser = quantity::range, allow_hyphen_values = true)]
    pub(crate) length: Option<RangeInclusive<u32>>,
    /// Print only the number of solutions
    #[arg(long, conflicts_with_all = ["moves_as", "letters"])]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Order in which moves are generated, of the blank or of the tile: tile:DRLU [default: blank:ULRD]
    #[arg(long, value_name = "ORDER", value_parser = echo::value::<Order>)]
    pub(crate) order: Option<Order>,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl Run for EnumerateArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let style = Style::resolve(&self.form, &[])?;
        let default = Form::Dialect(self.goal.course.map_or(Dialect::Princeton, Course::dialect));
        if self.count && style.is_some() && self.form.output != default {
            return Err(Failure::input("--count: requires --json or no --output"));
        }
        let mut reader = Reader::default();
        let goal = GoalChoice::read(&self.goal, &mut reader)?.or(self.form.output.goal());
        let item = reader.board(&self.board.board)?;
        let puzzle = goal.puzzle(&item)?;
        let unsolvable = puzzle.task().err();
        if let Some(why) = &unsolvable {
            output::message(format_args!("{}: unsolvable: {why}", item.name));
            output::hint_goals(why);
        }

        let mut out = output::stdout();
        let order = self.order.unwrap_or_default();
        let lengths = self.length.clone().unwrap_or(0..=self.bound.unwrap_or_default());
        let enumeration = Enumeration { order, ..Enumeration::new(&puzzle, lengths) };
        let mut separator = Separator::new(self.form.output);
        let mut listing = match (self.count, &style) {
            (true, Some(_)) => Listing::Counted,
            (_, None) => {
                let (order, heuristic) = (order.to_string(), enumeration.heuristic.to_string());
                let method = json!({
                    "algorithm": "enumeration", "heuristic": heuristic, "order": order, "tables": []
                });
                Listing::Object { puzzle: &puzzle, method, is_listed: !self.count }
            }
            (false, Some(style)) => Listing::Dialect { style, separator: &mut separator, minimal: false },
        };
        let solver = Solver::builder().budget(budget(&self.limits)).build()?;
        signals::catch();
        let (listed, ()) = listing.print(&mut out, |on_solution| {
            let mut watch = if self.count { SearchProgress::new() } else { SearchProgress::beside_answers() };
            let control = progress::control().on_event(|event| watch.show(event));
            let outcome = solver.enumerate(&enumeration, &control, on_solution)?;
            Ok((outcome.stopped, ()))
        })?;
        if self.count && style.is_some() && listed.stopped.is_none() {
            writeln!(out, "{}", listed.count)?;
        }
        out.flush()?;
        listed.report(&item.name);
        if unsolvable.is_none() && matches!(listed, Listed { count: 0, stopped: None }) {
            let moves = match (self.bound, &self.length) {
                (Some(bound), _) => format!("at most {}", counted(bound.into(), "move")),
                (None, Some(range)) if range.start() == range.end() => counted((*range.end()).into(), "move"),
                (None, range) => format!("{} moves", range.as_ref().map(written_range).unwrap_or_default()),
            };
            output::message(format_args!("{}: no solution with {moves}", item.name));
        }
        Ok(match listed.stopped {
            Some(StopReason::Cancelled) => Exit::Interrupted,
            Some(_) => Exit::Limit,
            None => Exit::from(listed.count > 0),
        })
    }
}
