//! Whole solutions as the course documents print them.
//!
//! Solutions are written board by board while the moves are replayed, so memory use does not grow with their length.
//! A dialect is one file in this folder with a constant `ROW`, and one row in the table of [`Dialect`].
//!
//! ```
//! use taquin::notation::{self, Dialect, MoveNotation, Mover, Transcript};
//! let start = notation::read("1 2 3/4 5 6/7 0 8")?;
//! let moves = notation::read_moves("8", &start, Mover::Tile)?;
//! let transcript = Transcript {
//!     start: &start,
//!     moves: &moves,
//!     metric: taquin::Metric::Single,
//!     minimal: true,
//!     heuristic: &|board| board.manhattan(&taquin::Goal::rows(board.size())),
//!     max_queue: Some(3),
//!     stats: None,
//!     move_notation: MoveNotation::Letters,
//!     mover: Mover::Tile,
//! };
//! let mut text = Vec::new();
//! Dialect::Python.write_solution(&mut text, &transcript).unwrap();
//! assert_eq!(
//!     String::from_utf8(text).unwrap(),
//!     "[1, 2, 3, 4, 5, 6, 7, 0, 8] h=1 moves: 0\n\
//!      [1, 2, 3, 4, 5, 6, 7, 8, 0] h=0 moves: 1\n\
//!      Max queue length: 3\n"
//! );
//! # Ok::<(), taquin::notation::ParseError>(())
//! ```
//!
//! A dialect also says which goal its course means if none is given (Columbia: blank first; 42: a spiral). Counts come
//! from the search's own [`Stats`]; `docs/dialects.md` says where a course counts something else.

mod aizu;
mod columbia;
mod coordinates;
mod files;
mod forty_two;
mod moves_alone;
mod pddl;
mod princeton;
mod prolog;
mod python;
mod rosetta;
mod sise;
mod slidysim;
mod successors;

pub use files::{AnswerFile, Answered, pddl_files};
pub use prolog::Alternatives;

use super::error::ParseError;
use super::moves::{self, MoveNotation, Mover};
use super::solution::SolutionText;
use super::token::Token;
use super::write::{headed, list, nested};
use crate::board::Board;
use crate::goal::NamedGoal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::names::named_enum;
use crate::stats::Stats;
use std::io::{self, Write};
use successors::Successors;

named_enum! {
    /// A way to write solutions and successors.
    pub enum Dialect as "a dialect" with Row {
        /// Boards under their size line, after a line with the number of moves.
        Princeton = "princeton": "boards under their size line" => princeton::ROW,
        /// A list per line with its heuristic value and the number of moves so far.
        Python = "python": "a list per line, with h= and moves:" => python::ROW,
        /// A term: a list of lists.
        Prolog = "prolog": "a term, as at the Prolog prompt" => prolog::ROW,
        /// A list of coordinates per line.
        Coordinates = "coordinates": "a list of (x,y) per line, the blank first" => coordinates::ROW,
        /// The moves alone, on one line.
        Moves = "moves": "the moves alone, on one line" => moves_alone::ROW,
        /// `output.txt` of Columbia's course: labels, and a list of the blank's moves.
        Columbia = "columbia": "output.txt of Columbia's course; its goal is blank-first" => columbia::ROW,
        /// The n-puzzle of the school 42: complexity in time and in size, the number of moves, the boards.
        FortyTwo = "42": "the n-puzzle of the school 42; its goal is spiral" => forty_two::ROW,
        /// The course SISE: the length, then the blank's moves in letters.
        Sise = "sise": "the course SISE: length and letters of the blank" => sise::ROW,
        /// The Aizu judge: the length alone.
        Aizu = "aizu": "the number of moves alone" => aizu::ROW,
        /// Rosetta Code: the blank's moves in lower-case letters, on one line.
        Rosetta = "rosetta": "small letters of the blank, on one line" => rosetta::ROW,
        /// `SlidySim`: the tiles' moves, each letter with its count.
        Slidysim = "slidysim": "letters of the tiles with counts: R2U2L" => slidysim::ROW,
        /// The plan of a planner, an action per line.
        Pddl = "pddl": "a plan: an action per line" => pddl::ROW,
    }
}

/// The properties and functions of one dialect.
struct Row {
    /// The goal of a board that comes without one.
    goal: NamedGoal,
    /// The text for a board that has no solution.
    unsolvable: &'static str,
    /// True if a solution always takes one line.
    is_one_line: bool,
    freedom: Freedom,
    signature: Signature,
    read_solution: fn(&str, &Board, Mover) -> Result<SolutionText, ParseError>,
    write_solution: fn(&mut dyn Write, &Transcript<'_>) -> io::Result<()>,
    write_successors: fn(&mut dyn Write, Successors<'_>) -> io::Result<()>,
    /// Returns the files of an answer, given its text; `None` if the dialect prescribes no files.
    files: Option<Files>,
}

type Files = fn(&Answered<'_>, Vec<u8>) -> io::Result<Vec<AnswerFile>>;

/// How a text shows without doubt that it is in a dialect.
enum Signature {
    /// It does not: the text is read as boards or moves of any dialect.
    None,
    /// By the text itself, because its comments differ from those of other notations.
    Text(fn(&str) -> bool),
    /// By its tokens.
    Tokens(fn(&[Token<'_>]) -> bool),
}

/// What the moves of a solution leave open about its text in a dialect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Freedom {
    /// Nothing but white space.
    Spaces,
    /// The move notation: letters, words or numbers, on one line.
    MoveNotation,
    /// Everything around the moves, such as statistics.
    Statistics,
    /// The layout of the boards, which come with their number.
    Layout,
    /// The moves themselves: the text is only a length.
    Moves,
}

/// A solution, and what dialects print about it.
#[derive(Clone, Copy)]
pub struct Transcript<'a> {
    /// The board it starts from.
    pub start: &'a Board,
    /// The moves, all of them legal.
    pub moves: &'a Moves,
    /// The metric of Princeton's first line.
    pub metric: Metric,
    /// True if no shorter solution exists; only then does Princeton's first line say `Minimum`.
    pub minimal: bool,
    /// The estimate that Python's lines show for each board.
    pub heuristic: &'a dyn Fn(&Board) -> u32,
    /// The largest size of the open list, for Python's last line.
    pub max_queue: Option<u64>,
    /// The counts of the search, for the courses that ask for them.
    pub stats: Option<Stats>,
    /// The move notation of [`Dialect::Moves`].
    pub move_notation: MoveNotation,
    /// What the letters of [`Dialect::Moves`] describe.
    pub mover: Mover,
}

impl Dialect {
    /// Returns the goal of a board that comes without one.
    pub const fn goal(self) -> NamedGoal {
        self.row().goal
    }

    /// Returns the text for a board that has no solution.
    pub const fn unsolvable(self) -> &'static str {
        self.row().unsolvable
    }

    /// Returns true if a solution always takes one line.
    pub const fn is_one_line(self) -> bool {
        self.row().is_one_line
    }

    /// Returns what a solution's moves leave open about its text.
    pub const fn freedom(self) -> Freedom {
        self.row().freedom
    }

    /// Reads a solution of `start` in this dialect.
    ///
    /// Unlike [`read_solution`](super::read_solution), which detects the dialect, this knows what letters describe and
    /// whether a lone number is a length or a tile. `mover` says what letters describe if neither the dialect nor the
    /// text does.
    ///
    /// ```
    /// use taquin::notation::{self, Dialect, Mover, SolutionText};
    /// let start = notation::read("1 2/0 3")?;
    /// assert_eq!(Dialect::Aizu.read_solution("1", &start, Mover::Tile)?, SolutionText::Length(1));
    /// let moves = Dialect::Rosetta.read_solution("r", &start, Mover::Tile)?;
    /// assert_eq!(moves, Dialect::Slidysim.read_solution("L", &start, Mover::Blank)?);
    /// assert_eq!(moves, Dialect::Moves.read_solution("R", &start, Mover::Blank)?);
    /// # Ok::<(), taquin::notation::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`read_solution`](super::read_solution).
    pub fn read_solution(self, text: &str, start: &Board, mover: Mover) -> Result<SolutionText, ParseError> {
        if text.trim().eq_ignore_ascii_case(self.unsolvable()) {
            return Ok(SolutionText::Unsolvable);
        }
        (self.row().read_solution)(text, start, mover)
    }

    /// Returns the dialect that a text is in, if its first signs show it.
    pub(super) fn of_text(text: &str) -> Option<Dialect> {
        let shows = |dialect: &Dialect| matches!(dialect.row().signature, Signature::Text(is) if is(text));
        Dialect::ALL.iter().copied().find(shows)
    }

    /// Returns the dialect that some tokens are in, if they show it.
    pub(super) fn of_tokens(tokens: &[Token<'_>]) -> Option<Dialect> {
        let shows =
            |dialect: &Dialect| matches!(dialect.row().signature, Signature::Tokens(are) if are(tokens));
        Dialect::ALL.iter().copied().find(shows)
    }

    /// Writes a whole solution.
    ///
    /// # Errors
    /// If the writer fails, or a move is illegal ([`io::ErrorKind::InvalidInput`]).
    pub fn write_solution(self, out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
        (self.row().write_solution)(out, transcript)
    }

    /// Writes the boards one move away:
    /// - Princeton: boards with blank lines between them, by ascending cell of the tile that moves;
    /// - Python: `[1, 2, 0, 4, 5, 3, 6, 7, 8] h=6`, ascending as numbers;
    /// - Prolog: one term `Moves = […].`, in Princeton's order;
    /// - Coordinates: `[(2,1), …] swap (2,2) and (2,1), t0 and t2`, by ascending tile;
    /// - Moves: `tile 5 up`, in Princeton's order;
    /// - PDDL: the applicable actions, in the same order;
    /// - the others: boards as their courses write them, in the same order.
    ///
    /// ```
    /// use taquin::notation::{self, Dialect};
    /// let board = notation::read("1 2/3 0")?;
    /// let mut text = Vec::new();
    /// Dialect::Moves.write_successors(&mut text, &board, &|_| 0).unwrap();
    /// assert_eq!(text, b"tile 2 down\ntile 3 right\n");
    /// # Ok::<(), taquin::notation::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write_successors(
        self,
        out: &mut dyn Write,
        board: &Board,
        heuristic: &dyn Fn(&Board) -> u32,
    ) -> io::Result<()> {
        (self.row().write_successors)(out, Successors::new(board, heuristic))
    }

    /// Returns true if this dialect prescribes files.
    pub const fn has_files(self) -> bool {
        self.row().files.is_some()
    }

    /// Returns the files of an answer: the text of [`write_solution`](Dialect::write_solution) and what else the
    /// course asks for. Empty if the dialect prescribes no files.
    ///
    /// # Errors
    /// If a move is illegal ([`io::ErrorKind::InvalidInput`]).
    pub fn files(self, answered: &Answered<'_>) -> io::Result<Vec<AnswerFile>> {
        let Some(files) = self.row().files else { return Ok(Vec::new()) };
        let mut text = Vec::new();
        match answered.solution {
            Some(transcript) => self.write_solution(&mut text, transcript)?,
            None => writeln!(text, "{}", self.unsolvable())?,
        }
        files(answered, text)
    }
}

/// Writes a board as Princeton does; the size line of a rectangular board has both numbers.
fn under_size_line(board: &Board) -> String {
    headed(board, board.size().rows() != board.size().cols())
}

/// Writes a square board as a flat list, and any other as a list of rows: a flat list does not tell its size.
fn as_list(board: &Board) -> String {
    if board.size().rows() == board.size().cols() { list(board) } else { nested(board) }
}

/// Calls `write` with each board and the number of moves before it.
fn each_board(
    start: &Board,
    moves: &Moves,
    mut write: impl FnMut(&Board, usize) -> io::Result<()>,
) -> io::Result<()> {
    let mut board = start.clone();
    write(&board, 0)?;
    for (index, direction) in moves.iter().enumerate() {
        moves::slide(&mut board, index, direction)?;
        write(&board, index + 1)?;
    }
    Ok(())
}

/// The text of most dialects for a board that has no solution.
const UNSOLVABLE: &str = "Unsolvable puzzle";
