//! `cargo xtask large`: what is reached within a time on boards that are too large to be solved optimally.

use crate::Command;
use crate::failure::Failure;
use crate::results;
use crate::workspace::{cargo, root, run_captured};

pub(crate) const COMMAND: Command = Command {
    name: "large",
    arguments: "[set…]",
    about: "answers within a time on 5x5 to 127x127, into results/ (40 minutes; of some sets only, they are shown)",
    run: measure,
};

/// Boards that may not be part of the project are read from beside it, if they are there.
const DATA: &str = "../shared/data";

fn measure(sets: &[String]) -> Result<(), Failure> {
    let results = root().join("results");
    let mut program = cargo();
    program.args(["run", "--release", "--package", "taquin-cli", "--example", "anytime", "--", "--data"]);
    program.arg(root().join(DATA));
    if !sets.is_empty() {
        print!("{}", run_captured(program.args(sets))?);
        return Ok(());
    }
    let tables = run_captured(program.arg("--chart").arg(results.join("growth.svg")))?;
    let made =
        format!("Made by `cargo xtask large` on {}, commit {}.", results::machine(), results::commit());
    let text =
        format!("# Answers within a time\n\n{made}\n\n{tables}\n![How everything grows](growth.svg)\n");
    results::write("large.md", &text)
}
