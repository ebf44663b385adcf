//! The order in which the line phase completes cells: line after line from the outside, until a block is left.
//!
//! A line begins where the one before ended, so the blank need not travel.

use crate::size::Size;

/// A line of cells along a side of the unsolved rectangle.
pub(super) struct Line {
    /// In the order of completion; at least two.
    pub(super) cells: Vec<u16>,
    /// The row and column offsets of a step along the line, and of one towards the inside.
    pub(super) along: [i32; 2],
    pub(super) inward: [i32; 2],
    /// The number of lines on its inner side.
    pub(super) depth: usize,
}

/// Returns the lines of a board in order, until at most `block` rows and columns are left. No line contains the blank's
/// home.
pub(super) fn lines(size: Size, blank_home: usize, block: usize) -> Vec<Line> {
    let (mut top, mut bottom, mut left, mut right) = (0, size.rows(), 0, size.cols());
    let (home_row, home_col) = (blank_home / size.cols(), blank_home % size.cols());
    let mut lines: Vec<Line> = Vec::new();
    let mut last = [0, 0];
    loop {
        let (height, width) = (bottom - top, right - left);
        let (row, col, inward);
        let in_row = height > block;
        if in_row {
            let upper = home_row != top;
            (row, col) = (if upper { top } else { bottom - 1 }, left);
            inward = [if upper { 1 } else { -1 }, 0];
            if upper { top += 1 } else { bottom -= 1 }
        } else if width > block {
            let first = home_col != left;
            (row, col) = (top, if first { left } else { right - 1 });
            inward = [0, if first { 1 } else { -1 }];
            if first { left += 1 } else { right -= 1 }
        } else {
            return lines;
        }
        let (count, step) = if in_row { (width, [0, 1]) } else { (height, [1, 0]) };
        let spots = (0..count).map(|index| [row + index * step[0], col + index * step[1]]);
        let mut spots: Vec<[usize; 2]> = spots.collect();
        let far = |spot: &[usize; 2]| spot[0].abs_diff(last[0]) + spot[1].abs_diff(last[1]);
        let backwards = far(&spots[count - 1]) < far(&spots[0]);
        if backwards {
            spots.reverse();
        }
        last = spots[count - 1];
        lines.push(Line {
            cells: spots.iter().map(|spot| (spot[0] * size.cols() + spot[1]) as u16).collect(),
            along: step.map(|step| if backwards { -(step as i32) } else { step as i32 }),
            inward,
            depth: if in_row { height - 1 } else { width - 1 },
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_leave_the_block_around_the_blank_s_home() {
        for (rows, cols) in [(2, 9), (3, 3), (4, 4), (9, 2), (5, 8), (12, 7)] {
            let size = Size::new(rows, cols).unwrap();
            for home in 0..size.cells() {
                let lines = lines(size, home, 3);
                let mut cells: Vec<u16> = lines.iter().flat_map(|line| line.cells.iter().copied()).collect();
                assert!(lines.iter().all(|line| line.cells.len() >= 2 && line.depth >= 3), "{size}");
                assert!(!cells.contains(&(home as u16)), "{size} {home}");
                assert_eq!(size.cells() - cells.len(), rows.min(3) * cols.min(3));
                cells.sort_unstable();
                cells.dedup();
                assert_eq!(cells.len(), lines.iter().map(|line| line.cells.len()).sum::<usize>());
            }
        }
    }
}
