//! Boards, moves and solutions as text.
//!
//! Reading detects the notation by its structure and checks that the numbers are a permutation. Every text that is
//! written can be read back.
//!
//! | notation | the solved 8-puzzle | boards that it can write |
//! |---|---|---|
//! | [`Princeton`](Notation::Princeton) | `3`, then the rows, numbers right-aligned | square |
//! | [`Header`](Notation::Header) | `3 3`, then the rows in the same way | all |
//! | [`Rows`](Notation::Rows) | `1 2 3`, `4 5 6` and `7 8 0` on three lines | two rows and columns or more; 1x1 |
//! | [`List`](Notation::List) | `[1, 2, 3, 4, 5, 6, 7, 8, 0]` | square |
//! | [`Nested`](Notation::Nested) | `[[1, 2, 3], [4, 5, 6], [7, 8, 0]]` | all |
//! | [`Comma`](Notation::Comma) | `1,2,3,4,5,6,7,8,0` | square |
//! | [`Slash`](Notation::Slash) | `1 2 3/4 5 6/7 8 0`; one row ends with a slash, `1 2 0/` | all |
//! | [`Coordinates`](Notation::Coordinates) | `[(3,3), (1,1), (2,1), (3,1), …]`: (column, row) of the blank, of tile 1, … | all |
//! | [`Letters`](Notation::Letters) | `ABC/DEF/GH.`; `a` to `z` are 27 to 52, or 1 to 26 if all are lower-case | up to 52 tiles |
//! | [`Drawing`](Notation::Drawing) | `\| 7 \| 8 \|   \|` with `+---+---+---+` between the rows | all |
//! | [`Csv`](Notation::Csv) | `1,2,3`, `4,5,6` and `7,8,` on three lines | two rows and columns or more |
//! | [`Matlab`](Notation::Matlab) | `[1 2 3; 4 5 6; 7 8 0]` | two rows or more |
//! | [`Braces`](Notation::Braces) | `{{1, 2, 3}, {4, 5, 6}, {7, 8, 0}}` | all |
//! | [`Tuples`](Notation::Tuples) | `((1, 2, 3), (4, 5, 6), (7, 8, 0))` | two rows and columns or more |
//! | [`Numpy`](Notation::Numpy) | `array([[1, 2, 3], [4, 5, 6], [7, 8, 0]])` | all |
//! | [`Prolog`](Notation::Prolog) | `start([1, 2, 3, 4, 5, 6, 7, 8, 0]).`, also queries | square |
//! | [`Latex`](Notation::Latex) | `\begin{bmatrix} 1 & 2 & 3 \\ 4 & 5 & 6 \\ 7 & 8 & 0 \end{bmatrix}`, also tables | all |
//! | [`Columbia`](Notation::Columbia) | `bfs 1,2,3,4,5,6,7,8,0`: a method and the board; the goal is `0 1 2 …` | square |
//! | [`FortyTwo`](Notation::FortyTwo) | `# This puzzle is solvable`, `3`, then bare rows | square |
//! | [`Sise`](Notation::Sise) | `3 3`, then bare rows | all |
//! | [`Hex`](Notation::Hex) | `123456780`: a hexadecimal digit for each cell | square, up to 16 cells |
//! | [`Pddl`](Notation::Pddl) | `(define (problem taquin-3x3) …)`, with the goal; its domain is [`PDDL_DOMAIN`] | all |
//! | `Json` (feature `serde`) | `{"kind":"board","version":1,"size":[3,3],"start":[1,2,3,4,5,6,7,8,0]}`, also with a `goal` | all |
//!
//! When reading,
//! - `#` and `%` start a comment, which ends with the line;
//! - `0`, `x`, `X`, `_`, `.` and `□` are the blank among numbers, and so is an empty cell of a drawing or a spreadsheet;
//! - drawings may have any lines between the cells, or none if the numbers are aligned; boards may be side by side;
//! - lines of `id length … tiles` give a name and a length to each board: [`Columns`] has the details;
//! - in brackets, `None`, `null` and `nan` are the blank, and numbers may have a decimal point: `[[1. 2.] [3. 0.]]`;
//! - lists may be among words and other values, as in `(7, [1, 2, 3, 0], (1, 6, 0))`;
//! - full-width digits and signs are those of ASCII; quotation marks, `$`, backticks and Markdown's backslashes are skipped;
//! - numbers may be separated by any white space or by commas; one flat line of k² numbers is a k x k board, unless it
//!   can also be read as a size and its rows: `1 0` is Princeton's 1x1 board;
//! - rows of letters may end with a slash or with the line;
//! - a byte order mark, CRLF line ends and trailing white space are ignored.
//!
//! A text with two meanings is an error that names both. An error also names the
//! [notation that comes nearest](ParseError::nearest).
//!
//! A text may have many boards: separated by blank lines, one per line, or each with its header.
//!
//! ```
//! use taquin::notation::{self, Notation};
//! let board = notation::read("3\n 1  2  3\n 4  5  6\n 7  8  0")?;
//! assert_eq!(notation::write(&board, Notation::Slash).unwrap(), "1 2 3/4 5 6/7 8 0");
//! let records = notation::read_all("ABC/DEF/GH.  # solved\nABC/DEF/G.H  # one move away")?;
//! assert_eq!((records.len(), records[1].line), (2, 2));
//! # Ok::<(), taquin::notation::ParseError>(())
//! ```

mod all_solutions;
mod bracket;
mod cells;
mod columbia;
mod columns;
mod csv;
mod dialect;
mod drawing;
mod entry;
mod error;
#[cfg(feature = "disk")]
mod file;
mod format;
mod forty_two;
mod from_str;
mod hex;
#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "serde")]
mod json_solution;
mod latex;
mod layout;
mod moves;
mod normal;
mod pddl;
mod plain;
mod prose;
mod puzzle;
mod record;
mod rows;
mod sise;
mod solution;
mod term;
mod token;
mod unsolvable;
mod write;

pub use all_solutions::read_solutions;
pub use columbia::DriverMethod;
pub use columns::{Column, Columns, UnknownColumn};
pub use dialect::{Alternatives, AnswerFile, Answered, Dialect, Freedom, Transcript, pddl_files};
pub use error::{ParseError, ParseErrorKind};
#[cfg(feature = "disk")]
pub use file::{FileError, FileErrorKind, read_path, read_text};
pub use moves::{IllegalStep, MoveNotation, Mover, Step, letters, read_moves, write_moves};
pub use pddl::PDDL_DOMAIN;
pub use puzzle::PuzzleError;
pub use record::Record;
pub use solution::{SolutionText, read_solution};
pub use unsolvable::states_unsolvable;
pub use write::{Reason, Unrepresentable, write, write_with_goal};

use crate::board::Board;
use crate::names::named_enum;
use format::{Format, Reading};

named_enum! {
    /// A way to write boards.
    ///
    /// A notation is one file with a constant `FORMAT`, and one row here. Reading tries the last row first.
    pub enum Notation as "a notation" with Format {
        /// The size of a square board on a line of its own, then the numbers: `3`, `1 2 3`, `4 5 6`, `7 8 0`.
        Princeton = "princeton": "the size on a line, then the rows; square boards" => plain::PRINCETON,
        /// Bare rows of numbers, one per line.
        Rows = "rows": "bare rows" => plain::ROWS,
        /// The number of rows and of columns on the first line, `2 3`, then the rows.
        Header = "header": "rows and columns on a line, then the rows" => plain::HEADER,
        /// A flat list of a square board, as Python and Prolog write it: `[1, 2, 3, 0]`.
        List = "list": "[1, 2, 3, 0]; square boards" => bracket::LIST,
        /// A list of rows: `[[1, 2], [3, 0]]`.
        Nested = "nested": "[[1, 2], [3, 0]]" => bracket::NESTED,
        /// A flat list without brackets: `1,2,3,0`.
        Comma = "comma": "1,2,3,0; square boards" => plain::COMMA,
        /// Rows between slashes: `1 2/3 0`.
        Slash = "slash": "1 2/3 0" => rows::SLASH,
        /// The place of each tile as (column, row) from 1, the blank's first: `[(2,2), (1,1), (2,1), (1,2)]`.
        Coordinates = "coordinates": "[(2,2), (1,1), …]: (column, row) of the blank, of tile 1, …" => bracket::COORDINATES,
        /// Letters for tiles, a dot for the blank: `AB/C.`.
        Letters = "letters": "AB/C. ; up to 52 tiles" => rows::LETTERS,
        /// Lines between the cells, and nothing for the blank; read with any lines, or with none if columns are aligned.
        Drawing = "drawing": "| 1 | 2 | with +---+ between rows, or any drawing; an empty cell is the blank" => drawing::FORMAT,
        /// Rows of a spreadsheet: `1,2` and `3,` on two lines. Tabs and semicolons are read, too.
        Csv = "csv": "rows of a spreadsheet: commas, semicolons or tabs; an empty cell is the blank" => csv::FORMAT,
        /// Rows between semicolons: `[1 2; 3 0]`, as MATLAB and Julia write them; read without brackets, too.
        Matlab = "matlab": "[1 2; 3 0]: rows end with semicolons, with or without brackets" => bracket::MATLAB,
        /// Rows in braces, as C, Java and Mathematica write them: `{{1, 2}, {3, 0}}`.
        Braces = "braces": "{{1, 2}, {3, 0}}: C, Java, Mathematica; also int[][] name = …;" => bracket::BRACES,
        /// Rows in parentheses, as Python writes tuples: `((1, 2), (3, 0))`.
        Tuples = "tuples": "((1, 2), (3, 0)); also [(1, 2), (3, 0)] and (1, 2, 3, 0)" => bracket::TUPLES,
        /// An array of numpy: `array([[1, 2], [3, 0]])`; its printed form `[[1 2] [3 0]]` is read as a nested list.
        Numpy = "numpy": "array([[1, 2], [3, 0]]); also as printed, without commas" => term::NUMPY,
        /// A fact or a query of Prolog with a list or with coordinates: `start([1, 2, 3, 0]).`.
        Prolog = "prolog": "start([1, 2, 3, 0]). ; also queries: ?- solve([…],manhattan,S)." => term::PROLOG,
        /// A matrix or a table of LaTeX; read in any of its environments, last of all notations.
        Latex = "latex": "\\begin{bmatrix} 1 & 2 \\\\ 3 & 0 \\end{bmatrix}; also array and tabular" => latex::FORMAT,
        /// The arguments of the driver in Columbia's course, a method and the board: `bfs 1,2,3,0`.
        Columbia = "columbia": "bfs 1,2,3,0: the arguments of Columbia's driver; square boards" => columbia::FORMAT,
        /// The n-puzzle files of the school 42: Princeton's, with a comment on whether the spiral can be reached.
        FortyTwo = "42": "the files of the school 42: a comment, the size, bare rows; square boards" => forty_two::FORMAT,
        /// The files of the course SISE: rows and columns on the first line, and single spaces between numbers.
        Sise = "sise": "the files of the course SISE: rows and columns, then bare rows" => sise::FORMAT,
        /// One hexadecimal digit for each cell of a square board: `1230`.
        Hex = "hex": "1230: a hexadecimal digit for each cell; square boards up to 4x4" => hex::FORMAT,
        /// A problem for planners, with its goal.
        Pddl = "pddl": "a planning problem, with its goal" => pddl::FORMAT,
        /// An object per board: `{"kind":"board","version":1,"size":[2,2],"start":[1,2,3,0]}`.
        Json = "json": "an object per line" => json::FORMAT where feature = "serde",
    }
}

impl Notation {
    /// Returns true if a text in this notation says what the goal is.
    pub const fn holds_goal(self) -> bool {
        self.row().holds_goal
    }
}

/// Reads the board of a text that has exactly one.
///
/// # Errors
/// If the text has no board or more than one, or the board is wrong.
pub fn read(text: &str) -> Result<Board, ParseError> {
    read_one(text).map(|record| record.board)
}

/// Reads the record of a text that has exactly one board.
fn read_one(text: &str) -> Result<Record, ParseError> {
    let mut records = read_all(text)?.into_iter();
    match (records.next(), records.next()) {
        (Some(record), None) => Ok(record),
        (_, Some(second)) => Err(ParseError::new(second.line, 1, ParseErrorKind::MoreThanOneBoard)),
        (None, None) => Err(ParseError::empty()),
    }
}

/// Reads every board of a text, in order.
///
/// # Errors
/// If the text has no board, or one of them is wrong.
pub fn read_all(text: &str) -> Result<Vec<Record>, ParseError> {
    for notation in Notation::ALL.iter().rev() {
        if let Reading::Text { is, read } = notation.row().reading
            && is(text)
        {
            return read(text);
        }
    }
    #[cfg(not(feature = "serde"))]
    if token::begins_object(text) {
        return Err(ParseError::new(1, 1, ParseErrorKind::JsonUnavailable));
    }
    let plain = normal::text(token::without_mark(text));
    let records = token::scan_with(&plain, token::BOARD_COMMENTS)
        .and_then(|tokens| record::records(&tokens, Some(&plain)));
    records.or_else(|error| latex::read(text).unwrap_or(Err(error)))
}
