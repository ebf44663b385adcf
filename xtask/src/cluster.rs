//! `cargo xtask cluster`: kills workers and drivers of a cluster on this machine at random moments, and checks the answers.

use crate::Command;
use crate::failure::Failure;
use crate::python;
use crate::workspace::{root, run};
use std::{env, process};

pub(crate) const COMMAND: Command = Command {
    name: "cluster",
    arguments: "[WORKERS DRIVERS]",
    about: "kill 100 workers and 10 drivers of local clusters at random moments (5 minutes)",
    run: kill,
};

fn kill(arguments: &[String]) -> Result<(), Failure> {
    if !matches!(arguments.len(), 0 | 2) || arguments.iter().any(|number| number.parse::<u32>().is_err()) {
        return Err(Failure::Usage(
            "cluster: expected two numbers, of workers and of drivers to kill".to_owned(),
        ));
    }
    let (python, site) = python::staged()?;
    let mut bench = process::Command::new(python);
    bench.arg(root().join("python/benches/cluster.py")).arg("kills").args(arguments);
    run(bench.env("PYTHONPATH", site).current_dir(env::temp_dir()))
}
