//! A one-line description of a method.

use taquin::search::GoalTest;
use taquin::solver::{Algorithm, Method};

/// Describes a method by everything that distinguishes it from others.
///
/// ```
/// use taquin::Size;
/// use taquin::search::Ties;
/// use taquin::solver::MethodOptions;
/// let mut options = MethodOptions::default();
/// options.ties = Some(Ties::State);
/// let method = options.method(Size::square(3)?)?;
/// assert_eq!(taquin_lesson::title(&method), "A*, manhattan, closed, state");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn title(method: &Method) -> String {
    let Method { algorithm, heuristic, weight, duplicates, ties, goal_test, patterns, push_tiles, .. } =
        method;
    let mut parts = vec![algorithm.title().to_owned()];
    parts.extend(heuristic.as_ref().map(ToString::to_string));
    parts.extend(weight.map(|weight| format!("weight {weight}")));
    parts.extend(patterns.iter().map(|partition| format!("patterns {partition}")));
    parts.extend((*push_tiles > 0).then(|| format!("patterns of {push_tiles} tiles")));
    parts.extend((*algorithm == Algorithm::Table).then(|| "all boards".to_owned()));
    parts.extend(duplicates.map(|duplicates| duplicates.to_string()));
    parts.extend(ties.map(|ties| ties.to_string()));
    let non_default = goal_test.filter(|&goal_test| goal_test != GoalTest::default());
    parts.extend(non_default.map(|goal_test| format!("goal test {goal_test}")));
    parts.join(", ")
}
