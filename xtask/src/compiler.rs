//! The compilers behind the fuzz targets: the host's name for rustc, and a C++ compiler for libFuzzer.

use crate::debian;
use crate::failure::Failure;
use crate::workspace::succeeds;
use std::env;
use std::process::Command;

/// The host's target triple.
///
/// # Errors
/// If rustc does not tell.
pub(crate) fn host() -> Result<String, Failure> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("-vV").output().ok();
    told.and_then(|output| String::from_utf8(output.stdout).ok())
        .and_then(|text| Some(text.lines().find_map(|line| line.strip_prefix("host: "))?.to_owned()))
        .ok_or_else(|| Failure::Work("`rustc -vV` did not tell the host's target triple".to_owned()))
}

/// Makes sure there is a C++ compiler: libFuzzer comes as C++ sources.
///
/// # Errors
/// If there is none and none could be installed; the message says what to do.
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
        "no C++ compiler found, and libFuzzer is built from C++ sources. Install one:\n  \
         Debian, Ubuntu  apt-get install g++\n  \
         Fedora          dnf install gcc-c++\n  \
         Arch            pacman -S gcc\n  \
         Alpine          apk add g++\n  \
         macOS           xcode-select --install\n\
         or name one in the variable CXX."
            .to_owned(),
    ))
}

/// Whether one of the compilers is there that the build of libFuzzer would pick.
fn has_cpp() -> bool {
    let named = env::var("CXX").ok();
    let candidates = named.as_deref().into_iter().chain(["c++", "g++", "clang++"]);
    candidates.into_iter().any(|compiler| succeeds(Command::new(compiler).arg("--version")))
}
