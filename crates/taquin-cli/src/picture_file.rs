//! Files with pictures, whose names say what kind of picture they are.

use crate::atomic_file::AtomicFile;
use crate::exit::Failure;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use taquin_draw::Format;
use taquin_plot::Chart;

/// Pixels of a PNG for one of the SVG.
const SCALE: f32 = 2.0;

/// What kind of picture the name of a file says it is.
pub(crate) fn format(path: &Path) -> Option<Format> {
    let ending = path.extension()?.to_str()?;
    Format::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.name()))
}

/// Where to draw a chart.
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
    /// Reads the name of a file, whose ending says what it will be.
    ///
    /// # Errors
    /// If it ends otherwise.
    pub(crate) fn read(text: &str) -> Result<PictureFile, &'static str> {
        let path = PathBuf::from(text);
        match format(&path) {
            Some(Format::Svg) => Ok(PictureFile { path, kind: Kind::Svg }),
            Some(Format::Png) => Ok(PictureFile { path, kind: Kind::Png }),
            Some(Format::Gif) | None => Err("the name must end in .svg or .png"),
        }
    }

    /// Takes the place of the file.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub(crate) fn reserve(&self) -> Result<AtomicFile, Failure> {
        AtomicFile::reserve(&self.path)
    }

    /// Draws.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn draw(&self, file: AtomicFile, chart: &Chart) -> Result<(), Failure> {
        match self.kind {
            Kind::Svg => file.write(chart.svg().as_bytes()),
            Kind::Png => file.write(&chart.png(SCALE).map_err(io::Error::other)?),
        }
    }

    /// The name of the file, for a message.
    pub(crate) fn name(&self) -> &OsStr {
        Path::as_os_str(&self.path)
    }
}
