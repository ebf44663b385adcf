//! The list of shapes that layouts produce and outputs consume.
//!
//! Coordinates are pixels at scale 1 and finite; the y axis points downwards. Every shape has a class, so that a page that
//! contains the SVG can restyle it.

use crate::palette::Colour;
use crate::png::{self, PngError};
use crate::svg;

/// A picture that is ready to be written.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) marks: Vec<Mark>,
}

/// A shape and its tooltip.
#[derive(Debug, Clone)]
pub(crate) struct Mark {
    pub(crate) class: &'static str,
    pub(crate) shape: Shape,
    pub(crate) paint: Paint,
    pub(crate) tip: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) enum Shape {
    Rect {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    },
    /// A square with rounded corners.
    Tile {
        x: f64,
        y: f64,
        side: f64,
        radius: f64,
    },
    Path {
        points: Vec<(f64, f64)>,
        closed: bool,
    },
    Circle {
        x: f64,
        y: f64,
        radius: f64,
    },
    Text {
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
        bold: bool,
        text: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    pub(crate) fill: Option<Colour>,
    pub(crate) stroke: Option<Stroke>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    pub(crate) dash: &'static [f64],
}

impl Paint {
    pub(crate) const fn fill(colour: Colour) -> Paint {
        Paint { fill: Some(colour), stroke: None }
    }

    pub(crate) const fn stroke(colour: Colour, width: f64) -> Paint {
        Paint { fill: None, stroke: Some(Stroke { colour, width, dash: &[] }) }
    }
}

impl Mark {
    pub(crate) fn new(class: &'static str, shape: Shape, paint: Paint) -> Mark {
        Mark { class, shape, paint, tip: None }
    }

    pub(crate) fn with_tip(self, tip: String) -> Mark {
        Mark { tip: Some(tip), ..self }
    }
}

impl Scene {
    pub(crate) fn push(&mut self, class: &'static str, shape: Shape, paint: Paint) {
        self.marks.push(Mark::new(class, shape, paint));
    }

    /// Adds a straight line.
    pub(crate) fn line(&mut self, class: &'static str, from: (f64, f64), to: (f64, f64), paint: Paint) {
        self.push(class, Shape::Path { points: vec![from, to], closed: false }, paint);
    }

    pub(crate) fn svg(&self) -> String {
        svg::write(self)
    }

    pub(crate) fn png(&self, scale: f32) -> Result<Vec<u8>, PngError> {
        png::paint(self, scale)
    }
}
