//! `cargo xtask package`: packs every crate as for crates.io, builds its tests and runs its doctests from there.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::workspace::{cargo, root, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

pub(crate) const COMMAND: Command = Command {
    name: "package",
    arguments: "",
    about: "pack every crate, then build its tests and run its doctests from the packed files",
    run: |arguments| {
        no_arguments(arguments)?;
        check()
    },
};

/// The folder for everything this command writes; it is emptied by `cargo clean`.
const FOLDER: &str = "target/package-check";

fn check() -> Result<(), Failure> {
    let folder = root().join(FOLDER);
    let packed = folder.join("package");
    // An archive of an earlier version would be unpacked and checked, too.
    remove(&packed)?;
    let mut package = cargo();
    // The extension module is published as a wheel.
    package.args(["package", "--workspace", "--exclude", "xtask", "--exclude", "taquin-py"]);
    package.args(["--no-verify", "--allow-dirty"]);
    run(package.args(["--target-dir", FOLDER]))?;

    let unpacked = folder.join("unpacked");
    remove(&unpacked)?;
    fs::create_dir_all(&unpacked).map_err(|why| unusable(&unpacked, &why))?;
    let mut packages = Vec::new();
    for archive in archives(&packed)? {
        run(process::Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&unpacked))?;
        packages.extend(archive.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
    }
    for package in &packages {
        require_licences(&unpacked.join(package))?;
    }
    let manifest = unpacked.join("Cargo.toml");
    fs::write(&manifest, workspace_manifest(&packages)).map_err(|why| unusable(&manifest, &why))?;

    // cargo cannot build doctests without running them. The other tests may need files of the repository.
    for selection in [&["--all-targets", "--no-run"][..], &["--doc"]] {
        let mut test = cargo();
        test.current_dir(&unpacked).args(["test", "--workspace", "--all-features"]).args(selection);
        run(test.arg("--target-dir").arg(folder.join("build")))?;
    }
    eprintln!("xtask: {} packages are complete: {}", packages.len(), packages.join(", "));
    Ok(())
}

/// The `.crate` files of a folder, sorted by name.
fn archives(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|why| unusable(folder, &why))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "crate"));
    files.sort();
    Ok(files)
}

/// A workspace of the unpacked packages, each of which takes its siblings from there instead of crates.io.
fn workspace_manifest(packages: &[String]) -> String {
    let members: Vec<String> = packages.iter().map(|package| format!("{package:?}")).collect();
    let mut text = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[profile.dev]\ndebug = false\n\n[patch.crates-io]\n",
        members.join(", ")
    );
    for package in packages {
        let name = package.rsplit_once('-').map_or(package.as_str(), |(name, _version)| name);
        text += &format!("{name} = {{ path = {package:?} }}\n");
    }
    text
}

/// Fails unless the licences are in the package as text: a symbolic link that was not followed would be a path.
fn require_licences(package: &Path) -> Result<(), Failure> {
    for (name, words) in
        [("LICENSE-MIT", "Permission is hereby granted"), ("LICENSE-APACHE", "Apache License")]
    {
        let path = package.join(name);
        let text = fs::read_to_string(&path).map_err(|why| unusable(&path, &why))?;
        if !text.contains(words) {
            return Err(Failure::Work(format!("{}: the licence's text is missing", path.display())));
        }
    }
    Ok(())
}

fn remove(folder: &Path) -> Result<(), Failure> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|why| unusable(folder, &why))?;
    }
    Ok(())
}

fn unusable(path: &Path, why: &std::io::Error) -> Failure {
    Failure::Work(format!("{}: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str) -> String {
        fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
    }

    #[test]
    fn siblings_are_taken_from_the_unpacked_packages() {
        let manifest = workspace_manifest(&["taquin-0.1.0".to_owned(), "taquin-cli-0.1.0".to_owned()]);
        assert!(manifest.contains("members = [\"taquin-0.1.0\", \"taquin-cli-0.1.0\"]"), "{manifest}");
        assert!(manifest.contains("\ntaquin-cli = { path = \"taquin-cli-0.1.0\" }\n"), "{manifest}");
    }

    /// A package cannot contain files of another one, so the program has copies of two of the library's files.
    #[test]
    fn copied_files_are_equal() {
        for name in ["korf100.txt", "hard6.txt"] {
            let copy = text(&format!("crates/taquin-cli/data/{name}"));
            assert!(copy == text(&format!("crates/taquin/data/{name}")), "{name}: the two files differ");
        }
    }

    /// Cargo ignores `strip` without a word for a package with a profile section of its own.
    #[test]
    fn the_program_is_stripped() {
        let manifest = text("Cargo.toml");
        assert!(
            manifest.contains("\nstrip = true\n")
                && !manifest.contains("[profile.release.package.taquin-cli]")
        );
    }

    /// The doctest in the library's README covers the README of the repository.
    #[test]
    fn both_readmes_show_the_same_code() {
        let code = |path: &str| {
            let text = text(path);
            let blocks = text.split("```rust\n").skip(1).filter_map(|block| block.split_once("```"));
            blocks.map(|(code, _)| code.to_owned()).collect::<Vec<_>>()
        };
        let (shown, tested) = (code("README.md"), code("crates/taquin/README.md"));
        assert!(!shown.is_empty());
        for block in shown {
            assert!(tested.contains(&block), "not in crates/taquin/README.md, so never tested:\n{block}");
        }
    }

    #[test]
    fn every_package_has_its_licences() {
        for package in fs::read_dir(root().join("crates")).expect("the folder exists") {
            let package = package.expect("it is readable").path();
            for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
                // A link, or where the file system has none, a file with its target.
                assert!(package.join(name).symlink_metadata().is_ok(), "{}: no {name}", package.display());
            }
        }
    }
}
