//! How many boards there are at each distance from a goal, as a chart.

use crate::board;
use taquin::{Goal, Metric};
use taquin_plot::{Axis, Chart, Series};

/// A bar for every distance, from 0 on.
///
/// ```
/// use taquin::{Goal, Metric, Size};
/// let goal = Goal::rows(Size::square(2)?);
/// let chart = taquin_draw::distances(&goal, Metric::Single, &[1, 2, 2, 2, 2, 2, 1]);
/// assert!(chart.subtitle.ends_with("12 states, diameter 6, mean 3.00"));
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub fn distances(goal: &Goal, metric: Metric, counts: &[u64]) -> Chart {
    let states: u64 = counts.iter().sum();
    let weighted: f64 = counts.iter().enumerate().map(|(depth, &count)| depth as f64 * count as f64).sum();
    let subtitle = format!(
        "goal {}; {} states, diameter {}, mean {:.2}",
        board::in_words(goal.board()),
        grouped(states),
        counts.len().saturating_sub(1),
        weighted / states.max(1) as f64
    );
    let label = match metric {
        Metric::Single => "moves from the goal",
        Metric::Multi => "pushes from the goal",
    };
    let points = (0..).map(f64::from).zip(counts.iter().map(|&count| count as f64));
    Chart {
        title: format!("{}: boards by distance", goal.size()),
        subtitle,
        x: Axis::linear(label),
        y: Axis::log("boards"),
        series: vec![Series::bars("boards", points)],
    }
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    match number {
        ..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}
