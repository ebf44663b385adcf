//! Installs pyperplan, the planner that solves the PDDL files written by `taquin` in the tests.

use crate::debian;
use crate::failure::Failure;
use crate::workspace::{root, run, succeeds};
use std::path::PathBuf;
use std::process::Command;

/// From the Python Package Index. The tests run it as a program; this project contains no part of it.
const PACKAGE: &str = "pyperplan==2.1";

/// Installs the planner into [`folder`] unless it is there; the user's Python packages are not changed.
///
/// # Errors
/// If it could not be installed; the message says what to do.
pub(crate) fn complete() -> Result<(), Failure> {
    if is_present() {
        return Ok(());
    }
    eprintln!("pyperplan is missing");
    if !succeeds(pip().arg("--version")) {
        debian::try_install(&["python3-pip"]);
    }
    let mut install = pip();
    // `--upgrade` replaces an incomplete installation.
    install.args(["install", "--quiet", "--no-deps", "--upgrade", "--target"]).arg(folder()).arg(PACKAGE);
    let installed = run(&mut install);
    if is_present() {
        return Ok(());
    }
    let why = installed.err().map_or_else(String::new, |failure| format!(" ({failure})"));
    Err(Failure::Work(format!(
        "{PACKAGE}, the planner that the tests run, could not be installed{why}.\n\
         hint: install pip (the package python3-pip or python-pip), then run \
         python3 -m pip install --no-deps --target target/planner {PACKAGE}"
    )))
}

/// The folder in which the tests expect the planner.
fn folder() -> PathBuf {
    root().join("target/planner")
}

fn is_present() -> bool {
    succeeds(Command::new("python3").args(["-m", "pyperplan", "--help"]).env("PYTHONPATH", folder()))
}

fn pip() -> Command {
    let mut command = Command::new("python3");
    // pip writes to our own folder only, so its warning about root does not apply.
    command
        .args(["-m", "pip"])
        .env("PIP_ROOT_USER_ACTION", "ignore")
        .env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    command
}
