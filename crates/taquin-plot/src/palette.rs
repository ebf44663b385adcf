//! Colours, dashes and markers that distinguish series.
//!
//! The hues are those of Okabe and Ito (2008), which people with any kind of colour blindness can distinguish, without
//! their yellow, which is too pale on white. After the last hue they repeat with other dashes, hollow markers and hollow
//! bars, so that twice as many series differ. Dashes and markers always differ, for printing without colour.

use std::fmt;

use crate::scene::{Mark, Paint, Shape, Stroke};

/// A colour: red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

pub(crate) const PAPER: Colour = Colour(255, 255, 255);
pub(crate) const INK: Colour = Colour(34, 34, 34);
pub(crate) const SOFT: Colour = Colour(89, 89, 89);
pub(crate) const GRID: Colour = Colour(226, 226, 226);

const HUES: [Colour; 7] = [
    Colour(0, 114, 178),
    Colour(213, 94, 0),
    Colour(0, 158, 115),
    Colour(204, 121, 167),
    Colour(72, 72, 72),
    Colour(230, 159, 0),
    Colour(86, 180, 233),
];

const DASHES: [&[f64]; 6] =
    [&[], &[7.0, 3.0], &[2.0, 2.5], &[9.0, 3.0, 2.0, 3.0], &[12.0, 4.0], &[5.0, 2.5, 1.5, 2.5, 1.5, 2.5]];

/// The corners of the markers in units of their radius; the first marker is a circle.
const MARKERS: [&[(f64, f64)]; 6] = [
    &[],
    &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    &[(0.0, -1.2), (1.15, 0.8), (-1.15, 0.8)],
    &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
    &[(0.0, 1.2), (1.15, -0.8), (-1.15, -0.8)],
    &[(0.0, -1.25), (1.19, -0.39), (0.73, 1.01), (-0.73, 1.01), (-1.19, -0.39)],
];

/// The style of a series.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    hue: Colour,
    hollow: bool,
    dash: &'static [f64],
    marker: usize,
}

impl Style {
    /// Returns the style of series number `index`.
    pub(crate) fn of(index: usize) -> Style {
        Style {
            hue: HUES[index % HUES.len()],
            hollow: (index / HUES.len()) % 2 == 1,
            dash: DASHES[index % DASHES.len()],
            marker: index % MARKERS.len(),
        }
    }

    pub(crate) fn line(self) -> Paint {
        Paint { fill: None, stroke: Some(Stroke { colour: self.hue, width: 2.0, dash: self.dash }) }
    }

    /// Returns the paint of a bar whose shorter side has `breadth` pixels.
    pub(crate) fn bar(self, breadth: f64) -> Paint {
        if self.hollow && breadth >= 3.0 {
            let stroke = Stroke { colour: self.hue, width: 1.5, dash: &[] };
            return Paint { fill: Some(PAPER), stroke: Some(stroke) };
        }
        Paint::fill(self.hue)
    }

    pub(crate) fn hollow(self) -> bool {
        self.hollow
    }

    /// Returns the marker of a point.
    pub(crate) fn marker(self, (x, y): (f64, f64)) -> Mark {
        const RADIUS: f64 = 3.6;
        let corners = MARKERS[self.marker];
        let shape = if corners.is_empty() {
            Shape::Circle { x, y, radius: RADIUS }
        } else {
            let points = corners.iter().map(|&(dx, dy)| (x + RADIUS * dx, y + RADIUS * dy)).collect();
            Shape::Path { points, closed: true }
        };
        let (fill, rim) = if self.hollow { (PAPER, self.hue) } else { (self.hue, PAPER) };
        let width = if self.hollow { 1.5 } else { 0.8 };
        let stroke = Some(Stroke { colour: rim, width, dash: &[] });
        Mark::new("plot-marker", shape, Paint { fill: Some(fill), stroke })
    }
}
