//! A chart of the number of boards at each distance from a goal.

use crate::board;
use taquin::{Goal, Metric};
use taquin_plot::{Axis, Chart, Series, group_digits};

/// Draws a bar for each distance, starting at 0.
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
        board::label(goal.board()),
        group_digits(states),
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
