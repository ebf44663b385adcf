//! Places in a program's arguments that are filled for each board.

use crate::child::Program;
use std::ffi::{OsStr, OsString};
use taquin::Board;
use taquin::notation::Notation;

/// What stands for the name of a file with the board.
const FILE: &str = "{}";
/// What stands for the board itself.
const BOARD: &str = "{board}";
/// What stands for the largest number of moves that is wanted.
const BOUND: &str = "{bound}";
/// What stands for the name of a file that the program is to write.
const ANSWER: &str = "{answer}";

/// Where a program gets the board from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// From a file whose name stands where `{}` is.
    File,
    /// From an argument, where `{board}` is.
    Argument,
    /// From standard input.
    Input,
}

impl Source {
    /// Where the arguments of a program have it.
    pub(super) fn of(program: &Program) -> Source {
        match (has(program, FILE), has(program, BOARD)) {
            (true, _) => Source::File,
            (false, true) => Source::Argument,
            (false, false) => Source::Input,
        }
    }

    /// How boards are usually written there.
    pub(super) fn notation(self, board: &Board) -> Notation {
        let is_square = board.size().rows() == board.size().cols();
        match (self, is_square) {
            (Source::Argument, true) => Notation::List,
            (Source::Argument, false) => Notation::Nested,
            (_, true) => Notation::Princeton,
            (_, false) => Notation::Header,
        }
    }
}

/// Does a program write its answer into a file whose name it is given?
pub(super) fn writes_answer(program: &Program) -> bool {
    has(program, ANSWER)
}

fn has(program: &Program, place: &str) -> bool {
    program.arguments.iter().any(|word| word.to_string_lossy().contains(place))
}

/// What is put into the places; where nothing is, the place becomes empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filling<'a> {
    pub(super) file: &'a OsStr,
    pub(super) board: &'a str,
    pub(super) bound: &'a str,
    pub(super) answer: &'a OsStr,
}

impl Filling<'_> {
    /// The program with its places filled. Nothing else of the words is changed, and no shell sees them.
    pub(super) fn fill(&self, program: &Program) -> Program {
        let fill = |word: &OsString| match word.to_str() {
            Some(word) => self.fill_word(word),
            // A word that is not text has no places.
            None => word.clone(),
        };
        Program { name: program.name.clone(), arguments: program.arguments.iter().map(fill).collect() }
    }

    /// From left to right, so that nothing is looked for in what was put in.
    fn fill_word(&self, word: &str) -> OsString {
        let places = [
            (FILE, self.file),
            (BOARD, OsStr::new(self.board)),
            (BOUND, OsStr::new(self.bound)),
            (ANSWER, self.answer),
        ];
        let next = |rest: &str| {
            let found = places.iter().filter_map(|&(place, value)| Some((rest.find(place)?, place, value)));
            found.min_by_key(|&(at, ..)| at)
        };
        let mut filled = OsString::new();
        let mut rest = word;
        while let Some((at, place, value)) = next(rest) {
            filled.push(&rest[..at]);
            filled.push(value);
            rest = &rest[at + place.len()..];
        }
        filled.push(rest);
        filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_filled_once() {
        let filling = Filling {
            file: OsStr::new("in {bound}"),
            board: "[1, 0]",
            bound: "7",
            answer: OsStr::new("out {}"),
        };
        for (word, wanted) in [
            ("{}", "in {bound}"),
            ("solve({board},{bound},{board})", "solve([1, 0],7,[1, 0])"),
            ("--out={answer} {}", "--out=out {} in {bound}"),
            ("{boards} {{}} ${answer", "{boards} {in {bound}} ${answer"),
            ("", ""),
        ] {
            assert_eq!(filling.fill_word(word), wanted, "{word}");
        }
    }

    #[test]
    fn where_the_board_is() {
        let source = |argument: &str| {
            Source::of(&Program { name: "{}".into(), arguments: vec!["-v".into(), argument.into()] })
        };
        assert_eq!(source("a {} b {board}"), Source::File);
        assert_eq!(source("a{board}b"), Source::Argument);
        assert_eq!(source("{answer} {bound}"), Source::Input);
    }
}
