//! Judging what a text says is a solution: by replay, and by searching for something shorter.

use std::ops::ControlFlow;
use taquin::notation::{IllegalStep, SolutionText, Step};
use taquin::proof::{self, Examination};
use taquin::search::{Limits, Observer, Progress, StopReason};
use taquin::solver::{Request, SolveError, Verdict, Workshop};
use taquin::tables::TableCache;
use taquin::{Board, Goal, Metric};

/// An empty text is no answer, except where nothing needs to be done.
pub fn says_nothing(said: &SolutionText) -> bool {
    matches!(said, SolutionText::Moves { moves, illegal: None, reported: None } if moves.is_empty())
}

/// What a text says of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Moves or boards, replayed.
    Solution(Judgement),
    /// Only the length of a shortest solution.
    Length(usize),
    /// That there is no solution.
    Unsolvable,
}

impl Statement {
    /// Replays what is said, where there is something to replay.
    pub fn of(start: &Board, goal: &Goal, said: SolutionText) -> Statement {
        match said {
            SolutionText::Unsolvable => Statement::Unsolvable,
            SolutionText::Length(length) => Statement::Length(length),
            SolutionText::Boards { boards, reported } => {
                let boards: Vec<Board> = boards.into_iter().map(|record| record.board).collect();
                let examination = proof::examine_boards(start, goal, &boards);
                Statement::Solution(Judgement::new(examination, None, reported))
            }
            SolutionText::Moves { moves, illegal, reported } => {
                let examination = proof::examine_moves(start, goal, &moves);
                Statement::Solution(Judgement::new(examination, illegal, reported))
            }
        }
    }
}

/// What was found out by replaying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The legal moves, and where they lead.
    pub examination: Examination,
    /// The first fault in words.
    pub fault: Option<String>,
    /// The number of moves that the text claims.
    pub reported: Option<usize>,
}

impl Judgement {
    fn new(examination: Examination, illegal: Option<IllegalStep>, reported: Option<usize>) -> Judgement {
        let fault = illegal.map(in_words).or_else(|| examination.fault.as_ref().map(ToString::to_string));
        Judgement { examination, fault, reported }
    }

    /// Legal to the end, and the end is the goal?
    pub fn is_solution(&self) -> bool {
        self.fault.is_none() && self.examination.reaches_goal
    }

    /// The number of legal moves.
    pub fn length(&self) -> usize {
        self.examination.moves.len(Metric::Single)
    }

    /// Is the claimed number of moves that of the moves? `None` if none is claimed, or the text breaks off.
    pub fn is_count_right(&self) -> Option<bool> {
        self.reported.filter(|_| self.fault.is_none()).map(|reported| reported == self.length())
    }
}

fn in_words(illegal: IllegalStep) -> String {
    let number = illegal.index + 1;
    match illegal.step {
        Step::Direction(direction) => format!("move {number}: no tile can move {direction} here"),
        Step::Tile(tile) => format!("move {number}: tile {tile} is not next to the blank"),
    }
}

/// What is known of the shortest solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// It has so many moves.
    Length(u64),
    /// It has at least so many, fewer than what is judged.
    AtLeast(u64, StopReason),
}

impl Optimum {
    /// Searches until nothing shorter than `length` is possible, or the optimum is known, or a limit is reached.
    ///
    /// # Errors
    /// If there is no method for the board, or the goal is of another size.
    pub fn find(
        start: &Board,
        goal: &Goal,
        length: usize,
        tables: &TableCache,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Optimum, SolveError> {
        // As soon as nothing shorter is possible, the question is answered.
        let enough = u32::try_from(length).unwrap_or(u32::MAX);
        let mut until = Until { enough, observer };
        let resolution =
            Workshop::new(tables).solve_shortest(start, goal, &Request::default(), limits, &mut until)?;
        let bound = u64::from(resolution.lower_bound);
        Ok(match resolution.verdict {
            Verdict::Stopped(_) if bound >= length as u64 => Optimum::Length(length as u64),
            Verdict::Stopped(reason) => Optimum::AtLeast(bound, reason),
            Verdict::Solved(_) | Verdict::Unsolvable(_) => Optimum::Length(bound),
        })
    }

    /// The length of a shortest solution, if it is known.
    pub fn length(self) -> Option<u64> {
        match self {
            Optimum::Length(length) => Some(length),
            Optimum::AtLeast(..) => None,
        }
    }
}

/// Stops a search that has proven enough.
struct Until<'a> {
    enough: u32,
    observer: &'a mut dyn Observer,
}

impl Observer for Until<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        match progress.lower_bound {
            bound if bound >= self.enough => ControlFlow::Break(()),
            _ => self.observer.progress(progress),
        }
    }
}
