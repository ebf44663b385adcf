//! Charts as SVG text and as PNG bytes, from one description.
//!
//! A [`Chart`] has two number axes and lines or upright bars; a [`BarChart`] compares named things with lying bars.
//! A [`Picture`] is whatever somebody else draws with tiles and words. All are laid out once, into a list of shapes, and that list is written as SVG or painted as PNG: the two
//! pictures are the same.
//!
//! What always holds:
//!
//! - Nothing panics, whatever the numbers are. What an axis cannot show (a value that is not finite or beyond
//!   10^120; zero or less on a logarithmic axis) is left out; a line shows zero on a logarithmic y axis in a lane of
//!   its own.
//! - No system font is needed. The PNG's letters come with the crate `notosans`; the SVG names a generic family.
//! - Series differ in more than colour: lines in dashes and markers, bars in order and filling.
//! - The same description gives the same bytes.
//!
//! ```
//! use taquin_plot::{Axis, Chart, Series};
//!
//! let states = [1.0, 2.0, 4.0, 8.0, 16.0, 20.0, 39.0, 62.0, 116.0, 152.0, 286.0, 396.0];
//! let chart = Chart {
//!     title: "3x3: states per depth".into(),
//!     x: Axis::linear("depth"),
//!     y: Axis::log("states"),
//!     series: vec![Series::line("single", (0..).map(f64::from).zip(states))],
//!     ..Chart::default()
//! };
//! assert!(chart.svg().starts_with("<svg"));
//! assert!(chart.png(2.0)?.starts_with(b"\x89PNG"));
//! # Ok::<(), taquin_plot::PngError>(())
//! ```
#![forbid(unsafe_code)]

mod axis;
mod bar_chart;
mod chart;
mod describe;
mod frame;
mod number;
mod palette;
mod picture;
mod png;
mod scene;
mod svg;
mod text;

pub use axis::{Axis, Scale};
pub use bar_chart::{BarChart, Group};
pub use chart::{Chart, Kind, Series};
pub use palette::Colour;
pub use picture::Picture;
pub use png::{Pixels, PngError};
