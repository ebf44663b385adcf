//! The modes of the screen.

use super::chooser::Chooser;
use super::playback::Playback;

/// What the keys and the screen apply to.
#[derive(Debug)]
pub(super) enum Mode {
    Play,
    /// Choosing a new board.
    New(Chooser),
    /// Generating a new board.
    Scrambling,
    /// Playing back a solution.
    Watch(Playback),
    /// The help screen.
    Help,
}
