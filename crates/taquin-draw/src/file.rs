//! A puzzle as a picture file.

use crate::too_long::TooLong;
use crate::{animation, board, strip};
use std::fmt;
use taquin::{Board, Moves};
use taquin_plot::{Picture, PngError};

/// Pixels of a PNG for one of the SVG, where there is room.
const SCALE: f32 = 2.0;

/// The longest side of a PNG that is drawn at this scale; a larger picture is drawn as it is.
const LONGEST: f64 = 8000.0;

/// What a picture file can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Shapes: the board, or all boards of a solution.
    Svg,
    /// The same in pixels.
    Png,
    /// The board, or an animation of a solution.
    Gif,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Svg, Format::Png, Format::Gif];

    /// The name, which is also how names of such files end.
    pub fn name(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Gif => "gif",
        }
    }

    /// Is the file a text that a terminal can show?
    pub fn is_text(self) -> bool {
        self == Format::Svg
    }
}

/// A picture of a board if there are no moves, and a strip of all their boards otherwise.
///
/// # Errors
/// If there are too many.
pub fn picture(start: &Board, moves: &Moves) -> Result<Picture, TooLong> {
    if moves.is_empty() { Ok(board(start)) } else { strip(start, moves) }
}

/// The bytes of a file that shows a board, or some moves of it.
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
/// If there are too many moves, or the picture is too large for pixels.
pub fn file(start: &Board, moves: &Moves, format: Format) -> Result<Vec<u8>, FileError> {
    match format {
        Format::Svg => Ok(picture(start, moves)?.svg().into_bytes()),
        Format::Png => {
            let picture = picture(start, moves)?;
            let (width, height) = picture.size();
            let fits = width.max(height) * f64::from(SCALE) <= LONGEST;
            Ok(picture.png(if fits { SCALE } else { 1.0 })?)
        }
        Format::Gif => Ok(animation(start, moves)?),
    }
}

/// Why there is no file.
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
                write!(f, "a PNG of {width:.0} x {height:.0} pixels is too large; an SVG has no such limit")
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
