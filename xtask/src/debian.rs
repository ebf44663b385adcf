//! Installs Debian packages.

use crate::workspace::run;
use std::path::Path;
use std::process::Command;

/// Tries to install packages on Debian and its derivatives, as root or with passwordless `sudo`. Callers check afterwards
/// whether the programs exist.
pub(crate) fn try_install(packages: &[&str]) {
    if !Path::new("/etc/debian_version").exists() {
        return;
    }
    eprintln!("trying `apt-get install -y --no-install-recommends {}`", packages.join(" "));
    let mut install = apt_get();
    install.args(["install", "-y", "--no-install-recommends"]).args(packages);
    if run(&mut install).is_err() && run(apt_get().arg("update")).is_ok() {
        // A fresh image has no package lists. The second attempt prints its own message.
        let _ = run(&mut install);
    }
}

fn apt_get() -> Command {
    let id = Command::new("id").arg("-u").output();
    let is_root = id.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let mut words = if is_root { vec!["apt-get"] } else { vec!["sudo", "-n", "apt-get"] }.into_iter();
    let mut command = Command::new(words.next().unwrap_or("apt-get"));
    command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
    command
}
