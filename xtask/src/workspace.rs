//! The repository's location, and how to run programs in it.

use crate::failure::Failure;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the root")
}

/// Returns a command for the cargo that runs this program, with the root as its working directory.
pub(crate) fn cargo() -> Command {
    let cargo = env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let mut command = Command::new(cargo);
    command.current_dir(root());
    command
}

/// Returns the folder of compiled files.
pub(crate) fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Runs a command to its end; its output goes to the terminal.
///
/// # Errors
/// If it cannot be started or fails; the message contains the command line.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::Work(format!("`{}` failed: {status}", shown(command)))),
        Err(why) => Err(Failure::Work(format!("`{}` cannot be started: {why}", shown(command)))),
    }
}

/// Whether a command can be started and succeeds; its output is discarded.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}

/// Formats a command line for messages, without the program's folder.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Runs a command to its end and returns its standard output.
///
/// # Errors
/// As [`run`], and if the output is not UTF-8.
pub(crate) fn run_captured(command: &mut Command) -> Result<String, Failure> {
    let output = command.stderr(Stdio::inherit()).output();
    match output {
        Ok(output) if output.status.success() => String::from_utf8(output.stdout)
            .map_err(|_| Failure::Work(format!("`{}` printed something that is not UTF-8", shown(command)))),
        Ok(output) => Err(Failure::Work(format!("`{}` failed: {}", shown(command), output.status))),
        Err(why) => Err(Failure::Work(format!("`{}` cannot be started: {why}", shown(command)))),
    }
}
