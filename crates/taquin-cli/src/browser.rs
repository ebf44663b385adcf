//! Showing a page in the user's browser.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};

/// The programs that show a page, with their arguments; the first that there is, is taken.
#[cfg(target_os = "macos")]
const OPENERS: &[&[&str]] = &[&["open"]];
#[cfg(target_os = "windows")]
const OPENERS: &[&[&str]] = &[&["cmd", "/c", "start", ""]];
#[cfg(not(any(target_os = "macos", target_os = "windows")))]
const OPENERS: &[&[&str]] = &[&["xdg-open"], &["gio", "open"], &["sensible-browser"], &["wslview"]];

/// Shows a page; false if no program for that could be started.
pub(crate) fn open(page: &str) -> bool {
    OPENERS.iter().any(|words| {
        let (program, arguments) = (words[0], &words[1..]);
        let mut command = Command::new(program);
        command.args(arguments).arg(page);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    })
}

/// Where a browser of this machine finds a server that listens at an address.
pub(crate) fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::reachable;

    #[test]
    fn nobody_visits_all_addresses() {
        for (listens, visited) in
            [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "[::1]:80"), ("10.1.2.3:80", "10.1.2.3:80")]
        {
            assert_eq!(reachable(listens.parse().expect("an address")).to_string(), visited);
        }
    }
}
