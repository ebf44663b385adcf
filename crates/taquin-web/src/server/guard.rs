//! Rejects requests from other sites, and sets the security headers.
//!
//! A page of another site can send requests to this machine: directly, or under its own name after it has pointed that
//! name here (DNS rebinding). So the name in `Host` must be one that no other site can own, and `Origin`, which browsers
//! send with every cross-origin request of a script, must be the page's own.
//!
//! Messages must be declared as JSON, which a form of another site cannot do without asking.

use super::Site;
use super::http_error::HttpError;
use super::log::Entry;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::time::Instant;
use taquin_engine::ErrorKind;

/// The host names under which the server answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hosts {
    /// `localhost` and the loopback addresses.
    Loopback,
    /// `localhost` and every IP address. Other names are excluded, because a name can be pointed anywhere.
    Addresses,
}

impl Hosts {
    /// Returns the names for a server that listens at `address`.
    pub fn of(address: IpAddr) -> Hosts {
        if address.is_loopback() { Hosts::Loopback } else { Hosts::Addresses }
    }

    fn admit(self, host: &str) -> bool {
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

/// Nothing from other sites and nothing inline; `blob:` and `data:` are for pictures that the user chose.
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

/// Wraps every request: checks its origin, adds the security headers, and logs it.
pub(super) async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match check(site.shared.options.hosts, request.headers(), request.uri().host()) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(no_store);
    if let Some(log) = &site.shared.options.log {
        let (method, path, status) = (method.as_str(), path.as_str(), response.status().as_u16());
        log.write(&Entry { method, path, status, elapsed: started.elapsed() });
    }
    response
}

fn check(hosts: Hosts, headers: &HeaderMap, target_host: Option<&str>) -> Result<(), HttpError> {
    let only = |name| {
        let mut values = headers.get_all(name).iter();
        let first: Option<&HeaderValue> = values.next();
        if values.next().is_some() { None } else { first?.to_str().ok() }
    };
    let misdirected = || {
        let message = "this server answers only under the name localhost or an IP address";
        HttpError::new(StatusCode::MISDIRECTED_REQUEST, ErrorKind::Forbidden, message)
    };
    let host = only(header::HOST).filter(|host| hosts.admit(host)).ok_or_else(misdirected)?;
    if target_host.is_some_and(|host| !hosts.admit(host)) {
        return Err(misdirected());
    }
    if headers.contains_key(header::ORIGIN) {
        let is_own = only(header::ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|origin| origin.eq_ignore_ascii_case(host));
        if !is_own {
            let message = "only this server's own page may send requests";
            return Err(HttpError::new(StatusCode::FORBIDDEN, ErrorKind::Forbidden, message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Hosts;

    #[test]
    fn only_names_that_no_other_site_can_own() {
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
