//! Pictures that the caller draws with tiles and text.

use crate::palette::Colour;
use crate::png::{self, Pixels, PngError};
use crate::scene::{Anchor, Paint, Scene, Shape};

/// A picture of tiles and text, as SVG, PNG or pixels.
///
/// Every shape has a class, so that a page that contains the SVG can restyle it.
///
/// ```
/// use taquin_plot::{Colour, Picture};
/// let mut picture = Picture::new(40.0, 40.0, "a tile", "the tile 7");
/// picture.tile("tile", (4.0, 4.0), 32.0, 4.0, Colour(0, 114, 178));
/// picture.text("number", (20.0, 20.0), 16.0, Colour(255, 255, 255), "7");
/// assert!(picture.svg().contains("<title>a tile</title>"));
/// assert_eq!(picture.pixels(2.0)?.rgb.len(), 80 * 80);
/// # Ok::<(), taquin_plot::PngError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Picture {
    scene: Scene,
}

impl Picture {
    /// Creates an empty picture of a size in pixels, with a title and a description for screen readers.
    pub fn new(width: f64, height: f64, title: &str, description: &str) -> Picture {
        let (title, description) = (title.to_owned(), description.to_owned());
        Picture { scene: Scene { width, height, title, description, marks: Vec::new() } }
    }

    /// Returns the width and height in pixels at scale 1.
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

    /// Fills a square with rounded corners, given its upper left corner.
    pub fn tile(&mut self, class: &'static str, (x, y): (f64, f64), side: f64, radius: f64, colour: Colour) {
        self.scene.push(class, Shape::Tile { x, y, side, radius }, Paint::fill(colour));
    }

    /// Writes bold text that is centred at a point.
    pub fn text(&mut self, class: &'static str, (x, y): (f64, f64), size: f64, colour: Colour, text: &str) {
        let (anchor, bold, text) = (Anchor::Middle, true, text.to_owned());
        // The baseline is half the height of a digit below the centre.
        let y = y + 0.36 * size;
        self.scene.push(class, Shape::Text { x, y, size, anchor, bold, text }, Paint::fill(colour));
    }

    /// Returns the picture as an SVG document.
    pub fn svg(&self) -> String {
        self.scene.svg()
    }

    /// Returns the picture as a PNG file, `scale` times as large.
    ///
    /// # Errors
    ///
    /// If the scale is not a positive number, or the picture would be too large.
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, PngError> {
        self.scene.png(scale)
    }

    /// Returns the picture as pixels, `scale` times as large.
    ///
    /// # Errors
    ///
    /// As [`png`](Picture::png).
    pub fn pixels(&self, scale: f32) -> Result<Pixels, PngError> {
        png::pixels(&self.scene, scale)
    }
}
