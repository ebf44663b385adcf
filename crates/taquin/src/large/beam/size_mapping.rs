//! Pairs of tiles of one size as pairs of another: those of a larger board are looked up on a smaller one.
//!
//! Rows and columns are folded alike and apart from each other: the home and the place of two tiles are four rows and four
//! columns, and each four lines stand for four lines of the model. So a table for the rows and one for the columns
//! say where the weight of a pair lies.

use crate::size::Size;

/// The pairs of a size as those of a model.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SizeMapping {
    size: Size,
    model: Size,
    rows: Lines,
    cols: Lines,
}

/// What stands for lines of a side, in places of the model.
#[derive(Clone, PartialEq, Debug)]
struct Lines {
    side: usize,
    model: usize,
    /// For the home and the line of one tile and of another, as a number with the model's digits.
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

    /// How many places there are: those of the blank and a tile, and those of two tiles.
    pub(super) fn places(&self) -> usize {
        self.blanks() + self.model.cells().pow(4)
    }

    fn blanks(&self) -> usize {
        self.model.cells().pow(3)
    }

    /// What a cell is on the model, where nothing else counts.
    pub(super) fn cell(&self, cell: usize) -> usize {
        let (row, col) = (cell / self.size.cols(), cell % self.size.cols());
        self.rows.fold([row; 4])[0] * self.model.cols() + self.cols.fold([col; 4])[0]
    }

    /// What a tile's home and cell are on the model, where nothing else counts. The blank's home is no tile's.
    pub(super) fn tile(&self, tile: usize, cell: usize) -> (usize, usize) {
        let cols = self.size.cols();
        let rows = self.rows.fold([tile / cols, cell / cols, tile / cols, cell / cols]);
        let columns = self.cols.fold([tile % cols, cell % cols, tile % cols, cell % cols]);
        let of = |index: usize| rows[index] * self.model.cols() + columns[index];
        if of(0) == 0 { (self.model.cols() + 1, of(1)) } else { (of(0), of(1)) }
    }

    /// Where the weight of two tiles on two cells lies.
    pub(super) fn place(&self, tile: usize, cell: usize, other: usize, at: usize) -> usize {
        let cols = self.size.cols();
        let rows = [tile / cols, cell / cols, other / cols, at / cols];
        let columns = [tile % cols, cell % cols, other % cols, at % cols];
        if tile == 0 {
            (self.rows.with_blank(rows) + self.cols.with_blank(columns)) as usize
        } else if other == 0 {
            self.place(other, at, tile, cell)
        } else {
            self.blanks() + (self.rows.of_tiles(rows) + self.cols.of_tiles(columns)) as usize
        }
    }

    /// The places of a tile, or the blank, on a cell and another tile on any: the sum of what its row and its column say.
    pub(super) fn beside(&self, tile: usize, cell: usize, other: usize) -> (Vec<u32>, Vec<u32>) {
        let part = |lines: &Lines, tile_line: usize, line: usize, other: usize, begin: usize| {
            let places = (0..lines.side).map(|at| {
                let four = [tile_line, line, other, at];
                begin as u32 + if tile == 0 { lines.with_blank(four) } else { lines.of_tiles(four) }
            });
            places.collect()
        };
        let cols = self.size.cols();
        let begin = if tile == 0 { 0 } else { self.blanks() };
        (
            part(&self.rows, tile / cols, cell / cols, other / cols, begin),
            part(&self.cols, tile % cols, cell % cols, other % cols, 0),
        )
    }

    /// The first of the places that have the same weight: that of the same two tiles in the other order, and on a square
    /// those in the mirror.
    pub(super) fn first_image(&self, place: usize) -> usize {
        let Some(of_tiles) = place.checked_sub(self.blanks()) else {
            let apart = self.model.cols().pow(3);
            return self.first_with_blank([place / apart, place % apart]);
        };
        let apart = self.model.cols().pow(4);
        let lines = [of_tiles / apart, of_tiles % apart];
        let sides = [self.model.rows(), self.model.cols()];
        self.first_of_tiles(lines, [swapped(lines[0], sides[0]), swapped(lines[1], sides[1])])
    }

    /// The same for each place, in order: much faster than asking for one after the other.
    pub(super) fn first_images(&self) -> impl Iterator<Item = usize> + '_ {
        let [rows, cols] = [self.model.rows(), self.model.cols()];
        let blanks = (0..rows.pow(3)).flat_map(move |row| (0..cols.pow(3)).map(move |col| [row, col]));
        let swapped_all =
            |side: usize| (0..side.pow(4)).map(|number| swapped(number, side)).collect::<Vec<_>>();
        let (by_row, by_col) = (swapped_all(rows), swapped_all(cols));
        let tiles = by_row.into_iter().enumerate().flat_map(move |(row, other_row)| {
            let images = |(col, &other_col)| self.first_of_tiles([row, col], [other_row, other_col]);
            by_col.iter().enumerate().map(images).collect::<Vec<_>>()
        });
        blanks.map(|lines| self.first_with_blank(lines)).chain(tiles)
    }

    /// For the lines of the blank and a tile, as numbers.
    fn first_with_blank(&self, [row, col]: [usize; 2]) -> usize {
        let apart = self.model.cols().pow(3);
        let place = row * apart + col;
        if self.is_square() { place.min(col * apart + row) } else { place }
    }

    /// For the lines of two tiles, as numbers, and those of the same tiles in the other order.
    fn first_of_tiles(&self, [row, col]: [usize; 2], [other_row, other_col]: [usize; 2]) -> usize {
        let apart = self.model.cols().pow(4);
        let first = (row * apart + col).min(other_row * apart + other_col);
        let mirrored = (col * apart + row).min(other_col * apart + other_row);
        self.blanks() + if self.is_square() { first.min(mirrored) } else { first }
    }

    fn is_square(&self) -> bool {
        self.model.rows() == self.model.cols()
    }
}

/// The number of four lines, with the second two first.
fn swapped(number: usize, model: usize) -> usize {
    let two = model * model;
    number % two * two + number / two
}

impl Lines {
    /// With places that are so far apart for two neighbouring numbers.
    fn new(side: usize, model: usize, apart: u32, apart_with_blank: u32) -> Lines {
        let mut lines = Lines { side, model, tiles: Vec::new(), blank: Vec::new() };
        let number = |digits: &[usize]| digits.iter().fold(0, |number, digit| number * model + digit) as u32;
        for index in 0..side.pow(4) {
            let four = [index / side.pow(3), index / side.pow(2) % side, index / side % side, index % side];
            lines.tiles.push(apart * number(&lines.fold(four)));
        }
        for index in 0..side.pow(3) {
            let [blank, home, line] = [index / side.pow(2), index / side % side, index % side];
            let folded = lines.fold([blank, blank, home, line]);
            lines.blank.push(apart_with_blank * number(&folded[1..]));
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

    /// The same lines if they are there, counted from the edge that is nearer to all of them. Tiles that are farther
    /// apart come nearer, and of a tile that has to go far only the way around the other is shown.
    fn fold(&self, lines: [usize; 4]) -> [usize; 4] {
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

    fn pairs(cells: usize) -> impl Iterator<Item = [usize; 4]> {
        let number = move |index: usize| [0, 1, 2, 3].map(|digit| index / cells.pow(digit) % cells);
        (0..cells.pow(4)).map(number).filter(|[tile, cell, other, at]| tile != other && cell != at)
    }

    #[test]
    fn images_have_the_same_first() {
        for (rows, cols) in [(3, 3), (2, 4)] {
            let size = Size::new(rows, cols).unwrap();
            let fold = SizeMapping::new(size, size);
            let mut seen = std::collections::HashMap::new();
            for [tile, cell, other, at] in pairs(size.cells()) {
                let first = fold.first_image(fold.place(tile, cell, other, at));
                assert_eq!(fold.first_image(fold.place(other, at, tile, cell)), first);
                assert_eq!(fold.first_image(first), first);
                *seen.entry(first).or_insert(0) += 1;
            }
            assert!(fold.first_images().eq((0..fold.places()).map(|place| fold.first_image(place))));
            let most = if rows == cols { 4 } else { 2 };
            assert!(seen.values().all(|&count| count == 2 || count == most));
        }
    }

    /// Two tiles near each other and near an edge have the same place as on the model, wherever that is.
    #[test]
    fn what_has_room_stays_as_it_is() {
        let (size, model) = (Size::square(6).unwrap(), Size::square(3).unwrap());
        let (fold, own) = (SizeMapping::new(size, model), SizeMapping::new(model, model));
        for corner in [0, 3, 18, 21] {
            let shown = |cell: usize| corner + cell / 3 * 6 + cell % 3;
            for [tile, cell, other, at] in pairs(9).filter(|pair| pair[0] != 0 && pair[2] != 0) {
                let place = fold.place(shown(tile), shown(cell), shown(other), shown(at));
                // Three lines are as near to one edge as to the other only if they are all there are.
                assert!(place < own.places());
                let lines = [tile, cell, other, at];
                let spans =
                    |lines: [usize; 4]| lines.iter().max() > lines.iter().min().map(|low| low + 1).as_ref();
                if spans(lines.map(|cell| cell / 3)) && spans(lines.map(|cell| cell % 3)) {
                    assert_eq!(place, own.place(tile, cell, other, at));
                }
            }
        }
    }

    /// Nothing that is asked for lies outside.
    #[test]
    fn every_pair_has_a_place() {
        for (rows, cols) in [(2, 2), (2, 6), (4, 4), (5, 3)] {
            let size = Size::new(rows, cols).unwrap();
            let fold = SizeMapping::new(size, Size::square(3).unwrap());
            for [tile, cell, other, at] in pairs(size.cells()) {
                assert!(fold.place(tile, cell, other, at) < fold.places());
                let (home, shown) = fold.tile(tile.max(1), cell);
                assert!(home > 0 && home < 9 && shown < 9 && fold.cell(cell) < 9);
            }
        }
    }
}
