//! `cargo xtask load`: load-tests `taquin serve`.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::results;
use crate::workspace::{cargo, run, run_captured};

pub(crate) const COMMAND: Command = Command {
    name: "load",
    arguments: "",
    about: "load-test `taquin serve` with 64 clients for 30 s (Linux); writes results/load.md",
    run: |arguments| {
        no_arguments(arguments)?;
        measure()
    },
};

fn measure() -> Result<(), Failure> {
    run(cargo().args(["build", "--release", "--package", "taquin-cli"]))?;
    let table =
        run_captured(cargo().args(["run", "--release", "--package", "taquin-cli", "--example", "load"]))?;
    let made = format!("Made by `cargo xtask load` on {}, commit {}.", results::machine(), results::commit());
    results::write("load.md", &format!("# Load test of `taquin serve`\n\n{made}\n\n{table}"))
}
