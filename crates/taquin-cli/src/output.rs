//! Answers on standard output, talk on standard error.

use crate::args::FormArgs;
use crate::choice::Form;
use crate::exit::Failure;
use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};
use taquin::heuristic::{Heuristic, Max};
use taquin::notation::{self, AnswerFile, Answered, Dialect, MoveNotation, Mover, Notation, Transcript};
use taquin::search::Stats;
use taquin::{Board, Goal, HeuristicChoice, HeuristicKind, Metric, Moves};

/// Standard output; what is written arrives with the next flush.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// A line on standard error. Whoever closed it does not want to know.
pub(crate) fn talk(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A board on one line.
pub(crate) fn slashes(board: &Board) -> String {
    // Slashes can write every board.
    notation::write(board, Notation::Slash).unwrap_or_default()
}

/// One of several answers: a dialect whose answers have several lines puts a blank line between them.
pub(crate) struct Separator {
    form: Form,
    has_any: bool,
}

impl Separator {
    /// Before the first answer.
    pub(crate) fn new(form: Form) -> Separator {
        Separator { form, has_any: false }
    }

    /// To be called before each answer.
    pub(crate) fn next(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let has_lines = matches!(self.form, Form::Dialect(dialect) if !dialect.is_one_line());
        if self.has_any && has_lines {
            writeln!(out)?;
        }
        self.has_any = true;
        Ok(())
    }
}

/// How a dialect is to write solutions.
pub(crate) struct Style {
    dialect: Dialect,
    move_notation: MoveNotation,
    mover: Mover,
    heuristic: HeuristicChoice,
}

impl Style {
    /// From the options; `None` stands for JSON.
    ///
    /// # Errors
    /// If an option for moves meets an output that has none.
    pub(crate) fn resolve(form: &FormArgs, heuristic: &[HeuristicKind]) -> Result<Option<Style>, Failure> {
        if form.output != Form::Dialect(Dialect::Moves) {
            let flags = [("--moves-as", form.moves_as.is_some()), ("--letters", form.letters.is_some())];
            if let Some((flag, _)) = flags.iter().find(|(_, given)| *given) {
                return Err(Failure::input(format_args!("{flag} goes with --output moves only")));
            }
        }
        if form.moves_as == Some(MoveNotation::Numbers) && form.letters.is_some() {
            return Err(Failure::input("--letters: --moves-as numbers writes no letters"));
        }
        let Form::Dialect(dialect) = form.output else { return Ok(None) };
        Ok(Some(Style {
            dialect,
            move_notation: form.moves_as.unwrap_or(MoveNotation::Letters),
            mover: form.letters.unwrap_or(Mover::Tile),
            heuristic: shown_heuristic(heuristic),
        }))
    }

    /// Which dialect.
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Writes a solution.
    pub(crate) fn write(&self, out: &mut dyn Write, solution: &Solution<'_>) -> io::Result<()> {
        self.tell(solution, |transcript| self.dialect.write_solution(out, transcript))
    }

    /// The files of a course about a solution.
    pub(crate) fn files(&self, solution: &Solution<'_>, stats: &Stats) -> io::Result<Vec<AnswerFile>> {
        let (start, goal) = (solution.start, solution.goal);
        self.tell(solution, |transcript| {
            self.dialect.files(&Answered { start, goal, solution: Some(transcript), stats })
        })
    }

    /// Gives a solution, as this style has it, to `write`.
    fn tell<T>(&self, solution: &Solution<'_>, write: impl FnOnce(&Transcript<'_>) -> T) -> T {
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

/// The estimate to show: Manhattan unless something else was asked for.
pub(crate) fn shown_heuristic(asked: &[HeuristicKind]) -> HeuristicChoice {
    match asked {
        [] => HeuristicKind::Manhattan.into(),
        kinds => HeuristicChoice::max_of(kinds.iter().copied()),
    }
}

/// A replayed solution.
pub(crate) struct Solution<'a> {
    /// Where it starts.
    pub(crate) start: &'a Board,
    /// Where it ends.
    pub(crate) goal: &'a Goal,
    /// The moves.
    pub(crate) moves: &'a Moves,
    /// How they are counted.
    pub(crate) metric: Metric,
    /// Is it proven that none is shorter?
    pub(crate) minimal: bool,
    /// The longest queue, if there was one.
    pub(crate) max_queue: Option<u64>,
    /// What the search did, if it looked for this solution alone.
    pub(crate) stats: Option<Stats>,
}
