//! The effective branching factor.

/// Returns the effective branching factor b\*: a uniform tree of this depth with b\* children per node has as many nodes as
/// the search generated. With N nodes besides the root, N + 1 = 1 + b\* + b\*² + … + b\*^depth.
///
/// Returns `None` if the depth is 0, or if there are fewer nodes than on a path of this depth.
///
/// ```
/// use taquin_lesson::compare::effective_branching;
/// // The textbook's example: a solution at depth 5 with 52 nodes besides the root.
/// assert_eq!((effective_branching(53, 5).unwrap() * 100.0).round(), 192.0);
/// assert_eq!(effective_branching(1 + 2 + 4 + 8, 3), Some(2.0));
/// assert_eq!(effective_branching(5, 4), Some(1.0));
/// assert_eq!(effective_branching(4, 4), None);
/// ```
pub fn effective_branching(generated: u64, depth: u32) -> Option<f64> {
    let besides_root =
        generated.checked_sub(1).filter(|&nodes| depth > 0 && nodes >= u64::from(depth))? as f64;
    if besides_root == f64::from(depth) {
        return Some(1.0);
    }
    // b + … + b^depth grows with b, is at most N for b = 1 and at least N for b = N.
    let sum = |b: f64| b * (b.powf(f64::from(depth)) - 1.0) / (b - 1.0);
    let (mut low, mut high) = (1.0, besides_root.max(2.0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if sum(middle) < besides_root { low = middle } else { high = middle }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::effective_branching;

    #[test]
    fn the_factor_reproduces_the_number_of_nodes() {
        for (depth, generated) in
            [(1, 4), (2, 3), (4, 10), (14, 132), (24, 100_000), (31, 181_440), (2000, 1_000_000)]
        {
            let b = effective_branching(generated, depth).unwrap();
            let mut sum = 0.0;
            let mut power = 1.0;
            for _ in 0..depth {
                power *= b;
                sum += power;
            }
            let relative = (sum + 1.0) / generated as f64;
            assert!((relative - 1.0).abs() < 1e-6, "{depth} {generated}: {b} {sum}");
        }
        assert_eq!(effective_branching(0, 0), None);
        assert_eq!(effective_branching(100, 0), None);
        assert_eq!(effective_branching(u64::MAX, 1).map(|b| b > 1e19), Some(true));
    }
}
