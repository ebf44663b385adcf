//! A file with a chart, whose name says what kind of picture it is.

use crate::echo;
use crate::exit::Failure;
use crate::whole_file::WholeFile;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use taquin_plot::Chart;

/// Pixels of a PNG for one of the SVG.
const SCALE: f32 = 2.0;

/// Where to draw.
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
    pub(crate) fn read(text: &str) -> Result<PictureFile, String> {
        let path = PathBuf::from(text);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(PictureFile { path, kind: Kind::Svg }),
            Some("png") => Ok(PictureFile { path, kind: Kind::Png }),
            Some(other) => {
                Err(format!("{:?} cannot be drawn; the name ends in .svg or .png", echo::argument(other)))
            }
            None => Err("the name ends in .svg or .png".to_owned()),
        }
    }

    /// Takes the place of the file.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub(crate) fn reserve(&self) -> Result<WholeFile, Failure> {
        WholeFile::reserve(&self.path)
    }

    /// Draws.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn draw(&self, file: WholeFile, chart: &Chart) -> Result<(), Failure> {
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
