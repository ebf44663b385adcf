//! `cargo xtask large`: measures anytime solutions on boards that are too large to solve optimally.

use crate::Command;
use crate::failure::Failure;
use crate::results;
use crate::workspace::{cargo, root, run_captured};

pub(crate) const COMMAND: Command = Command {
    name: "large",
    arguments: "[set…]",
    about: "measure anytime solutions, 5x5 to 127x127 (40 minutes); writes results/, or prints the sets named",
    run: measure,
};

/// Optional boards whose licence does not allow a copy in this repository.
const DATA: &str = "../shared/data";

fn measure(sets: &[String]) -> Result<(), Failure> {
    let results = root().join("results");
    let mut program = cargo();
    program.args(["run", "--release", "--package", "taquin-cli", "--example", "large", "--", "--data"]);
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
