//! The evaluation function f of each search.

use taquin::search::Weight;
use taquin::solver::{Algorithm, Method, MethodOption};

/// Returns the value f of a node, or `None` for an uninformed search.
///
/// Best-first searches expand an open node with the smallest f next; depth-first searches prune nodes whose f exceeds the
/// f-limit.
///
/// ```
/// use taquin::Size;
/// use taquin::solver::{Algorithm, MethodOptions};
/// use taquin_lesson::trace::value;
/// let f = |algorithm| {
///     value(&MethodOptions::of(algorithm).method(Size::square(3).unwrap()).unwrap(), 3, Some(5))
/// };
/// assert_eq!(f(Algorithm::AStar), Some(8.0));
/// assert_eq!(f(Algorithm::WeightedAStar), Some(13.0));
/// assert_eq!(f(Algorithm::Greedy), Some(5.0));
/// assert_eq!(f(Algorithm::BreadthFirst), None);
/// ```
pub fn value(method: &Method, g: u32, h: Option<u32>) -> Option<f64> {
    let h = h.filter(|_| method.algorithm.takes(MethodOption::Heuristic))?;
    let (g, h) = (f64::from(g), f64::from(h));
    if method.algorithm == Algorithm::Greedy {
        return Some(h);
    }
    Some(match method.weight.map(Weight::fraction) {
        Some((numerator, denominator)) => g + f64::from(numerator) * h / f64::from(denominator),
        None => g + h,
    })
}
