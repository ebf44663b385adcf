//! A compiler for WebAssembly: rustup's standard library for it, or, where rustup has no network, Debian's compiler.

use crate::debian_rustc::DebianRustc;
use crate::failure::Failure;
use crate::workspace::{run, run_captured, target_folder};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target without an operating system.
pub(crate) const NAME: &str = "wasm32-unknown-unknown";

/// How cargo compiles for [`NAME`].
pub(crate) enum Toolchain {
    /// The default compiler has the target.
    Default,
    /// Another compiler builds the standard library first; the default one's linker links.
    Debian(DebianRustc, PathBuf),
}

impl Toolchain {
    /// Adds what a build needs.
    pub(crate) fn apply(&self, build: &mut Command) {
        if let Toolchain::Debian(compiler, linker) = self {
            compiler.apply(build, linker);
        }
    }

    /// The folder of what it compiles in release mode.
    pub(crate) fn output(&self) -> PathBuf {
        let folder = match self {
            Toolchain::Default => target_folder(),
            Toolchain::Debian(compiler, _) => compiler.target_folder(),
        };
        folder.join(NAME).join("release")
    }
}

/// Finds or installs the target.
///
/// # Errors
/// If it is missing and could not be installed.
pub(crate) fn complete() -> Result<Toolchain, Failure> {
    if is_installed() {
        return Ok(Toolchain::Default);
    }
    eprintln!("the target {NAME} is missing: trying `rustup target add {NAME}`");
    let installed = run(Command::new("rustup").args(["target", "add", NAME]));
    if is_installed() {
        return Ok(Toolchain::Default);
    }
    let why = installed.err().map_or_else(String::new, |failure| format!(" ({failure})"));
    let missing = |why: String| {
        Failure::Work(format!(
            "the target {NAME} is missing and could not be installed{why}\n\
             hint: run `rustup target add {NAME}`, or use the package manager that installed Rust"
        ))
    };
    let linker = linker().ok_or_else(|| missing(why.clone()))?;
    eprintln!("trying Debian's package rustc-web");
    let compiler = DebianRustc::complete().map_err(|failure| missing(format!("{why} ({failure})")))?;
    Ok(Toolchain::Debian(compiler, linker))
}

/// Whether the compiler has a standard library for the target.
fn is_installed() -> bool {
    let folder = run_captured(Command::new("rustc").args(["--print", "target-libdir", "--target", NAME]));
    folder.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

/// The linker in the default compiler's own folder.
fn linker() -> Option<PathBuf> {
    let host = run_captured(Command::new("rustc").args(["--print", "target-libdir"])).ok()?;
    let linker = Path::new(host.trim()).parent()?.join("bin/rust-lld");
    linker.is_file().then_some(linker)
}
