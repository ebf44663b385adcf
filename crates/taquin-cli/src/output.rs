//! Answers on standard output, messages on standard error.

use crate::args::FormArgs;
use crate::choice::Form;
use crate::destination::{self, Answers};
use crate::exit::Failure;
use crate::signals;
use crate::terminal;
use crate::wrapped::wrapped;
use std::fmt;
use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use taquin::heuristic::{Heuristic, Max};
use taquin::notation::{self, AnswerFile, Answered, Dialect, MoveNotation, Mover, Notation, Transcript};
use taquin::search::Stats;
use taquin::{Board, Goal, HeuristicChoice, HeuristicKind, Metric, Moves, Unsolvable};

/// Whether `--quiet` was given.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Whether the dialect of answers was left to the program.
static IS_DEFAULT_DIALECT: AtomicBool = AtomicBool::new(false);

/// A solution is printed board by board, unless that was asked for, only if its boards have at most this many numbers
/// together: 2,000 boards of 10x10 are 800 kB.
const MOST_NUMBERS: usize = 200_000;

/// Leaves it to the program to print large solutions in a shorter dialect.
pub(crate) fn use_default_dialect() {
    IS_DEFAULT_DIALECT.store(true, Ordering::Relaxed);
}

/// Suppresses messages that are not errors, and progress.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Returns whether only errors are printed on standard error.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Returns standard output, or the file of `-o`, buffered until the next flush.
pub(crate) fn stdout() -> Answers {
    destination::open()
}

/// Prints a message for the user on standard error, unless quiet: `taquin: …`, lower case, one line, no full stop.
pub(crate) fn message(text: fmt::Arguments<'_>) {
    if !is_quiet() {
        error(text);
    }
}

/// Prints the remedy for the message before it, unless quiet: `hint: …`.
pub(crate) fn hint(text: fmt::Arguments<'_>) {
    if !is_quiet() {
        stderr_line(format_args!("hint: {text}"));
    }
}

/// Prints an error on standard error, in the form of a message.
pub(crate) fn error(text: fmt::Arguments<'_>) {
    stderr_line(format_args!("taquin: {text}"));
}

/// Prints which goals an unsolvable board can reach, as the remedy for the message before it.
pub(crate) fn hint_goals(why: &Unsolvable) {
    if let Some(hint) = goals_hint(why) {
        self::hint(format_args!("{hint}"));
    }
}

/// Names the goals that an unsolvable board can reach: `solvable with --goal spiral`.
pub(crate) fn goals_hint(why: &Unsolvable) -> Option<String> {
    let names: Vec<String> = why.reachable_goals().iter().map(|goal| format!("--goal {goal}")).collect();
    (!names.is_empty()).then(|| format!("solvable with {}", names.join(" or ")))
}

/// Indents what follows the break of a line on standard error, to the width of most titles.
const INDENT: usize = 8;

/// Prints lines on standard error, broken between words where a terminal is too narrow.
pub(crate) fn stderr_line(line: fmt::Arguments<'_>) {
    let text = wrapped(&line.to_string(), INDENT, terminal::stderr_columns());
    // If standard error is closed, there is nowhere left to report that.
    let _ = signals::while_writing(|| writeln!(io::stderr(), "{text}").map(|()| 0));
}

/// Formats a board on one line, rows separated by slashes.
pub(crate) fn slashes(board: &Board) -> String {
    // The slash notation can write every board.
    notation::write(board, Notation::Slash).unwrap_or_default()
}

/// Separates answers: a blank line between answers that take several lines each.
pub(crate) struct Separator {
    form: Form,
    has_any: bool,
}

impl Separator {
    /// Creates a separator that writes nothing before the first answer.
    pub(crate) fn new(form: Form) -> Separator {
        Separator { form, has_any: false }
    }

    /// Writes the separator; call it before each answer.
    pub(crate) fn next(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let has_lines = matches!(self.form, Form::Dialect(dialect) if !dialect.is_one_line());
        if self.has_any && has_lines {
            writeln!(out)?;
        }
        self.has_any = true;
        Ok(())
    }
}

/// A dialect with its options for writing solutions.
pub(crate) struct Style {
    dialect: Dialect,
    move_notation: MoveNotation,
    mover: Mover,
    heuristic: HeuristicChoice,
}

impl Style {
    /// Resolves the output options; `None` means JSON.
    ///
    /// # Errors
    /// If an option for moves is used with an output that has none.
    pub(crate) fn resolve(form: &FormArgs, heuristic: &[HeuristicKind]) -> Result<Option<Style>, Failure> {
        if form.output != Form::Dialect(Dialect::Moves) {
            let flags = [("--moves-as", form.moves_as.is_some()), ("--letters", form.letters.is_some())];
            if let Some((flag, _)) = flags.iter().find(|(_, given)| *given) {
                return Err(Failure::input(format_args!("{flag}: requires --output moves")));
            }
        }
        if form.moves_as == Some(MoveNotation::Numbers) && form.letters.is_some() {
            return Err(Failure::input("--letters: not supported with --moves-as numbers"));
        }
        let Form::Dialect(dialect) = form.output else { return Ok(None) };
        Ok(Some(Style {
            dialect,
            move_notation: form.moves_as.unwrap_or(MoveNotation::Letters),
            mover: form.letters.unwrap_or(Mover::Tile),
            heuristic: shown_heuristic(heuristic),
        }))
    }

    /// Returns the dialect.
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Writes a solution: in its dialect, or on one line if it is large and the dialect was not chosen.
    pub(crate) fn write(&self, out: &mut dyn Write, solution: &Solution<'_>) -> io::Result<()> {
        let boards = solution.moves.len().saturating_add(1);
        let is_large = boards.saturating_mul(solution.start.size().cells()) > MOST_NUMBERS;
        let is_short = is_large && !self.dialect.is_one_line() && IS_DEFAULT_DIALECT.load(Ordering::Relaxed);
        let dialect = if is_short { Dialect::Moves } else { self.dialect };
        self.with_transcript(solution, |transcript| dialect.write_solution(out, transcript))?;
        if is_short {
            static ONCE: Once = Once::new();
            ONCE.call_once(|| {
                let boards = self.dialect.name();
                hint(format_args!(
                    "large solutions are printed as moves; --output {boards} prints all boards"
                ));
            });
        }
        Ok(())
    }

    /// Returns the files that the course expects for a solution.
    pub(crate) fn files(&self, solution: &Solution<'_>, stats: &Stats) -> io::Result<Vec<AnswerFile>> {
        let (start, goal) = (solution.start, solution.goal);
        self.with_transcript(solution, |transcript| {
            self.dialect.files(&Answered { start, goal, solution: Some(transcript), stats })
        })
    }

    /// Calls `write` with the transcript of a solution.
    fn with_transcript<T>(&self, solution: &Solution<'_>, write: impl FnOnce(&Transcript<'_>) -> T) -> T {
        let heuristic = Max::new(self.heuristic.kinds(), solution.goal);
        write(&Transcript {
            start: solution.start,
            moves: solution.moves,
            metric: solution.metric,
            minimal: solution.minimal,
            heuristic: &|board| heuristic.evaluate(board),
            max_queue: solution.max_queue,
            stats: solution.stats,
            move_notation: self.move_notation,
            mover: self.mover,
        })
    }
}

/// Returns the heuristic to show: Manhattan distance unless others were given.
pub(crate) fn shown_heuristic(given: &[HeuristicKind]) -> HeuristicChoice {
    match given {
        [] => HeuristicKind::Manhattan.into(),
        kinds => HeuristicChoice::max_of(kinds.iter().copied()),
    }
}

/// A replayed solution.
pub(crate) struct Solution<'a> {
    /// The start.
    pub(crate) start: &'a Board,
    /// The goal.
    pub(crate) goal: &'a Goal,
    /// The moves.
    pub(crate) moves: &'a Moves,
    /// How moves are counted.
    pub(crate) metric: Metric,
    /// Whether it is proven optimal.
    pub(crate) minimal: bool,
    /// The largest size of the open list, if the search has one.
    pub(crate) max_queue: Option<u64>,
    /// The statistics of the search, if it searched for this solution alone.
    pub(crate) stats: Option<Stats>,
}
