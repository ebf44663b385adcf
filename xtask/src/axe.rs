//! Installs axe-core, the accessibility checker that the tests of the page run in the browser.

use crate::debian;
use crate::failure::Failure;
use crate::workspace::{root, run, succeeds};
use std::path::PathBuf;
use std::process::Command;

/// From the npm registry. The tests load it into the page; this project contains no part of it.
const PACKAGE: &str = "axe-core@4.14.0";

/// Installs axe-core into [`folder`] unless it is there.
///
/// # Errors
/// If it could not be installed; the message says what to do.
pub(crate) fn complete() -> Result<(), Failure> {
    if is_present() {
        return Ok(());
    }
    eprintln!("axe-core is missing");
    if !succeeds(Command::new("npm").arg("--version")) {
        debian::try_install(&["npm"]);
    }
    let mut install = Command::new("npm");
    // The package has no scripts to run, and its own folder keeps npm from searching for one above.
    install.args(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"]);
    let installed = run(install.arg(folder()).arg(PACKAGE));
    if is_present() {
        return Ok(());
    }
    let why = installed.err().map_or_else(String::new, |failure| format!(" ({failure})"));
    Err(Failure::Work(format!(
        "{PACKAGE}, the accessibility checker that the tests run, could not be installed{why}.\n\
         hint: install npm, then run npm install --no-save --prefix target/axe {PACKAGE}"
    )))
}

/// The folder in which the tests expect it.
fn folder() -> PathBuf {
    root().join("target/axe")
}

fn is_present() -> bool {
    folder().join("node_modules/axe-core/axe.min.js").is_file()
}
