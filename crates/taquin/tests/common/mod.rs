//! The oracle of the tests: breadth-first enumeration on plain boards, which shares no code with the searches.
#![allow(dead_code)]

use std::collections::HashMap;
use std::sync::Mutex;
use taquin::{Board, Direction, Goal, Size};

/// The distance of every board from which the goal can be reached.
pub(crate) fn distances(goal: &Goal) -> HashMap<Board, u32> {
    layers(goal, |board| board.neighbours().map(|(_, neighbour)| neighbour).collect())
}

/// The same in pushes.
pub(crate) fn push_distances(goal: &Goal) -> HashMap<Board, u32> {
    layers(goal, pushed)
}

/// The boards one push away: in each direction one tile, two tiles, and so on to the edge.
pub(crate) fn pushed(board: &Board) -> Vec<Board> {
    let lines = Direction::SUCCESSOR_ORDER.into_iter().flat_map(|direction| {
        std::iter::successors(board.slide(direction), move |board| board.slide(direction))
    });
    lines.collect()
}

fn layers(goal: &Goal, neighbours: impl Fn(&Board) -> Vec<Board>) -> HashMap<Board, u32> {
    let mut known = HashMap::from([(goal.board().clone(), 0)]);
    let mut layer = vec![goal.board().clone()];
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for board in layer.iter().flat_map(&neighbours) {
            known.entry(board).or_insert_with_key(|board| {
                next.push(board.clone());
                depth
            });
        }
        layer = next;
    }
    known
}

/// Checks each of some things, on all processors: what enumerates whole state spaces takes long enough.
pub(crate) fn check_each<T: Send>(things: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    let things: Vec<T> = things.into_iter().collect();
    let left = Mutex::new(things.into_iter());
    let next = || left.lock().unwrap().next();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| std::iter::from_fn(next).for_each(&check));
        }
    });
}

/// All goals that are tried on some sizes.
pub(crate) fn goals_of(sizes: &[(usize, usize)]) -> Vec<Goal> {
    sizes.iter().flat_map(|&(rows, cols)| goals(Size::new(rows, cols).unwrap())).collect()
}

/// Every board of a size, solvable or not.
pub(crate) fn all_boards(size: Size) -> impl Iterator<Item = Board> {
    let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
    let mut first = true;
    std::iter::from_fn(move || {
        if !std::mem::take(&mut first) && !next_permutation(&mut numbers) {
            return None;
        }
        Some(Board::new(size, &numbers).unwrap())
    })
}

/// The next permutation in lexicographic order; false after the last.
fn next_permutation(numbers: &mut [u16]) -> bool {
    let Some(rise) = numbers.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let larger = numbers.iter().rposition(|&number| number > numbers[rise]).unwrap();
    numbers.swap(rise, larger);
    numbers[rise + 1..].reverse();
    true
}

/// The named goals of a size and one more, with the blank in the middle of the first row and the tiles descending.
pub(crate) fn goals(size: Size) -> Vec<Goal> {
    let mut descending: Vec<u16> = (1..size.cells() as u16).rev().collect();
    descending.insert(size.cols() / 2, 0);
    let other = Goal::from(Board::new(size, &descending).unwrap());
    vec![Goal::rows(size), Goal::blank_first(size), Goal::spiral(size), other]
}

/// A board from its numbers, with rows divided by slashes.
pub(crate) fn board(text: &str) -> Board {
    let rows: Vec<Vec<u16>> = text
        .split('/')
        .map(|row| row.split_whitespace().map(|number| number.parse().unwrap()).collect())
        .collect();
    Board::from_rows(&rows).unwrap()
}

/// A random-looking number for choosing samples, the same in every run.
pub(crate) fn shuffle_key(index: usize) -> u64 {
    (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11
}
