//! `cargo xtask digests`: builds the named tables and writes their digests into the library.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::workspace::{cargo, root, run_captured};
use std::fs;

pub(crate) const COMMAND: Command = Command {
    name: "digests",
    arguments: "",
    about: "build the named tables and write their digests (10 minutes, 1 GB of memory)",
    run: |arguments| {
        no_arguments(arguments)?;
        let mut example = cargo();
        example.args(["run", "--release", "--package", "taquin", "--example", "digests"]);
        let digests = run_captured(&mut example)?;
        let path = root().join("crates/taquin/src/tables/digests.txt");
        fs::write(&path, digests).map_err(|why| Failure::Work(format!("{}: {why}", path.display())))
    },
};
