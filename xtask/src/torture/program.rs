//! The program under attack, run with a time limit and without the user's tables.

use crate::failure::Failure;
use crate::workspace::{root, target_folder};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(super) struct Program {
    path: PathBuf,
    /// The folder of all attacks, emptied before and after.
    folder: PathBuf,
    profile: Profile,
}

/// A build of the program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Profile {
    Debug,
    Release,
}

/// The result of a run.
pub(super) struct Ended {
    pub(super) code: i32,
    pub(super) out: String,
    pub(super) err: String,
    /// The most memory that the process had at a time, in bytes, as far as the system tells.
    pub(super) peak: u64,
}

impl Program {
    /// Prepares to attack the build of a profile.
    pub(super) fn new(profile: Profile) -> Result<Program, Failure> {
        let target = root().join(target_folder());
        let folder = target.join("torture");
        let fail = |error: std::io::Error| Failure::Work(format!("{}: {error}", folder.display()));
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(fail)?;
        }
        fs::create_dir_all(&folder).map_err(fail)?;
        let name = match profile {
            Profile::Debug => "debug",
            Profile::Release => "release",
        };
        Ok(Program { path: target.join(name).join("taquin"), folder, profile })
    }

    /// Returns whether the build is not optimized, except for the library.
    pub(super) fn is_debug(&self) -> bool {
        self.profile == Profile::Debug
    }

    /// Returns the path of a folder of an attack, which is empty.
    pub(super) fn fresh(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.file(name);
        let emptied = if path.exists() { fs::remove_dir_all(&path) } else { Ok(()) };
        emptied
            .and_then(|()| fs::create_dir(&path))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }

    /// Returns the path of a file or folder of an attack.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file and returns its path as text.
    pub(super) fn written(&self, name: &str, content: &[u8]) -> Result<String, String> {
        let path = self.file(name);
        fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// Returns a command for the program.
    pub(super) fn command<S: AsRef<str>>(&self, arguments: &[S]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(arguments.iter().map(AsRef::as_ref)).current_dir(&self.folder);
        command.env("TAQUIN_TABLES", "none").stdin(Stdio::null());
        command
    }

    /// Returns a command for the program within an address space of `megabytes`.
    pub(super) fn within<S: AsRef<str>>(&self, megabytes: u64, arguments: &[S]) -> Command {
        let mut command = Command::new("sh");
        let script = format!("ulimit -v {}; exec \"$0\" \"$@\"", megabytes << 10);
        command.args(["-c", &script]).arg(&self.path).args(arguments.iter().map(AsRef::as_ref));
        command.current_dir(&self.folder).env("TAQUIN_TABLES", "none").stdin(Stdio::null());
        command
    }

    /// Returns a command for the program that sees a disk of 1 MB at `folder`, in a mount namespace of its own.
    pub(super) fn on_small_disk<S: AsRef<str>>(&self, folder: &Path, arguments: &[S]) -> Command {
        let mut command = Command::new("unshare");
        let script = "mount -t tmpfs -o size=1m taquin \"$1\" || exit 77; shift; exec \"$@\"";
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]).arg(folder);
        command.arg(&self.path).args(arguments.iter().map(AsRef::as_ref));
        command.current_dir(&self.folder).env("TAQUIN_TABLES", "none").stdin(Stdio::null());
        command
    }

    /// Runs a command; its output goes to files, so that nothing blocks.
    pub(super) fn run(&self, mut command: Command, limit: Duration) -> Result<Ended, String> {
        let (out, err) = (self.file("out"), self.file("err"));
        let create = |path: &Path| File::create(path).map_err(|error| format!("{}: {error}", path.display()));
        command.stdout(create(&out)?).stderr(create(&err)?);
        let shown = crate::workspace::shown(&command);
        let mut child = command.spawn().map_err(|error| format!("{shown}: {error}"))?;
        let (process, mut peak) = (child.id(), 0);
        let Some(status) = wait_watching(&mut child, limit, &mut || peak = peak.max(peak_of(process))) else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("still running after {} s: {shown}", limit.as_secs()));
        };
        // Outputs can be long; their beginnings are enough.
        let read = |path: &Path| {
            let mut text = Vec::new();
            let _ = File::open(path).and_then(|file| file.take(16 << 20).read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        };
        let ended = Ended { code: status.code().unwrap_or(-1), out: read(&out), err: read(&err), peak };
        match ended.err.contains("panicked") {
            true => Err(format!("panicked: {shown}: {}", ended.err)),
            false => Ok(ended),
        }
    }
}

/// Waits for a child; `None` if it is still running after `limit`.
pub(super) fn wait(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    wait_watching(child, limit, &mut || {})
}

/// Returns the most resident memory of a running process so far, in bytes; 0 where the system does not tell.
fn peak_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"));
    kilobytes.and_then(|number| number.trim().parse::<u64>().ok()).unwrap_or_default() << 10
}

/// Waits as [`wait`] does, and calls a function every millisecond.
fn wait_watching(child: &mut Child, limit: Duration, watch: &mut dyn FnMut()) -> Option<ExitStatus> {
    let end = Instant::now() + limit;
    loop {
        watch();
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() > end {
            return None;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal to a process.
pub(super) fn signal(pid: u32, name: &str) -> bool {
    let kill = Command::new("kill").args([name, &pid.to_string()]).stderr(Stdio::null()).status();
    kill.is_ok_and(|status| status.success())
}
