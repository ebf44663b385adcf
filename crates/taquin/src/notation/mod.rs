//! Boards, moves and solutions as text.
//!
//! Reading detects the notation by its structure and checks that the numbers are a permutation; writing never
//! produces what reading would not take back. Nothing here knows a search.
//!
//! | notation | the solved 8-puzzle | boards it can write |
//! |---|---|---|
//! | [`Princeton`](Notation::Princeton) | `3`, then the rows, numbers right-aligned | square |
//! | [`Header`](Notation::Header) | `3 3`, then the rows in the same way | all |
//! | [`Rows`](Notation::Rows) | `1 2 3`, `4 5 6` and `7 8 0` on three lines | two rows and columns or more; 1x1 |
//! | [`List`](Notation::List) | `[1, 2, 3, 4, 5, 6, 7, 8, 0]` | square |
//! | [`Nested`](Notation::Nested) | `[[1, 2, 3], [4, 5, 6], [7, 8, 0]]` | all |
//! | [`Comma`](Notation::Comma) | `1,2,3,4,5,6,7,8,0` | square |
//! | [`Slash`](Notation::Slash) | `1 2 3/4 5 6/7 8 0`; one row ends with a slash, `1 2 0/` | all |
//! | [`Coordinates`](Notation::Coordinates) | `[(3,3), (1,1), (2,1), (3,1), …]`: (column, row) of the blank, of tile 1, … | all |
//! | [`Letters`](Notation::Letters) | `ABC/DEF/GH.`; `a` to `z` are 27 to 52, or 1 to 26 if all are small | up to 52 tiles |
//! | [`Columbia`](Notation::Columbia) | `bfs 1,2,3,4,5,6,7,8,0`: a method and the board; the goal is `0 1 2 …` | square |
//! | [`FortyTwo`](Notation::FortyTwo) | `# This puzzle is solvable`, `3`, then bare rows | square |
//! | [`Sise`](Notation::Sise) | `3 3`, then bare rows | all |
//! | [`Hex`](Notation::Hex) | `123456780`: a hexadecimal digit for each cell | square, up to 16 cells |
//! | [`Pddl`](Notation::Pddl) | `(define (problem taquin-3x3) …)`, with the goal; [`PDDL_DOMAIN`] goes with it | all |
//! | `Json` (feature `serde`) | `{"version":1,"size":[3,3],"start":[1,2,3,4,5,6,7,8,0]}`, also with a `goal` | all |
//!
//! When reading,
//! - `#` starts a comment that goes to the end of the line;
//! - `0`, `x`, `X`, `_` and `.` are the blank among numbers;
//! - numbers may be separated by any white space or by commas; one flat line of k² numbers is a k x k board, and
//!   what could also be a size and its rows is that: `1 0` is Princeton's 1x1 board;
//! - rows of letters may end with a slash or with the line;
//! - a byte order mark, CRLF line ends and white space at line ends do not matter.
//!
//! Many boards in one text are separated by blank lines, or follow each other line by line, or each with its
//! header.
//!
//! ```
//! use taquin::notation::{self, Notation};
//! let board = notation::read("3\n 1  2  3\n 4  5  6\n 7  8  0")?;
//! assert_eq!(notation::write(&board, Notation::Slash).unwrap(), "1 2 3/4 5 6/7 8 0");
//! let records = notation::read_all("ABC/DEF/GH.  # solved\nABC/DEF/G.H  # one move away")?;
//! assert_eq!((records.len(), records[1].line), (2, 2));
//! # Ok::<(), taquin::notation::ParseError>(())
//! ```

mod answer_files;
mod bracket;
mod columbia;
mod dialect;
mod entry;
mod error;
#[cfg(feature = "disk")]
mod file;
mod hex;
#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "serde")]
mod json_solution;
mod moves;
mod pddl;
mod plain;
mod record;
mod rows;
mod sise;
mod solution;
mod successors;
mod token;
mod write;

pub use answer_files::{AnswerFile, Answered, pddl_files};
pub use columbia::DriverMethod;
pub use dialect::{Alternatives, Dialect, Transcript};
pub use error::{ParseError, ParseErrorKind};
#[cfg(feature = "disk")]
pub use file::{FileError, FileErrorKind, read_path, read_text};
pub use moves::{IllegalStep, MoveNotation, Mover, Step, letters, read_moves, write_moves};
pub use pddl::PDDL_DOMAIN;
pub use record::Record;
pub use solution::{SolutionText, read_solution};
pub use write::{Reason, Unrepresentable, write, write_with_goal};

use crate::board::Board;
use crate::names::UnknownName;
use std::fmt;
use std::str::FromStr;

/// A way to write boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// The size of a square board on a line of its own, then the numbers: `3`, `1 2 3`, `4 5 6`, `7 8 0`.
    Princeton,
    /// Bare rows of numbers, one per line.
    Rows,
    /// The number of rows and of columns on the first line, `2 3`, then the rows.
    Header,
    /// A flat list of a square board, as Python and Prolog write it: `[1, 2, 3, 0]`.
    List,
    /// A list of rows: `[[1, 2], [3, 0]]`.
    Nested,
    /// A flat list without brackets: `1,2,3,0`.
    Comma,
    /// Rows between slashes: `1 2/3 0`.
    Slash,
    /// The place of each tile as (column, row) from 1, the blank's first: `[(2,2), (1,1), (2,1), (1,2)]`.
    Coordinates,
    /// Letters for tiles, a dot for the blank: `AB/C.`.
    Letters,
    /// The arguments of the driver in Columbia's course, a method and the board: `bfs 1,2,3,0`.
    Columbia,
    /// The n-puzzle files of the school 42: Princeton's, with a comment that says whether the spiral can be reached.
    FortyTwo,
    /// The files of the course SISE: rows and columns on the first line, and nothing but single spaces.
    Sise,
    /// One hexadecimal digit for each cell of a square board: `1230`.
    Hex,
    /// A problem for planners, with its goal.
    Pddl,
    /// An object per board: `{"version":1,"size":[2,2],"start":[1,2,3,0]}`.
    #[cfg(feature = "serde")]
    Json,
}

impl Notation {
    /// Every notation of this build.
    pub const ALL: &[Notation] = &[
        Notation::Princeton,
        Notation::Rows,
        Notation::Header,
        Notation::List,
        Notation::Nested,
        Notation::Comma,
        Notation::Slash,
        Notation::Coordinates,
        Notation::Letters,
        Notation::Columbia,
        Notation::FortyTwo,
        Notation::Sise,
        Notation::Hex,
        Notation::Pddl,
        #[cfg(feature = "serde")]
        Notation::Json,
    ];

    /// The name, for a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Princeton => "princeton",
            Notation::Rows => "rows",
            Notation::Header => "header",
            Notation::List => "list",
            Notation::Nested => "nested",
            Notation::Comma => "comma",
            Notation::Slash => "slash",
            Notation::Coordinates => "coordinates",
            Notation::Letters => "letters",
            Notation::Columbia => "columbia",
            Notation::FortyTwo => "42",
            Notation::Sise => "sise",
            Notation::Hex => "hex",
            Notation::Pddl => "pddl",
            #[cfg(feature = "serde")]
            Notation::Json => "json",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Notation {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Notation, UnknownName> {
        // The names have to be listed again: an error that outlives this call cannot borrow from one.
        const KNOWN: &[&str] = &[
            "princeton",
            "rows",
            "header",
            "list",
            "nested",
            "comma",
            "slash",
            "coordinates",
            "letters",
            "columbia",
            "42",
            "sise",
            "hex",
            "pddl",
            #[cfg(feature = "serde")]
            "json",
        ];
        let mut all = Notation::ALL.iter().copied();
        let unknown = || UnknownName { what: "a notation", found: name.to_owned(), known: KNOWN };
        all.find(|notation| notation.name() == name).ok_or_else(unknown)
    }
}

/// Reads the one board of a text.
///
/// # Errors
/// If the text holds no board or several, or the board is wrong.
pub fn read(text: &str) -> Result<Board, ParseError> {
    let mut records = read_all(text)?.into_iter();
    let first = records.next().map(|record| record.board);
    match (first, records.next()) {
        (Some(board), None) => Ok(board),
        (_, Some(second)) => {
            Err(ParseError { line: second.line, column: 1, kind: ParseErrorKind::MoreThanOneBoard })
        }
        (None, None) => Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::Empty }),
    }
}

/// Reads every board of a text, in order.
///
/// # Errors
/// If the text holds no board, or one of them is wrong.
pub fn read_all(text: &str) -> Result<Vec<Record>, ParseError> {
    #[cfg(feature = "serde")]
    if json::is_json(text) {
        return json::records(text);
    }
    if pddl::is_pddl(text) {
        let problems = pddl::problems(text)?.into_iter();
        return Ok(problems.map(Record::from).collect());
    }
    let tokens = token::scan(text)?;
    #[cfg(not(feature = "serde"))]
    if let Some(first) = tokens.first().filter(|first| first.text == "{") {
        return Err(ParseError::at(first.place, ParseErrorKind::JsonUnavailable));
    }
    record::records(&tokens)
}
