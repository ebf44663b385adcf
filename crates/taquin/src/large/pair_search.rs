//! The last two tiles of a line: a shortest path for both together, within a window around their homes.
//!
//! Only the two tiles and the blank are distinguished, so a window of six cells has 120 states. All of them are connected:
//! the other three tiles are interchangeable, so parity does not matter.

use super::blank_router::{BlankRouter, STEPS};
use crate::direction::Direction;
use std::collections::VecDeque;

/// The indices of the blank and of the two tiles in the window.
type Placement = [usize; 3];

/// Brings two tiles home without changing anything outside the window. Returns `false` if the tiles, their homes or the
/// blank are outside, or the window is too small.
pub(super) fn solve(router: &mut BlankRouter, tiles: [u16; 2], window: &[usize]) -> bool {
    let index = |cell: usize| window.iter().position(|&other| other == cell);
    let now = [0, tiles[0], tiles[1]].map(|tile| index(router.board.position(tile)));
    let homes = tiles.map(|tile| index(router.board.home(tile)));
    let ([Some(blank), Some(first), Some(second)], [Some(first_home), Some(second_home)]) = (now, homes)
    else {
        return false;
    };
    let neighbours: Vec<[Option<usize>; 4]> = window
        .iter()
        .map(|&cell| STEPS.map(|step| router.board.neighbour(cell, step).and_then(index)))
        .collect();
    let start: Placement = [blank, first, second];
    let cells = window.len();
    let rank = |[blank, first, second]: Placement| (blank * cells + first) * cells + second;
    let mut parents: Vec<Option<(Placement, Direction)>> = vec![None; cells.pow(3)];
    let mut queue = VecDeque::from([start]);
    let mut end = None;
    while let Some(placement) = queue.pop_front() {
        let [blank, first, second] = placement;
        if [first, second] == [first_home, second_home] {
            end = Some(placement);
            break;
        }
        for (step, next) in STEPS.into_iter().zip(neighbours[blank]) {
            let Some(next) = next else { continue };
            let moved = |tile: usize| if tile == next { blank } else { tile };
            let child = [next, moved(first), moved(second)];
            if child != start && parents[rank(child)].is_none() {
                parents[rank(child)] = Some((placement, step));
                queue.push_back(child);
            }
        }
    }
    let Some(mut placement) = end else { return false };
    let mut steps = Vec::new();
    while placement != start {
        let Some((parent, step)) = parents[rank(placement)] else { return false };
        steps.push(step);
        placement = parent;
    }
    steps.into_iter().rev().for_each(|step| router.step(step));
    true
}
