//! The times per board of every method, drawn.

use super::measurement::{Contest, Entry, Sample};
use crate::echo;
use crate::exit::Failure;
use crate::quantity::counted;
use crate::whole_file::WholeFile;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use taquin_plot::{Axis, Chart, Series};

/// Pixels of a PNG for one of the SVG.
const SCALE: f32 = 2.0;

/// Where to draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Picture {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Svg,
    Png,
}

impl Picture {
    /// Reads the name of a file, whose ending says what it will be.
    ///
    /// # Errors
    /// If it ends otherwise.
    pub(crate) fn read(text: &str) -> Result<Picture, String> {
        let path = PathBuf::from(text);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Picture { path, kind: Kind::Svg }),
            Some("png") => Ok(Picture { path, kind: Kind::Png }),
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
    pub(super) fn reserve(&self) -> Result<WholeFile, Failure> {
        WholeFile::reserve(&self.path)
    }

    /// Draws.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn draw(&self, file: WholeFile, contest: &Contest) -> Result<(), Failure> {
        let chart = chart(contest);
        match self.kind {
            Kind::Svg => file.write(chart.svg().as_bytes()),
            Kind::Png => file.write(&chart.png(SCALE).map_err(io::Error::other)?),
        }
    }

    /// The name of the file, for a message.
    pub(super) fn name(&self) -> &OsStr {
        Path::as_os_str(&self.path)
    }
}

/// A line for every method: its n-th fastest board at n. Where a line ends, boards were not solved.
fn chart(contest: &Contest) -> Chart {
    let repeat = match contest.repeat {
        1 => String::new(),
        repeat => format!(", median of {repeat} runs"),
    };
    Chart {
        title: format!("{}: {}", contest.suite, contest.title),
        subtitle: format!(
            "{}; each method's boards in the order of their times, set-up not included{repeat}",
            counted(contest.boards.len() as u64, "board")
        ),
        x: Axis::linear("boards solved"),
        y: Axis::log("milliseconds for a board"),
        series: contest.entries.iter().map(series).collect(),
    }
}

fn series(entry: &Entry) -> Series {
    let solved = entry.samples.iter().filter(|sample| sample.outcome.length().is_some());
    let mut times: Vec<f64> = solved.map(Sample::seconds).collect();
    times.sort_by(f64::total_cmp);
    Series::line(entry.method.clone(), (1..).map(f64::from).zip(times.into_iter().map(|time| time * 1e3)))
}
