//! Runs a program on an exercise and reads its answer.

use super::dialect_check::is_in_dialect;
use super::placeholders::{self, BoardSource, Substitution};
use super::temp_files::TempFiles;
use super::{Exercise, Finding, Requirement, Score};
use crate::child::{ExitReason, Program, ResourceLimits};
use crate::claim::{self, Claim};
use crate::length::LengthCheck;
use crate::optimum::Optimum;
use std::ffi::OsStr;
use std::io;
use std::ops::ControlFlow;
use std::{error, fmt};
use taquin::control::Control;
use taquin::notation::{self, Dialect, Mover, Notation, ParseError, SolutionText, Unrepresentable};
use taquin::solver::{SolveError, Solver};
use taquin::{Moves, Puzzle};

/// Runs a program on exercises and scores its answers.
pub struct Grader<'a> {
    /// The program. Its arguments may contain placeholders: `{}` for the name of a file with the board, `{board}` for the
    /// board, `{bound}` for the largest number of moves, `{answer}` for the name of a file to write the answer to.
    pub program: &'a Program,
    /// The notation of the board; by default it depends on how the program gets the board.
    pub notation: Option<Notation>,
    /// What the letters of a move describe, if neither the dialect nor the answer defines it.
    pub mover: Mover,
    /// The required dialect, if any.
    pub dialect: Option<Dialect>,
    /// The limits of one run.
    pub resource_limits: ResourceLimits,
    /// The solver that finds the optimum.
    pub solver: &'a Solver,
}

impl Grader<'_> {
    /// Runs the program on an exercise and scores its answer. `control` is for the search for the
    /// optimum; `poll` cancels the program, and then there is no score.
    ///
    /// # Errors
    /// If the program cannot be started, or the notation cannot represent the board.
    pub fn grade(
        &self,
        exercise: &Exercise,
        control: &Control,
        mut poll: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Option<Score>, GradeError> {
        let source = BoardSource::of(self.program);
        let notation = self.notation.unwrap_or_else(|| source.notation(&exercise.start));
        let goal = Some(exercise.goal.board());
        let board = notation::write_with_goal(&exercise.start, goal, notation).map_err(GradeError::Board)?;
        let needs_files = source == BoardSource::File || placeholders::writes_answer(self.program);
        let files = needs_files.then(|| TempFiles::new(&board)).transpose().map_err(GradeError::File)?;
        let bound = match exercise.requirement {
            Requirement::AtMost(bound) => bound.to_string(),
            Requirement::Shortest | Requirement::Any => String::new(),
        };
        let substitution = Substitution {
            file: files.as_ref().map_or(OsStr::new(""), TempFiles::board),
            board: &board,
            bound: &bound,
            answer: files.as_ref().map_or(OsStr::new(""), TempFiles::answer),
        };
        let input = if source == BoardSource::Input { format!("{board}\n").into_bytes() } else { Vec::new() };
        let mut output = Vec::new();
        let run = substitution.apply(self.program).run(input, &self.resource_limits, |chunk| {
            output.extend_from_slice(chunk);
            poll()
        });
        let mut run = run.map_err(GradeError::Program)?;
        if run.exit == ExitReason::Cancelled {
            return Ok(None);
        }
        let files = files.as_ref().filter(|_| placeholders::writes_answer(self.program));
        if let (Some(files), ExitReason::Exited(_)) = (files, run.exit) {
            let limit = self.resource_limits.output;
            match files.read_answer(limit) {
                Some(written) => output = written,
                None => run.exit = ExitReason::Output(limit),
            }
        }
        let answer = String::from_utf8_lossy(&output);
        let finding = match run.exit {
            // A program that fails and prints nothing has not answered, even if the board is solved already.
            ExitReason::Exited(status)
                if status.code().is_some() && (status.success() || !answer.trim().is_empty()) =>
            {
                match self.examine(exercise, &answer, control).map_err(GradeError::Search)? {
                    Finding::Unreadable(_) if !status.success() => Finding::Failed(run.exit),
                    finding => finding,
                }
            }
            exit => Finding::Failed(exit),
        };
        let points = finding.points(exercise);
        Ok(Some(Score { run, finding, points }))
    }

    /// Classifies an answer.
    fn examine(&self, exercise: &Exercise, answer: &str, control: &Control) -> Result<Finding, SolveError> {
        let Exercise { start, goal, .. } = exercise;
        // An empty answer is right if the board is solved already, unless the dialect requires a text.
        let requires_text = |dialect| !is_in_dialect(dialect, "", exercise, &Moves::new(), self.mover);
        if answer.trim().is_empty() && (!start.is_solved(goal) || self.dialect.is_some_and(requires_text)) {
            return Ok(Finding::Empty);
        }
        let text = match self.read(answer, exercise) {
            Ok(text) => text,
            Err(error) => return Ok(Finding::Unreadable(error.to_string())),
        };
        if claim::is_empty(&text) && !start.is_solved(goal) {
            return Ok(Finding::Empty);
        }
        let puzzle = Puzzle::new(start.clone(), goal.clone()).map_err(|_| SolveError::Contradiction)?;
        let replay = match Claim::of(start, goal, text) {
            Claim::Solution(replay) => replay,
            Claim::Length(length) => {
                let check = LengthCheck::of(length, &puzzle, self.solver, control)?;
                return Ok(Finding::Length { length, check });
            }
            Claim::Unsolvable => {
                return Ok(Finding::Unsolvable { is_correct: !exercise.is_solvable() });
            }
        };
        if !replay.is_solution() {
            return Ok(Finding::Moves { replay, optimum: None, in_dialect: None });
        }
        let optimum = Optimum::find(&puzzle, replay.length(), self.solver, control)?;
        let moves = &replay.examination.moves;
        let in_dialect =
            self.dialect.map(|dialect| is_in_dialect(dialect, answer, exercise, moves, self.mover));
        Ok(Finding::Moves { replay, optimum: Some(optimum), in_dialect })
    }

    /// Parses an answer in the required dialect, or else in any: a solution in another dialect is still a solution.
    fn read(&self, answer: &str, exercise: &Exercise) -> Result<SolutionText, ParseError> {
        let start = &exercise.start;
        let own = self.dialect.map(|dialect| dialect.read_solution(answer, start, self.mover));
        match own {
            Some(Ok(text)) => Ok(text),
            // If neither succeeds, the error of the required dialect is the helpful one.
            Some(Err(error)) => notation::read_solution(answer, start, self.mover).map_err(|_| error),
            None => notation::read_solution(answer, start, self.mover),
        }
    }
}

/// Why a program cannot be graded.
#[derive(Debug)]
pub enum GradeError {
    /// The program cannot be started.
    Program(io::Error),
    /// The temporary files cannot be created.
    File(io::Error),
    /// The notation cannot represent the board.
    Board(Unrepresentable),
    /// The search for the optimum failed.
    Search(SolveError),
}

impl fmt::Display for GradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GradeError::Program(error) => write!(f, "cannot start the program: {error}"),
            GradeError::File(error) => write!(f, "cannot create a temporary file: {error}"),
            GradeError::Board(error) => error.fmt(f),
            GradeError::Search(error) => error.fmt(f),
        }
    }
}

impl error::Error for GradeError {}
