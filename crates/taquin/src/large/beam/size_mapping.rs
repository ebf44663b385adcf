//! The mapping of pairs of tiles from one size to another: those of a larger board use the weights of a smaller one.
//!
//! Rows and columns are mapped independently in the same way: the homes and the cells of two tiles are four rows and
//! four columns, and each four lines correspond to four lines of the model. Two tables, one for the rows and one for
//! the columns, thus give the index of the weight of a pair.

use crate::size::Size;

/// Maps the pairs of a size to those of a model.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SizeMapping {
    size: Size,
    model: Size,
    rows: Lines,
    cols: Lines,
}

/// The position of a tile and its cell in the tables of rows and columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairKey {
    row: u32,
    col: u32,
}

/// The mapping of the lines along one side, as parts of an index.
#[derive(Clone, PartialEq, Debug)]
struct Lines {
    side: usize,
    model: usize,
    /// For the home and the line of one tile and of another, as a number with the model's side as its base.
    tiles: Vec<u32>,
    /// For the line of the blank, and the home and the line of a tile.
    blank: Vec<u32>,
}

impl SizeMapping {
    pub(super) fn new(size: Size, model: Size) -> SizeMapping {
        let (cols, of_blank) = (model.cols().pow(4), model.cols().pow(3));
        SizeMapping {
            size,
            model,
            rows: Lines::new(size.rows(), model.rows(), cols as u32, of_blank as u32),
            cols: Lines::new(size.cols(), model.cols(), 1, 1),
        }
    }

    pub(super) fn bytes(size: Size) -> u64 {
        let sides = [size.rows(), size.cols()].map(|side| side.pow(4) + side.pow(3));
        (sides.iter().sum::<usize>() * size_of::<u32>()) as u64
    }

    pub(super) fn model(&self) -> Size {
        self.model
    }

    /// Returns the number of indices: first those of the blank and a tile, then those of two tiles.
    pub(super) fn indices(&self) -> usize {
        self.blank_indices() + self.model.cells().pow(4)
    }

    fn blank_indices(&self) -> usize {
        self.model.cells().pow(3)
    }

    /// Returns the model's cell for a cell alone.
    pub(super) fn cell(&self, cell: usize) -> usize {
        let (row, col) = (cell / self.size.cols(), cell % self.size.cols());
        self.rows.map_lines([row; 4])[0] * self.model.cols() + self.cols.map_lines([col; 4])[0]
    }

    /// Returns the model's home and cell for a tile alone. The home is never the blank's.
    pub(super) fn tile(&self, tile: usize, cell: usize) -> (usize, usize) {
        let cols = self.size.cols();
        let rows = self.rows.map_lines([tile / cols, cell / cols, tile / cols, cell / cols]);
        let columns = self.cols.map_lines([tile % cols, cell % cols, tile % cols, cell % cols]);
        let of = |index: usize| rows[index] * self.model.cols() + columns[index];
        if of(0) == 0 { (self.model.cols() + 1, of(1)) } else { (of(0), of(1)) }
    }

    /// Returns the index of the weight of two tiles in two cells.
    pub(super) fn pair_index(&self, tile: usize, cell: usize, other: usize, at: usize) -> usize {
        match other {
            0 => self.pairs_with(other, at)(self.key(tile, cell)),
            _ => self.pairs_with(tile, cell)(self.key(other, at)),
        }
    }

    /// Converts a board, given as the cell of each tile, to keys for [`pairs_with`](SizeMapping::pairs_with).
    pub(super) fn keys(&self, board: &[u8]) -> impl Iterator<Item = PairKey> {
        board.iter().enumerate().map(|(tile, &cell)| self.key(tile, cell.into()))
    }

    fn key(&self, tile: usize, cell: usize) -> PairKey {
        let cols = self.size.cols();
        let of = |lines: &Lines, home: usize, line: usize| (home * lines.side + line) as u32;
        let row = of(&self.rows, tile / cols, cell / cols);
        PairKey { row, col: of(&self.cols, tile % cols, cell % cols) }
    }

    /// Returns a function from the key of another tile to the index of the weight of a pair with a tile or the blank in a
    /// cell.
    pub(super) fn pairs_with(&self, tile: usize, cell: usize) -> impl Fn(PairKey) -> usize + '_ {
        let cols = self.size.cols();
        let is_blank = tile == 0;
        let table = |lines: &Lines, home: usize, line: usize| {
            let first = if is_blank { line } else { home * lines.side + line };
            first * lines.side.pow(2)
        };
        let row = table(&self.rows, tile / cols, cell / cols);
        let col = table(&self.cols, tile % cols, cell % cols);
        let begin = if is_blank { 0 } else { self.blank_indices() };
        let rows = if is_blank { &self.rows.blank[row..] } else { &self.rows.tiles[row..] };
        let cols = if is_blank { &self.cols.blank[col..] } else { &self.cols.tiles[col..] };
        move |key| begin + (rows[key.row as usize] + cols[key.col as usize]) as usize
    }

    /// Returns the indices of a tile or the blank in a cell, paired with another tile in any cell, as one summand for
    /// each row and one for each column.
    pub(super) fn pair_indices(&self, tile: usize, cell: usize, other: usize) -> (Vec<u32>, Vec<u32>) {
        let part = |lines: &Lines, tile_line: usize, line: usize, other: usize, begin: usize| {
            let indices = (0..lines.side).map(|at| {
                let four = [tile_line, line, other, at];
                begin as u32 + if tile == 0 { lines.with_blank(four) } else { lines.of_tiles(four) }
            });
            indices.collect()
        };
        let cols = self.size.cols();
        let begin = if tile == 0 { 0 } else { self.blank_indices() };
        (
            part(&self.rows, tile / cols, cell / cols, other / cols, begin),
            part(&self.cols, tile % cols, cell % cols, other % cols, 0),
        )
    }

    /// Returns for every index in order its canonical index, the first of those that share a weight: the same two tiles in
    /// the other order and, on a square, their mirror images.
    pub(super) fn canonical_indices(&self) -> impl Iterator<Item = usize> + '_ {
        let [rows, cols] = [self.model.rows(), self.model.cols()];
        let blanks = (0..rows.pow(3)).flat_map(move |row| (0..cols.pow(3)).map(move |col| [row, col]));
        let swapped_all =
            |side: usize| (0..side.pow(4)).map(|number| swapped(number, side)).collect::<Vec<_>>();
        let (by_row, by_col) = (swapped_all(rows), swapped_all(cols));
        let tiles = by_row.into_iter().enumerate().flat_map(move |(row, other_row)| {
            let images = |(col, &other_col)| self.canonical_of_tiles([row, col], [other_row, other_col]);
            by_col.iter().enumerate().map(images).collect::<Vec<_>>()
        });
        blanks.map(|lines| self.canonical_with_blank(lines)).chain(tiles)
    }

    /// Returns the canonical index for the lines of the blank and a tile, as numbers.
    fn canonical_with_blank(&self, [row, col]: [usize; 2]) -> usize {
        let stride = self.model.cols().pow(3);
        let index = row * stride + col;
        if self.is_square() { index.min(col * stride + row) } else { index }
    }

    /// Returns the canonical index for the lines of two tiles, as numbers, and those of the same tiles in the other
    /// order.
    fn canonical_of_tiles(&self, [row, col]: [usize; 2], [other_row, other_col]: [usize; 2]) -> usize {
        let stride = self.model.cols().pow(4);
        let first = (row * stride + col).min(other_row * stride + other_col);
        let mirrored = (col * stride + row).min(other_col * stride + other_row);
        self.blank_indices() + if self.is_square() { first.min(mirrored) } else { first }
    }

    fn is_square(&self) -> bool {
        self.model.rows() == self.model.cols()
    }
}

/// Swaps the first two and the last two of four lines, given as a number.
fn swapped(number: usize, model: usize) -> usize {
    let two = model * model;
    number % two * two + number / two
}

impl Lines {
    /// Builds the tables of a side, with given strides between the parts of consecutive numbers.
    fn new(side: usize, model: usize, stride: u32, stride_with_blank: u32) -> Lines {
        let mut lines = Lines { side, model, tiles: Vec::new(), blank: Vec::new() };
        let number = |digits: &[usize]| digits.iter().fold(0, |number, digit| number * model + digit) as u32;
        for index in 0..side.pow(4) {
            let four = [index / side.pow(3), index / side.pow(2) % side, index / side % side, index % side];
            lines.tiles.push(stride * number(&lines.map_lines(four)));
        }
        for index in 0..side.pow(3) {
            let [blank, home, line] = [index / side.pow(2), index / side % side, index % side];
            let mapped = lines.map_lines([blank, blank, home, line]);
            lines.blank.push(stride_with_blank * number(&mapped[1..]));
        }
        lines
    }

    fn of_tiles(&self, [home, line, other, at]: [usize; 4]) -> u32 {
        let side = self.side;
        self.tiles[((home * side + line) * side + other) * side + at]
    }

    fn with_blank(&self, [_, blank, home, line]: [usize; 4]) -> u32 {
        self.blank[(blank * self.side + home) * self.side + line]
    }

    /// Maps four lines to the model. Lines that fit keep their distances, counted from the edge that is nearer to all
    /// of them. Otherwise tiles that are far apart move together, and of a tile with a long way to go only the part
    /// around the other tile is mapped.
    fn map_lines(&self, lines: [usize; 4]) -> [usize; 4] {
        let (side, model) = (self.side, self.model);
        let [home, line, other, at] = lines;
        let (near, far) = ([home.min(line), home.max(line)], [other.min(at), other.max(at)]);
        let (first, last) = (near[0].min(far[0]), near[1].max(far[1]));
        let is_near_first = first <= side - 1 - last;
        if side <= model {
            let offset = if is_near_first { 0 } else { model - side };
            return lines.map(|line| line + offset);
        }
        if last - first < model {
            let (least, most) = ((last + 1).saturating_sub(model), first.min(side - model));
            let offset = if is_near_first { least } else { most };
            return lines.map(|line| line - offset);
        }
        let excess = last - first + 1 - model;
        let gap = (far[0].saturating_sub(near[1])).max(near[0].saturating_sub(far[1]));
        if gap > excess {
            let shift = |lines: [usize; 2], is_last: bool| {
                lines.map(|line| line - first - if is_last { excess } else { 0 })
            };
            let is_before = near[1] < far[0];
            let ([home, line], [other, at]) =
                (shift([home, line], !is_before), shift([other, at], is_before));
            return [home, line, other, at];
        }
        let [low, high] = if near[1] - near[0] <= far[1] - far[0] { near } else { far };
        if high - low >= model {
            return lines.map(|line| ((line - first) * (model - 1) + (last - first) / 2) / (last - first));
        }
        let centred = (low + high + 1).saturating_sub(model) / 2;
        let offset = centred.clamp(first.max((high + 1).saturating_sub(model)), low.min(last + 1 - model));
        lines.map(|line| line.saturating_sub(offset).min(model - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl SizeMapping {
        /// Returns one canonical index by its definition.
        fn canonical_index(&self, index: usize) -> usize {
            let Some(of_tiles) = index.checked_sub(self.blank_indices()) else {
                let stride = self.model.cols().pow(3);
                return self.canonical_with_blank([index / stride, index % stride]);
            };
            let stride = self.model.cols().pow(4);
            let lines = [of_tiles / stride, of_tiles % stride];
            let sides = [self.model.rows(), self.model.cols()];
            self.canonical_of_tiles(lines, [swapped(lines[0], sides[0]), swapped(lines[1], sides[1])])
        }
    }

    fn pairs(cells: usize) -> impl Iterator<Item = [usize; 4]> {
        let number = move |index: usize| [0, 1, 2, 3].map(|digit| index / cells.pow(digit) % cells);
        (0..cells.pow(4)).map(number).filter(|[tile, cell, other, at]| tile != other && cell != at)
    }

    #[test]
    fn images_have_the_same_canonical_index() {
        for (rows, cols) in [(3, 3), (2, 4)] {
            let size = Size::new(rows, cols).unwrap();
            let mapping = SizeMapping::new(size, size);
            let mut seen = std::collections::HashMap::new();
            for [tile, cell, other, at] in pairs(size.cells()) {
                let first = mapping.canonical_index(mapping.pair_index(tile, cell, other, at));
                assert_eq!(mapping.canonical_index(mapping.pair_index(other, at, tile, cell)), first);
                assert_eq!(mapping.canonical_index(first), first);
                *seen.entry(first).or_insert(0) += 1;
            }
            assert!(
                mapping
                    .canonical_indices()
                    .eq((0..mapping.indices()).map(|index| mapping.canonical_index(index)))
            );
            let most = if rows == cols { 4 } else { 2 };
            assert!(seen.values().all(|&count| count == 2 || count == most));
        }
    }

    /// Two tiles near each other and near an edge have the same index as on the model, whatever the edge.
    #[test]
    fn pairs_that_fit_are_unchanged() {
        let (size, model) = (Size::square(6).unwrap(), Size::square(3).unwrap());
        let (mapping, own) = (SizeMapping::new(size, model), SizeMapping::new(model, model));
        for corner in [0, 3, 18, 21] {
            let on_board = |cell: usize| corner + cell / 3 * 6 + cell % 3;
            for [tile, cell, other, at] in pairs(9).filter(|pair| pair[0] != 0 && pair[2] != 0) {
                let index = mapping.pair_index(on_board(tile), on_board(cell), on_board(other), on_board(at));
                // Three lines are as near to one edge as to the other only if they span the whole side.
                assert!(index < own.indices());
                let lines = [tile, cell, other, at];
                let spans =
                    |lines: [usize; 4]| lines.iter().max() > lines.iter().min().map(|low| low + 1).as_ref();
                if spans(lines.map(|cell| cell / 3)) && spans(lines.map(|cell| cell % 3)) {
                    assert_eq!(index, own.pair_index(tile, cell, other, at));
                }
            }
        }
    }

    /// Every index is in range, and the same as a sum of a part for each row and one for each column.
    #[test]
    fn every_pair_has_an_index() {
        for (rows, cols) in [(2, 2), (2, 6), (4, 4), (5, 3)] {
            let size = Size::new(rows, cols).unwrap();
            let mapping = SizeMapping::new(size, Size::square(3).unwrap());
            for [tile, cell, other, at] in pairs(size.cells()) {
                let index = mapping.pair_index(tile, cell, other, at);
                assert!(index < mapping.indices());
                if other != 0 {
                    let (rows, cols) = mapping.pair_indices(tile, cell, other);
                    assert_eq!((rows[at / size.cols()] + cols[at % size.cols()]) as usize, index);
                }
                let (home, shown) = mapping.tile(tile.max(1), cell);
                assert!(home > 0 && home < 9 && shown < 9 && mapping.cell(cell) < 9);
            }
        }
    }
}
