//! Opens a page in the user's browser.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};

/// Programs that open a page, with their arguments; the first that exists is used.
#[cfg(target_os = "macos")]
const OPENERS: &[&[&str]] = &[&["open"]];
#[cfg(target_os = "windows")]
const OPENERS: &[&[&str]] = &[&["cmd", "/c", "start", ""]];
#[cfg(not(any(target_os = "macos", target_os = "windows")))]
const OPENERS: &[&[&str]] = &[&["xdg-open"], &["gio", "open"], &["sensible-browser"], &["wslview"]];

/// Opens a page; returns false if no program could be started.
pub(crate) fn open(page: &str) -> bool {
    OPENERS.iter().any(|words| {
        let (program, arguments) = (words[0], &words[1..]);
        let mut command = Command::new(program);
        command.args(arguments).arg(page);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    })
}

/// Returns the address at which a local browser reaches a server.
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
    fn unspecified_addresses_become_loopback() {
        for (listens, visited) in
            [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "[::1]:80"), ("10.1.2.3:80", "10.1.2.3:80")]
        {
            assert_eq!(reachable(listens.parse().expect("an address")).to_string(), visited);
        }
    }
}
