//! Debian's newest compiler with its sources, unpacked below `target/`: it can compile the standard library for any target.
//!
//! Debian has two compilers: `rustc`, as old as the distribution, and `rustc-web`, which builds browsers and is up to date.

use crate::failure::Failure;
use crate::workspace::{run, run_captured, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The packages; what they need beyond is found by asking apt.
const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// The beginnings of the names of further packages. Everything else is on every machine that links programs.
const PARTS: [&str; 2] = ["libstd-rust-web", "libllvm"];

/// A compiler below `target/`.
pub(crate) struct DebianRustc {
    folder: PathBuf,
}

impl DebianRustc {
    /// Downloads and unpacks the compiler unless it is there.
    ///
    /// # Errors
    /// If apt cannot download it, for instance on another distribution.
    pub(crate) fn complete() -> Result<DebianRustc, Failure> {
        let folder = target_folder().join("rustc-web");
        let compiler = DebianRustc { folder: folder.clone() };
        if compiler.run_rustc() {
            return Ok(compiler);
        }
        let failed = |why: std::io::Error| Failure::Work(format!("{}: {why}", folder.display()));
        fs::create_dir_all(&folder).map_err(failed)?;
        let download = || run(Command::new("apt-get").arg("download").args(packages()).current_dir(&folder));
        if download().is_err() {
            // A fresh image has no package lists.
            run(Command::new("apt-get").arg("update"))?;
            download()?;
        }
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|extension| extension == "deb") {
                run(Command::new("dpkg-deb").arg("-x").arg(&path).arg(&folder))?;
                fs::remove_file(&path).map_err(failed)?;
            }
        }
        if compiler.run_rustc() {
            Ok(compiler)
        } else {
            Err(Failure::Work("Debian's rustc-web does not run".to_owned()))
        }
    }

    fn rustc(&self) -> PathBuf {
        self.folder.join("usr/bin/rustc")
    }

    /// The folders with the libraries of the compiler.
    fn libraries(&self) -> PathBuf {
        self.folder.join("usr/lib").join(format!("{}-linux-gnu", std::env::consts::ARCH))
    }

    fn run_rustc(&self) -> bool {
        let mut rustc = Command::new(self.rustc());
        run_captured(rustc.arg("--version").env("LD_LIBRARY_PATH", self.libraries())).is_ok()
    }

    /// The folder of what it compiles.
    pub(crate) fn target_folder(&self) -> PathBuf {
        self.folder.join("build")
    }

    /// Makes a cargo command compile the standard library, too.
    pub(crate) fn apply(&self, build: &mut Command, linker: &Path) {
        build.args(["-Z", "build-std=std,panic_abort"]).arg("--target-dir").arg(self.target_folder());
        build.env("RUSTC", self.rustc()).env("LD_LIBRARY_PATH", self.libraries());
        // The option of cargo is unstable.
        build.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
}

/// Returns the names of all packages.
fn packages() -> Vec<String> {
    let mut names: Vec<String> = PACKAGES.map(str::to_owned).to_vec();
    let mut next = 0;
    while let Some(name) = names.get(next) {
        next += 1;
        let depends = run_captured(Command::new("apt-cache").args(["depends", name])).unwrap_or_default();
        for found in parts(&depends) {
            if !names.contains(&found) {
                names.push(found);
            }
        }
    }
    names
}

/// Returns the names of the compiler's parts in the output of `apt-cache depends`.
fn parts(depends: &str) -> Vec<String> {
    let names = depends.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    let parts = names.filter(|name| PARTS.iter().any(|part| name.starts_with(part)));
    parts.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn only_parts_of_the_compiler_are_downloaded() {
        let depends = "rustc-web\n  Depends: libc6\n  Depends: libstd-rust-web-dev\n  Depends: gcc\n  Breaks: libstd-rust-web-9\n\
                       |Depends: <x>\n  Depends: libllvm22\n";
        assert_eq!(parts(depends), ["libstd-rust-web-dev", "libllvm22"]);
    }
}
