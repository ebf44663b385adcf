//! The terminal while a game is on it, and as it was before when the game is over, however it ends.

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

/// Is the terminal ours?
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Was a signal received that ends the program?
static SIGNALLED: AtomicBool = AtomicBool::new(false);

/// How long a game may take to notice that.
const PATIENCE: Duration = Duration::from_secs(1);

/// A terminal that shows a game. Dropping it gives the terminal back.
pub(super) struct Session {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Session {
    /// Takes the terminal.
    ///
    /// # Errors
    /// If it refuses.
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

    /// Was the program told to end from outside?
    pub(super) fn is_signalled() -> bool {
        SIGNALLED.load(Ordering::SeqCst)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Leaves the terminal as it was found; once is enough. There is nothing to be done about what fails.
fn restore_terminal() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Cleared before it is left: tmux shows parts of it again if the window was resized meanwhile.
        let _ =
            execute!(io::stdout(), DisableMouseCapture, Clear(ClearType::All), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Signals and panics must not leave the terminal as it is.
fn install_handlers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |defect| {
            // First, so that the message can be read.
            restore_terminal();
            tell(defect);
        }));
        // If there is no such handler to be had, the signal ends the program at once.
        let _ = ctrlc::set_handler(|| {
            SIGNALLED.store(true, Ordering::SeqCst);
            // Now the game ends, unless its window is gone: crossterm never comes back from reading there.
            thread::sleep(PATIENCE);
            restore_terminal();
            process::exit(130);
        });
    });
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
