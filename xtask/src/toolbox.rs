//! Finds or installs the tools that the checks need besides cargo.

use crate::failure::Failure;
use crate::workspace::{cargo, run, succeeds};
use crate::{axe, compiler, debian, planner, wasm_target};
use std::path::Path;
use std::process::Command;

/// Installs every missing tool.
///
/// # Errors
/// If a tool is missing and could not be installed; the message says what to do.
pub(crate) fn complete() -> Result<(), Failure> {
    component("rustfmt", "fmt")?;
    component("clippy", "clippy")?;
    compiler::cpp()?;
    terminals()?;
    shells()?;
    python()?;
    parallel()?;
    planner::complete()?;
    axe::complete()?;
    wasm_target::complete()?;
    browsers()
}

/// The browsers that test the page.
///
/// # Errors
/// If one is missing and could not be installed.
pub(crate) fn browsers() -> Result<(), Failure> {
    chromium()?;
    firefox()
}

/// Python, which runs the programs that the tests audit and grade.
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
    let message = "python3 is missing; it runs the programs that the tests audit and grade\n\
                   hint: install the package python3 or python";
    Err(Failure::Work(message.to_owned()))
}

/// GNU parallel, which runs the recipe of docs/cluster.md in the tests. These run on Linux only.
fn parallel() -> Result<(), Failure> {
    let present = || succeeds(Command::new("parallel").arg("--version"));
    if !cfg!(target_os = "linux") || present() {
        return Ok(());
    }
    eprintln!("parallel is missing");
    debian::try_install(&["parallel"]);
    if present() {
        return Ok(());
    }
    let message =
        "`parallel` is missing; the tests of docs/cluster.md use it\nhint: install the package parallel";
    Err(Failure::Work(message.to_owned()))
}

/// Firefox, for the tests of the page. It needs no driver.
fn firefox() -> Result<(), Failure> {
    let names = ["firefox-esr", "firefox"];
    let present = || names.into_iter().any(|name| succeeds(Command::new(name).arg("--version")));
    if present() {
        return Ok(());
    }
    eprintln!("Firefox is missing");
    debian::try_install(&["firefox-esr"]);
    if present() {
        return Ok(());
    }
    let message = "Firefox is missing; the tests of the page run in it, too\n\
                   hint: install the package firefox-esr or firefox";
    Err(Failure::Work(message.to_owned()))
}

/// Chromium and its driver, for the tests of the page.
fn chromium() -> Result<(), Failure> {
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
        "Chromium or its driver is missing; the tests of the page run in it. Install both:\n  \
         Debian          apt-get install chromium chromium-driver\n  \
         Fedora          dnf install chromium chromedriver\n  \
         Arch            pacman -S chromium\n  \
         Alpine          apk add chromium chromium-chromedriver\n  \
         macOS           brew install --cask chromium chromedriver"
            .to_owned(),
    ))
}

/// Whether Chromium is installed under a name that its driver knows.
fn has_chromium() -> bool {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let installed = names.into_iter().any(|name| succeeds(Command::new(name).arg("--version")));
    installed
        || Path::new("/Applications/Chromium.app").exists()
        || Path::new("/Applications/Google Chrome.app").exists()
}

/// `script` and tmux, which provide a terminal to the tests. These tests run on Linux only.
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
                "`{name}` is missing; it provides a terminal to the tests\n\
                 hint: install the package {package} (on Debian: {debian_package})"
            )));
        }
    }
    Ok(())
}

/// The shells whose completions are tested, and groff, which reads the manual pages. These tests run on Linux only.
fn shells() -> Result<(), Failure> {
    for name in ["bash", "zsh", "fish", "groff"] {
        let present = || succeeds(Command::new(name).arg("--version"));
        if !cfg!(target_os = "linux") || present() {
            continue;
        }
        eprintln!("{name} is missing");
        debian::try_install(&[name]);
        if !present() {
            return Err(Failure::Work(format!(
                "`{name}` is missing; the tests of completions and manual pages use it\n\
                 hint: install the package {name}"
            )));
        }
    }
    Ok(())
}

/// Installs a component of the Rust toolchain that some distributions omit.
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
        "{name} is missing and could not be installed{why}\n\
         hint: run `rustup component add {name}`, or use the package manager that installed Rust"
    )))
}
