//! `cargo xtask measure`: what `taquin bench` says of the named suites, as tables, charts and JSON in results/.

use crate::Command;
use crate::failure::Failure;
use crate::results;
use crate::workspace::{cargo, root, run_captured};

pub(crate) const COMMAND: Command = Command {
    name: "measure",
    arguments: "[suite…]",
    about: "taquin bench on korf100, hard15 and random3x3, into results/ (minutes; 2 GB)",
    run: measure,
};

/// How often each board is measured, and whether every single number is worth keeping.
struct Suite {
    name: &'static str,
    repeat: &'static str,
    is_saved: bool,
}

const SUITES: [Suite; 3] = [
    Suite { name: "korf100", repeat: "5", is_saved: true },
    // Its boards take seconds, so that once says enough.
    Suite { name: "hard15", repeat: "1", is_saved: true },
    // A thousand boards of microseconds: the means say all.
    Suite { name: "random3x3", repeat: "5", is_saved: false },
];

fn measure(names: &[String]) -> Result<(), Failure> {
    if let Some(unknown) = names.iter().find(|name| SUITES.iter().all(|suite| suite.name != **name)) {
        let known = SUITES.map(|suite| suite.name).join(", ");
        return Err(Failure::Usage(format!("`{unknown}` is not measured; there are {known}")));
    }
    SUITES
        .iter()
        .filter(|suite| names.is_empty() || names.iter().any(|name| name == suite.name))
        .try_for_each(keep)
}

/// Tables are built in memory, so that the set-up does not depend on what the machine has kept.
fn keep(Suite { name, repeat, is_saved }: &Suite) -> Result<(), Failure> {
    let commit = results::commit();
    let file = |ending: &str| root().join("results").join(format!("bench_{name}.{ending}"));
    let mut program = cargo();
    program.env("TAQUIN_COMMIT", commit);
    program.args(["run", "--release", "--package", "taquin-cli", "--", "--tables", "none"]);
    program.args(["bench", name, "--repeat", repeat, "--output", "markdown", "--chart"]).arg(file("svg"));
    if *is_saved {
        program.arg("--save").arg(file("json"));
    }
    let table = run_captured(&mut program)?;
    let text = format!("# `taquin bench {name}`\n\nMade by `cargo xtask measure {name}`.\n\n{table}");
    results::write(&format!("bench_{name}.md"), &text)
}
