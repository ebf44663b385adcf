//! Debian's newest compiler with its sources, unpacked below `target/`: it can compile the standard library for any target.
//!
//! Debian has two compilers: `rustc`, as old as the distribution, and `rustc-web`, which builds browsers and is newer. It may
//! still be older than the `rust-version` of this project; then nothing is downloaded.

use crate::failure::Failure;
use crate::workspace::{run, run_captured, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The packages; what they need beyond is found by asking apt.
const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// The beginnings of the names of further packages. Everything else is on every machine that links programs.
const PARTS: [&str; 2] = ["libstd-rust-web", "libllvm"];

/// The oldest compiler that this project supports.
const REQUIRED: &str = env!("CARGO_PKG_RUST_VERSION");

/// A compiler below `target/`.
pub(crate) struct DebianRustc {
    folder: PathBuf,
}

impl DebianRustc {
    /// Downloads and unpacks the compiler unless it is there.
    ///
    /// # Errors
    /// If apt cannot download it, for instance on another distribution, or if it is too old.
    pub(crate) fn complete() -> Result<DebianRustc, Failure> {
        let folder = target_folder().join("rustc-web");
        let compiler = DebianRustc { folder: folder.clone() };
        if compiler.is_usable() {
            return Ok(compiler);
        }
        if candidate().is_none() {
            // A fresh image has no package lists.
            run(Command::new("apt-get").arg("update"))?;
        }
        let candidate =
            candidate().ok_or_else(|| Failure::Work("apt knows no package rustc-web".to_owned()))?;
        if !is_new_enough(&candidate) {
            return Err(Failure::Work(format!(
                "Debian's rustc-web is version {candidate}, and this project requires {REQUIRED}"
            )));
        }
        let failed = |why: std::io::Error| Failure::Work(format!("{}: {why}", folder.display()));
        fs::create_dir_all(&folder).map_err(failed)?;
        run(Command::new("apt-get").arg("download").args(packages()).current_dir(&folder))?;
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|extension| extension == "deb") {
                run(Command::new("dpkg-deb").arg("-x").arg(&path).arg(&folder))?;
                fs::remove_file(&path).map_err(failed)?;
            }
        }
        if compiler.is_usable() {
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

    /// Whether the compiler is there, runs and is new enough.
    fn is_usable(&self) -> bool {
        let mut rustc = Command::new(self.rustc());
        rustc.arg("--version").env("LD_LIBRARY_PATH", self.libraries());
        let version = self.rustc().is_file().then(|| run_captured(&mut rustc).ok()).flatten();
        version.is_some_and(|text| text.split(' ').nth(1).is_some_and(is_new_enough))
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

/// Returns the version of the package that apt would download.
fn candidate() -> Option<String> {
    let policy = run_captured(Command::new("apt-cache").args(["policy", PACKAGES[0]])).ok()?;
    candidate_in(&policy).map(str::to_owned)
}

/// Returns the candidate in the output of `apt-cache policy`.
fn candidate_in(policy: &str) -> Option<&str> {
    let version = policy.lines().find_map(|line| line.trim().strip_prefix("Candidate: "))?;
    (version != "(none)").then_some(version)
}

/// Whether a version such as `1.85.0+dfsg3-1~deb12u3` is at least [`REQUIRED`].
fn is_new_enough(version: &str) -> bool {
    parts_of(version) >= parts_of(REQUIRED)
}

/// Returns the major and the minor version.
fn parts_of(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
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
    use super::{candidate_in, is_new_enough, parts};

    #[test]
    fn a_compiler_that_is_too_old_is_not_downloaded() {
        let policy = |version: &str| {
            format!("rustc-web:\n  Installed: (none)\n  Candidate: {version}\n  Version table:\n")
        };
        assert_eq!(candidate_in(&policy("1.85.0+dfsg3-1~deb12u3")), Some("1.85.0+dfsg3-1~deb12u3"));
        assert_eq!(candidate_in(&policy("(none)")), None);
        assert_eq!(candidate_in(""), None);
        assert!(!is_new_enough("1.85.0+dfsg3-1~deb12u3"));
        assert!(!is_new_enough("unknown"));
        assert!(
            is_new_enough("1.100.0")
                && is_new_enough("2.0.0")
                && is_new_enough(env!("CARGO_PKG_RUST_VERSION"))
        );
    }

    #[test]
    fn only_parts_of_the_compiler_are_downloaded() {
        let depends = "rustc-web\n  Depends: libc6\n  Depends: libstd-rust-web-dev\n  Depends: gcc\n  Breaks: libstd-rust-web-9\n\
                       |Depends: <x>\n  Depends: libllvm22\n";
        assert_eq!(parts(depends), ["libstd-rust-web-dev", "libllvm22"]);
    }
}
