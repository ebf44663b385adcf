//! Writes a scene as PNG.
//!
//! tiny-skia paints the shapes; text is drawn as filled outlines of the embedded font.
//!
//! Painting the SVG with `resvg` would take more than twice as many crates and a program four times as large for the
//! same picture (`results/decisions.md`). The font is embedded because a machine may have none.

use std::fmt;

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint as Ink, Path, PathBuilder, Pixmap, Rect, Stroke as Pen,
    StrokeDash, Transform,
};
use ttf_parser::OutlineBuilder;

use crate::palette::Colour;
use crate::scene::{Anchor, Mark, Scene, Shape};
use crate::text::{self, RAISED_BY, RAISED_SIZE};

/// The longest side of a picture in pixels. Larger pictures are most likely a mistake, and would take gigabytes.
const LONGEST: f64 = 20_000.0;

/// Why a PNG cannot be created.
#[derive(Debug, Clone, PartialEq)]
pub enum PngError {
    /// The scale is not a positive number, or is too small for a single pixel.
    Scale(f32),
    /// The picture would have too many pixels.
    TooLarge {
        /// The width in pixels.
        width: f64,
        /// The height in pixels.
        height: f64,
    },
    /// The encoder failed.
    Encoder(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Scale(scale) => write!(f, "scale {scale} is not valid; expected 1 or 2"),
            PngError::TooLarge { width, height } => {
                write!(f, "a picture of {width:.0} x {height:.0} pixels is too large for this scale")
            }
            PngError::Encoder(message) => write!(f, "cannot write the PNG: {message}"),
        }
    }
}

impl std::error::Error for PngError {}

/// A painted picture: red, green and blue of each pixel, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
    /// The colours.
    pub rgb: Vec<[u8; 3]>,
}

pub(crate) fn pixels(scene: &Scene, scale: f32) -> Result<Pixels, PngError> {
    let pixmap = painted(scene, scale)?;
    // The background is white, so no pixel is transparent.
    let rgb = pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    Ok(Pixels { width: pixmap.width() as usize, height: pixmap.height() as usize, rgb })
}

pub(crate) fn paint(scene: &Scene, scale: f32) -> Result<Vec<u8>, PngError> {
    painted(scene, scale)?.encode_png().map_err(|error| PngError::Encoder(error.to_string()))
}

fn painted(scene: &Scene, scale: f32) -> Result<Pixmap, PngError> {
    if !scale.is_finite() || scale <= 0.0 {
        return Err(PngError::Scale(scale));
    }
    let width = (scene.width * f64::from(scale)).round();
    let height = (scene.height * f64::from(scale)).round();
    if width < 1.0 || height < 1.0 {
        return Err(PngError::Scale(scale));
    }
    if width > LONGEST || height > LONGEST {
        return Err(PngError::TooLarge { width, height });
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(PngError::TooLarge { width, height })?;
    pixmap.fill(Color::WHITE);
    let transform = Transform::from_scale(scale, scale);
    for mark in &scene.marks {
        draw(&mut pixmap, mark, transform);
    }
    Ok(pixmap)
}

fn draw(pixmap: &mut Pixmap, mark: &Mark, transform: Transform) {
    // A shape without extent has no path and is not visible.
    let Some(path) = outline(&mark.shape) else { return };
    if let Some(colour) = mark.paint.fill {
        pixmap.fill_path(&path, &ink(colour), FillRule::Winding, transform, None);
    }
    if let Some(stroke) = mark.paint.stroke {
        let dash: Vec<f32> = stroke.dash.iter().map(|&length| length as f32).collect();
        let pen = Pen {
            width: stroke.width as f32,
            line_cap: LineCap::Butt,
            line_join: LineJoin::Round,
            dash: StrokeDash::new(dash, 0.0),
            ..Pen::default()
        };
        pixmap.stroke_path(&path, &ink(stroke.colour), &pen, transform, None);
    }
}

fn ink(colour: Colour) -> Ink<'static> {
    let mut ink = Ink::default();
    ink.set_color_rgba8(colour.0, colour.1, colour.2, 255);
    ink
}

fn outline(shape: &Shape) -> Option<Path> {
    match shape {
        Shape::Rect { x, y, width, height } => {
            let rect = Rect::from_xywh(*x as f32, *y as f32, *width as f32, *height as f32)?;
            Some(PathBuilder::from_rect(rect))
        }
        Shape::Tile { x, y, side, radius } => {
            let (left, top, right, bottom) = (*x as f32, *y as f32, (x + side) as f32, (y + side) as f32);
            let radius = *radius as f32;
            let mut path = PathBuilder::new();
            path.move_to(left + radius, top);
            path.line_to(right - radius, top);
            path.quad_to(right, top, right, top + radius);
            path.line_to(right, bottom - radius);
            path.quad_to(right, bottom, right - radius, bottom);
            path.line_to(left + radius, bottom);
            path.quad_to(left, bottom, left, bottom - radius);
            path.line_to(left, top + radius);
            path.quad_to(left, top, left + radius, top);
            path.close();
            path.finish()
        }
        Shape::Circle { x, y, radius } => PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32),
        Shape::Path { points, closed } => {
            let mut path = PathBuilder::new();
            for (i, &(x, y)) in points.iter().enumerate() {
                if i == 0 {
                    path.move_to(x as f32, y as f32);
                } else {
                    path.line_to(x as f32, y as f32);
                }
            }
            if *closed {
                path.close();
            }
            path.finish()
        }
        Shape::Text { x, y, size, anchor, bold, text } => {
            let left = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - text::width(text, *size, *bold) / 2.0,
                Anchor::End => x - text::width(text, *size, *bold),
            };
            letters(text, left, *y, *size, *bold)
        }
    }
}

fn letters(text: &str, left: f64, baseline: f64, size: f64, bold: bool) -> Option<Path> {
    let face = text::face(bold);
    let mut pen = Outliner { path: PathBuilder::new(), x: left, y: baseline, unit: 0.0 };
    for run in text::runs(text) {
        let size = if run.raised { size * RAISED_SIZE } else { size };
        pen.y = if run.raised { baseline - size / RAISED_SIZE * RAISED_BY } else { baseline };
        pen.unit = size / f64::from(face.units_per_em());
        for c in run.text.chars() {
            // Glyph 0 is the box of a missing character. A character without outline, such as a space, only has a width.
            face.outline_glyph(face.glyph_index(c).unwrap_or_default(), &mut pen);
            pen.x += size * text::advance(c, bold);
        }
    }
    pen.path.finish()
}

/// Places glyphs, whose y axis points upwards, in the picture.
struct Outliner {
    path: PathBuilder,
    x: f64,
    y: f64,
    unit: f64,
}

impl Outliner {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        ((self.x + self.unit * f64::from(x)) as f32, (self.y - self.unit * f64::from(y)) as f32)
    }
}

impl OutlineBuilder for Outliner {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
