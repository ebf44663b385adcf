//! `taquin explore`.

use super::Run;
use crate::args::GoalArgs;
use crate::choice;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::memory;
use crate::output::{self, slashes, talk};
use crate::progress::{self, SearchProgress};
use crate::quantity::{grouped, readable_bytes};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use taquin::space::Workers;
use taquin::tables::{DepthHistogram, NoTable, PerfectKey};
use taquin::{Board, Goal, Metric, Size};
use taquin_plot::Chart;

const ABOUT: &str = "\
Enumerate all boards of a size: how many at each distance, and which are farthest.

Breadth-first search from the goal over every board, up to 12 cells, where there are 239,500,800. Boards that cannot \
be solved are not counted.";

const EXAMPLES: &str = "\
EXAMPLES:
  taquin explore 3x3
  taquin explore 2x5 --metric multi --antipodes
  taquin explore 3x3 --goal spiral --output csv
  taquin explore 2x4 --output svg";

/// Enumerate all boards of a size: how many at each distance, and which are farthest
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct ExploreArgs {
    /// Rows and columns, as in 3x4: at most 12 cells
    #[arg(value_name = "SIZE", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", value_parser = choice::metrics(), default_value = "single")]
    pub(crate) metric: Metric,
    /// How to print
    #[arg(long, value_name = "FORM", value_enum, default_value = "text")]
    pub(crate) output: ExploreForm,
    /// List all of the farthest boards; otherwise text and JSON list no more than a few
    #[arg(long)]
    pub(crate) antipodes: bool,
}

/// How to print what was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ExploreForm {
    /// A table and what follows from it
    Text,
    /// depth,states
    Csv,
    /// One object
    Json,
    /// A chart
    Svg,
    /// The same chart in pixels; not to a terminal
    Png,
}

/// So many antipodes are listed unless all are asked for.
const FEW: usize = 20;
/// Nobody reads more.
const MANY: usize = 1_000_000;
/// Pixels of a PNG for one of the SVG.
const SCALE: f32 = 2.0;

impl Run for ExploreArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let goal = GoalChoice::read(self.goal.goal.as_deref(), &mut Reader::default())?.at(self.size)?;
        if self.output == ExploreForm::Png && io::stdout().is_terminal() {
            return Err(Failure::input("a PNG is no text: it cannot be shown on a terminal")
                .hint("send it to a file, as in `taquin explore 3x3 --output png > states.png`"));
        }
        if let Some(exit) = lacks_memory(&goal, self.metric) {
            return Ok(exit);
        }
        progress::catch_interrupts();
        let total = PerfectKey::of(&goal, self.metric).map(PerfectKey::states);
        let most = if self.antipodes { MANY } else { FEW };
        let mut counts = vec![1];
        let census = {
            let mut watch = SearchProgress::new();
            DepthHistogram::count(&goal, self.metric, most, Workers::all(), |found| {
                counts.push(found);
                watch.layer(&counts, total)
            })
        };
        let found = Found { goal: &goal, metric: self.metric, census: census.as_ref().ok(), counts: &counts };
        match census {
            Ok(_) => {
                found.print(self.output)?;
                Ok(Exit::Success)
            }
            Err(NoTable::Stopped) => {
                // A chart of a part would be taken for the whole.
                if !matches!(self.output, ExploreForm::Svg | ExploreForm::Png) {
                    found.print(self.output)?;
                }
                talk(format_args!("taquin: interrupted; only depths up to {} are counted", counts.len() - 1));
                Ok(Exit::Interrupted)
            }
            Err(error) => Err(Failure::input(error)),
        }
    }
}

/// Tells that there is too little memory, if there is.
pub(super) fn lacks_memory(goal: &Goal, metric: Metric) -> Option<Exit> {
    let needed = PerfectKey::of(goal, metric)?.building_bytes();
    let available = memory::default_limit();
    (needed > available).then(|| {
        talk(format_args!(
            "taquin: {} boards take {} of memory, and no more than {} should be used",
            goal.size(),
            readable_bytes(needed),
            readable_bytes(available)
        ));
        Exit::Limit
    })
}

/// What was counted, to the end or not.
struct Found<'a> {
    goal: &'a Goal,
    metric: Metric,
    census: Option<&'a DepthHistogram>,
    counts: &'a [u64],
}

impl Found<'_> {
    fn counts(&self) -> &[u64] {
        self.census.map_or(self.counts, DepthHistogram::counts)
    }

    fn print(&self, form: ExploreForm) -> Result<(), Failure> {
        let mut out = output::stdout();
        match form {
            ExploreForm::Text => self.text(&mut out)?,
            ExploreForm::Csv => {
                writeln!(out, "depth,states")?;
                for (depth, count) in self.counts().iter().enumerate() {
                    writeln!(out, "{depth},{count}")?;
                }
            }
            ExploreForm::Json => writeln!(out, "{}", self.object())?,
            ExploreForm::Svg => out.write_all(self.chart().svg().as_bytes())?,
            ExploreForm::Png => {
                let picture = self.chart().png(SCALE).map_err(io::Error::other)?;
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
        let width = counts.iter().map(|&count| grouped(count).len()).max().unwrap_or_default().max(6);
        writeln!(out, "depth  {:>width$}", "states")?;
        for (depth, &count) in counts.iter().enumerate() {
            writeln!(out, "{depth:>5}  {:>width$}", grouped(count))?;
        }
        let Some(census) = self.census else { return Ok(()) };
        let mode = census.mode();
        writeln!(out, "\nstates     {}", grouped(census.states()))?;
        writeln!(out, "diameter   {}", self.metric.counted(census.diameter() as u64))?;
        writeln!(out, "mean       {:.4}", census.mean())?;
        writeln!(out, "mode       {mode}, with {}", grouped(counts[mode]))?;
        let (listed, all) = (census.antipodes(), counts[census.diameter()]);
        writeln!(out, "antipodes  {}", grouped(all))?;
        for board in listed {
            writeln!(out, "           {}", slashes(board))?;
        }
        let left = all - listed.len() as u64;
        if left > 0 {
            writeln!(out, "           … and {} more, which --antipodes lists", grouped(left))?;
        }
        Ok(())
    }

    fn object(&self) -> serde_json::Value {
        let size = self.goal.size();
        let numbers = |board: &Board| board.numbers().collect::<Vec<_>>();
        let mut object = json!({
            "version": 1,
            "size": [size.rows(), size.cols()],
            "goal": numbers(self.goal.board()),
            "metric": self.metric.name(),
            "complete": self.census.is_some(),
            "counts": self.counts(),
        });
        if let Some(census) = self.census {
            object["states"] = census.states().into();
            object["diameter"] = census.diameter().into();
            object["mean"] = census.mean().into();
            object["mode"] = census.mode().into();
            object["antipode_count"] = census.counts()[census.diameter()].into();
            object["antipodes"] = census.antipodes().iter().map(numbers).collect();
        }
        object
    }

    fn chart(&self) -> Chart {
        taquin_draw::distances(self.goal, self.metric, self.counts())
    }
}
