//! Whole solutions as the course documents print them.
//!
//! Everything is written board by board while the moves are replayed, so memory does not grow with the length.
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

use super::moves::{self, MoveNotation, Mover};
use super::write::{coordinates, headed, list, nested};
use super::{columbia, pddl, sise};
use crate::board::Board;
use crate::goal::NamedGoal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::names::named_enum;
use crate::stats::Stats;
use std::io::{self, Write};

named_enum! {
    /// A way to write solutions and successors.
    pub enum Dialect as "a dialect" {
        /// Boards under their size line, after a line with the number of moves.
        Princeton = "princeton",
        /// A list per line with its heuristic value and the number of moves so far.
        Python = "python",
        /// A term: a list of lists.
        Prolog = "prolog",
        /// A list of coordinates per line.
        Coordinates = "coordinates",
        /// The moves alone, on one line.
        Moves = "moves",
        /// `output.txt` of Columbia's course: labels, and a list of what the blank does.
        Columbia = "columbia",
        /// The n-puzzle of the school 42: complexity in time and in size, the number of moves, the boards.
        FortyTwo = "42",
        /// The course SISE: the length, then what the blank does in letters.
        Sise = "sise",
        /// The Aizu judge: the length alone.
        Aizu = "aizu",
        /// Rosetta Code: what the blank does in small letters, on one line.
        Rosetta = "rosetta",
        /// `SlidySim`: what the tiles do, each letter with its count.
        Slidysim = "slidysim",
        /// The plan of a planner, an action per line.
        Pddl = "pddl",
    }
}

/// A solution, and what a dialect may want to say about it.
#[derive(Clone, Copy)]
pub struct Transcript<'a> {
    /// Where it starts.
    pub start: &'a Board,
    /// The moves, all of them legal.
    pub moves: &'a Moves,
    /// How they are counted on Princeton's first line.
    pub metric: Metric,
    /// Is it proven that there is no shorter solution? Only then Princeton's first line says `Minimum`.
    pub minimal: bool,
    /// The estimate that Python's lines show for each board.
    pub heuristic: &'a dyn Fn(&Board) -> u32,
    /// The largest number of boards that waited in the queue, for Python's last line.
    pub max_queue: Option<u64>,
    /// What the search did, for the courses that want to know.
    pub stats: Option<Stats>,
    /// How [`Dialect::Moves`] writes.
    pub move_notation: MoveNotation,
    /// What the letters of [`Dialect::Moves`] describe.
    pub mover: Mover,
}

impl Dialect {
    /// What it is, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Dialect::Princeton => "boards under their size line",
            Dialect::Python => "a list per line, with h= and moves:",
            Dialect::Prolog => "a term, as at the Prolog prompt",
            Dialect::Coordinates => "a list of (x,y) per line, the blank first",
            Dialect::Moves => "the moves alone, on one line",
            Dialect::Columbia => "output.txt of Columbia's course; its goal is blank-first",
            Dialect::FortyTwo => "the n-puzzle of the school 42; its goal is spiral",
            Dialect::Sise => "the course SISE: length and letters of the blank",
            Dialect::Aizu => "the number of moves alone",
            Dialect::Rosetta => "small letters of the blank, on one line",
            Dialect::Slidysim => "letters of the tiles with counts: R2U2L",
            Dialect::Pddl => "a plan: an action per line",
        }
    }

    /// The goal that is meant where nobody says another.
    pub const fn goal(self) -> NamedGoal {
        match self {
            Dialect::Columbia => NamedGoal::BlankFirst,
            Dialect::FortyTwo => NamedGoal::Spiral,
            _ => NamedGoal::Rows,
        }
    }

    /// How it says that there is no solution.
    pub const fn unsolvable(self) -> &'static str {
        match self {
            Dialect::Prolog => "false.",
            Dialect::Sise => sise::NONE,
            Dialect::Pddl => "; Unsolvable puzzle",
            _ => "Unsolvable puzzle",
        }
    }

    /// Does a solution always take one line?
    pub const fn is_one_line(self) -> bool {
        matches!(self, Dialect::Moves | Dialect::Aizu | Dialect::Rosetta | Dialect::Slidysim)
    }

    /// Writes a whole solution.
    ///
    /// # Errors
    /// If the writer fails, or a move is illegal ([`io::ErrorKind::InvalidInput`]).
    pub fn write_solution(self, out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
        let Transcript { start, moves, heuristic, .. } = *transcript;
        match self {
            Dialect::Princeton => {
                let what = if transcript.minimal { "Minimum number" } else { "Number" };
                let unit = match transcript.metric {
                    Metric::Single => "moves",
                    Metric::Multi => "pushes",
                };
                writeln!(out, "{what} of {unit} = {}", moves.len(transcript.metric))?;
                each_board(start, moves, |board, _| writeln!(out, "\n{}", under_size_line(board)))
            }
            Dialect::Python => {
                each_board(start, moves, |board, index| {
                    writeln!(out, "{} h={} moves: {index}", as_list(board), heuristic(board))
                })?;
                match transcript.max_queue {
                    Some(length) => writeln!(out, "Max queue length: {length}"),
                    None => Ok(()),
                }
            }
            Dialect::Prolog => {
                writeln!(out, "Sol = [")?;
                each_board(start, moves, |board, index| {
                    let comma = if index < moves.as_slice().len() { "," } else { "" };
                    writeln!(out, "    {}{comma}", as_list(board))
                })?;
                writeln!(out, "].")
            }
            Dialect::Coordinates => {
                each_board(start, moves, |board, _| writeln!(out, "{}", coordinates(board)))
            }
            Dialect::Moves => {
                moves::write_moves(out, moves, start, transcript.move_notation, transcript.mover)?;
                writeln!(out)
            }
            Dialect::Columbia => columbia::write(out, transcript),
            Dialect::FortyTwo => {
                if let Some(stats) = transcript.stats {
                    writeln!(out, "Complexity in time: {}", stats.expanded)?;
                    writeln!(out, "Complexity in size: {}", stats.max_states)?;
                }
                writeln!(out, "Number of moves: {}", moves.as_slice().len())?;
                each_board(start, moves, |board, _| writeln!(out, "\n{}", under_size_line(board)))
            }
            Dialect::Sise => sise::write_solution(out, transcript),
            Dialect::Aizu => writeln!(out, "{}", moves.as_slice().len()),
            Dialect::Rosetta => {
                writeln!(out, "{}", moves::letters(moves, Mover::Blank).to_ascii_lowercase())
            }
            Dialect::Slidysim => {
                moves::write_runs(out, moves, Mover::Tile)?;
                writeln!(out)
            }
            Dialect::Pddl => pddl::write_plan(out, start, moves),
        }
    }
}

/// Princeton's way to print a board; a rectangular one gets both numbers on its size line.
pub(super) fn under_size_line(board: &Board) -> String {
    headed(board, board.size().rows() != board.size().cols())
}

/// A flat list says which board it is only if the board is square.
pub(super) fn as_list(board: &Board) -> String {
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

/// Several solutions of one board, one after another, as Prolog's `solve_bounded` enumerates them.
///
/// ```
/// use taquin::notation::{self, Alternatives, Mover};
/// let start = notation::read("1 2/0 3")?;
/// let mut text = Vec::new();
/// let mut alternatives = Alternatives::new(&mut text);
/// alternatives.push(&start, &notation::read_moves("3", &start, Mover::Tile)?).unwrap();
/// alternatives.finish().unwrap();
/// assert_eq!(text, b"Sol = [[1, 2, 0, 3],\n       [1, 2, 3, 0]].\n");
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
pub struct Alternatives<'w> {
    out: &'w mut dyn Write,
    has_any: bool,
}

impl<'w> Alternatives<'w> {
    /// Starts with no solution.
    pub fn new(out: &'w mut dyn Write) -> Alternatives<'w> {
        Alternatives { out, has_any: false }
    }

    /// Writes the next solution.
    ///
    /// # Errors
    /// As [`Dialect::write_solution`].
    pub fn push(&mut self, start: &Board, moves: &Moves) -> io::Result<()> {
        // The separator waits for the next solution: only then it is known that the last was not the last.
        if self.has_any {
            writeln!(self.out, " ;")?;
        }
        self.has_any = true;
        each_board(start, moves, |board, index| {
            let before = if index == 0 { "Sol = [" } else { ",\n       " };
            write!(self.out, "{before}{}", as_list(board))
        })?;
        write!(self.out, "]")
    }

    /// Ends the list: with a full stop, or with `false.` if there was no solution.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn finish(self) -> io::Result<()> {
        writeln!(self.out, "{}", if self.has_any { "." } else { "false." })
    }
}
