//! Reads boards from arguments: a file, standard input, or the text itself.
//!
//! All input is read and checked before anything is solved, so that an error in the third board is found before the first
//! is solved.

use crate::args::GoalArgs;
use crate::echo;
use crate::exit::Failure;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use taquin::notation::{
    self, Columns, Dialect, DriverMethod, FileErrorKind, Mover, Notation, ParseError, ParseErrorKind, Record,
    SolutionText,
};
use taquin::{Board, Goal, NamedGoal, Puzzle, Size, SizeMismatch, UnknownName};

/// A board given by the user.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Its name in messages.
    pub(crate) name: String,
    /// The board.
    pub(crate) board: Board,
    /// The goal given with it.
    pub(crate) own_goal: Option<Board>,
    /// The method given with it.
    pub(crate) method: Option<DriverMethod>,
    /// The notation it was read in.
    pub(crate) notation: Notation,
    /// Its name in a list of boards.
    pub(crate) id: Option<String>,
    /// Its optimal solution length, as the list gives it.
    pub(crate) length: Option<u32>,
}

/// The source of a text.
enum Source {
    Stdin,
    File(String),
    Argument(String),
}

impl Source {
    fn name(&self) -> String {
        match self {
            Source::Stdin => "standard input".to_owned(),
            Source::File(name) => echo::file_name(name),
            Source::Argument(text) => shortened(text),
        }
    }
}

/// Quotes a text for a message, on one line and shortened.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("\"{}\"", echo::argument(&line))
}

/// A solution given by the user.
pub(crate) struct GivenSolution {
    /// Its text.
    pub(crate) text: String,
    /// Its content.
    pub(crate) solution: SolutionText,
}

/// An input that is read as a stream.
pub(crate) struct Stream {
    /// Its name in messages.
    pub(crate) name: String,
    /// Its length in bytes, if known.
    pub(crate) length: Option<u64>,
    /// The reader.
    pub(crate) input: Box<dyn BufRead + Send>,
}

/// Reads arguments, standard input at most once.
#[derive(Default)]
pub(crate) struct Reader {
    stdin_taken: bool,
}

impl Reader {
    /// Reads all boards of the arguments, in order; with `columns`, one from each line.
    pub(crate) fn boards(
        &mut self,
        arguments: &[OsString],
        columns: Option<&Columns>,
    ) -> Result<Vec<Item>, Failure> {
        let mut items = Vec::new();
        for argument in arguments {
            let (source, records) =
                self.records(argument, columns).map_err(|failure| match (failure, unquoted(arguments)) {
                    (Failure::Input { message, .. }, hint @ Some(_)) => Failure::Input { message, hint },
                    (failure, _) => failure,
                })?;
            let several = records.len() > 1;
            items.extend(records.into_iter().map(|record| item(&source, record, several)));
        }
        Ok(items)
    }

    /// Reads the single board of an argument.
    pub(crate) fn board(&mut self, argument: &OsStr) -> Result<Item, Failure> {
        let (source, mut records) = self.records(argument, None)?;
        match (records.get(1).map(|second| second.line), records.pop()) {
            (None, Some(record)) => Ok(item(&source, record, false)),
            (second, _) => {
                let kind =
                    if second.is_some() { ParseErrorKind::MoreThanOneBoard } else { ParseErrorKind::Empty };
                Err(parse_failure(&source, "a board", &ParseError::new(second.unwrap_or(1), 1, kind)))
            }
        }
    }

    /// Reads a solution in the given dialect, or in any. Letters describe moves of `mover` unless the text says otherwise.
    pub(crate) fn solution(
        &mut self,
        argument: &OsStr,
        start: &Board,
        dialect: Option<Dialect>,
        mover: Mover,
    ) -> Result<GivenSolution, Failure> {
        let (source, text) = self.text(argument)?;
        let solution = match dialect {
            Some(dialect) => dialect.read_solution(&text, start, mover),
            None => notation::read_solution(&text, start, mover),
        };
        let solution = solution.map_err(|error| parse_failure(&source, "a solution", &error))?;
        Ok(GivenSolution { text, solution })
    }

    fn records(
        &mut self,
        argument: &OsStr,
        columns: Option<&Columns>,
    ) -> Result<(Source, Vec<Record>), Failure> {
        let (source, text) = self.text(argument)?;
        let records = columns.map_or_else(|| notation::read_all(&text), |columns| columns.read(&text));
        let records = records.map_err(|error| parse_failure(&source, "a board", &error))?;
        if records.is_empty() {
            let error = ParseError::new(1, 1, ParseErrorKind::Empty);
            return Err(parse_failure(&source, "a board", &error));
        }
        Ok((source, records))
    }

    /// Marks standard input as used.
    fn take_stdin(&mut self) -> Result<(), Failure> {
        if self.stdin_taken {
            return Err(Failure::input("standard input (-) given twice"));
        }
        self.stdin_taken = true;
        Ok(())
    }

    /// Opens a file or standard input as a stream.
    pub(crate) fn stream(&mut self, argument: &OsStr) -> Result<Stream, Failure> {
        if argument == "-" {
            self.take_stdin()?;
            let input = Box::new(BufReader::new(io::stdin()));
            return Ok(Stream { name: Source::Stdin.name(), length: None, input });
        }
        let name = echo::file_name(&Path::new(argument).display().to_string());
        let fault = |kind: FileErrorKind| Failure::input(format_args!("{name}: {kind}"));
        let file = File::open(argument).map_err(|error| fault(error.into()))?;
        let found = file.metadata().map_err(|error| fault(error.into()))?;
        if found.is_dir() {
            return Err(fault(FileErrorKind::Directory));
        }
        let length = found.is_file().then_some(found.len());
        Ok(Stream { name, length, input: Box::new(BufReader::new(file)) })
    }

    fn text(&mut self, argument: &OsStr) -> Result<(Source, String), Failure> {
        if argument == "-" {
            self.take_stdin()?;
            let text = notation::read_text(io::stdin().lock());
            let text = text.map_err(|kind| Failure::input(format_args!("standard input: {kind}")))?;
            return Ok((Source::Stdin, text));
        }
        let path = Path::new(argument);
        let name = path.display().to_string();
        let fault = |kind| Failure::input(format_args!("{}: {kind}", echo::file_name(&name)));
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(fault(FileErrorKind::Directory)),
            Ok(_) => {
                let file = File::open(path).map_err(|error| fault(error.into()))?;
                let text = notation::read_text(file).map_err(fault)?;
                Ok((Source::File(name), text))
            }
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(fault(error.into())),
            // An argument that is not a usable file name may be a board.
            Err(_) => match argument.to_str() {
                Some(text) => Ok((Source::Argument(text.to_owned()), text.to_owned())),
                None => Err(Failure::input(format_args!("{}: no such file", echo::argument(&name)))),
            },
        }
    }
}

fn item(source: &Source, record: Record, several: bool) -> Item {
    let name = source.name();
    let name = if several { format!("{name}, line {}", record.line) } else { name };
    let Record { board, goal: own_goal, method, notation, id, length, .. } = record;
    Item { name, board, own_goal, method, notation, id, length }
}

/// Describes why a text is not `wanted`.
fn parse_failure(source: &Source, wanted: &str, error: &ParseError) -> Failure {
    match source {
        // For a misspelt file name, the position of the parse error is irrelevant.
        Source::Argument(text) if ends_like_file(text) => {
            Failure::input(format_args!("{}: no such file, and not {wanted}", echo::argument(text)))
        }
        Source::Argument(text) if is_word(text) => {
            Failure::input(format_args!("{}: no such file, and not {wanted}", echo::argument(text)))
                .hint(format!("as {wanted}: {error}"))
        }
        _ => {
            let failure = Failure::input(format_args!("{}: {error}", source.name()));
            match error.hint() {
                Some(hint) => failure.hint(hint),
                None => failure,
            }
        }
    }
}

/// Suggests quotes if the shell split a board into several arguments.
fn unquoted(arguments: &[OsString]) -> Option<String> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    (words.iter().filter(|word| is_number(word)).count() > 1)
        .then(|| format!("quote the board: '{}'", echo::argument(&words.join(" "))))
}

/// Returns whether the text is a single word with letters, or has no digits: more likely a file name than a board.
fn is_word(text: &str) -> bool {
    let is_split = text.contains(|c: char| c.is_whitespace() || "[{,".contains(c));
    let has_digits = text.contains(|c: char| c.is_ascii_digit());
    !(is_split && has_digits) && text.contains(|c: char| c.is_alphabetic())
}

/// Returns whether the text ends with a file extension like `.txt`.
fn ends_like_file(text: &str) -> bool {
    let ending = Path::new(text).extension().and_then(OsStr::to_str).unwrap_or_default();
    let has_letter = ending.bytes().any(|byte| byte.is_ascii_lowercase());
    has_letter && ending.len() <= 5 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns whether a goal was meant as a name: a board has a blank, and a file name has an extension or a folder.
fn is_name(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
}

fn unknown_goal(unknown: &UnknownName) -> Failure {
    let found = echo::argument(&unknown.found);
    let shown = UnknownName { found, ..unknown.clone() };
    let failure = Failure::input(format_args!("--goal: {shown}"));
    match unknown.similar() {
        Some(name) => failure.hint(format!("did you mean {name}?")),
        None => failure.hint("a goal can also be a board, such as '1 2 3/8 0 4/7 6 5'"),
    }
}

/// The value of `--goal`.
pub(crate) enum GoalChoice {
    /// Not given: the goal given with the board, or this one.
    Default(NamedGoal),
    /// Not given, but a course is: the goal given with the board, or that of the course.
    Course(NamedGoal),
    /// A named goal.
    Named(NamedGoal),
    /// A board.
    Board(Goal),
}

impl GoalChoice {
    /// Reads the value of `--goal`.
    pub(crate) fn read(args: &GoalArgs, reader: &mut Reader) -> Result<GoalChoice, Failure> {
        let Some(argument) = &args.goal else {
            let usual = GoalChoice::Default(NamedGoal::default());
            return Ok(args.course.map_or(usual, |course| GoalChoice::Course(course.goal())));
        };
        let unknown = match argument.to_str().map(|text| text.trim().parse::<NamedGoal>()) {
            Some(Ok(name)) => return Ok(GoalChoice::Named(name)),
            Some(Err(unknown)) => Some(unknown).filter(|_| !Path::new(argument).exists()),
            None => None,
        };
        if let Some(unknown) = unknown.as_ref().filter(|unknown| is_name(&unknown.found)) {
            return Err(unknown_goal(unknown));
        }
        let names: Vec<&str> = NamedGoal::ALL.iter().map(|goal| goal.name()).collect();
        match reader.board(argument) {
            Ok(item) => Ok(GoalChoice::Board(item.board.into())),
            Err(Failure::Input { message, hint }) => {
                // Something like a name that is not a board either, such as `blank_first`.
                if let Some(unknown) = unknown.filter(|unknown| unknown.similar().is_some()) {
                    return Err(unknown_goal(&unknown));
                }
                let by_name = || format!("named goals are {}", names.join(", "));
                Err(Failure::Input {
                    message: format!("--goal: {message}"),
                    hint: hint.or_else(|| Some(by_name())),
                })
            }
            Err(failure) => Err(failure),
        }
    }

    /// Replaces the default goal; a course keeps its own.
    pub(crate) fn or(self, default: NamedGoal) -> GoalChoice {
        match self {
            GoalChoice::Default(_) => GoalChoice::Default(default),
            given => given,
        }
    }

    /// Returns the goal for a board.
    pub(crate) fn of(&self, item: &Item) -> Result<Goal, Failure> {
        self.for_board(&item.board, item.own_goal.as_ref()).map_err(|failure| failure.within(&item.name))
    }

    /// Returns the goal for a board and the goal that was read with it, if any.
    pub(crate) fn for_board(&self, board: &Board, own_goal: Option<&Board>) -> Result<Goal, Failure> {
        match (self, own_goal) {
            (GoalChoice::Default(_) | GoalChoice::Course(_), Some(own)) => Ok(own.clone().into()),
            (GoalChoice::Default(_) | GoalChoice::Course(_), None)
            | (GoalChoice::Named(_) | GoalChoice::Board(_), _) => self.at(board.size()),
        }
    }

    /// Returns the puzzle of a board.
    pub(crate) fn puzzle(&self, item: &Item) -> Result<Puzzle, Failure> {
        Puzzle::new(item.board.clone(), self.of(item)?)
            .map_err(|error| Failure::input(format_args!("{}: {error}", item.name)))
    }

    /// Returns the goal for boards of a size.
    pub(crate) fn at(&self, size: Size) -> Result<Goal, Failure> {
        match self {
            GoalChoice::Default(name) | GoalChoice::Course(name) | GoalChoice::Named(name) => {
                Ok(name.of(size))
            }
            GoalChoice::Board(goal) if goal.size() == size => Ok(goal.clone()),
            GoalChoice::Board(goal) => Err(Failure::input(SizeMismatch { start: size, goal: goal.size() })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ends_like_file, is_word};

    #[test]
    fn paths_and_boards() {
        for path in ["puzzle99.txt", "my puzzles/a.txt", "../boards.json"] {
            assert!(ends_like_file(path), "{path}");
        }
        for word in ["boards/hard", "3x3", "ABC/DEF/GG.", "rows", "my boards/hard"] {
            assert!(is_word(word) && !ends_like_file(word), "{word}");
        }
        for board in ["", "1 2 3", "[1,2,3]", "1 2/3 .", "{\"version\":1}", "12/34", "1 2 q/3 4 5"] {
            assert!(!is_word(board) && !ends_like_file(board), "{board}");
        }
    }
}
