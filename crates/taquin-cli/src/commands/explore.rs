//! `taquin explore`.

use super::Run;
use crate::args::{FormatArgs, GoalArgs};
use crate::choice;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::layer_progress::LayerProgress;
use crate::memory;
use crate::output::{self, slashes};
use crate::picture_file::{self, PNG_SCALE};
use crate::progress;
use crate::quantity;
use crate::signals;
use crate::text_table::{Column, Markup, TextTable};
use clap::{Args, ValueEnum, ValueHint};
use serde_json::json;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::iter;
use std::path::PathBuf;
use taquin::Workers;
use taquin::control::Control;
use taquin::display::{Bytes, Grouped};
use taquin::solver::Report;
use taquin::tables::{CheckpointError, CheckpointFault, DepthHistogram, NoTable, PerfectKey, ResumeError};
use taquin::{Board, Goal, Metric, Size};
use taquin_draw::Format;
use taquin_plot::{Chart, Scale};

const ABOUT: &str = "\
Enumerate all boards of a size: the number at each distance, and the farthest ones.

Runs breadth-first search from the goal over all solvable boards of up to 12 cells, which are 239,500,800 boards, in
single moves also over the 43,589,145,600 boards of 2x7. These take 5.4 GB of memory and many minutes; with --resume, the
count can be stopped and continued.";

const EXAMPLES: &str = "\
EXAMPLES:
  taquin explore 3x3
  taquin explore 2x5 --metric multi --antipodes
  taquin explore 3x3 --goal spiral --format csv
  taquin explore 3x3 --goal '1 2 3/4 0 5/6 7 8' --by-blank
  taquin explore 2x4 --json
  taquin explore 2x4 -o target/states.svg
  taquin explore 3x3 --format svg --scale linear
  taquin explore 2x5 --resume target/layers";

/// Enumerate all boards of a size by distance from the goal
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct ExploreArgs {
    /// Rows and columns, as in 3x4; at most 12 cells, or 2x7
    #[arg(value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    #[arg(required_unless_present = "size_option")]
    pub(crate) size: Option<Size>,
    /// The same as an option, as other commands have it
    #[arg(long = "size", value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    #[arg(conflicts_with = "size")]
    pub(crate) size_option: Option<Size>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", value_parser = choice::metrics(), default_value = "single")]
    pub(crate) metric: Metric,
    /// Scale of the numbers of boards in a chart
    #[arg(long, value_name = "SCALE", value_parser = choice::scales(), default_value = "log")]
    pub(crate) scale: Scale,
    /// Also count the boards by the cell of their blank: r1c1, r1c2, …
    #[arg(long)]
    pub(crate) by_blank: bool,
    /// List all of the farthest boards instead of the first few
    #[arg(long)]
    pub(crate) antipodes: bool,
    /// Keep the last layers in DIR, and continue from there if DIR has layers of an earlier run
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) resume: Option<PathBuf>,
    /// Stop before using more memory: 500M, 2GiB [default: three quarters of the available memory]
    #[arg(long, value_name = "BYTES", value_parser = quantity::bytes, allow_hyphen_values = true)]
    pub(crate) memory_limit: Option<u64>,
    #[command(flatten)]
    pub(crate) format: FormatArgs<ExploreForm>,
}

/// The output formats of `explore`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ExploreForm {
    /// A table and summary
    Text,
    /// depth,states
    Csv,
    /// One JSON object
    Json,
    /// A chart as SVG
    Svg,
    /// The chart as PNG; not to a terminal
    Png,
}

/// Antipodes listed without `--antipodes`.
const FEW: usize = 20;
/// Antipodes listed at most.
const MANY: usize = 1_000_000;

impl Run for ExploreArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let form = self.format.resolve()?;
        let Some(size) = self.size.or(self.size_option) else {
            return Err(Failure::input("missing ROWSxCOLS"));
        };
        let goal = GoalChoice::read(&self.goal, &mut Reader::default())?.at(size)?;
        if form == ExploreForm::Png {
            picture_file::refuse_terminal(Format::Png, "write it to a file with -o states.png")?;
        }
        if self.resume.is_some() && self.metric != Metric::Single {
            return Err(Failure::input("--resume: not supported in pushes").hint("use --metric single"));
        }
        check_count_memory(&goal, self.metric, self.memory_limit)?;
        signals::catch();
        let mut layers = LayerProgress::new(board_count(&goal, self.metric));
        let counted = {
            let control = progress::control().on_event(|event| layers.show(event));
            self.count(&goal, &control)
        };
        let counts = layers.finish();
        let histogram = counted.as_ref().ok();
        let by_blank = histogram.filter(|_| self.by_blank).map_or(&[][..], DepthHistogram::counts_by_blank);
        let (metric, scale) = (self.metric, self.scale);
        let found = Found { goal: &goal, metric, histogram, counts: &counts, scale, by_blank };
        match counted {
            Ok(_) => {
                found.print(form)?;
                Ok(Exit::Success)
            }
            Err(ResumeError::NoTable(NoTable::Stopped(_))) => {
                // A partial chart could be mistaken for a complete one.
                if !matches!(form, ExploreForm::Svg | ExploreForm::Png) {
                    found.print(form)?;
                }
                let missing = if self.by_blank { ", without those by blank" } else { "" };
                let remedy = if self.resume.is_some() { "; continue with the same command" } else { "" };
                output::message(format_args!(
                    "interrupted; counts are complete up to depth {}{missing}{remedy}",
                    counts.len() - 1
                ));
                Ok(Exit::Interrupted)
            }
            Err(error) => Err(failure(&error)),
        }
    }
}

impl ExploreArgs {
    fn count(&self, goal: &Goal, control: &Control) -> Result<DepthHistogram, ResumeError> {
        let most = if self.antipodes { MANY } else { FEW };
        match &self.resume {
            Some(folder) => DepthHistogram::resume(goal, most, folder, Workers::all(), control),
            None => Ok(DepthHistogram::count(goal, self.metric, most, Workers::all(), control)?),
        }
    }
}

/// Explains why the boards could not be counted, and what to do.
fn failure(error: &ResumeError) -> Failure {
    let hint = match error {
        ResumeError::NoTable(NoTable::Size(_)) => "2x7 can be explored, too; larger boards are too many",
        ResumeError::NoTable(NoTable::Pushes(_)) => "use --metric single",
        ResumeError::Checkpoint(CheckpointError {
            fault: CheckpointFault::Io { action: "write", .. },
            ..
        }) => "the layers before are kept; continue with the same command",
        ResumeError::Checkpoint(CheckpointError { fault: CheckpointFault::InUse, .. }) => {
            "wait for it or stop it, then continue with the same command"
        }
        ResumeError::Checkpoint(_) => {
            "nothing was changed; use another directory, or start again in an empty one"
        }
        _ => return Failure::input(error),
    };
    Failure::input(error).hint(hint)
}

/// Checks that there is enough memory for a table of all boards of a size, or that it fits a limit.
///
/// # Errors
/// If there is not; that has been reported.
pub(super) fn check_memory(goal: &Goal, metric: Metric, limit: Option<u64>) -> Result<(), Failure> {
    check_needed(goal.size(), PerfectKey::of(goal, metric).map_or(0, PerfectKey::building_bytes), limit)
}

/// Checks that there is enough memory to count all boards of a size, or that it fits a limit.
///
/// # Errors
/// If there is not; that has been reported.
pub(super) fn check_count_memory(goal: &Goal, metric: Metric, limit: Option<u64>) -> Result<(), Failure> {
    let needed = DepthHistogram::needed_bytes(goal, metric, Workers::all());
    check_needed(goal.size(), needed.unwrap_or_default(), limit)
}

/// Returns the number of boards that are counted, unless they are few or too many.
pub(super) fn board_count(goal: &Goal, metric: Metric) -> Option<u64> {
    let needed = DepthHistogram::needed_bytes(goal, metric, Workers::ONE);
    needed.map(|_| (3..=goal.size().cells() as u64).product())
}

fn check_needed(size: Size, needed: u64, limit: Option<u64>) -> Result<(), Failure> {
    let available = limit.unwrap_or_else(memory::default_limit);
    if needed <= available {
        return Ok(());
    }
    output::message(format_args!(
        "enumerating {size} boards needs {} of memory, more than the limit of {}",
        Bytes(needed),
        Bytes(available)
    ));
    Err(Failure::Stopped(Exit::Limit))
}

/// The counts, complete or not.
struct Found<'a> {
    goal: &'a Goal,
    metric: Metric,
    histogram: Option<&'a DepthHistogram>,
    counts: &'a [u64],
    /// The scale of the chart.
    scale: Scale,
    /// The counts of each depth by the cell of the blank; empty if they were not asked for.
    by_blank: &'a [Vec<u64>],
}

impl Found<'_> {
    fn counts(&self) -> &[u64] {
        self.histogram.map_or(self.counts, DepthHistogram::counts)
    }

    /// Returns the names of the blank's cells, if boards are counted by them.
    fn cells(&self) -> Vec<String> {
        let size = self.goal.size();
        let cells = if self.by_blank.is_empty() { 0 } else { size.cells() };
        (0..cells).map(|cell| format!("r{}c{}", cell / size.cols() + 1, cell % size.cols() + 1)).collect()
    }

    fn print(&self, form: ExploreForm) -> Result<(), Failure> {
        let mut out = output::stdout();
        match form {
            ExploreForm::Text => self.text(&mut out)?,
            ExploreForm::Csv => {
                writeln!(
                    out,
                    "{}",
                    [&["depth".to_owned(), "states".to_owned()][..], &self.cells()].concat().join(",")
                )?;
                for (depth, count) in self.counts().iter().enumerate() {
                    write!(out, "{depth},{count}")?;
                    for count in self.by_blank.get(depth).into_iter().flatten() {
                        write!(out, ",{count}")?;
                    }
                    writeln!(out)?;
                }
            }
            ExploreForm::Json => writeln!(out, "{}", self.object())?,
            ExploreForm::Svg => out.write_all(self.chart().svg().as_bytes())?,
            ExploreForm::Png => {
                let picture = self.chart().png(PNG_SCALE).map_err(io::Error::other)?;
                out.write_all(&picture)?;
            }
        }
        Ok(out.flush()?)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let counts = self.counts();
        writeln!(out, "size       {}", self.goal.size())?;
        writeln!(out, "goal       {}", slashes(self.goal.board()))?;
        writeln!(out, "metric     {}\n", self.metric)?;
        let heading = ["depth".to_owned(), "states".to_owned()].into_iter().chain(self.cells());
        let rows = counts.iter().enumerate().map(|(depth, count)| {
            let by_blank = self.by_blank.get(depth).into_iter().flatten();
            let counts = iter::once(count).chain(by_blank).map(|&count| Grouped(count).to_string());
            iter::once(depth.to_string()).chain(counts).collect()
        });
        TextTable::new(heading.map(|name| (name, Column::Number)), rows).write(out, Markup::Plain)?;
        let Some(histogram) = self.histogram else { return Ok(()) };
        let mode = histogram.mode();
        writeln!(out, "\nstates     {}", Grouped(histogram.states()))?;
        writeln!(out, "diameter   {}", self.metric.counted(histogram.diameter() as u64))?;
        writeln!(out, "mean       {:.4}", histogram.mean())?;
        writeln!(out, "mode       {mode}, with {}", Grouped(counts[mode]))?;
        let (listed, all) = (histogram.antipodes(), counts[histogram.diameter()]);
        writeln!(out, "antipodes  {}", Grouped(all))?;
        for board in listed {
            writeln!(out, "           {}", slashes(board))?;
        }
        let left = all - listed.len() as u64;
        if left > 0 {
            writeln!(out, "           … and {} more (list them with --antipodes)", Grouped(left))?;
        }
        Ok(())
    }

    fn object(&self) -> serde_json::Value {
        let size = self.goal.size();
        let numbers = |board: &Board| board.numbers().collect::<Vec<_>>();
        let mut object = json!({
            "kind": "exploration",
            "version": Report::VERSION,
            "size": [size.rows(), size.cols()],
            "goal": numbers(self.goal.board()),
            "metric": self.metric.name(),
            "complete": self.histogram.is_some(),
            "counts": self.counts(),
        });
        if !self.by_blank.is_empty() {
            object["counts_by_blank"] = self.by_blank.into();
        }
        if let Some(histogram) = self.histogram {
            object["states"] = histogram.states().into();
            object["diameter"] = histogram.diameter().into();
            object["mean"] = histogram.mean().into();
            object["mode"] = histogram.mode().into();
            object["antipodes"] = json!({
                "count": histogram.counts()[histogram.diameter()],
                "boards": histogram.antipodes().iter().map(numbers).collect::<Vec<_>>(),
            });
        }
        object
    }

    fn chart(&self) -> Chart {
        taquin_draw::distances(self.goal, self.metric, self.counts(), self.scale)
    }
}
