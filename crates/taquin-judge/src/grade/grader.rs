//! Gives an exercise to a program and reads what it answers.

use super::files::Folder;
use super::places::{self, Filling, Source};
use super::{Exercise, Finding, Mark, Wanted, form};
use crate::child::{Containment, Ending, Program};
use crate::judgement::{Optimum, Statement, says_nothing};
use crate::length::LengthVerdict;
use std::ffi::OsStr;
use std::io;
use std::ops::ControlFlow;
use std::{error, fmt};
use taquin::Moves;
use taquin::notation::{self, Dialect, Mover, Notation, ParseError, SolutionText, Unrepresentable};
use taquin::search::{Limits, Observer};
use taquin::solver::SolveError;
use taquin::tables::TableCache;

/// How a program is asked and judged.
pub struct Grader<'a> {
    /// The program, whose arguments may hold places: `{}` for the name of a file with the board, `{board}` for the board,
    /// `{bound}` for the number of moves it may have, `{answer}` for the name of a file with its answer.
    pub program: &'a Program,
    /// How the board is written; unless it is said, as suits its place.
    pub notation: Option<Notation>,
    /// What letters describe, if neither the dialect nor the answer says it.
    pub mover: Mover,
    /// The dialect that is asked for, if one is.
    pub dialect: Option<Dialect>,
    /// What the program may use for a board.
    pub containment: Containment,
    /// The tables with which optima are found.
    pub tables: &'a TableCache,
}

impl Grader<'_> {
    /// Runs the program on an exercise. `listener` is asked now and then whether to go on, and so is the `observer` of
    /// the search for the optimum, within `limits`; if not, there is no mark.
    ///
    /// # Errors
    /// If the program cannot be started, or the board not be written for it.
    pub fn grade(
        &self,
        exercise: &Exercise,
        limits: &Limits,
        observer: &mut dyn Observer,
        mut listener: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Option<Mark>, GradeError> {
        let source = Source::of(self.program);
        let notation = self.notation.unwrap_or_else(|| source.notation(&exercise.start));
        let goal = Some(exercise.goal.board());
        let board = notation::write_with_goal(&exercise.start, goal, notation).map_err(GradeError::Board)?;
        let needs_folder = source == Source::File || places::writes_answer(self.program);
        let folder = needs_folder.then(|| Folder::new(&board)).transpose().map_err(GradeError::File)?;
        let bound = match exercise.wanted {
            Wanted::AtMost(bound) => bound.to_string(),
            Wanted::Shortest | Wanted::Any => String::new(),
        };
        let filling = Filling {
            file: folder.as_ref().map_or(OsStr::new(""), Folder::board),
            board: &board,
            bound: &bound,
            answer: folder.as_ref().map_or(OsStr::new(""), Folder::answer),
        };
        let input = if source == Source::Input { format!("{board}\n").into_bytes() } else { Vec::new() };
        let mut said = Vec::new();
        let run = filling.fill(self.program).run(input, &self.containment, |piece| {
            said.extend_from_slice(piece);
            listener()
        });
        let mut run = run.map_err(GradeError::Program)?;
        if run.ending == Ending::Unheard {
            return Ok(None);
        }
        let written = folder.as_ref().filter(|_| places::writes_answer(self.program));
        if let (Some(folder), Ending::Exited(_)) = (written, run.ending) {
            let limit = self.containment.output;
            match folder.read_answer(limit) {
                Some(written) => said = written,
                None => run.ending = Ending::Output(limit),
            }
        }
        let said = String::from_utf8_lossy(&said);
        let finding = match run.ending {
            // A program that fails without a word has not answered, not even where nothing needs to be done.
            Ending::Exited(status) if !status.success() && said.trim().is_empty() => {
                Finding::Ended(run.ending)
            }
            Ending::Exited(status) if status.code().is_some() => {
                match self.find(exercise, &said, limits, observer).map_err(GradeError::Search)? {
                    Finding::Unreadable(_) if !status.success() => Finding::Ended(run.ending),
                    finding => finding,
                }
            }
            ending => Finding::Ended(ending),
        };
        let points = finding.points(exercise);
        Ok(Some(Mark { run, finding, points }))
    }

    /// What an answer is.
    fn find(
        &self,
        exercise: &Exercise,
        said: &str,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Finding, SolveError> {
        let Exercise { start, goal, .. } = exercise;
        // Where nothing needs to be done nothing needs to be said, unless the dialect has words for it.
        let has_words = |dialect| !form::is_in(dialect, "", exercise, &Moves::new(), self.mover);
        if said.trim().is_empty() && (!start.is_solved(goal) || self.dialect.is_some_and(has_words)) {
            return Ok(Finding::Silent);
        }
        let text = match self.read(said, exercise) {
            Ok(text) => text,
            Err(error) => return Ok(Finding::Unreadable(error.to_string())),
        };
        if says_nothing(&text) && !start.is_solved(goal) {
            return Ok(Finding::Silent);
        }
        let judgement = match Statement::of(start, goal, text) {
            Statement::Solution(judgement) => judgement,
            Statement::Length(length) => {
                let verdict = LengthVerdict::of(length, start, goal, self.tables, limits, observer)?;
                return Ok(Finding::Length { length, verdict });
            }
            Statement::Unsolvable => {
                return Ok(Finding::CalledUnsolvable { rightly: !exercise.is_solvable() });
            }
        };
        if !judgement.is_solution() {
            return Ok(Finding::Judged { judgement, optimum: None, in_dialect: None });
        }
        let optimum = Optimum::find(start, goal, judgement.length(), self.tables, limits, observer)?;
        let moves = &judgement.examination.moves;
        let in_dialect = self.dialect.map(|dialect| form::is_in(dialect, said, exercise, moves, self.mover));
        Ok(Finding::Judged { judgement, optimum: Some(optimum), in_dialect })
    }

    /// Reads an answer in the dialect that was asked for, or else in any: a right solution in another form is one.
    fn read(&self, said: &str, exercise: &Exercise) -> Result<SolutionText, ParseError> {
        let start = &exercise.start;
        let own = self.dialect.map(|dialect| dialect.read_solution(said, start, self.mover));
        match own {
            Some(Ok(text)) => Ok(text),
            // Of two complaints, that of the dialect is the one to tell.
            Some(Err(error)) => notation::read_solution(said, start, self.mover).map_err(|_| error),
            None => notation::read_solution(said, start, self.mover),
        }
    }
}

/// Why a program could not be graded.
#[derive(Debug)]
pub enum GradeError {
    /// It did not start.
    Program(io::Error),
    /// There could be no file for the board or the answer.
    File(io::Error),
    /// The notation has no such boards.
    Board(Unrepresentable),
    /// The optimum could not be looked for.
    Search(SolveError),
}

impl fmt::Display for GradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GradeError::Program(error) => write!(f, "the program could not be started: {error}"),
            GradeError::File(error) => write!(f, "no temporary file could be made: {error}"),
            GradeError::Board(error) => error.fmt(f),
            GradeError::Search(error) => error.fmt(f),
        }
    }
}

impl error::Error for GradeError {}
