//! What goes on: the game, or something else for a while.

use super::chooser::Chooser;
use super::playback::Playback;

/// What the keys and the screen are about.
#[derive(Debug)]
pub(super) enum Mode {
    Play,
    /// A new board is chosen.
    New(Chooser),
    /// The new board is being made.
    Scrambling,
    /// A solution is watched.
    Watch(Playback),
    /// The keys are explained.
    Help,
}
