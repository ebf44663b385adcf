//! Picture files of boards and solutions.

use crate::too_long::TooLong;
use crate::{animation, board, strip};
use std::fmt;
use taquin::{Board, Moves};
use taquin_plot::{Picture, PngError};

/// The number of PNG pixels per SVG pixel, if the picture is not too large.
const SCALE: f32 = 2.0;

/// The longest side of a PNG at this scale; a larger picture is drawn at scale 1.
const MAX_SCALED_SIDE: f64 = 8000.0;

/// The format of a picture file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Vector graphics: the board, or all boards of a solution.
    Svg,
    /// The same as pixels.
    Png,
    /// The board, or an animation of a solution.
    Gif,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::Svg, Format::Png, Format::Gif];

    /// Returns the name, which is also the file extension.
    pub fn name(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Gif => "gif",
        }
    }

    /// Returns whether the file is text that can be written to a terminal.
    pub fn is_text(self) -> bool {
        self == Format::Svg
    }
}

/// Draws a board, or a strip of all boards if there are moves.
///
/// # Errors
/// If there are too many moves.
pub fn picture(start: &Board, moves: &Moves) -> Result<Picture, TooLong> {
    if moves.is_empty() { Ok(board(start)) } else { strip(start, moves) }
}

/// Creates a picture file of a board, or of a solution.
///
/// ```
/// use taquin::{Moves, notation};
/// use taquin_draw::Format;
/// let board = notation::read("1 2/3 0")?;
/// assert!(taquin_draw::file(&board, &Moves::new(), Format::Png).unwrap().starts_with(b"\x89PNG"));
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
///
/// # Errors
/// If there are too many moves, or the picture has too many pixels.
pub fn file(start: &Board, moves: &Moves, format: Format) -> Result<Vec<u8>, FileError> {
    match format {
        Format::Svg => Ok(picture(start, moves)?.svg().into_bytes()),
        Format::Png => {
            let picture = picture(start, moves)?;
            let (width, height) = picture.size();
            let fits = width.max(height) * f64::from(SCALE) <= MAX_SCALED_SIDE;
            Ok(picture.png(if fits { SCALE } else { 1.0 })?)
        }
        Format::Gif => Ok(animation(start, moves)?),
    }
}

/// Why a file cannot be created.
#[derive(Clone, PartialEq, Debug)]
pub enum FileError {
    /// There are too many moves.
    TooLong(TooLong),
    /// The picture has too many pixels.
    Pixels(PngError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::TooLong(error) => error.fmt(f),
            FileError::Pixels(PngError::TooLarge { width, height }) => {
                write!(f, "a PNG of {width:.0} x {height:.0} pixels is too large; SVG has no such limit")
            }
            FileError::Pixels(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FileError {}

impl From<TooLong> for FileError {
    fn from(error: TooLong) -> FileError {
        FileError::TooLong(error)
    }
}

impl From<PngError> for FileError {
    fn from(error: PngError) -> FileError {
        FileError::Pixels(error)
    }
}
