//! `cargo xtask layers`: checks rules about the sources that the compiler does not.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::workspace::{cargo, run};

pub(crate) const COMMAND: Command = Command {
    name: "layers",
    arguments: "",
    about: "check that no module uses a layer above its own",
    run: |arguments| {
        no_arguments(arguments)?;
        check()
    },
};

/// Runs the integration test that reads the sources.
pub(crate) fn check() -> Result<(), Failure> {
    // Selects the whole workspace, although one package would do, so that all tests share one build of the dependencies.
    run(cargo().args(["test", "--quiet", "--workspace", "--all-features", "--test", "layers"]))
}
