//! What a search goes by.

use taquin::solver::{Algorithm, Method};

/// The value f of a node: of those that wait, one with the smallest comes next, or beyond the bound it is not looked at.
/// `None` for a search that asks for no estimate.
///
/// ```
/// use taquin::Size;
/// use taquin::solver::{Algorithm, Request, plan};
/// use taquin_lesson::trace::value;
/// let f = |algorithm| {
///     let request = Request { algorithm: Some(algorithm), ..Request::default() };
///     value(&plan(Size::square(3).unwrap(), &request).unwrap().method, 3, Some(5))
/// };
/// assert_eq!(f(Algorithm::AStar), Some(8.0));
/// assert_eq!(f(Algorithm::WeightedAStar), Some(13.0));
/// assert_eq!(f(Algorithm::Greedy), Some(5.0));
/// assert_eq!(f(Algorithm::BreadthFirst), None);
/// ```
pub fn value(method: &Method, g: u32, h: Option<u32>) -> Option<f64> {
    let h = h.filter(|_| method.algorithm.is_informed())?;
    let (g, h) = (f64::from(g), f64::from(h));
    Some(match (method.algorithm, method.weight) {
        (Algorithm::Greedy, _) => h,
        (_, Some(weight)) => {
            let (above, below) = weight.fraction();
            g + f64::from(above) * h / f64::from(below)
        }
        _ => g + h,
    })
}
