//! Charts as SVG and PNG from one description.
//!
//! A [`Chart`] has two numeric axes and lines or vertical bars; a [`BarChart`] compares categories with horizontal bars. A
//! [`Picture`] is drawn by the caller with tiles and text. All of them are laid out once into a list of shapes, which is
//! written as SVG or painted as PNG, so both pictures are the same.
//!
//! Invariants:
//!
//! - Nothing panics, whatever the numbers are. Values that an axis cannot show (not finite, beyond 10^120, or not positive
//!   on a logarithmic axis) are omitted; a line shows zero on a logarithmic y axis in a separate lane.
//! - No system font is needed. The PNG uses the font of the crate `notosans`; the SVG names a generic font family.
//! - Series differ in more than colour: lines by dashes and markers, bars by order and fill.
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
pub mod palette;
mod picture;
mod png;
mod scene;
mod svg;
mod text;

pub use axis::{Axis, Scale};
pub use bar_chart::{BarChart, Group};
pub use chart::{Chart, Kind, Series};
pub use number::group_digits;
pub use palette::Colour;
pub use picture::Picture;
pub use png::{Pixels, PngError};
