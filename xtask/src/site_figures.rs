//! `cargo xtask site-figures`: measures the static files in Chromium.

use crate::browsers::StaticServer;
use crate::failure::{Failure, no_arguments};
use crate::workspace::{cargo, run_captured, succeeds};
use crate::{Command, debian, results, site, toolbox};
use std::process;

pub(crate) const COMMAND: Command = Command {
    name: "site-figures",
    arguments: "",
    about: "measure the static files in Chromium (8 minutes); writes results/site.md",
    run: |arguments| {
        no_arguments(arguments)?;
        measure()
    },
};

fn measure() -> Result<(), Failure> {
    toolbox::browsers()?;
    if !succeeds(process::Command::new("brotli").arg("--version")) {
        debian::try_install(&["brotli"]);
    }
    let site = site::build()?;
    let [(_, module), (_, page)] = site.sizes()?;
    let brotli = site::compressed_by("brotli", &["-9", "-c"], &site.module())?;
    let server = StaticServer::start(&site.folder)?;
    let mut example = cargo();
    example.args(["run", "--release", "--package", "taquin-web", "--example", "site_figures", "--"]);
    let tables = run_captured(example.arg(&server.page).arg("crates/taquin/data/korf100.txt"))?;
    let made = format!(
        "Made by `cargo xtask site-figures` on {}, commit {}.",
        results::machine(),
        results::commit()
    );
    let sizes = format!(
        "## Sizes\n\n| | gzip -9 | brotli -9 |\n|---|---|---|\n| WebAssembly module | {module} bytes | {brotli} bytes |\n\
         | all other files of the page | {page} bytes | |\n\nModels of beam search are loaded with the first board of more than 16 cells.\n"
    );
    results::write("site.md", &format!("# The page as static files\n\n{made}\n\n{sizes}\n{tables}"))
}
