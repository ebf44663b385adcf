//! `cargo xtask measure`: runs `taquin bench` on the named suites and writes tables, charts and JSON to results/.

use crate::Command;
use crate::failure::Failure;
use crate::results;
use crate::workspace::{cargo, root, run_captured};

pub(crate) const COMMAND: Command = Command {
    name: "measure",
    arguments: "[suite…]",
    about: "run `taquin bench` on korf100, hard15 and random3x3 (minutes, 2 GB); writes results/",
    run: measure,
};

/// A suite, how often each board is measured, and whether every measurement is saved.
struct Suite {
    name: &'static str,
    repeat: &'static str,
    is_saved: bool,
}

const SUITES: [Suite; 3] = [
    Suite { name: "korf100", repeat: "5", is_saved: true },
    // Its boards take seconds each, so one run is precise enough.
    Suite { name: "hard15", repeat: "1", is_saved: true },
    // A thousand boards of microseconds each: the means are enough.
    Suite { name: "random3x3", repeat: "5", is_saved: false },
];

fn measure(names: &[String]) -> Result<(), Failure> {
    if let Some(unknown) = names.iter().find(|name| SUITES.iter().all(|suite| suite.name != **name)) {
        let known = SUITES.map(|suite| suite.name).join(", ");
        return Err(Failure::Usage(format!("unknown suite `{unknown}`; expected {known}")));
    }
    SUITES
        .iter()
        .filter(|suite| names.is_empty() || names.iter().any(|name| name == suite.name))
        .try_for_each(keep)
}

/// Builds tables in memory, so that the set-up time does not depend on tables cached on this machine.
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
