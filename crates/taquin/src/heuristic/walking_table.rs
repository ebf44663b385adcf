//! The table behind walking distance: one axis of a board, with tiles that differ only in the line they belong to.
//!
//! Along one axis a board is a few *lines* (its rows, or its columns) of the same *length*. Of an arrangement only
//! this is kept: how many tiles in each line belong to each line. A step takes any tile of a line next to the
//! blank's into the blank's line. Invariant: the table has every arrangement, each with the fewest steps (or the
//! fewest pushes) to the goal's; the values of neighbours differ by one at most.

use crate::grid::mix;
use crate::metric::Metric;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// An arrangement: where its steps begin in the table, and in the low bits its distance from the goal's, so that
/// a step and its value are one look-up.
pub(super) type State = u32;

const VALUE_BITS: u32 = 9;
const VALUE: u32 = (1 << VALUE_BITS) - 1;

/// The longest lines whose arrangements are few enough, by the number of lines; so the largest table is that of 3
/// lines of 40, with 1,076,250 arrangements and 26 MB of steps. Beyond are, among others, 5 lines of 4 (4x5) with
/// 5,977,015 arrangements and 5 lines of 5 with 65,650,495.
const LONGEST: [(usize, usize); 6] = [(1, usize::MAX), (2, usize::MAX), (3, 40), (4, 6), (5, 3), (6, 2)];

/// Of lines of one cell there may be any number: only the blank's place counts.
const LONGEST_OF_MANY: usize = 1;

/// How many squares of so many rows have the sums 0, 1, 2 and so on in every row and column, up to the longest lines.
const SQUARES_OF_4: [u64; 7] = [1, 24, 282, 2008, 10_147, 40_176, 132_724];
const SQUARES_OF_5: [u64; 4] = [1, 120, 6210, 153_040];
const SQUARES_OF_6: u64 = 202_410;

/// What an arrangement takes besides its steps: in the map, half of which may be empty, and its value.
const ARRANGEMENT_BYTES: usize = 64;

/// A step that an arrangement does not have.
const NO_STEP: State = State::MAX;

/// The shape of one axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Axis {
    pub(super) lines: usize,
    pub(super) length: usize,
    /// The line of the blank in the goal.
    pub(super) blank_home: usize,
}

impl Axis {
    /// Are there few enough arrangements for a table?
    pub(super) fn has_table(self) -> bool {
        let known = LONGEST.iter().find(|(lines, _)| *lines == self.lines);
        self.length <= known.map_or(LONGEST_OF_MANY, |&(_, longest)| longest)
    }

    /// The most bytes that the table may take while it is made, if it [has](Axis::has_table) one. There are no more
    /// arrangements than ways to write numbers into a square so that every row and every column has the sum of a line's
    /// length, for each line that the blank may be in.
    pub(super) fn building_bytes(self) -> u64 {
        let length = self.length as u64;
        let squares = match (self.lines, length) {
            (1, _) | (_, 1) => 1,
            (2, _) => length + 1,
            (3, _) => (length + 1) * (length + 2) * (length * length + 3 * length + 4) / 8,
            (4, _) => SQUARES_OF_4[self.length.min(SQUARES_OF_4.len() - 1)],
            (5, _) => SQUARES_OF_5[self.length.min(SQUARES_OF_5.len() - 1)],
            _ => SQUARES_OF_6,
        };
        let step_bytes = 2 * self.classes() * size_of::<State>();
        let waiting_bytes = size_of::<Arrangement>() + self.lines * self.classes();
        let bytes = 2 * step_bytes + waiting_bytes + ARRANGEMENT_BYTES;
        squares * self.lines as u64 * bytes as u64
    }

    /// How many kinds of tiles there are. Where each line is a single cell, no tile can pass another, and all are
    /// alike.
    fn classes(self) -> usize {
        if self.length == 1 { 1 } else { self.lines }
    }

    fn class(self, home_line: usize) -> usize {
        if self.length == 1 { 0 } else { home_line }
    }

    /// Which step of an arrangement a tile takes that belongs to a line and goes one way.
    pub(super) fn step_of(self, home_line: usize, way: Way) -> usize {
        way as usize * self.classes() + self.class(home_line)
    }

    /// A number for a tile of a class in a line; their sum over all tiles tells arrangements apart.
    fn weight(self, line: usize, class: usize) -> u64 {
        let bits = usize::BITS - self.length.leading_zeros();
        match line {
            _ if self.length == 1 => line as u64,
            // What the other lines do not have is here.
            _ if line + 1 == self.lines => 0,
            _ => 1 << (bits as usize * (line * self.classes() + class)),
        }
    }
}

/// Which way a tile goes: to the line before its own, or to the one after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Back,
    Ahead,
}

impl Way {
    const BOTH: [Way; 2] = [Way::Back, Way::Ahead];

    /// The line a tile comes from that goes this way into the blank's line.
    fn source(self, blank: usize, lines: usize) -> Option<usize> {
        match self {
            Way::Back => Some(blank + 1).filter(|&line| line < lines),
            Way::Ahead => blank.checked_sub(1),
        }
    }
}

/// The distances along one axis.
#[derive(Clone, Debug)]
pub(super) struct WalkingTable {
    axis: Axis,
    /// The arrangements by the sum of their tiles' weights.
    states: States,
    /// For each arrangement, each way and each class of tile: the arrangement afterwards.
    steps: Box<[State]>,
}

type States = HashMap<u64, State, BuildHasherDefault<KeyHasher>>;

/// Keys come from boards, not from strangers: one product spreads them well enough.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = mix(self.0, key);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// An arrangement while the table is made.
#[derive(Clone)]
struct Arrangement {
    number: u32,
    key: u64,
    blank: usize,
    /// The number of tiles by line and class.
    counts: Box<[u8]>,
}

impl WalkingTable {
    /// The table of an axis.
    ///
    /// # Panics
    /// If the axis has none: see [`Axis::has_table`].
    pub(super) fn new(axis: Axis, metric: Metric) -> WalkingTable {
        assert!(axis.has_table(), "too many arrangements: {axis:?}");
        let mut table = WalkingTable::of_numbers(axis);
        let values = table.values(metric);
        let stride = 2 * axis.classes() as u32;
        let state = |number: u32| (number * stride) << VALUE_BITS | values[number as usize];
        table.states.values_mut().for_each(|number| *number = state(*number));
        let numbers = table.steps.iter_mut().filter(|step| **step != NO_STEP);
        numbers.for_each(|number| *number = state(*number));
        table
    }

    /// All arrangements by plain numbers, the goal's first; the values are not known yet.
    fn of_numbers(axis: Axis) -> WalkingTable {
        let classes = axis.classes();
        let goal = goal_of(axis);
        let mut states = States::from_iter([(goal.key, goal.number)]);
        let mut steps = vec![NO_STEP; 2 * classes];
        let mut waiting = vec![goal];
        while let Some(arrangement) = waiting.pop() {
            for way in Way::BOTH {
                let Some(from) = way.source(arrangement.blank, axis.lines) else { continue };
                let present = |class: &usize| arrangement.counts[from * classes + class] > 0;
                for class in (0..classes).filter(present) {
                    let to = arrangement.blank;
                    let key = arrangement.key - axis.weight(from, class) + axis.weight(to, class);
                    let number = states.len() as u32;
                    let after = *states.entry(key).or_insert(number);
                    if after == number {
                        steps.resize(steps.len() + 2 * classes, NO_STEP);
                        let mut next = Arrangement { number, key, blank: from, ..arrangement.clone() };
                        next.counts[from * classes + class] -= 1;
                        next.counts[to * classes + class] += 1;
                        waiting.push(next);
                    }
                    steps[(arrangement.number as usize * 2 + way as usize) * classes + class] = after;
                }
            }
        }
        WalkingTable { axis, states, steps: steps.into() }
    }

    /// The distance of every arrangement from the goal's, by number, breadth first.
    fn values(&self, metric: Metric) -> Vec<u32> {
        const UNKNOWN: u32 = u32::MAX;
        let classes = self.axis.classes();
        let mut values = vec![UNKNOWN; self.states.len()];
        values[0] = 0;
        // In the metric of pushes: the arrangements at which a push one way has been seen already.
        let mut pushed = [vec![false; values.len()], vec![false; values.len()]];
        let (mut layer, mut depth) = (vec![0], 0);
        while !layer.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for way in Way::BOTH {
                let mut waiting = layer.clone();
                while let Some(number) = waiting.pop() {
                    let first = (number as usize * 2 + way as usize) * classes;
                    for &after in self.steps[first..first + classes].iter().filter(|step| **step != NO_STEP) {
                        let index = after as usize;
                        if values[index] == UNKNOWN {
                            values[index] = depth;
                            next.push(after);
                        }
                        // A push goes on the same way at no cost.
                        if metric == Metric::Multi && !pushed[way as usize][index] {
                            pushed[way as usize][index] = true;
                            waiting.push(after);
                        }
                    }
                }
            }
            layer = next;
        }
        values
    }

    /// Returns the bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<(u64, State)>() + size_of_val(&*self.steps)) as u64
    }

    /// The arrangement of tiles, each given by its line and the line it belongs to.
    pub(super) fn state(&self, tiles: impl Iterator<Item = (usize, usize)>) -> State {
        let key = tiles.map(|(line, home)| self.axis.weight(line, self.axis.class(home))).sum::<u64>();
        // Every arrangement is in the table.
        self.states[&key]
    }

    /// The arrangement after a step, which [`Axis::step_of`] names.
    #[inline]
    pub(super) fn step(&self, state: State, step: usize) -> State {
        self.steps[(state >> VALUE_BITS) as usize + step]
    }

    /// The distance of an arrangement.
    #[inline]
    pub(super) fn value(state: State) -> u32 {
        state & VALUE
    }
}

/// The goal's arrangement: every tile in its own line.
fn goal_of(axis: Axis) -> Arrangement {
    let classes = axis.classes();
    let mut counts = vec![0; axis.lines * classes];
    let mut key = 0;
    for line in 0..axis.lines {
        let tiles = axis.length - usize::from(line == axis.blank_home);
        counts[line * classes + axis.class(line)] = tiles as u8;
        key += tiles as u64 * axis.weight(line, axis.class(line));
    }
    Arrangement { number: 0, key, blank: axis.blank_home, counts: counts.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(lines: usize, length: usize, blank_home: usize, metric: Metric) -> WalkingTable {
        WalkingTable::new(Axis { lines, length, blank_home }, metric)
    }

    fn largest(table: &WalkingTable) -> u32 {
        table.states.values().map(|&state| WalkingTable::value(state)).max().unwrap()
    }

    /// How often one line of a matrix can be filled so that what is left for the others is this; the count of all
    /// arrangements is made of nothing else.
    fn matrices(sums: &[usize], left: &mut Vec<usize>) -> usize {
        let [first, rest @ ..] = sums else { return 1 };
        fn fill(class: usize, tiles: usize, rest: &[usize], left: &mut Vec<usize>) -> usize {
            if class == left.len() {
                return if tiles == 0 { matrices(rest, left) } else { 0 };
            }
            let room = left[class];
            let mut ways = 0;
            for taken in 0..=tiles.min(room) {
                left[class] = room - taken;
                ways += fill(class + 1, tiles - taken, rest, left);
            }
            left[class] = room;
            ways
        }
        fill(0, *first, rest, left)
    }

    #[test]
    fn every_arrangement_is_there() {
        let shapes = [(2, 2), (2, 5), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (4, 4), (5, 2)];
        for (lines, length) in shapes {
            for blank_home in 0..lines {
                let mut sums = vec![length; lines];
                sums[0] -= 1;
                let expected = lines * matrices(&sums.clone(), &mut sums);
                let table = table(lines, length, blank_home, Metric::Single);
                assert_eq!(table.states.len(), expected, "{lines} lines of {length}");
            }
        }
        assert_eq!(table(127, 1, 5, Metric::Single).states.len(), 127);
    }

    #[test]
    fn the_fifteen_puzzle_has_24964_arrangements_up_to_35_steps_away() {
        for blank_home in [0, 3] {
            let table = table(4, 4, blank_home, Metric::Single);
            assert_eq!((table.states.len(), largest(&table)), (24_964, 35));
        }
    }

    #[test]
    fn neighbours_differ_by_one_at_most_and_pushes_are_at_most_steps() {
        for (lines, length, blank_home) in [(3, 3, 1), (2, 7, 0), (4, 4, 3), (5, 2, 2), (1, 4, 0), (9, 1, 4)]
        {
            let axis = Axis { lines, length, blank_home };
            let (single, multi) =
                (WalkingTable::new(axis, Metric::Single), WalkingTable::new(axis, Metric::Multi));
            for table in [&single, &multi] {
                for &state in table.states.values() {
                    let first = (state >> VALUE_BITS) as usize;
                    let steps = &table.steps[first..first + 2 * axis.classes()];
                    for &after in steps.iter().filter(|step| **step != NO_STEP) {
                        assert!(WalkingTable::value(state).abs_diff(WalkingTable::value(after)) <= 1);
                    }
                }
            }
            for (key, &state) in &multi.states {
                assert!(WalkingTable::value(state) <= WalkingTable::value(single.states[key]));
            }
        }
    }

    /// The largest tables: their numbers and values fit a state.
    #[test]
    fn the_largest_tables_fit() {
        for (lines, longest) in LONGEST {
            let length = longest.min(127);
            let table = table(lines, length, 0, Metric::Single);
            let offsets = table.states.len() * 2 * table.axis.classes();
            assert!(largest(&table) < VALUE, "{lines} lines of {length}");
            assert!(offsets <= 1 << (State::BITS - VALUE_BITS), "{lines} lines of {length}");
            assert_eq!(offsets, table.steps.len());
        }
    }
}
