//! `cargo xtask agree`: every way to a shortest solution, on 1,000 random 4x4 boards.

use crate::Command;
use crate::failure::no_arguments;
use crate::results;
use crate::workspace::{cargo, run, run_captured};

pub(crate) const COMMAND: Command = Command {
    name: "agree",
    arguments: "[--quick]",
    about: "every method, thread count and layout on 1,000 random 4x4 boards, into results/",
    run: |arguments| match arguments {
        [quick] if quick == "--quick" => run(example().args(["--", "--quick"])),
        _ => {
            no_arguments(arguments)?;
            results::keep("agreement.txt", "#", &run_captured(&mut example())?)
        }
    },
};

/// The example, which fails at the first length that differs.
fn example() -> std::process::Command {
    let mut command = cargo();
    command.args(["run", "--release", "--package", "taquin", "--example", "agreement"]);
    command
}
