//! `cargo xtask layers`: the rules about the sources that the compiler does not check.

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

/// Runs the one integration test that reads the sources.
pub(crate) fn check() -> Result<(), Failure> {
    // The whole workspace's features, though one package would do: the same dependencies then serve all tests.
    run(cargo().args(["test", "--quiet", "--workspace", "--all-features", "--test", "layers"]))
}
