//! Playback of a solution, step by step or animated.

use std::time::Duration;
use taquin::{Board, Moves};

/// Pauses between moves in milliseconds, from slow to fast.
const PAUSES: [u64; 7] = [1600, 1000, 600, 350, 200, 100, 50];
const DEFAULT_SPEED: usize = 3;

/// A solution and the current position. Only one board is kept, because all boards of a long solution may not fit in memory.
#[derive(Debug)]
pub(super) struct Playback {
    start: Board,
    moves: Moves,
    board: Board,
    at: usize,
    speed: usize,
    /// When the next move is due; `None` while paused.
    due: Option<Duration>,
}

impl Playback {
    /// Creates a playback that plays at once.
    pub(super) fn new(start: &Board, moves: Moves, now: Duration) -> Playback {
        let (start, board) = (start.clone(), start.clone());
        let mut playback = Playback { start, moves, board, at: 0, speed: DEFAULT_SPEED, due: None };
        playback.play(now);
        playback
    }

    /// Returns the current board.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of moves shown, and the number of all moves.
    pub(super) fn position(&self) -> (usize, usize) {
        (self.at, self.moves.as_slice().len())
    }

    pub(super) fn is_playing(&self) -> bool {
        self.due.is_some()
    }

    /// Returns the speed, from 1 (slowest).
    pub(super) fn speed(&self) -> usize {
        self.speed + 1
    }

    /// Pauses, or continues; restarts at the end.
    pub(super) fn play_or_pause(&mut self, now: Duration) {
        if self.due.take().is_none() {
            if self.is_over() {
                (self.board, self.at) = (self.start.clone(), 0);
            }
            self.play(now);
        }
    }

    fn is_over(&self) -> bool {
        self.at >= self.moves.as_slice().len()
    }

    fn play(&mut self, now: Duration) {
        self.due = Some(now + self.pause());
    }

    fn pause(&self) -> Duration {
        Duration::from_millis(PAUSES[self.speed])
    }

    /// Pauses and goes one move forward.
    pub(super) fn forward(&mut self) {
        self.due = None;
        let next = self.moves.as_slice().get(self.at).and_then(|direction| self.board.slide(*direction));
        if let Some(next) = next {
            (self.board, self.at) = (next, self.at + 1);
        }
    }

    /// Pauses and goes one move back.
    pub(super) fn back(&mut self) {
        self.due = None;
        let Some(last) = self.at.checked_sub(1) else { return };
        if let Some(before) = self.board.slide(self.moves.as_slice()[last].opposite()) {
            (self.board, self.at) = (before, last);
        }
    }

    pub(super) fn faster(&mut self) {
        self.speed = (self.speed + 1).min(PAUSES.len() - 1);
    }

    pub(super) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// Makes the next move if it is due.
    pub(super) fn tick(&mut self, now: Duration) {
        if self.due.is_some_and(|due| now >= due) {
            self.forward();
            if !self.is_over() {
                self.play(now);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::notation::{self, Mover};

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn plays_to_the_end_and_again() {
        let start = notation::read("0 1 3/4 2 5/7 8 6").unwrap();
        let moves = notation::read_moves("LULU", &start, Mover::Tile).unwrap();
        let mut playback = Playback::new(&start, moves, at(0));
        playback.tick(at(349));
        assert_eq!((playback.position(), playback.is_playing()), ((0, 4), true));
        playback.tick(at(350));
        assert_eq!(playback.position(), (1, 4));
        playback.play_or_pause(at(360));
        playback.tick(at(9999));
        assert_eq!((playback.position(), playback.is_playing()), ((1, 4), false));
        playback.play_or_pause(at(10_000));
        for time in [10_350, 10_700, 11_050, 11_400] {
            playback.tick(at(time));
        }
        assert_eq!((playback.position(), playback.is_playing()), ((4, 4), false));
        assert_eq!(playback.board().numbers().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
        playback.forward();
        assert_eq!(playback.position(), (4, 4));
        playback.back();
        assert_eq!(playback.board().numbers().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 0, 7, 8, 6]);
        playback.forward();
        playback.play_or_pause(at(20_000));
        assert_eq!((playback.position(), playback.is_playing(), playback.board()), ((0, 4), true, &start));
    }

    #[test]
    fn steps_and_speeds() {
        let start = notation::read("1 2/3 0").unwrap();
        let mut playback = Playback::new(&start, Moves::new(), at(0));
        playback.back();
        playback.forward();
        assert_eq!((playback.position(), playback.is_playing()), ((0, 0), false));
        (0..99).for_each(|_| playback.faster());
        assert_eq!(playback.speed(), PAUSES.len());
        (0..99).for_each(|_| playback.slower());
        assert_eq!(playback.speed(), 1);
    }
}
