//! The chart of times per board.

use super::measurement::{MethodResult, Sample, SuiteResult};
use crate::quantity::counted;
use taquin_plot::{Axis, Chart, Series};

/// Draws a line per method: its n-th fastest board at n. A line ends early if boards were not solved.
pub(super) fn chart(result: &SuiteResult) -> Chart {
    let repeat = match result.repeat {
        1 => String::new(),
        repeat => format!(", median of {repeat} runs"),
    };
    Chart {
        title: format!("{}: {}", result.suite, result.title),
        subtitle: format!(
            "{}; boards of each method sorted by time, without set-up{repeat}",
            counted(result.boards.len() as u64, "board")
        ),
        x: Axis::linear("boards solved"),
        y: Axis::log("milliseconds per board"),
        series: result.entries.iter().map(series).collect(),
    }
}

fn series(entry: &MethodResult) -> Series {
    let solved = entry.samples.iter().filter(|sample| sample.outcome.length().is_some());
    let mut times: Vec<f64> = solved.map(Sample::seconds).collect();
    times.sort_by(f64::total_cmp);
    Series::line(entry.method.clone(), (1..).map(f64::from).zip(times.into_iter().map(|time| time * 1e3)))
}
