//! Takes over the terminal for a game and restores it, however the game ends.
//!
//! The terminal is restored by dropping the session, by the panic hook before the message is printed, or a second after
//! an unhandled signal, because crossterm never returns from a window that was closed; whichever comes first. The
//! screen is cleared before it is left, because tmux shows parts of it again after a resize.

use crate::signals;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Stdout};
use std::panic;
use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Whether the terminal is taken over.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether a terminating signal was received.
static SIGNALLED: AtomicBool = AtomicBool::new(false);

/// Time for the game to react to a signal.
const PATIENCE: Duration = Duration::from_secs(1);

/// The terminal during a game. Dropping it restores the terminal.
pub(super) struct Session {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Session {
    /// Takes over the terminal.
    ///
    /// # Errors
    /// If the terminal does not support it.
    pub(super) fn begin() -> io::Result<Session> {
        install_handlers();
        TAKEN.store(true, Ordering::SeqCst);
        let taken = enable_raw_mode()
            .and_then(|()| execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide))
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match taken {
            Ok(terminal) => Ok(Session { terminal }),
            Err(error) => {
                restore_terminal();
                Err(error)
            }
        }
    }

    pub(super) fn terminal(&mut self) -> &mut Terminal<CrosstermBackend<Stdout>> {
        &mut self.terminal
    }

    /// Returns whether a terminating signal was received.
    pub(super) fn is_signalled() -> bool {
        SIGNALLED.load(Ordering::SeqCst)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Restores the terminal, once. Errors are ignored because nothing can be done about them.
fn restore_terminal() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Clear the alternate screen first: tmux shows parts of it again after a resize.
        let _ =
            execute!(io::stdout(), DisableMouseCapture, Clear(ClearType::All), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Restores the terminal on signals and panics.
fn install_handlers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // Before the message is printed, so that it can be read.
            restore_terminal();
            default_hook(info);
        }));
        // Without a handler, the signal ends the program at once.
        signals::listen(|signal| {
            SIGNALLED.store(true, Ordering::SeqCst);
            // The game ends by itself, unless its window is gone, where crossterm never returns from reading. A dead
            // window cannot signal a condition variable, so wait a fixed time.
            thread::sleep(PATIENCE);
            restore_terminal();
            process::exit(signal.code().into());
        });
    });
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
