//! A terminal for the tests: tmux, which `cargo xtask test` installs. They wait for what the screen shows, never for time.

use std::process::{Command, id};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Timeout for text to appear.
const FOR_EVER: Duration = Duration::from_secs(60);

/// A window with one command in it. When that has ended, the window says how, and shows the terminal's settings.
pub(crate) struct Tmux {
    socket: String,
}

impl Tmux {
    pub(crate) fn start(columns: u16, rows: u16, command: &str) -> Tmux {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let socket = format!("taquin-{}-{}", id(), STARTED.fetch_add(1, Ordering::SeqCst));
        let tmux = Tmux { socket };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let line = format!("{command}; echo \"ended with $?\"; stty -a; read wait");
        tmux.call(&["-f", "/dev/null", "new-session", "-d", "-x", &columns, "-y", &rows, &line]);
        tmux
    }

    fn call(&self, args: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(args).output().expect("tmux");
        assert!(output.status.success(), "tmux {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Presses a key by tmux's name for it.
    pub(crate) fn press(&self, key: &str) {
        self.call(&["send-keys", key]);
    }

    /// Sends characters as they are.
    pub(crate) fn send(&self, text: &str) {
        self.call(&["send-keys", "-l", text]);
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        self.call(&["resize-window", "-x", &columns, "-y", &rows]);
    }

    pub(crate) fn screen(&self) -> String {
        self.call(&["capture-pane", "-p"])
    }

    /// The same with colours and the like.
    pub(crate) fn styled_screen(&self) -> String {
        self.call(&["capture-pane", "-p", "-e"])
    }

    /// The process of the shell that runs the command.
    pub(crate) fn shell(&self) -> String {
        self.call(&["list-panes", "-F", "#{pane_pid}"]).trim().to_owned()
    }

    /// Waits until the screen shows this.
    #[track_caller]
    pub(crate) fn wait_for(&self, words: &str) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contains(words) {
                return screen;
            }
            assert!(begun.elapsed() < FOR_EVER, "{words:?} is not on the screen:\n{screen}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The terminal is as a shell needs it: echo, whole lines, a cursor, no mouse, and the screen that was there before.
    #[track_caller]
    pub(crate) fn expect_restored(&self) {
        let screen = self.wait_for("icanon");
        let settings: Vec<&str> = screen.split([' ', ';', '\n']).collect();
        for setting in ["icanon", "echo", "isig", "opost"] {
            assert!(settings.contains(&setting), "{setting} is off:\n{screen}");
        }
        let flags = self.call(&["display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"]);
        assert_eq!(flags.trim(), "0 0 1", "alternate screen, mouse, cursor");
        assert!(!screen.contains('╭'), "parts of the game are left:\n{screen}");
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}
