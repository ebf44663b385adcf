//! `taquin inspect`: properties of a board that need no search.

mod summary;

use self::summary::Canvas;
use super::Run;
use crate::args::{BoardsArg, GoalArgs};
use crate::choice::{self, Choice, ValueForm};
use crate::colour;
use crate::destination;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Item, Reader};
use crate::output;
use crate::puzzle_object::puzzle_with;
use clap::Args;
use serde_json::{Map, Value, json};
use std::ffi::OsStr;
use std::io::{self, Write};
use taquin::notation::{self, Notation};
use taquin::solver::PlanError;
use taquin::{Board, Goal, HeuristicChoice, HeuristicKind, ParitySum, Task, TaskError, Unsolvable};

const EXAMPLES: &str = "\
EXAMPLES:
  taquin inspect '8 1 3/4 0 2/7 6 5'
  taquin inspect --goal spiral examples/coordinates-18.txt
  taquin inspect --print manhattan examples/puzzle04.txt
  taquin inspect --print manhattan-tiles '8 1 3/4 0 2/7 6 5'
  taquin inspect --print solvable --output prolog '[1,2,3,0,4,6,8,5,7]'
  taquin inspect --json examples/puzzle4x4.txt";

/// Show heuristics, inversions, parity and solvability of a board
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) boards: BoardsArg,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Print a single value
    #[arg(long, value_name = "FIELD", value_parser = fields())]
    pub(crate) print: Option<Field>,
    /// Format of --print
    #[arg(long, value_name = "FORM", value_parser = choice::value_forms(), requires = "print", default_value = "plain")]
    pub(crate) output: ValueForm,
    /// Print one JSON object per board
    #[arg(long, conflicts_with = "print")]
    pub(crate) json: bool,
}

/// A value of `--print`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    Size,
    Goal,
    BlankRow,
    BlankCol,
    Inversions,
    Pairs,
    ParitySum,
    Parity,
    Solvable,
    Reason,
    IsGoal,
    Twin,
    HammingTiles,
    ManhattanTiles,
    Heuristic(HeuristicKind),
}

/// The names of `--print`: properties of the board, then all heuristics.
fn fields() -> Choice<Field> {
    let properties = [
        ("size", "rows and columns", Field::Size),
        ("goal", "goal board", Field::Goal),
        ("blank-row", "row of the blank, from 0", Field::BlankRow),
        ("blank-col", "column of the blank, from 0", Field::BlankCol),
        ("inversions", "number of inversions", Field::Inversions),
        ("pairs", "inverted pairs of tiles", Field::Pairs),
        ("parity-sum", "inversions, plus the row of the blank if the width is even", Field::ParitySum),
        ("parity", "parity of that sum: even or odd", Field::Parity),
        ("solvable", "whether the goal can be reached; also as exit code 0 or 1", Field::Solvable),
        ("reason", "why the goal cannot be reached; empty if it can", Field::Reason),
        ("is-goal", "whether the board is the goal; also as exit code 0 or 1", Field::IsGoal),
        ("twin", "the board with its first two tiles exchanged; empty if it has fewer", Field::Twin),
        ("hamming-tiles", "for each tile, 1 if it is out of place", Field::HammingTiles),
        ("manhattan-tiles", "for each tile, its distance to its goal cell", Field::ManhattanTiles),
    ];
    let heuristics =
        HeuristicKind::ALL.iter().map(|&kind| (kind.name(), kind.title(), Field::Heuristic(kind)));
    Choice::new(properties.into_iter().chain(heuristics))
}

/// Limits the length of a JSON line; `--print pairs` prints all pairs.
const JSON_PAIRS: usize = 1000;

impl Run for InspectArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let mut reader = Reader::default();
        let goal = GoalChoice::read(&self.goal, &mut reader)?;
        let items = reader.boards(&self.boards.boards, self.boards.columns.as_ref())?;
        let facts: Vec<Facts> = items
            .into_iter()
            .map(|item| Ok(Facts::new(goal.of(&item)?, item)))
            .collect::<Result<_, Failure>>()?;
        let mut exit = Exit::Success;
        if self.print.is_none() && !self.json {
            let width = destination::columns().unwrap_or(Canvas::WIDTH);
            let canvas = Canvas { width, framed: destination::is_terminal() };
            let mut out = output::stdout();
            for (index, facts) in facts.iter().enumerate() {
                let gap = if index > 0 { "\n" } else { "" };
                let text = summary::render(facts, canvas);
                match colour::is_on() {
                    true => write!(out, "{gap}{text}")?,
                    false => write!(out, "{gap}{}", anstream::adapter::strip_str(&text))?,
                }
                out.flush()?;
            }
            return Ok(exit);
        }
        let mut out = output::stdout();
        for facts in &facts {
            let size = facts.board.size();
            if let Some(Field::Heuristic(heuristic)) = self.print
                && !heuristic.is_for(size)
            {
                let error = PlanError::TableTooLarge { heuristic, size };
                return Err(Failure::input(format_args!("--print: {error}")).maybe_hint(error.hint()));
            }
            match self.print {
                Some(field) => {
                    facts.print(&mut out, field, self.output)?;
                    exit = exit.and(facts.exit_of(field));
                }
                None => writeln!(out, "{}", facts.object())?,
            }
        }
        out.flush()?;
        Ok(exit)
    }
}

/// A board, its goal, and the properties derived from them.
pub(super) struct Facts {
    pub(super) board: Board,
    pub(super) goal: Goal,
    pub(super) inversions: u64,
    pub(super) unsolvable: Option<Unsolvable>,
}

impl Facts {
    fn new(goal: Goal, item: Item) -> Facts {
        let board = item.board;
        let inversions = board.inversions();
        let unsolvable = match Task::new(board.clone(), goal.clone()) {
            Err(TaskError::Unsolvable(why)) => Some(*why),
            // The goal was created for this board, so their sizes are equal.
            Ok(_) | Err(TaskError::Size { .. }) => None,
        };
        Facts { board, goal, inversions, unsolvable }
    }

    pub(super) fn is_solvable(&self) -> bool {
        self.unsolvable.is_none()
    }

    pub(super) fn is_goal(&self) -> bool {
        self.board.is_solved(&self.goal)
    }

    /// Returns the exit code of a question, and success for a value.
    fn exit_of(&self, field: Field) -> Exit {
        match field {
            Field::Solvable => self.is_solvable().into(),
            Field::IsGoal => self.is_goal().into(),
            Field::Size
            | Field::Goal
            | Field::BlankRow
            | Field::BlankCol
            | Field::Inversions
            | Field::Pairs
            | Field::ParitySum
            | Field::Parity
            | Field::Reason
            | Field::Twin
            | Field::HammingTiles
            | Field::ManhattanTiles
            | Field::Heuristic(_) => Exit::Success,
        }
    }

    /// Returns the heuristics that support the size of the board.
    pub(super) fn kinds(&self) -> impl Iterator<Item = HeuristicKind> {
        let size = self.board.size();
        HeuristicKind::ALL.iter().copied().filter(move |kind| kind.is_for(size))
    }

    pub(super) fn estimate(&self, kind: HeuristicKind) -> u32 {
        HeuristicChoice::from(kind).evaluate(&self.board, &self.goal)
    }

    pub(super) fn blank_col(&self) -> usize {
        self.board.size().col(self.board.blank())
    }

    fn reason(&self) -> Option<String> {
        self.unsolvable.as_ref().map(ToString::to_string)
    }

    fn print(&self, out: &mut dyn Write, field: Field, form: ValueForm) -> io::Result<()> {
        let prolog = form == ValueForm::Prolog;
        let size = self.board.size();
        // Variable names follow the course document where it defines them.
        let (variable, value) = match field {
            Field::Size if prolog => ("Size", format!("{}-{}", size.rows(), size.cols())),
            Field::Size => ("Size", size.to_string()),
            Field::Goal => ("Goal", board_text(self.goal.board(), prolog)),
            Field::BlankRow => ("Row", self.board.blank_row().to_string()),
            Field::BlankCol => ("Col", self.blank_col().to_string()),
            Field::Pairs => return self.print_pairs(out, prolog),
            Field::Inversions => ("N", self.inversions.to_string()),
            Field::ParitySum => ("N", ParitySum::of(&self.board).sum().to_string()),
            Field::Parity => ("Parity", ParitySum::of(&self.board).parity().to_owned()),
            Field::Solvable if prolog => return writeln!(out, "{}.", self.is_solvable()),
            Field::Solvable => ("Solvable", self.is_solvable().to_string()),
            Field::Reason => match self.reason() {
                Some(reason) if prolog => ("Reason", format!("\"{reason}\"")),
                Some(reason) => ("Reason", reason),
                None if prolog => return writeln!(out, "false."),
                None => return Ok(()),
            },
            Field::IsGoal if prolog => return writeln!(out, "{}.", self.is_goal()),
            Field::IsGoal => ("Goal", self.is_goal().to_string()),
            Field::Twin => match self.board.twin() {
                Some(twin) => ("Twin", board_text(&twin, prolog)),
                None if prolog => return writeln!(out, "false."),
                None => return Ok(()),
            },
            Field::HammingTiles => ("Tiles", tiles_text(self.board.misplaced_tiles(&self.goal), prolog)),
            Field::ManhattanTiles => ("Tiles", tiles_text(self.board.tile_distances(&self.goal), prolog)),
            Field::Heuristic(kind) => ("H", self.estimate(kind).to_string()),
        };
        if prolog { writeln!(out, "{variable} = {value}.") } else { writeln!(out, "{value}") }
    }

    /// Prints all pairs without collecting them: a large board has millions.
    fn print_pairs(&self, out: &mut dyn Write, prolog: bool) -> io::Result<()> {
        if prolog {
            write!(out, "Pairs = [")?;
        }
        for (index, (larger, smaller)) in self.board.inversion_pairs().enumerate() {
            let separator = match (index, prolog) {
                (0, _) => "",
                (_, true) => ", ",
                (_, false) => " ",
            };
            write!(out, "{separator}{larger}-{smaller}")?;
        }
        writeln!(out, "{}", if prolog { "]." } else { "" })
    }

    fn object(&self) -> Value {
        let (sum, goal_sum) = (ParitySum::of(&self.board), ParitySum::of(self.goal.board()));
        let pairs: Vec<[u16; 2]> = self
            .board
            .inversion_pairs()
            .take(JSON_PAIRS)
            .map(|(larger, smaller)| [larger.number(), smaller.number()])
            .collect();
        let heuristics: Map<String, Value> =
            self.kinds().map(|kind| (kind.name().to_owned(), json!(self.estimate(kind)))).collect();
        let fields = json!({
            "goal_name": self.goal.name(),
            "blank": { "row": self.board.blank_row(), "col": self.blank_col() },
            "inversions": self.inversions,
            "pairs_omitted": self.inversions - pairs.len() as u64,
            "pairs": pairs,
            "parity": { "start": sum.sum(), "goal": goal_sum.sum() },
            "solvable": self.is_solvable(),
            "is_goal": self.is_goal(),
            "twin": self.board.twin().map(|twin| twin.numbers().collect::<Vec<_>>()),
            "heuristics": heuristics,
            "tiles": {
                "hamming": self.board.misplaced_tiles(&self.goal).collect::<Vec<_>>(),
                "manhattan": self.board.tile_distances(&self.goal).collect::<Vec<_>>(),
            },
        });
        let mut object = puzzle_with("inspection", &self.board, &self.goal, fields);
        // The schema omits absent fields instead of setting them to null.
        if let Some(why) = &self.unsolvable {
            object["reason"] = why.to_string().into();
            object["reachable_goals"] = why.reachable_goals().iter().map(|goal| goal.name()).collect();
        }
        object
    }
}

/// Formats the values of all tiles on one line.
fn tiles_text(values: impl Iterator<Item = u32>, prolog: bool) -> String {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    if prolog { format!("[{}]", values.join(", ")) } else { values.join(" ") }
}

/// Formats a board on one line, as a nested list where a flat list would be ambiguous.
fn board_text(board: &Board, prolog: bool) -> String {
    let wanted = if prolog { Notation::List } else { Notation::Slash };
    // The nested notation can write every board.
    let text = notation::write(board, wanted).or_else(|_| notation::write(board, Notation::Nested));
    text.unwrap_or_default()
}
