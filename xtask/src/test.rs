//! `cargo xtask test`: installs what the tests need, then checks everything that must hold before a commit.
//!
//! Cheap steps come first, so that a slip is reported early. All steps except the feature check build the same packages
//! with the same features and profile, and none sets `RUSTFLAGS`: cargo compiles each dependency once for checking and
//! once for running.

use crate::failure::Failure;
use crate::step::{Step, run_all};
use crate::workspace::{cargo, root, run};
use crate::{Command, browsers, fuzz, layers, python, toolbox, torture, words};
use std::{env, fs};

pub(crate) const COMMAND: Command = Command {
    name: "test",
    arguments: "[STEP…]",
    about: "run the whole check, or some of its steps; installs the tools it needs",
    run: |arguments| run_all(&chosen(arguments)?),
};

static STEPS: [Step; 12] = [
    Step { name: "tools", run: toolbox::complete },
    Step { name: "formatting", run: formatting },
    Step { name: "words", run: words::check },
    Step { name: "lints", run: lints },
    Step { name: "features", run: features },
    Step { name: "layers", run: layers::check },
    Step { name: "tests", run: all_tests },
    Step { name: "torture", run: torture::short },
    Step { name: "static-files", run: browsers::check },
    Step { name: "python", run: python::check },
    Step { name: "documentation", run: documentation },
    Step { name: "fuzzing", run: fuzz::check },
];

/// Returns the steps with these names, in their order, or all steps if there are no names.
fn chosen(names: &[String]) -> Result<Vec<&'static Step>, Failure> {
    if let Some(unknown) = names.iter().find(|name| STEPS.iter().all(|step| step.name != *name)) {
        let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(Failure::Usage(format!("unknown step `{unknown}`; expected {}", known.join(", "))));
    }
    Ok(STEPS.iter().filter(|step| names.is_empty() || names.iter().any(|name| name == step.name)).collect())
}

fn formatting() -> Result<(), Failure> {
    run(cargo().args(["fmt", "--all", "--check"]))?;
    run(cargo().args(["fmt", "--check", "--manifest-path", "fuzz/Cargo.toml"]))
}

fn lints() -> Result<(), Failure> {
    run(cargo().args(["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]))
}

/// Checks the library without features, then with each feature alone.
fn features() -> Result<(), Failure> {
    let manifest = root().join("crates/taquin/Cargo.toml");
    let text = fs::read_to_string(&manifest)
        .map_err(|why| Failure::Work(format!("{}: {why}", manifest.display())))?;
    // The empty name selects no feature.
    for feature in std::iter::once("").chain(feature_names(&text)) {
        eprintln!("-- only: {}", if feature.is_empty() { "nothing" } else { feature });
        let mut clippy = cargo();
        clippy.args(["clippy", "--package", "taquin", "--no-default-features", "--features", feature]);
        run(clippy.args(["--", "-D", "warnings"]))?;
    }
    Ok(())
}

/// The features that a manifest declares, without `default`.
fn feature_names(manifest: &str) -> impl Iterator<Item = &str> {
    let section = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let declarations =
        section.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    let names = declarations.filter_map(|line| Some(line.split_once('=')?.0.trim()));
    names.filter(|name| *name != "default")
}

/// Runs unit, integration and documentation tests. Those that need a tool or much time are ignored by `cargo test`.
fn all_tests() -> Result<(), Failure> {
    run(cargo().args(["test", "--workspace", "--all-features", "--", "--include-ignored"]))
}

/// Builds the documentation, once more without features: a link to an item that needs one would be broken.
fn documentation() -> Result<(), Failure> {
    let flags = env::var("RUSTDOCFLAGS").unwrap_or_default();
    for selection in
        [&["--workspace", "--all-features"][..], &["--package", "taquin", "--no-default-features"]]
    {
        let mut doc = cargo();
        doc.args(["doc", "--no-deps"]).args(selection);
        run(doc.env("RUSTDOCFLAGS", format!("{flags} -D warnings")))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{STEPS, chosen, feature_names};
    use crate::workspace::root;

    #[test]
    fn steps_are_chosen_by_name() {
        assert_eq!(chosen(&[]).map(|steps| steps.len()).ok(), Some(STEPS.len()));
        let two = chosen(&["python".to_owned(), "words".to_owned()]).unwrap_or_default();
        assert_eq!(two.iter().map(|step| step.name).collect::<Vec<_>>(), ["words", "python"]);
        assert!(chosen(&["words".to_owned(), "swords".to_owned()]).is_err());
    }

    #[test]
    fn the_build_needs_no_instructions_that_a_processor_may_lack() {
        for name in [".cargo/config.toml", "pyproject.toml", ".github/workflows/release.yml"] {
            let text = std::fs::read_to_string(root().join(name));
            let text = text.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!text.contains("target-cpu") && !text.contains("target-feature"), "{name}");
        }
    }

    #[test]
    fn features_are_read_from_the_manifest() {
        let manifest = "[package]\nname = \"x\"\n\n[features]\ndefault = [\"disk\"]\n# why = it exists\ndisk = []\n\
                        serde = [\"dep:serde\"]\n\n[dependencies]\nserde = \"1\"\n";
        assert_eq!(feature_names(manifest).collect::<Vec<_>>(), ["disk", "serde"]);
        assert_eq!(feature_names("[package]\n").count(), 0);
    }
}
