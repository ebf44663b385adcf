//! A chart of the number of boards at each distance from a goal.

use crate::board;
use taquin::{Goal, Metric};
use taquin_plot::{Axis, Chart, Scale, Series, group_digits};

/// Draws a bar for each distance, starting at 0, and the mean; the legend names both.
///
/// ```
/// use taquin::{Goal, Metric, Size};
/// let goal = Goal::rows(Size::square(2)?);
/// let chart = taquin_draw::distances(&goal, Metric::Single, &[1, 2, 2, 2, 2, 2, 1], taquin_plot::Scale::Log);
/// assert!(chart.subtitle.ends_with("12 states, diameter 6, mean 3.00"));
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub fn distances(goal: &Goal, metric: Metric, counts: &[u64], scale: Scale) -> Chart {
    let states: u64 = counts.iter().sum();
    let weighted: f64 = counts.iter().enumerate().map(|(depth, &count)| depth as f64 * count as f64).sum();
    let mean = weighted / states.max(1) as f64;
    let subtitle = format!(
        "goal {}; {} states, diameter {}, mean {mean:.2}",
        board::label(goal.board()),
        group_digits(states),
        counts.len().saturating_sub(1),
    );
    let label = match metric {
        Metric::Single => "moves from the goal",
        Metric::Multi => "pushes from the goal",
    };
    let points = (0..).map(f64::from).zip(counts.iter().map(|&count| count as f64));
    let most = counts.iter().copied().max().unwrap_or_default() as f64;
    let least = match scale {
        Scale::Linear => 0.0,
        Scale::Log => 1.0,
    };
    Chart {
        title: format!("{}: boards by distance", goal.size()),
        subtitle,
        x: Axis::linear(label),
        y: Axis { label: "boards".to_owned(), scale },
        series: vec![
            Series::bars("boards at the distance", points),
            Series::line(format!("mean distance, {mean:.2}"), [(mean, least), (mean, most)]),
        ],
    }
}
