//! Compares solution lengths with those that a list of boards gives.

use crate::quantity::counted;

/// Returns how a length contradicts a known one: it is shorter, or it is longer although it is optimal. `finder` is who
/// found it, and `source` says what the known length is.
pub(crate) fn contradiction(
    finder: &str,
    found: u64,
    is_optimal: bool,
    source: &str,
    known: u64,
) -> Option<String> {
    (found < known || (is_optimal && found > known))
        .then(|| format!("{finder} found {}, {source} is {known}", counted(found, "move")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_is_wrong_only_if_optimal() {
        let wrong = |found, is_optimal| contradiction("astar", found, is_optimal, "the given length", 10);
        assert_eq!((wrong(10, true), wrong(11, false)), (None, None));
        assert_eq!(wrong(9, false).as_deref(), Some("astar found 9 moves, the given length is 10"));
        assert!(wrong(11, true).is_some());
    }
}
