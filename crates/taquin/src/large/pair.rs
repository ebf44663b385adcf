//! The last two tiles of a line: a shortest way for both together, within some cells around their homes.
//!
//! Only the two tiles and the blank are told apart, so six cells have 120 states, and all of them are connected: the
//! other three tiles are alike, which makes every arrangement even.

use super::field::{Field, STEPS};
use crate::direction::Direction;
use std::collections::VecDeque;

/// The cells of the blank and of the two tiles, as places in the window.
type Placement = [usize; 3];

/// Brings two tiles home that lie in a window with the blank, without touching anything outside. `false` if they do not,
/// or the window has no room for it.
pub(super) fn bring_home(field: &mut Field, tiles: [u16; 2], window: &[usize]) -> bool {
    let place = |cell: usize| window.iter().position(|&other| other == cell);
    let now = [0, tiles[0], tiles[1]].map(|tile| place(field.place(tile)));
    let homes = tiles.map(|tile| place(field.homes[usize::from(tile)].into()));
    let ([Some(blank), Some(first), Some(second)], [Some(first_home), Some(second_home)]) = (now, homes)
    else {
        return false;
    };
    let exits: Vec<[Option<usize>; 4]> =
        window.iter().map(|&cell| STEPS.map(|step| field.step(cell, step).and_then(place))).collect();
    let start: Placement = [blank, first, second];
    let cells = window.len();
    let number = |[blank, first, second]: Placement| (blank * cells + first) * cells + second;
    let mut reached: Vec<Option<(Placement, Direction)>> = vec![None; cells.pow(3)];
    let mut waiting = VecDeque::from([start]);
    let mut end = None;
    while let Some(placement) = waiting.pop_front() {
        let [blank, first, second] = placement;
        if [first, second] == [first_home, second_home] {
            end = Some(placement);
            break;
        }
        for (step, next) in STEPS.into_iter().zip(exits[blank]) {
            let Some(next) = next else { continue };
            let moved = |tile: usize| if tile == next { blank } else { tile };
            let child = [next, moved(first), moved(second)];
            if child != start && reached[number(child)].is_none() {
                reached[number(child)] = Some((placement, step));
                waiting.push_back(child);
            }
        }
    }
    let Some(mut placement) = end else { return false };
    let mut steps = Vec::new();
    while placement != start {
        let Some((before, step)) = reached[number(placement)] else { return false };
        steps.push(step);
        placement = before;
    }
    steps.into_iter().rev().for_each(|step| field.go(step));
    true
}
