//! `cargo xtask korf`: compares the node counts of IDA* with Korf's table of 1985, all 100 boards.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::results;
use crate::workspace::{cargo, run_captured};

pub(crate) const COMMAND: Command = Command {
    name: "korf",
    arguments: "",
    about: "check IDA* node counts on Korf's 100 boards (10 minutes); writes results/",
    run: |arguments| {
        no_arguments(arguments)?;
        count()
    },
};

/// Runs the example, which fails if a count differs, and saves its output.
fn count() -> Result<(), Failure> {
    let counts =
        run_captured(cargo().args(["run", "--release", "--package", "taquin", "--example", "korf100"]))?;
    results::keep("korf100_ida_manhattan.txt", "#", &counts)
}
