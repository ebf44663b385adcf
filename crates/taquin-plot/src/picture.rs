//! Pictures that are no charts: tiles and words where somebody else puts them.

use crate::palette::Colour;
use crate::png::{self, Pixels, PngError};
use crate::scene::{Anchor, Paint, Scene, Shape};

/// A picture of tiles and words, as SVG, PNG or pixels.
///
/// Every shape has a class, so that a page that contains the SVG can restyle it.
///
/// ```
/// use taquin_plot::{Colour, Picture};
/// let mut picture = Picture::new(40.0, 40.0, "a tile", "the tile 7");
/// picture.tile("tile", (4.0, 4.0), 32.0, 4.0, Colour(0, 114, 178));
/// picture.words("number", (20.0, 20.0), 16.0, Colour(255, 255, 255), "7");
/// assert!(picture.svg().contains("<title>a tile</title>"));
/// assert_eq!(picture.pixels(2.0)?.rgb.len(), 80 * 80);
/// # Ok::<(), taquin_plot::PngError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Picture {
    scene: Scene,
}

impl Picture {
    /// Empty paper of a size in pixels, with a name and a description for who cannot see it.
    pub fn new(width: f64, height: f64, title: &str, description: &str) -> Picture {
        let (title, description) = (title.to_owned(), description.to_owned());
        Picture { scene: Scene { width, height, title, description, marks: Vec::new() } }
    }

    /// Width and height in pixels, unscaled.
    pub fn size(&self) -> (f64, f64) {
        (self.scene.width, self.scene.height)
    }

    /// Fills a rectangle, given its upper left corner, width and height.
    pub fn rectangle(&mut self, class: &'static str, (x, y): (f64, f64), size: (f64, f64), colour: Colour) {
        let (width, height) = size;
        self.scene.push(class, Shape::Rect { x, y, width, height }, Paint::fill(colour));
    }

    /// Draws a straight line.
    pub fn line(
        &mut self,
        class: &'static str,
        from: (f64, f64),
        to: (f64, f64),
        width: f64,
        colour: Colour,
    ) {
        self.scene.line(class, from, to, Paint::stroke(colour, width));
    }

    /// Fills a square with round corners, given its upper left corner.
    pub fn tile(&mut self, class: &'static str, (x, y): (f64, f64), side: f64, radius: f64, colour: Colour) {
        self.scene.push(class, Shape::Tile { x, y, side, radius }, Paint::fill(colour));
    }

    /// Writes bold words whose middle is at a point.
    pub fn words(&mut self, class: &'static str, (x, y): (f64, f64), size: f64, colour: Colour, text: &str) {
        let (anchor, bold, text) = (Anchor::Middle, true, text.to_owned());
        // Half the height of a digit below the middle.
        let y = y + 0.36 * size;
        self.scene.push(class, Shape::Text { x, y, size, anchor, bold, text }, Paint::fill(colour));
    }

    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        self.scene.svg()
    }

    /// The picture as a PNG file, `scale` times as large.
    ///
    /// # Errors
    ///
    /// When the scale is not a positive number, or makes the picture too large.
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, PngError> {
        self.scene.png(scale)
    }

    /// The picture as pixels, `scale` times as large.
    ///
    /// # Errors
    ///
    /// As [`png`](Picture::png).
    pub fn pixels(&self, scale: f32) -> Result<Pixels, PngError> {
        png::pixels(&self.scene, scale)
    }
}
