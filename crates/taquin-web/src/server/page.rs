//! The files of the page, embedded in the program.

use super::http_error::HttpError;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The name and content of every file.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// Serves the page itself.
pub(super) async fn index(headers: HeaderMap) -> Response {
    find("index.html", &headers)
}

/// Serves another file of the page.
pub(super) async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    find(&name, &headers)
}

/// Tells the page that the engine is here. In a folder of static files, this file names a WebAssembly module instead.
pub(super) async fn engine(headers: HeaderMap) -> Response {
    serve("engine.json", br#"{"engine":"server"}"#, &headers)
}

/// Serves a script that removes the service worker of static files that were served at the same address before.
pub(super) async fn service_worker(headers: HeaderMap) -> Response {
    serve("service-worker.js", include_bytes!("../../site/no-service-worker.js"), &headers)
}

/// Serves the API description.
pub(super) async fn openapi(headers: HeaderMap) -> Response {
    serve("openapi.json", include_bytes!("../../openapi.json"), &headers)
}

fn find(name: &str, headers: &HeaderMap) -> Response {
    match FILES.iter().find(|(known, _)| *known == name) {
        Some((name, content)) => serve(name, content, headers),
        None => HttpError::not_found().into_response(),
    }
}

/// Serves a file with a tag: browsers cache it and revalidate it each time.
fn serve(name: &str, content: &'static [u8], headers: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = Response::new(if is_known { Body::empty() } else { Body::from(content) });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let fields = response.headers_mut();
    fields.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    fields.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        fields.insert(header::ETAG, tag);
    }
    response
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
