//! pyperplan, a planner in Python, which the tests let solve the PDDL files that `taquin` writes.

use crate::debian;
use crate::failure::Failure;
use crate::workspace::{root, run, succeeds};
use std::path::PathBuf;
use std::process::Command;

/// From the Python Package Index. It is called as a program, and nothing of it goes into this project.
const PACKAGE: &str = "pyperplan==2.1";

/// Makes sure that the planner lies in a folder of its own, where the tests look for it; the user's Python stays as it is.
///
/// # Errors
/// If it is missing and could not be installed; the message says what to do.
pub(crate) fn complete() -> Result<(), Failure> {
    if is_present() {
        return Ok(());
    }
    eprintln!("pyperplan is missing");
    if !succeeds(pip().arg("--version")) {
        debian::try_install(&["python3-pip"]);
    }
    let mut install = pip();
    // An installation that was broken off is replaced.
    install.args(["install", "--quiet", "--no-deps", "--upgrade", "--target"]).arg(folder()).arg(PACKAGE);
    let installed = run(&mut install);
    if is_present() {
        return Ok(());
    }
    let why = installed.err().map_or_else(String::new, |failure| format!(" ({failure})"));
    Err(Failure::Work(format!(
        "{PACKAGE} is missing, the planner that the tests give PDDL files to, and could not be installed{why}.\n\
         It takes pip, which every system has a package of, called python3-pip or python-pip, and the Python Package \
         Index. By hand: python3 -m pip install --no-deps --target target/planner {PACKAGE}"
    )))
}

/// Where the tests look for it.
fn folder() -> PathBuf {
    root().join("target/planner")
}

fn is_present() -> bool {
    succeeds(Command::new("python3").args(["-m", "pyperplan", "--help"]).env("PYTHONPATH", folder()))
}

fn pip() -> Command {
    let mut command = Command::new("python3");
    // Nothing of the system is touched, so root needs no warning.
    command
        .args(["-m", "pip"])
        .env("PIP_ROOT_USER_ACTION", "ignore")
        .env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    command
}
