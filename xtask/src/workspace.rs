//! Where the repository lies, and how its programs are started.

use crate::failure::Failure;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root folder")
}

/// The cargo that runs this program, started at the root.
pub(crate) fn cargo() -> Command {
    let cargo = env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let mut command = Command::new(cargo);
    command.current_dir(root());
    command
}

/// Runs to the end with the terminal's own output.
///
/// # Errors
/// If it cannot be started or does not succeed; the message gives the command line.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::Work(format!("`{}` ended with {status}", shown(command)))),
        Err(why) => Err(Failure::Work(format!("`{}` could not be started: {why}", shown(command)))),
    }
}

/// Whether it runs and succeeds; its output is thrown away.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}

/// The command line without the folder of the program, for messages.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Runs to the end and gives what it wrote to standard output.
///
/// # Errors
/// As [`run`], or if the output is not text.
pub(crate) fn run_captured(command: &mut Command) -> Result<String, Failure> {
    let output = command.stderr(Stdio::inherit()).output();
    match output {
        Ok(output) if output.status.success() => String::from_utf8(output.stdout)
            .map_err(|_| Failure::Work(format!("`{}` wrote something else than text", shown(command)))),
        Ok(output) => Err(Failure::Work(format!("`{}` ended with {}", shown(command), output.status))),
        Err(why) => Err(Failure::Work(format!("`{}` could not be started: {why}", shown(command)))),
    }
}
