//! What a text claims about a board, replayed.
//!
//! `taquin check` and grading both judge solutions here, and lengths without moves in [`length`](crate::length).

use taquin::notation::{self, IllegalStep, Mover, SolutionText, Step};
use taquin::proof::{self, Examination};
use taquin::{Board, Goal, Puzzle};

/// Returns whether a text contains no answer. It is still right if the board is solved already.
pub fn is_empty(text: &SolutionText) -> bool {
    matches!(text, SolutionText::Moves { moves, illegal: None, reported: None } if moves.is_empty())
}

/// Returns the other mover if the letters of a text solve the puzzle as its moves.
///
/// ```
/// use taquin::Puzzle;
/// use taquin::notation::Mover;
/// use taquin_judge::claim::solving_mover;
/// let puzzle: Puzzle = "0 1 3/4 2 5/7 8 6".parse()?;
/// assert_eq!(solving_mover("RDRD", &puzzle, Mover::Tile), Some(Mover::Blank));
/// assert_eq!(solving_mover("LULU", &puzzle, Mover::Tile), None);
/// assert_eq!(solving_mover("tile: RDRD", &puzzle, Mover::Tile), None);
/// # Ok::<(), taquin::notation::PuzzleError>(())
/// ```
pub fn solving_mover(text: &str, puzzle: &Puzzle, mover: Mover) -> Option<Mover> {
    let other = match mover {
        Mover::Tile => Mover::Blank,
        Mover::Blank => Mover::Tile,
    };
    let solves = |mover| {
        let solution = notation::read_solution(text, puzzle.start(), mover).ok()?;
        match Claim::of(puzzle.start(), puzzle.goal(), solution) {
            Claim::Solution(replay) => Some(replay.is_solution()),
            Claim::Length(_) | Claim::Unsolvable => None,
        }
    };
    // Boards, numbers and letters after `tile:` mean the same for both.
    (solves(mover) == Some(false) && solves(other) == Some(true)).then_some(other)
}

/// What a text claims about a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Moves or boards, replayed.
    Solution(Replay),
    /// The length of a shortest solution, without the moves.
    Length(usize),
    /// That there is no solution.
    Unsolvable,
}

impl Claim {
    /// Reads the claim of a text, and replays its moves or boards.
    pub fn of(start: &Board, goal: &Goal, text: SolutionText) -> Claim {
        match text {
            SolutionText::Unsolvable => Claim::Unsolvable,
            SolutionText::Length(length) => Claim::Length(length),
            SolutionText::Boards { boards, reported } => {
                let boards: Vec<Board> = boards.into_iter().map(|record| record.board).collect();
                let examination = proof::examine_boards(start, goal, &boards);
                Claim::Solution(Replay::new(examination, None, reported))
            }
            SolutionText::Moves { moves, illegal, reported } => {
                let examination = proof::examine_moves(start, goal, &moves);
                Claim::Solution(Replay::new(examination, illegal, reported))
            }
        }
    }
}

/// The result of replaying a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The legal moves, and where they lead.
    pub examination: Examination,
    /// A description of the first error.
    pub fault: Option<String>,
    /// The number of moves that the text reports.
    pub reported: Option<usize>,
}

impl Replay {
    fn new(examination: Examination, illegal: Option<IllegalStep>, reported: Option<usize>) -> Replay {
        let fault = illegal.map(describe).or_else(|| examination.fault.as_ref().map(ToString::to_string));
        Replay { examination, fault, reported }
    }

    /// Returns whether all moves are legal and lead to the goal.
    pub fn is_solution(&self) -> bool {
        self.fault.is_none() && self.examination.reaches_goal
    }

    /// Returns the number of legal moves.
    pub fn length(&self) -> usize {
        self.examination.moves.len()
    }

    /// Returns whether the reported number of moves is correct; `None` if none is reported, or a move is illegal.
    pub fn is_count_correct(&self) -> Option<bool> {
        self.reported.filter(|_| self.fault.is_none()).map(|reported| reported == self.length())
    }
}

fn describe(illegal: IllegalStep) -> String {
    let number = illegal.index + 1;
    match illegal.step {
        Step::Direction(direction) => format!("move {number}: no tile can move {direction} here"),
        Step::Tile(tile) => format!("move {number}: tile {tile} is not next to the blank"),
    }
}
