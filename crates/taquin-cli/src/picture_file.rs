//! Image files whose extension gives the format.

use crate::atomic_file::AtomicFile;
use crate::destination;
use crate::exit::Failure;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use taquin_draw::Format;
use taquin_plot::Chart;

/// Pixels of a PNG per unit of the SVG.
pub(crate) const PNG_SCALE: f32 = 2.0;

/// Returns the format given by the extension of a file name.
pub(crate) fn format(path: &Path) -> Option<Format> {
    let ending = path.extension()?.to_str()?;
    Format::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.name()))
}

/// Refuses to write a binary image to a terminal.
///
/// # Errors
/// If standard output is a terminal and the format is not text.
pub(crate) fn refuse_terminal(format: Format, hint: impl Into<String>) -> Result<(), Failure> {
    if format.is_text() || !destination::is_terminal() {
        return Ok(());
    }
    let name = format.name().to_uppercase();
    Err(Failure::input(format_args!("refusing to write a {name} to a terminal")).hint(hint))
}

/// A chart file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PictureFile {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Svg,
    Png,
}

impl PictureFile {
    /// Parses a file name.
    ///
    /// # Errors
    /// If the extension is not `.svg` or `.png`.
    pub(crate) fn read(text: &str) -> Result<PictureFile, &'static str> {
        let path = PathBuf::from(text);
        match format(&path) {
            Some(Format::Svg) => Ok(PictureFile { path, kind: Kind::Svg }),
            Some(Format::Png) => Ok(PictureFile { path, kind: Kind::Png }),
            Some(Format::Gif) | None => Err("expected the extension .svg or .png"),
        }
    }

    /// Reserves the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn reserve(&self) -> Result<AtomicFile, Failure> {
        AtomicFile::reserve(&self.path)
    }

    /// Draws the chart to the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn draw(&self, file: AtomicFile, chart: &Chart) -> Result<(), Failure> {
        match self.kind {
            Kind::Svg => file.write(chart.svg().as_bytes()),
            Kind::Png => file.write(&chart.png(PNG_SCALE).map_err(io::Error::other)?),
        }
    }

    /// Returns the name of the file.
    pub(crate) fn name(&self) -> &OsStr {
        Path::as_os_str(&self.path)
    }
}
