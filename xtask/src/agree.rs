//! `cargo xtask agree`: compares all optimal methods on 1,000 random 4x4 boards.

use crate::Command;
use crate::failure::no_arguments;
use crate::results;
use crate::workspace::{cargo, run, run_captured};

pub(crate) const COMMAND: Command = Command {
    name: "agree",
    arguments: "[--quick]",
    about: "compare all optimal methods on 1,000 random 4x4 boards (15 minutes); writes results/",
    run: |arguments| match arguments {
        [quick] if quick == "--quick" => run(example().args(["--", "--quick"])),
        _ => {
            no_arguments(arguments)?;
            results::keep("agreement.txt", "#", &run_captured(&mut example())?)
        }
    },
};

/// The example program, which fails at the first length that differs.
fn example() -> std::process::Command {
    let mut command = cargo();
    command.args(["run", "--release", "--package", "taquin", "--example", "agreement"]);
    command
}
