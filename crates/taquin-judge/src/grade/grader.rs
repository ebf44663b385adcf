//! Gives an exercise to a program and reads what it answers.

use super::{Exercise, Finding, Mark, Wanted};
use crate::child::{Containment, Ending, Program};
use crate::judgement::{Judgement, Optimum, says_nothing};
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::{error, fmt};
use taquin::notation::{self, Dialect, MoveNotation, Mover, Notation, Transcript, Unrepresentable};
use taquin::search::{Limits, Observer};
use taquin::tables::Tables;
use taquin::{Board, Metric, Moves};
use tempfile::NamedTempFile;

/// What stands for the name of a file with the board.
const FILE: &str = "{}";
/// What stands for the board itself.
const BOARD: &str = "{board}";
/// What stands for the largest number of moves that is wanted.
const BOUND: &str = "{bound}";

/// How a program is asked and judged.
pub struct Grader<'a> {
    /// The program, whose arguments may hold [places](Place) for the board.
    pub program: &'a Program,
    /// How the board is written; unless it is said, as suits its place.
    pub notation: Option<Notation>,
    /// What letters describe, if the answer does not say it.
    pub mover: Mover,
    /// The dialect that is asked for, if one is.
    pub dialect: Option<Dialect>,
    /// What the program may use for a board.
    pub containment: Containment,
    /// The tables with which optima are found.
    pub tables: &'a Tables,
}

/// Where a program gets the board from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// From a file whose name stands where `{}` is.
    File,
    /// From an argument, where `{board}` is.
    Argument,
    /// From standard input.
    Input,
}

impl Place {
    /// Where the arguments of a program have it.
    pub fn of(program: &Program) -> Place {
        let has = |mark: &str| program.arguments.iter().any(|word| word.to_string_lossy().contains(mark));
        match (has(FILE), has(BOARD)) {
            (true, _) => Place::File,
            (false, true) => Place::Argument,
            (false, false) => Place::Input,
        }
    }

    /// How boards are usually written there.
    fn notation(self, board: &Board) -> Notation {
        let is_square = board.size().rows() == board.size().cols();
        match (self, is_square) {
            (Place::Argument, true) => Notation::List,
            (Place::Argument, false) => Notation::Nested,
            (_, true) => Notation::Princeton,
            (_, false) => Notation::Header,
        }
    }
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
    ) -> Result<Option<Mark>, Unwritable> {
        let place = Place::of(self.program);
        let notation = self.notation.unwrap_or_else(|| place.notation(&exercise.start));
        let text = notation::write(&exercise.start, notation).map_err(Unwritable::Board)?;
        let mut file = None;
        if place == Place::File {
            let mut made = NamedTempFile::with_suffix(".txt").map_err(Unwritable::File)?;
            writeln!(made, "{text}").and_then(|()| made.flush()).map_err(Unwritable::File)?;
            file = Some(made.into_temp_path());
        }
        let path = file.as_deref().map(Path::as_os_str);
        let program = self.filled(path, &text, exercise.wanted);
        let input = if place == Place::Input { format!("{text}\n").into_bytes() } else { Vec::new() };
        let mut said = Vec::new();
        let run = program.run(input, &self.containment, |piece| {
            said.extend_from_slice(piece);
            listener()
        });
        let run = run.map_err(Unwritable::Program)?;
        if run.ending == Ending::Unheard {
            return Ok(None);
        }
        let said = String::from_utf8_lossy(&said);
        let finding = match run.ending {
            // A program that fails without a word has not answered, not even where nothing needs to be done.
            Ending::Exited(status) if !status.success() && said.trim().is_empty() => {
                Finding::Ended(run.ending)
            }
            Ending::Exited(status) if status.code().is_some() => {
                match self.find(exercise, &said, limits, observer) {
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
    fn find(&self, exercise: &Exercise, said: &str, limits: &Limits, observer: &mut dyn Observer) -> Finding {
        let Exercise { start, goal, .. } = exercise;
        if said.trim().is_empty() && !start.is_goal(goal) {
            return Finding::Silent;
        }
        let text = match notation::read_solution(said, start, self.mover) {
            Ok(text) => text,
            Err(error) => return Finding::Unreadable(error.to_string()),
        };
        if says_nothing(&text) && !start.is_goal(goal) {
            return Finding::Silent;
        }
        let Some(judgement) = Judgement::of(start, goal, text) else {
            return Finding::CalledUnsolvable { rightly: !exercise.is_solvable() };
        };
        if !judgement.is_solution() {
            return Finding::Judged { judgement, optimum: None, in_dialect: None };
        }
        let optimum = Optimum::find(start, goal, judgement.length(), self.tables, limits, observer).ok();
        let moves = &judgement.examination.moves;
        let in_dialect =
            self.dialect.map(|dialect| essence(said) == essence(&self.written(dialect, exercise, moves)));
        Finding::Judged { judgement, optimum, in_dialect }
    }

    /// A solution as a dialect has it.
    fn written(&self, dialect: Dialect, exercise: &Exercise, moves: &Moves) -> String {
        let transcript = Transcript {
            start: &exercise.start,
            moves,
            metric: Metric::Single,
            minimal: true,
            heuristic: &|board| board.manhattan(&exercise.goal),
            max_queue: None,
            stats: None,
            move_notation: MoveNotation::Letters,
            mover: self.mover,
        };
        let mut text = Vec::new();
        // Legal moves can be written, and memory takes them.
        let _ = dialect.write_solution(&mut text, &transcript);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The program with the board in its places. Nothing else of the words is changed, and no shell sees them.
    fn filled(&self, file: Option<&OsStr>, board: &str, wanted: Wanted) -> Program {
        let bound = match wanted {
            Wanted::AtMost(bound) => bound.to_string(),
            Wanted::Shortest | Wanted::Any => String::new(),
        };
        let fill = |word: &OsString| {
            // A word that is not text has no places.
            let Some(word) = word.to_str() else { return word.clone() };
            let word = word.replace(BOARD, board).replace(BOUND, &bound);
            match (file, word.split_once(FILE)) {
                (Some(file), Some((before, after))) => {
                    let mut filled = OsString::from(before);
                    filled.push(file);
                    filled.push(after);
                    filled
                }
                _ => word.into(),
            }
        };
        Program {
            name: self.program.name.clone(),
            arguments: self.program.arguments.iter().map(fill).collect(),
        }
    }
}

/// What counts of a text in a dialect: not its spaces, not how long a queue was, and not how a term is called.
fn essence(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("Max queue length"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let is_name = |name: &str| name.trim().chars().all(char::is_alphanumeric);
    let term = text.split_once('=').filter(|(name, _)| is_name(name)).map_or(text.as_str(), |(_, term)| term);
    let whole: String = term.split_whitespace().collect();
    whole.trim_end_matches(['.', ';']).to_owned()
}

/// Why a program could not be asked.
#[derive(Debug)]
pub enum Unwritable {
    /// It did not start.
    Program(io::Error),
    /// The board could not be put into a file.
    File(io::Error),
    /// The notation has no such boards.
    Board(Unrepresentable),
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritable::Program(error) => write!(f, "the program could not be started: {error}"),
            Unwritable::File(error) => write!(f, "no file could be made for the board: {error}"),
            Unwritable::Board(error) => error.fmt(f),
        }
    }
}

impl error::Error for Unwritable {}

#[cfg(test)]
mod tests {
    use super::essence;

    #[test]
    fn what_counts_of_a_text() {
        assert_eq!(essence("Sol = [\n [1, 2]\n].\n"), essence("Solution=[[1,2]] ;"));
        assert_eq!(essence("a h=1\nMax queue length: 7\n"), "ah=1");
        assert_ne!(essence("Minimum number of moves = 4"), essence("Number of moves = 4"));
    }
}
