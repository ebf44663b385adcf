//! What the checks need besides cargo: found, or installed, or asked for.

use crate::failure::Failure;
use crate::workspace::{cargo, run, succeeds};
use crate::{compiler, debian, planner};
use std::path::Path;
use std::process::Command;

/// Makes sure that everything the tests call is there.
///
/// # Errors
/// If something is missing and could not be installed; the message says what to do.
pub(crate) fn complete() -> Result<(), Failure> {
    component("rustfmt", "fmt")?;
    component("clippy", "clippy")?;
    compiler::cpp()?;
    terminals()?;
    python()?;
    planner::complete()?;
    browser()
}

/// Python, in which the programs are written that the tests audit and grade.
fn python() -> Result<(), Failure> {
    let present = || succeeds(Command::new("python3").arg("--version"));
    if present() {
        return Ok(());
    }
    eprintln!("python3 is missing");
    debian::try_install(&["python3"]);
    if present() {
        return Ok(());
    }
    let message = "python3 is missing, in which the programs are written that the tests audit and grade. Every system \
                   has a package of it, called python3 or python.";
    Err(Failure::Work(message.to_owned()))
}

/// Chromium and its driver, in which the tests use the page.
fn browser() -> Result<(), Failure> {
    let present = || succeeds(Command::new("chromedriver").arg("--version")) && has_chromium();
    if present() {
        return Ok(());
    }
    eprintln!("Chromium or its driver is missing");
    debian::try_install(&["chromium", "chromium-driver"]);
    if present() {
        return Ok(());
    }
    Err(Failure::Work(
        "Chromium or its driver is missing, in which the tests use the page. Install them:\n  \
         Debian          apt-get install chromium chromium-driver\n  \
         Fedora          dnf install chromium chromedriver\n  \
         Arch            pacman -S chromium\n  \
         Alpine          apk add chromium chromium-chromedriver\n  \
         macOS           brew install --cask chromium chromedriver"
            .to_owned(),
    ))
}

/// Under one of the names that its driver looks for.
fn has_chromium() -> bool {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let installed = names.into_iter().any(|name| succeeds(Command::new(name).arg("--version")));
    installed
        || Path::new("/Applications/Chromium.app").exists()
        || Path::new("/Applications/Google Chrome.app").exists()
}

/// `script` and tmux, which lend the tests a terminal; they use them on Linux only.
fn terminals() -> Result<(), Failure> {
    let tools = [("script", "--version", "bsdutils", "util-linux"), ("tmux", "-V", "tmux", "tmux")];
    for (name, version, debian_package, package) in tools {
        let present = || succeeds(Command::new(name).arg(version));
        if !cfg!(target_os = "linux") || present() {
            continue;
        }
        eprintln!("{name} is missing");
        debian::try_install(&[debian_package]);
        if !present() {
            return Err(Failure::Work(format!(
                "the program `{name}` is missing, with which the tests make a terminal. It is in the package \
                 {package}, on Debian in {debian_package}."
            )));
        }
    }
    Ok(())
}

/// A part of the Rust toolchain that some distributions leave out.
fn component(name: &str, subcommand: &str) -> Result<(), Failure> {
    let present = || succeeds(cargo().args([subcommand, "--version"]));
    if present() {
        return Ok(());
    }
    eprintln!("{name} is missing: trying `rustup component add {name}`");
    let installed = run(Command::new("rustup").args(["component", "add", name]));
    if present() {
        return Ok(());
    }
    let why = installed.err().map_or_else(String::new, |failure| format!(" ({failure})"));
    Err(Failure::Work(format!(
        "{name} is missing and could not be installed{why}.\n\
         Install it with `rustup component add {name}`, or with the package manager that brought Rust."
    )))
}
