//! `cargo xtask korf`: Korf's 1985 table, all 100 boards.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::results;
use crate::workspace::{cargo, run_captured};

pub(crate) const COMMAND: Command = Command {
    name: "korf",
    arguments: "",
    about: "IDA* node counts of Korf's 100 boards, into results/ (ten minutes)",
    run: |arguments| {
        no_arguments(arguments)?;
        count()
    },
};

/// Runs the example, which fails where a count differs, and keeps what it prints.
fn count() -> Result<(), Failure> {
    let counts =
        run_captured(cargo().args(["run", "--release", "--package", "taquin", "--example", "korf100"]))?;
    results::keep("korf100_ida_manhattan.txt", "#", &counts)
}
