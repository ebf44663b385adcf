//! The colours of charts, pictures and the page, and the dashes and markers that distinguish series.
//!
//! This is the only list of colours: [`css`] writes it as the page's style sheet. The hues of series are those of Okabe and
//! Ito (2008), which people with any kind of colour blindness can distinguish, with two changes: their yellow is too pale on
//! paper and is left out, and the page's accent takes the place of their bluish green. After the last hue they repeat with
//! other dashes, hollow markers and hollow bars, so that twice as many series differ. Dashes and markers always differ, for
//! printing without colour.

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

/// A colour of the palette: in files and on a light page, and on a dark page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shade {
    /// Its name in the style sheet.
    pub name: &'static str,
    /// The colour in charts, pictures and the light scheme.
    pub light: Colour,
    /// The colour in the dark scheme.
    pub dark: Colour,
}

macro_rules! shades {
    ($($(#[$doc:meta])* $constant:ident = $name:literal $light:literal $dark:literal;)*) => {
        $($(#[$doc])* pub const $constant: Shade =
            Shade { name: $name, light: Colour::from_rgb($light), dark: Colour::from_rgb($dark) };)*

        /// Every colour of the palette.
        pub const ALL: &[Shade] = &[$($constant),*];
    };
}

impl Colour {
    /// Returns the colour of a number such as `0xff8000`.
    const fn from_rgb(number: u32) -> Colour {
        let [_, red, green, blue] = number.to_be_bytes();
        Colour(red, green, blue)
    }
}

shades! {
    /// The page behind everything.
    PAPER = "paper" 0xf6f4ef 0x17191a;
    /// The paper of charts, pictures and panels.
    CARD = "card" 0xfffdf9 0x1f2223;
    /// Text.
    INK = "ink" 0x24221e 0xebe8e1;
    /// Less important text.
    SOFT = "soft" 0x67625a 0xa8a49b;
    /// Lines that only divide.
    LINE = "line" 0xddd7cb 0x34393a;
    /// Lines that must be seen: borders of controls, axes, branches.
    EDGE = "edge" 0x8d867a 0x7b8180;
    /// What is active or in place; the first series.
    ACCENT = "accent" 0x1f6f64 0x74c7b8;
    /// Text on the accent.
    ON_ACCENT = "on-accent" 0xffffff 0x0d1f1c;
    /// A surface that belongs to the accent.
    TINT = "tint" 0xe2efec 0x21332f;
    /// Success.
    GOOD = "good" 0x1f6f64 0x74c7b8;
    /// Errors.
    BAD = "bad" 0x9c3a1a 0xf0a184;
    /// A surface that belongs to errors.
    BAD_TINT = "bad-tint" 0xf9e9e2 0x33231d;
    /// Highlights.
    LIGHT = "light" 0xf2c14e 0xe3b341;
    /// Text on highlights.
    ON_LIGHT = "on-light" 0x24221e 0x24221e;
    /// The bottom of a board, seen where the blank is.
    WELL = "well" 0xe4ded1 0x101213;
    /// A tile of the page.
    TILE = "tile" 0xfffdf9 0x2c3132;
    /// The border of a tile of the page.
    TILE_EDGE = "tile-edge" 0xcfc8ba 0x3d4445;
    /// The other side of a bidirectional search.
    OTHER_SIDE = "other-side" 0x7b4397 0xcfa5e6;
    /// A surface that belongs to the other side.
    OTHER_TINT = "other-tint" 0xf1e6f6 0x33263b;
    /// Text on the other side's colour.
    ON_OTHER = "on-other" 0xffffff 0x24132d;
    /// The second series: vermilion.
    SERIES_2 = "series-2" 0xd55e00 0xd55e00;
    /// The third series: blue.
    SERIES_3 = "series-3" 0x0072b2 0x4aa3d8;
    /// The fourth series: purple.
    SERIES_4 = "series-4" 0xcc79a7 0xcc79a7;
    /// The sixth series: orange. The fifth is the ink.
    SERIES_6 = "series-6" 0xe69f00 0xe69f00;
    /// The seventh series: sky blue.
    SERIES_7 = "series-7" 0x56b4e9 0x56b4e9;
}

/// The shades of series, in order.
const SERIES: [Shade; 7] = [ACCENT, SERIES_2, SERIES_3, SERIES_4, INK, SERIES_6, SERIES_7];

/// Returns the page's style sheet of colours: a custom property for each, and rules that give the charts on a dark page
/// its colours.
pub fn css() -> String {
    let properties = |indent: &str, colour: fn(&Shade) -> Colour| -> String {
        ALL.iter().map(|shade| format!("{indent}--{}: {};\n", shade.name, colour(shade))).collect()
    };
    let rule = |shade: &Shade, property: &str| {
        let Shade { name, light, .. } = shade;
        format!("  .chart [{property}=\"{light}\"] {{ {property}: var(--{name}); }}\n")
    };
    let in_charts = SERIES.iter().chain(&[CARD, SOFT, LINE]);
    let rules: String =
        in_charts.flat_map(|shade| ["fill", "stroke"].map(|property| rule(shade, property))).collect();
    format!(
        "/* The palette. Written by `cargo run -p taquin-plot --example palette`; the colours are in palette.rs there. */\n\n\
         :root {{\n  color-scheme: light dark;\n{}}}\n\n\
         @media (prefers-color-scheme: dark) {{\n  :root {{\n{}  }}\n\n{rules}}}\n",
        properties("  ", |shade| shade.light),
        properties("    ", |shade| shade.dark),
    )
}

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
            hue: SERIES[index % SERIES.len()].light,
            hollow: (index / SERIES.len()) % 2 == 1,
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
            return Paint { fill: Some(CARD.light), stroke: Some(stroke) };
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
        let (fill, rim) = if self.hollow { (CARD.light, self.hue) } else { (self.hue, CARD.light) };
        let width = if self.hollow { 1.5 } else { 0.8 };
        let stroke = Some(Stroke { colour: rim, width, dash: &[] });
        Mark::new("plot-marker", shape, Paint { fill: Some(fill), stroke })
    }
}
