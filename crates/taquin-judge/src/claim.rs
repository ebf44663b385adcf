//! What a text claims about a board, replayed.
//!
//! `taquin check` and grading both judge solutions here, and lengths without moves in [`length`](crate::length).

use taquin::notation::{IllegalStep, SolutionText, Step};
use taquin::proof::{self, Examination};
use taquin::{Board, Goal};

/// Returns whether a text contains no answer. It is still right if the board is solved already.
pub fn is_empty(text: &SolutionText) -> bool {
    matches!(text, SolutionText::Moves { moves, illegal: None, reported: None } if moves.is_empty())
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
