//! What the fuzz targets need to compile: the host's target triple, and a C++ compiler for libFuzzer.

use crate::debian;
use crate::failure::Failure;
use crate::workspace::succeeds;
use std::env;
use std::process::Command;

/// Returns the host's target triple.
///
/// # Errors
/// If rustc does not print it.
pub(crate) fn host() -> Result<String, Failure> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().ok();
    output
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .and_then(|text| Some(text.lines().find_map(|line| line.strip_prefix("host: "))?.to_owned()))
        .ok_or_else(|| Failure::Work("`rustc -vV` printed no host triple".to_owned()))
}

/// Installs a C++ compiler if there is none: libFuzzer is built from C++ sources.
///
/// # Errors
/// If none is found and none could be installed; the message says what to do.
pub(crate) fn cpp() -> Result<(), Failure> {
    if has_cpp() {
        return Ok(());
    }
    eprintln!("no C++ compiler");
    debian::try_install(&["g++"]);
    if has_cpp() {
        return Ok(());
    }
    Err(Failure::Work(
        "no C++ compiler found; libFuzzer is built from C++ sources. Install one:\n  \
         Debian, Ubuntu  apt-get install g++\n  \
         Fedora          dnf install gcc-c++\n  \
         Arch            pacman -S gcc\n  \
         Alpine          apk add g++\n  \
         macOS           xcode-select --install\n\
         or set the environment variable CXX."
            .to_owned(),
    ))
}

/// Whether a compiler is installed that libFuzzer's build script would use.
fn has_cpp() -> bool {
    let named = env::var("CXX").ok();
    let candidates = named.as_deref().into_iter().chain(["c++", "g++", "clang++"]);
    candidates.into_iter().any(|compiler| succeeds(Command::new(compiler).arg("--version")))
}
