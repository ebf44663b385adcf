//! The table of walking distance: one axis of a board, with tiles that differ only in their goal line.
//!
//! Along one axis a board is a few *lines* (its rows, or its columns) of the same *length*. An arrangement is the number
//! of tiles in each line by goal line. A step moves any tile from a line next to the blank's line into the blank's line.
//! Invariant: the table has every arrangement with the fewest steps (or pushes) to the goal's; the values of neighbours
//! differ by at most one.
//!
//! An entry holds the value of an arrangement and the index of its steps, so a slide costs one lookup on its own axis
//! and nothing on the other. The tables of most sizes are small; how many nodes they save is in `results/decisions.md`.

use crate::metric::Metric;
use crate::mix::mix;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// An arrangement: the index of its first step in the table, and in the low bits its distance to the goal's, so that one
/// lookup gives a step and its value.
pub(super) type State = u32;

const VALUE_BITS: u32 = 9;
const VALUE: u32 = (1 << VALUE_BITS) - 1;

/// The longest lines that have a table, by the number of lines. The largest table is that of 3 lines of 40, with
/// 1,076,250 arrangements and 26 MB of steps. Beyond the limit are, among others, 5 lines of 4 (4x5) with 5,977,015
/// arrangements and 5 lines of 5 with 65,650,495.
const LONGEST: [(usize, usize); 6] = [(1, usize::MAX), (2, usize::MAX), (3, 40), (4, 6), (5, 3), (6, 2)];

/// There may be any number of lines of one cell: only the blank's place matters.
const LONGEST_OF_MANY: usize = 1;

/// The number of 4x4, 5x5 and 6x6 squares whose rows and columns all have the sum 0, 1, 2 and so on.
const SQUARES_OF_4: [u64; 7] = [1, 24, 282, 2008, 10_147, 40_176, 132_724];
const SQUARES_OF_5: [u64; 4] = [1, 120, 6210, 153_040];
const SQUARES_OF_6: u64 = 202_410;

/// The bytes of an arrangement besides its steps: its value, its place on the stack, and its entry in the map, which may
/// be half empty.
const ARRANGEMENT_BYTES: usize = 104;

/// A step that is illegal in an arrangement.
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
    /// Returns true if there are few enough arrangements for a table.
    pub(super) fn has_table(self) -> bool {
        let known = LONGEST.iter().find(|(lines, _)| *lines == self.lines);
        self.length <= known.map_or(LONGEST_OF_MANY, |&(_, longest)| longest)
    }

    /// Returns an upper bound of the bytes allocated while the table is built, if the axis [has](Axis::has_table) one.
    /// For each line of the blank there are at most as many arrangements as squares of numbers whose rows and columns all
    /// have the length of a line as their sum.
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
        let bytes = 2 * step_bytes + self.lines * self.classes() + ARRANGEMENT_BYTES;
        squares * self.lines as u64 * bytes as u64
    }

    /// Returns the number of classes of tiles. If each line is a single cell, no tile can pass another and one class is
    /// enough.
    fn classes(self) -> usize {
        if self.length == 1 { 1 } else { self.lines }
    }

    fn class(self, home_line: usize) -> usize {
        if self.length == 1 { 0 } else { home_line }
    }

    /// Returns the number of the step of a tile with a goal line that moves one way.
    pub(super) fn step_of(self, home_line: usize, way: Way) -> usize {
        way as usize * self.classes() + self.class(home_line)
    }

    /// Returns the weight of a tile of a class in a line; the sum over all tiles identifies an arrangement.
    fn weight(self, line: usize, class: usize) -> u64 {
        match line {
            _ if self.length == 1 => line as u64,
            // The last line has what the others do not, so it needs no weight.
            _ if line + 1 == self.lines => 0,
            _ => 1 << self.shift(line, class),
        }
    }

    /// Returns the lowest bit of the number of tiles of a class in a line, within the sum of the weights.
    fn shift(self, line: usize, class: usize) -> usize {
        let bits = (usize::BITS - self.length.leading_zeros()) as usize;
        bits * (line * self.classes() + class)
    }

    /// Returns the number of tiles of a class in a line other than the blank's.
    fn count(self, key: u64, line: usize, class: usize) -> usize {
        if self.length == 1 {
            return 1;
        }
        let bits = usize::BITS - self.length.leading_zeros();
        let stored = |line: usize| (key >> self.shift(line, class)) as usize & ((1 << bits) - 1);
        if line + 1 < self.lines {
            return stored(line);
        }
        let tiles = self.length - usize::from(class == self.blank_home);
        tiles - (0..line).map(stored).sum::<usize>()
    }
}

/// Which way a tile moves: to the previous line, or to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Back,
    Ahead,
}

impl Way {
    const BOTH: [Way; 2] = [Way::Back, Way::Ahead];

    fn opposite(self) -> Way {
        match self {
            Way::Back => Way::Ahead,
            Way::Ahead => Way::Back,
        }
    }

    /// Returns the line of the tiles that can move this way into the blank's line.
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

/// Keys come from boards, not from untrusted input, so one multiplication is enough.
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

/// An arrangement while the table is built.
#[derive(Clone, Copy)]
struct Arrangement {
    number: u32,
    key: u64,
    blank: usize,
}

impl WalkingTable {
    /// Builds the table of an axis.
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

    /// Enumerates all arrangements by plain numbers, the goal's first, without their values.
    fn of_numbers(axis: Axis) -> WalkingTable {
        let classes = axis.classes();
        let goal = goal_of(axis);
        let mut states = States::from_iter([(goal.key, goal.number)]);
        let mut steps = vec![NO_STEP; 2 * classes];
        let mut waiting = vec![goal];
        let step = |number: u32, way: Way, class| (number as usize * 2 + way as usize) * classes + class;
        while let Some(Arrangement { number: before, key, blank: to }) = waiting.pop() {
            for way in Way::BOTH {
                let Some(from) = way.source(to, axis.lines) else { continue };
                for class in (0..classes).filter(|&class| axis.count(key, from, class) > 0) {
                    if steps[step(before, way, class)] != NO_STEP {
                        continue;
                    }
                    let key = key - axis.weight(from, class) + axis.weight(to, class);
                    let number = states.len() as u32;
                    let after = *states.entry(key).or_insert(number);
                    if after == number {
                        steps.resize(steps.len() + 2 * classes, NO_STEP);
                        waiting.push(Arrangement { number, key, blank: from });
                    }
                    steps[step(before, way, class)] = after;
                    // The inverse step is set here, too, which saves half of the lookups.
                    steps[step(after, way.opposite(), class)] = before;
                }
            }
        }
        WalkingTable { axis, states, steps: steps.into() }
    }

    /// Returns the distance of every arrangement to the goal's, by breadth-first search.
    fn values(&self, metric: Metric) -> Vec<u32> {
        const UNKNOWN: u32 = u32::MAX;
        let classes = self.axis.classes();
        let mut values = vec![UNKNOWN; self.states.len()];
        values[0] = 0;
        // In the multi-tile metric, the arrangements that a push one way has already reached.
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
                        // A push continues the same way at no cost.
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

    /// Returns the arrangement of tiles, each given by its line and its goal line.
    pub(super) fn state(&self, tiles: impl Iterator<Item = (usize, usize)>) -> State {
        let key = tiles.map(|(line, home)| self.axis.weight(line, self.axis.class(home))).sum::<u64>();
        // Every arrangement is in the table.
        self.states[&key]
    }

    /// Returns the arrangement after a step, numbered by [`Axis::step_of`].
    #[inline]
    pub(super) fn step(&self, state: State, step: usize) -> State {
        self.steps[(state >> VALUE_BITS) as usize + step]
    }

    /// Returns the distance of an arrangement.
    #[inline]
    pub(super) fn value(state: State) -> u32 {
        state & VALUE
    }
}

/// Returns the goal's arrangement: every tile in its goal line.
fn goal_of(axis: Axis) -> Arrangement {
    let tiles = |line: usize| axis.length - usize::from(line == axis.blank_home);
    let key = (0..axis.lines).map(|line| tiles(line) as u64 * axis.weight(line, axis.class(line))).sum();
    Arrangement { number: 0, key, blank: axis.blank_home }
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

    /// Counts the matrices with these row sums and column sums `left`: an independent count of the arrangements.
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

    /// The indices and values of the largest tables fit a state.
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
