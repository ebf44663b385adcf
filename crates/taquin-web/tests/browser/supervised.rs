//! Programs that end with the test process, however that ends.
//!
//! Browsers are kept for the next test in a static variable, which is never dropped, and a test process may be killed. So a
//! shell starts the program and waits for the end of its own standard input, which closes with the test process.

use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// `$1` is a folder to remove, the other arguments are the command. The group also has what the program started.
const SCRIPT: &str = r#"
    profile=$1
    shift
    "$@" &
    exec >/dev/null
    cat
    trap '' TERM
    kill 0
    wait
    for attempt in 1 2 3 4 5; do
        rm -rf "$profile" && break
        sleep 0.1
    done
    kill -9 0"#;

/// A running program. Dropping it ends the program and removes its profile.
pub(crate) struct Supervised {
    shell: Child,
}

impl Supervised {
    /// Starts a program that keeps its files in the folder `profile`.
    pub(crate) fn start(program: &str, arguments: &[&str], profile: &Path) -> std::io::Result<Supervised> {
        let mut shell = Command::new("sh");
        shell.args(["-c", SCRIPT, "sh"]).arg(profile).arg(program).args(arguments);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        Ok(Supervised { shell: shell.spawn()? })
    }

    /// Returns what the program prints.
    pub(crate) fn take_output(&mut self) -> Option<ChildStdout> {
        self.shell.stdout.take()
    }
}

impl Drop for Supervised {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}
