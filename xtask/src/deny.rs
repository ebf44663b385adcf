//! `cargo xtask deny`: licences, known defects, duplicate versions and sources of the dependencies, with cargo-deny.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::workspace::{cargo, root, run, succeeds};
use std::process;

pub(crate) const COMMAND: Command = Command {
    name: "deny",
    arguments: "",
    about: "check the dependencies' licences, versions and known defects (installs cargo-deny)",
    run: |arguments| {
        no_arguments(arguments)?;
        check()
    },
};

/// Where cargo-deny is installed if it is missing, so that the user's own tools stay as they are.
const TOOLS: &str = "target/tools";

fn check() -> Result<(), Failure> {
    install()?;
    run(deny().args(["check", "licenses", "bans", "sources"]))?;
    // The advisories are a git repository, which is out of reach without a network.
    if run(deny().args(["fetch", "db"])).is_err() {
        eprintln!("xtask: warning: advisories not checked: the database could not be fetched");
        return Ok(());
    }
    run(deny().args(["check", "advisories"]))
}

/// Installs cargo-deny unless there is one. Compiling it takes minutes.
fn install() -> Result<(), Failure> {
    if succeeds(deny().arg("--version")) {
        return Ok(());
    }
    eprintln!("cargo-deny is missing: installing it into {TOOLS}");
    run(cargo().args(["install", "cargo-deny", "--locked", "--root", TOOLS]))
}

/// The installed cargo-deny, started at the root: the one in [`TOOLS`] if there is one, else the user's.
fn deny() -> process::Command {
    let own = root().join(TOOLS).join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let mut command =
        process::Command::new(if own.exists() { own.into_os_string() } else { "cargo-deny".into() });
    command.current_dir(root());
    command
}
