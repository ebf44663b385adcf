//! A solution as an animated GIF.
//!
//! Every tile is painted once. A frame contains only the two cells between which a tile slides, so a move takes a few
//! hundred bytes.

use crate::board::{self, TRAY};
use crate::too_long::TooLong;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::collections::BTreeMap;
use taquin::{Board, Cell, Moves, Tile};
use taquin_plot::{Colour, Picture, Pixels, PngError};

/// The largest number of moves in an animation.
const MAX_MOVES: usize = 2000;

/// The preferred longest side in pixels.
const SIDE: usize = 400;

/// The number of frames of a move; the last one shows the tile in its new cell.
const STEPS: usize = 4;

/// Delays in hundredths of a second: of a frame, after a move, and at both ends.
const FRAME_DELAY: u16 = 3;
const MOVE_DELAY: u16 = 18;
const END_DELAY: u16 = 150;

/// Creates an animated GIF of a solution, in an endless loop. It ends at the first illegal move.
///
/// ```
/// use taquin::notation::{self, Mover};
/// let start = notation::read("0 1 3/4 2 5/7 8 6")?;
/// let moves = notation::read_moves("1 2 5 6", &start, Mover::Tile)?;
/// assert!(taquin_draw::animation(&start, &moves).unwrap().starts_with(b"GIF89a"));
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
///
/// # Errors
/// If there are too many moves.
pub fn animation(start: &Board, moves: &Moves) -> Result<Vec<u8>, TooLong> {
    let count = moves.as_slice().len();
    let too_long = TooLong { moves: count, max: MAX_MOVES };
    if count > MAX_MOVES {
        return Err(too_long);
    }
    // Every board fits into a GIF, and writing to memory does not fail.
    encode(start, moves).map_err(|_| too_long)
}

/// The pixels of every tile, as indices into the palette.
struct Sprites {
    cell: usize,
    palette: Vec<u8>,
    tray: u8,
    tiles: Vec<Vec<u8>>,
}

/// Merges similar colours, because the edges of digits have hundreds.
fn rounded(colour: [u8; 3]) -> [u8; 3] {
    colour.map(|part| ((u16::from(part) + 8) / 17 * 17).min(255) as u8)
}

impl Sprites {
    fn new(board: &Board, cell: usize) -> Result<Sprites, PngError> {
        let side = cell as f64;
        let scale = (side, board::font_size(board.size()));
        let paint = |number: usize| -> Result<Pixels, PngError> {
            let mut picture = Picture::new(side, side, "", "");
            picture.rectangle("board-tray", (0.0, 0.0), (side, side), TRAY);
            if number > 0 {
                board::draw_tile(&mut picture, Tile::new(number as u16), (0.0, 0.0), scale, board::PLAIN);
            }
            picture.pixels(1.0)
        };
        let painted: Vec<Pixels> = (0..board.size().cells()).map(paint).collect::<Result<_, _>>()?;
        let mut numbers = BTreeMap::new();
        let mut palette = Vec::new();
        let mut number = |colour: [u8; 3]| {
            let colour = rounded(colour);
            *numbers.entry(colour).or_insert_with(|| {
                // Rounding leaves sixteen shades between each two of the three colours: far fewer than 256.
                let number = (palette.len() / 3).min(255) as u8;
                if palette.len() < 3 * 256 {
                    palette.extend(colour);
                }
                number
            })
        };
        let Colour(red, green, blue) = TRAY;
        let tray = number([red, green, blue]);
        let tiles =
            painted.iter().map(|tile| tile.rgb.iter().map(|&colour| number(colour)).collect()).collect();
        Ok(Sprites { cell, palette, tray, tiles })
    }

    /// Copies a tile into an area, with its corner at a position.
    fn copy(&self, tile: Tile, area: &mut [u8], width: usize, (x, y): (usize, usize)) {
        for (row, line) in self.tiles[tile.index()].chunks(self.cell).enumerate() {
            let from = (y + row) * width + x;
            area[from..from + self.cell].copy_from_slice(line);
        }
    }
}

/// Why the encoding failed.
enum EncodeError {
    Paint,
    Encode,
}

impl From<PngError> for EncodeError {
    fn from(_: PngError) -> EncodeError {
        EncodeError::Paint
    }
}

impl From<EncodingError> for EncodeError {
    fn from(_: EncodingError) -> EncodeError {
        EncodeError::Encode
    }
}

fn encode(start: &Board, moves: &Moves) -> Result<Vec<u8>, EncodeError> {
    let size = start.size();
    let cell = (SIDE / size.rows().max(size.cols())).clamp(16, 64);
    let sprites = Sprites::new(start, cell)?;
    let (width, height) = (size.cols() * cell, size.rows() * cell);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width as u16, height as u16, &sprites.palette)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut whole = vec![sprites.tray; width * height];
    for (index, &tile) in start.tiles().iter().enumerate() {
        let at = Cell::new(index);
        sprites.copy(tile, &mut whole, width, (size.col(at) * cell, size.row(at) * cell));
    }
    encoder.write_frame(&frame((0, 0), (width, height), whole, END_DELAY))?;
    let mut board = start.clone();
    let legal = moves.boards(start).count() - 1;
    for (index, direction) in moves.iter().take(legal).enumerate() {
        let (Some(from), Some(next)) =
            (size.step(board.blank(), direction.of_blank()), board.slide(direction))
        else {
            break;
        };
        let (to, tile) = (board.blank(), board.tile(from).unwrap_or(Tile::new(0)));
        let place = |at: Cell| (size.col(at) * cell, size.row(at) * cell);
        let ((x1, y1), (x2, y2)) = (place(from), place(to));
        let corner = (x1.min(x2), y1.min(y2));
        let area = (x1.abs_diff(x2) + cell, y1.abs_diff(y2) + cell);
        for step in 1..=STEPS {
            let between = |a: usize, b: usize| (a * (STEPS - step) + b * step) / STEPS;
            let at = (between(x1, x2) - corner.0, between(y1, y2) - corner.1);
            let mut pixels = vec![sprites.tray; area.0 * area.1];
            sprites.copy(tile, &mut pixels, area.0, at);
            let delay = match step {
                STEPS if index + 1 == legal => END_DELAY,
                STEPS => MOVE_DELAY,
                _ => FRAME_DELAY,
            };
            encoder.write_frame(&frame(corner, area, pixels, delay))?;
        }
        board = next;
    }
    drop(encoder);
    Ok(bytes)
}

fn frame((left, top): (usize, usize), size: (usize, usize), pixels: Vec<u8>, delay: u16) -> Frame<'static> {
    Frame {
        left: left as u16,
        top: top as u16,
        width: size.0 as u16,
        height: size.1 as u16,
        delay,
        dispose: DisposalMethod::Keep,
        buffer: Cow::Owned(pixels),
        ..Frame::default()
    }
}
