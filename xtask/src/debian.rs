//! Programs from Debian's packages, where there are any.

use crate::workspace::run;
use std::path::Path;
use std::process::Command;

/// Tries to install a package. Works only as root on Debian and its kin; whether it did shows in whether the program is
/// there afterwards.
pub(crate) fn try_install(package: &str) {
    if !Path::new("/etc/debian_version").exists() {
        return;
    }
    eprintln!("trying `apt-get install -y {package}`");
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", package]).env("DEBIAN_FRONTEND", "noninteractive");
    if run(&mut install).is_err() && run(Command::new("apt-get").arg("update")).is_ok() {
        // A fresh image has no package lists; the second try's own message is on the terminal.
        let _ = run(&mut install);
    }
}
