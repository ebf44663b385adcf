//! Runs a program on an exercise and reads its answer.

use super::chatter::{self, Ignored};
use super::dialect_check::{is_in_dialect, is_list_in_dialect};
use super::placeholders::{self, BoardSource, Substitution};
use super::reading::readings;
use super::temp_files::TempFiles;
use super::{Completeness, Exercise, Finding, MAX_POINTS, Requirement, Score};
use crate::child::{ExitReason, Program, ResourceLimits};
use crate::claim::{self, Claim};
use crate::length::LengthCheck;
use crate::optimum::Optimum;
use std::ffi::OsStr;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::{error, fmt};
use taquin::control::Control;
use taquin::display::SystemError;
use taquin::notation::{self, Dialect, Mover, Notation, SolutionText, Unrepresentable};
use taquin::solver::{SolveError, Solver};
use taquin::{Moves, Puzzle};

/// How many characters of an answer a score keeps.
const KEPT_ANSWER: usize = 4096;

/// Runs a program on exercises and scores its answers.
pub struct Grader<'a> {
    /// The program. Its arguments may contain placeholders: `{}` for the name of a file with the board, `{board}` for the
    /// board, `{bound}` for the largest number of moves, `{answer}` for the name of a file to write the answer to,
    /// `{submission}` for the student's file or folder.
    pub program: &'a Program,
    /// The student's file or folder, if the program has a place for it.
    pub submission: Option<&'a Path>,
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
    /// Runs the program on an exercise and scores its answer. `control` is for the search for the optimum, whose time
    /// starts after the program has ended; `poll` cancels the program, and then there is no score.
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
            Requirement::AllWithin(bound) => bound.to_string(),
            Requirement::Shortest | Requirement::Any => String::new(),
        };
        let substitution = Substitution {
            file: files.as_ref().map_or(OsStr::new(""), TempFiles::board),
            board: &board,
            bound: &bound,
            answer: files.as_ref().map_or(OsStr::new(""), TempFiles::answer),
            submission: self.submission.map_or(OsStr::new(""), Path::as_os_str),
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
        let (finding, ignored) = match run.exit {
            // A program that fails and prints nothing has not answered, even if the board is solved already.
            ExitReason::Exited(status)
                if status.code().is_some() && (status.success() || !answer.trim().is_empty()) =>
            {
                match self.examine(exercise, &answer, control).map_err(GradeError::Search)? {
                    (Finding::Unreadable(_), _) if !status.success() => {
                        (Finding::Failed(run.exit), Ignored::default())
                    }
                    found => found,
                }
            }
            exit => (Finding::Failed(exit), Ignored::default()),
        };
        let points = finding.points(exercise);
        let answer = answer.chars().take(KEPT_ANSWER).collect();
        Ok(Some(Score { run, finding, points, ignored, answer }))
    }

    /// Classifies an answer, understood in the way that is worth most.
    fn examine(
        &self,
        exercise: &Exercise,
        answer: &str,
        control: &Control,
    ) -> Result<(Finding, Ignored), SolveError> {
        let puzzle = exercise.puzzle()?;
        if let Requirement::AllWithin(bound) = exercise.requirement {
            return self.examine_list(exercise, &puzzle, bound, answer, control);
        }
        // An empty answer is right if the board is solved already, unless the dialect requires a text.
        let requires_text = |dialect| !is_in_dialect(dialect, "", exercise, &Moves::new(), self.mover);
        if answer.trim().is_empty() && (!puzzle.is_solved() || self.dialect.is_some_and(requires_text)) {
            return Ok((Finding::Empty, Ignored::default()));
        }
        let readings = match readings(answer, exercise, self.dialect, self.mover) {
            Ok(readings) => readings,
            Err(error) => return Ok((Finding::Unreadable(error.to_string()), Ignored::default())),
        };
        let mut best: Option<(u32, Finding, Ignored)> = None;
        for reading in readings {
            let finding = self.judge(exercise, &puzzle, answer, reading.text, control)?;
            let points = finding.points(exercise);
            if best.as_ref().is_none_or(|(most, ..)| points > *most) {
                best = Some((points, finding, reading.ignored));
            }
            if points == MAX_POINTS {
                break;
            }
        }
        Ok(best.map_or((Finding::Empty, Ignored::default()), |(_, finding, ignored)| (finding, ignored)))
    }

    /// Judges one reading of an answer.
    fn judge(
        &self,
        exercise: &Exercise,
        puzzle: &Puzzle,
        answer: &str,
        text: SolutionText,
        control: &Control,
    ) -> Result<Finding, SolveError> {
        if claim::is_empty(&text) && !puzzle.is_solved() {
            return Ok(Finding::Empty);
        }
        let replay = match Claim::of(&exercise.start, &exercise.goal, text) {
            Claim::Solution(replay) => replay,
            Claim::Length(length) => {
                let check = match exercise.optimum {
                    Some(optimum) => LengthCheck::compare(length, optimum),
                    None => LengthCheck::of(length, puzzle, self.solver, control)?,
                };
                return Ok(Finding::Length { length, check });
            }
            Claim::Unsolvable => {
                return Ok(Finding::Unsolvable { is_correct: !exercise.is_solvable() });
            }
        };
        if !replay.is_solution() {
            return Ok(Finding::Moves { replay, optimum: None, in_dialect: None });
        }
        let optimum = match exercise.optimum {
            Some(optimum) => optimum.for_length(replay.length()),
            None => Optimum::find(puzzle, replay.length(), self.solver, control)?,
        };
        let moves = &replay.examination.moves;
        let in_dialect =
            self.dialect.map(|dialect| is_in_dialect(dialect, answer, exercise, moves, self.mover));
        Ok(Finding::Moves { replay, optimum: Some(optimum), in_dialect })
    }

    /// Judges an answer that lists all solutions up to a bound.
    fn examine_list(
        &self,
        exercise: &Exercise,
        puzzle: &Puzzle,
        bound: u32,
        answer: &str,
        control: &Control,
    ) -> Result<(Finding, Ignored), SolveError> {
        let read = |text: &str| notation::read_solutions(text, &exercise.start, self.mover);
        let (list, ignored) = match read(answer) {
            Ok(list) => (list, Ignored::default()),
            Err(error) => {
                let mut extracts = chatter::extracts(answer, &exercise.start).into_iter();
                match extracts.find_map(|extract| Some((read(&extract.text).ok()?, extract.ignored))) {
                    Some(found) => found,
                    None => return Ok((Finding::Unreadable(error.to_string()), Ignored::default())),
                }
            }
        };
        let is_empty = list.is_empty() && answer.trim().is_empty();
        let in_dialect = self.dialect.filter(|_| !is_empty).map(|dialect| {
            let moves = |text: &SolutionText| match Claim::of(&exercise.start, &exercise.goal, text.clone()) {
                Claim::Solution(replay) => replay.examination.moves,
                Claim::Length(_) | Claim::Unsolvable => Moves::new(),
            };
            is_list_in_dialect(dialect, answer, exercise, &list.iter().map(moves).collect::<Vec<_>>())
        });
        let completeness = Completeness::of(list, exercise, puzzle, bound, self.solver, control)?;
        if is_empty && completeness.is_complete() != Some(true) {
            return Ok((Finding::Empty, Ignored::default()));
        }
        Ok((Finding::Solutions { completeness, in_dialect }, ignored))
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
            GradeError::Program(error) => write!(f, "cannot start the program: {}", SystemError(error)),
            GradeError::File(error) => write!(f, "cannot create a temporary file: {}", SystemError(error)),
            GradeError::Board(error) => error.fmt(f),
            GradeError::Search(error) => error.fmt(f),
        }
    }
}

impl error::Error for GradeError {}
