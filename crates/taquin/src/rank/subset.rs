//! Sets of cells of one cardinality, ranked without gaps.

/// The largest number of cells to choose from.
pub(crate) const MAX_CELLS: usize = 25;

/// The cells below this one are looked up in one table, the others in another.
const LOWER_CELLS: usize = 13;

const UPPER_CELLS: usize = MAX_CELLS - LOWER_CELLS;

/// The ranks of all sets of `size` cells out of `cells`, each given as a bit mask.
///
/// The rank of a set is the sum of binomials of its elements (the combinatorial number system). The sum is split into two
/// halves of the mask: since the size is fixed, the upper half determines how many cells the lower half has.
///
/// ```
/// use taquin::internals::rank::Subsets;
/// let pairs = Subsets::new(4, 2);
/// assert_eq!(pairs.count(), 6);
/// let numbers: Vec<usize> = pairs.iter().map(|set| pairs.rank(set)).collect();
/// assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
/// ```
#[derive(Clone, Debug)]
pub struct Subsets {
    cells: usize,
    size: usize,
    lower: Box<[u32; 1 << LOWER_CELLS]>,
    upper: Box<[u32; 1 << UPPER_CELLS]>,
}

impl Subsets {
    /// Builds the ranking of the sets of `size` cells out of `cells`.
    ///
    /// # Panics
    /// If there are more than 25 cells, or fewer than `size`.
    pub fn new(cells: usize, size: usize) -> Subsets {
        assert!(cells <= MAX_CELLS && size <= cells, "{size} of {cells} cells");
        let mut lower = Box::new([0; 1 << LOWER_CELLS]);
        let mut upper = Box::new([0; 1 << UPPER_CELLS]);
        let lower_cells = cells.min(LOWER_CELLS);
        for mask in 0..1 << lower_cells {
            lower[mask as usize] = colex(mask, 0, 0);
        }
        for mask in 0..1_u32 << (cells - lower_cells) {
            // The elements of the upper half come after those of the lower half. Halves with too many cells belong to
            // no set; their entries are never read.
            let below = size.saturating_sub(mask.count_ones() as usize);
            upper[mask as usize] = colex(mask, lower_cells, below);
        }
        Subsets { cells, size, lower, upper }
    }

    /// Returns the number of sets.
    pub fn count(&self) -> usize {
        binomial(self.cells, self.size) as usize
    }

    /// Returns the rank of a set. The mask must be one of these sets; otherwise the result is meaningless.
    #[inline]
    pub fn rank(&self, mask: u32) -> usize {
        // The remainders change nothing; they tell the compiler that the indices are in bounds.
        let lower = self.lower[mask as usize % (1 << LOWER_CELLS)];
        let upper = self.upper[(mask as usize >> LOWER_CELLS) % (1 << UPPER_CELLS)];
        (lower + upper) as usize
    }

    /// Iterates over all sets in the order of their ranks.
    pub fn iter(&self) -> impl Iterator<Item = u32> + use<> {
        let (end, first) = (1_u64 << self.cells, (1_u64 << self.size) - 1);
        let next = move |&mask: &u64| {
            if mask == 0 {
                return None;
            }
            // The next larger number with as many ones: the top of the lowest run of ones moves up by one place, the
            // rest of the run moves to the bottom.
            let lowest = mask & mask.wrapping_neg();
            let carried = mask + lowest;
            Some(carried | (((carried ^ mask) / lowest) >> 2))
        };
        std::iter::successors(Some(first), next).take_while(move |&mask| mask < end).map(|mask| mask as u32)
    }
}

/// Returns the sum of binomials of the elements of a mask that starts at cell `shift`, with `below` elements before it.
fn colex(mask: u32, shift: usize, below: usize) -> u32 {
    let elements = (0..u32::BITS as usize).filter(|&bit| mask >> bit & 1 == 1);
    elements.enumerate().map(|(index, bit)| binomial(bit + shift, below + index + 1)).sum()
}

fn binomial(n: usize, k: usize) -> u32 {
    if k > n {
        return 0;
    }
    (1..=k as u64).fold(1, |product, i| product * (n as u64 - k as u64 + i) / i) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_the_order_of_the_sets() {
        for (cells, size) in
            [(4, 0), (4, 4), (9, 8), (12, 11), (13, 5), (14, 3), (16, 8), (20, 6), (25, 6), (25, 1)]
        {
            let sets = Subsets::new(cells, size);
            let mut count = 0;
            for (number, mask) in sets.iter().enumerate() {
                assert_eq!((mask.count_ones() as usize, sets.rank(mask)), (size, number), "{cells} {size}");
                count += 1;
            }
            assert_eq!(count, sets.count());
        }
    }
}
