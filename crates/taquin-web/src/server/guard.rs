//! Who is answered, and what browsers are told to allow.
//!
//! A foreign page may send requests to this machine: directly, or under a name of its own that it lets point here (DNS
//! rebinding). So the name in `Host` has to be one that no foreigner can have, and an `Origin`, which browsers send with
//! every request of a script to elsewhere, has to be the page's own.

use super::Site;
use super::failure::Failure;
use super::log::Entry;
use crate::engine::Kind;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::time::Instant;

/// The names under which the server may be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hosts {
    /// `localhost` and the addresses of this machine to itself.
    Loopback,
    /// These and every other address; no other name, for an address cannot be made to point elsewhere.
    Addresses,
}

impl Hosts {
    /// What suits an address to listen at.
    pub fn of(address: IpAddr) -> Hosts {
        if address.is_loopback() { Hosts::Loopback } else { Hosts::Addresses }
    }

    fn admit(self, host: &str) -> bool {
        // What is no authority at all has no name either.
        let Ok(authority) = host.parse::<axum::http::uri::Authority>() else { return false };
        if authority.as_str().contains('@') {
            return false;
        }
        let name = authority.host();
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        match address.parse::<IpAddr>() {
            Ok(address) => self == Hosts::Addresses || address.is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// Nothing from elsewhere, nothing inline; pictures of the user's own come from memory.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Around every request: who asks, what the answer may do, and a line in the log.
pub(super) async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match check(site.shared.options.hosts, request.headers(), request.uri().host()) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let unsaid = HeaderValue::from_static("no-store");
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(unsaid);
    if let Some(log) = &site.shared.options.log {
        let (method, path, status) = (method.as_str(), path.as_str(), response.status().as_u16());
        log.write(&Entry { method, path, status, elapsed: begun.elapsed() });
    }
    response
}

fn check(hosts: Hosts, headers: &HeaderMap, in_target: Option<&str>) -> Result<(), Failure> {
    let only = |name| {
        let mut values = headers.get_all(name).iter();
        let first: Option<&HeaderValue> = values.next();
        if values.next().is_some() { None } else { first?.to_str().ok() }
    };
    let misdirected = || {
        let message = "this server answers to localhost and to addresses, under no other name";
        Failure::new(StatusCode::MISDIRECTED_REQUEST, Kind::Forbidden, message)
    };
    let host = only(header::HOST).filter(|host| hosts.admit(host)).ok_or_else(misdirected)?;
    if in_target.is_some_and(|host| !hosts.admit(host)) {
        return Err(misdirected());
    }
    if headers.contains_key(header::ORIGIN) {
        let is_own = only(header::ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|origin| origin.eq_ignore_ascii_case(host));
        if !is_own {
            let message = "only this server's own page may ask";
            return Err(Failure::new(StatusCode::FORBIDDEN, Kind::Forbidden, message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Hosts;

    #[test]
    fn names_that_nobody_else_can_have() {
        for host in ["localhost", "LocalHost:80", "127.0.0.1:8015", "127.8.9.1", "[::1]:1", "[::1]"] {
            assert!(Hosts::Loopback.admit(host) && Hosts::Addresses.admit(host), "{host}");
        }
        for host in ["192.168.1.4:8015", "[2001:db8::1]", "0.0.0.0"] {
            assert!(!Hosts::Loopback.admit(host) && Hosts::Addresses.admit(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "a@localhost",
            "::1",
            "local host",
        ] {
            assert!(!Hosts::Loopback.admit(host) && !Hosts::Addresses.admit(host), "{host}");
        }
    }
}
