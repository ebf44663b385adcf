//! Invalid requests, and the error that each of them gets.

use crate::call::{Reply, get, post, request, send, site};
use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::json;

#[track_caller]
fn assert_error(reply: &Reply, status: u16, kind: &str, words: &str) {
    let (found, message) = reply.error();
    assert_eq!((reply.status, found.as_str()), (status, kind), "{message}");
    assert!(message.contains(words), "{message:?} does not say {words:?}");
    assert_eq!(reply.media_type(), "application/json");
}

#[tokio::test]
async fn bodies() {
    let site = site();
    let deep = "[".repeat(100_000);
    let large = Body::from(vec![b' '; 300 << 10]);
    let sizes = |rows: u32, cols: u32, tiles: u32| {
        json!({ "size": [rows, cols], "start": (0..tiles).collect::<Vec<_>>() }).to_string()
    };
    let cases: Vec<(&str, Body, u16, &str, &str)> = vec![
        ("solve", "".into(), 400, "bad-request", "invalid JSON"),
        ("solve", "{\"size\": [3, 3], ".into(), 400, "bad-request", "invalid JSON"),
        ("solve", "nonsense".into(), 400, "bad-request", "invalid JSON"),
        ("solve", vec![0xff, 0xfe, 0x00].into(), 400, "bad-request", "invalid JSON"),
        ("solve", deep.into(), 400, "bad-request", "recursion"),
        ("solve", "[]".into(), 400, "bad-request", "the body must be a JSON object"),
        ("about", "null".into(), 400, "bad-request", "the body must be a JSON object"),
        ("solve", "{}".into(), 400, "bad-request", "missing field `size`"),
        ("goal", "{\"size\": \"3x3\", \"name\": \"rows\"}".into(), 400, "bad-request", "as in [3, 4]"),
        ("goal", "{\"size\": [3, 3], \"name\": \"home\"}".into(), 400, "bad-request", "; expected rows"),
        ("goal", "{\"size\": [3, 3, 3], \"name\": \"rows\"}".into(), 400, "bad-request", "3"),
        ("goal", "{\"size\": [-3, 3], \"name\": \"rows\"}".into(), 400, "bad-request", "-3"),
        ("goal", "{\"size\": [1e3, 3], \"name\": \"rows\"}".into(), 400, "bad-request", "1000"),
        ("read", "{\"text\": 5}".into(), 400, "bad-request", "expected a string"),
        ("inspect", sizes(500, 500, 2).into(), 422, "too-large", "500x500"),
        ("inspect", sizes(11, 11, 121).into(), 422, "too-large", "up to 10x10"),
        ("inspect", sizes(3, 3, 8).into(), 400, "bad-request", "9"),
        ("inspect", "{\"size\": [2, 2], \"start\": [1, 1, 2, 0]}".into(), 400, "bad-request", "1"),
        ("inspect", "{\"size\": [2, 2], \"start\": [1, 70000, 2, 0]}".into(), 400, "bad-request", "70000"),
        (
            "inspect",
            "{\"size\": [2, 2], \"start\": [1, 3, 2, 0], \"goal\": [1, 2, 0]}".into(),
            400,
            "bad-request",
            "goal",
        ),
        (
            "inspect",
            "{\"size\": [2, 2], \"start\": [1, 3, 2, 0], \"goal\": 7}".into(),
            400,
            "bad-request",
            "a goal must be a name",
        ),
        (
            "inspect",
            "{\"size\": [2, 2], \"start\": [1, 3, 2, 0], \"version\": 2}".into(),
            400,
            "bad-request",
            "version: 2",
        ),
        ("solve", large, 413, "too-large", "256 KiB"),
    ];
    for (message, body, status, kind, words) in cases {
        assert_error(&send(&site, post(message, body)).await, status, kind, words);
    }
    // Too long, without an announced length.
    let chunks = futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b' '; 1000]));
    assert_error(&send(&site, post("solve", Body::from_stream(chunks))).await, 413, "too-large", "256 KiB");
    // Aborted.
    let broken = futures_util::stream::iter([Ok(b"{\"size\"".to_vec()), Err(std::io::Error::other("gone"))]);
    assert_error(
        &send(&site, post("solve", Body::from_stream(broken))).await,
        400,
        "bad-request",
        "completely",
    );
}

#[tokio::test]
async fn paths_and_methods() {
    let site = site();
    assert_error(&send(&site, post("magic", "{}")).await, 404, "not-found", "expected about, read");
    for path in [
        "/api",
        "/api/",
        "/nothing",
        "/page/",
        "/page/nothing.js",
        "/page/../Cargo.toml",
        "/page/%2e%2e/Cargo.toml",
        "/page/..%2f..%2fCargo.toml",
        "/page//etc/passwd",
        "/page/%00",
        "/Cargo.toml",
        "/page/index.html/",
    ] {
        assert_error(&send(&site, get(path)).await, 404, "not-found", "nothing found here");
    }
    for (method, path) in [
        (Method::GET, "/api/solve"),
        (Method::PUT, "/api/solve"),
        (Method::OPTIONS, "/api/solve"),
        (Method::DELETE, "/"),
        (Method::POST, "/health"),
        (Method::TRACE, "/"),
    ] {
        let reply = send(&site, request(method, path).body(Body::empty()).expect("a request")).await;
        assert_error(&reply, 405, "bad-request", "POST");
        assert!(reply.headers.contains_key(header::ALLOW));
    }
    for said in
        [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/jsonp")]
    {
        let mut builder = request(Method::POST, "/api/about");
        if let Some(said) = said {
            builder = builder.header(header::CONTENT_TYPE, said);
        }
        assert_error(
            &send(&site, builder.body("{}".into()).expect("a request")).await,
            415,
            "bad-request",
            "application/json",
        );
    }
    let mut polite = post("about", "{}");
    polite
        .headers_mut()
        .insert(header::CONTENT_TYPE, "Application/JSON; charset=utf-8".parse().expect("text"));
    assert_eq!(send(&site, polite).await.status, 200);
}

#[tokio::test]
async fn other_sites() {
    let site = site();
    let from = |host: &[&str], origin: Option<&str>| {
        let mut builder = Request::builder().uri("/health");
        for host in host {
            builder = builder.header(header::HOST, *host);
        }
        if let Some(origin) = origin {
            builder = builder.header(header::ORIGIN, origin);
        }
        builder.body(Body::empty()).expect("a request")
    };
    for host in
        [&["evil.example"][..], &["evil.example:8015"], &["10.0.0.1"], &[], &["localhost", "evil.example"]]
    {
        assert_error(&send(&site, from(host, None)).await, 421, "forbidden", "localhost");
    }
    let own = "127.0.0.1:8015";
    for origin in [
        "http://evil.example",
        "null",
        "",
        "http://127.0.0.1:8016",
        "https://127.0.0.1:8015",
        "http://localhost:8015",
    ] {
        assert_error(&send(&site, from(&[own], Some(origin))).await, 403, "forbidden", "own page");
    }
    assert_eq!(send(&site, from(&[own], Some("http://127.0.0.1:8015"))).await.status, 200);
    // An absolute URI of another host, with a valid Host header.
    let mut proxied = from(&[own], None);
    *proxied.uri_mut() = "http://evil.example/health".parse().expect("an address");
    assert_error(&send(&site, proxied).await, 421, "forbidden", "localhost");
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let site = site();
    for request in [
        get("/"),
        get("/health"),
        get("/nothing"),
        post("about", "{}"),
        post("about", "x"),
        get("/api/solve"),
    ] {
        let reply = send(&site, request).await;
        let policy = reply.headers["content-security-policy"].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"));
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
        assert_eq!(reply.headers["referrer-policy"], "no-referrer");
        assert!(reply.headers.contains_key("cache-control"));
        assert!(!reply.headers.contains_key("access-control-allow-origin"));
    }
}
