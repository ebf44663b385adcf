//! Sends requests to the router without a socket.

use crate::description::{check_answer, is_valid_body};
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, header};
use serde_json::Value;
use taquin::Solver;
use taquin_engine::Engine;
use taquin_web::server::{Options, Site, router};
use tower::ServiceExt;

pub(crate) fn engine() -> Engine {
    Engine::new(&Solver::new(), 400 << 20)
}

pub(crate) fn site() -> Site {
    Site::new(engine(), Options::default())
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("it is JSON")
    }

    #[track_caller]
    pub(crate) fn media_type(&self) -> &str {
        self.headers[header::CONTENT_TYPE].to_str().expect("it is text")
    }

    /// Returns the kind and the message of an error.
    #[track_caller]
    pub(crate) fn error(&self) -> (String, String) {
        let error = &self.json()["error"];
        let word = |name: &str| error[name].as_str().expect("an error has words").to_owned();
        (word("kind"), word("message"))
    }

    /// Returns the events of a stream.
    #[track_caller]
    pub(crate) fn events(&self) -> Vec<Value> {
        let text = std::str::from_utf8(&self.body).expect("it is text");
        let blocks = text.split_terminator("\n\n");
        let event = |block: &str| {
            let data = block.strip_prefix("data: ").expect("a line of data");
            serde_json::from_str(data).expect("it is JSON")
        };
        blocks.map(event).collect()
    }
}

pub(crate) fn request(method: Method, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header(header::HOST, "localhost:8015")
}

pub(crate) fn get(path: &str) -> Request<Body> {
    request(Method::GET, path).body(Body::empty()).expect("a request")
}

pub(crate) fn post(message: &str, body: impl Into<Body>) -> Request<Body> {
    let request = request(Method::POST, &format!("/api/{message}"));
    request.header(header::CONTENT_TYPE, "application/json").body(body.into()).expect("a request")
}

pub(crate) async fn send(site: &Site, request: Request<Body>) -> Reply {
    let response = router(site.clone()).oneshot(request).await.expect("a router always answers");
    let (head, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.expect("the body comes whole").to_vec();
    Reply { status: head.status.as_u16(), headers: head.headers, body }
}

/// Sends a message and checks the answer against the OpenAPI file.
pub(crate) async fn try_ask(site: &Site, message: &str, body: &Value) -> Result<Value, Value> {
    let reply = send(site, post(message, body.to_string())).await;
    if reply.media_type() == "text/event-stream" {
        let mut events = reply.events();
        for event in &events {
            check_answer(message, reply.status, "text/event-stream", event);
        }
        let mut last = events.pop().expect("there is a last event");
        return match last["event"].as_str() {
            Some("done") => Ok(last["answer"].take()),
            _ => Err(last["error"].take()),
        };
    }
    check_answer(message, reply.status, "application/json", &reply.json());
    if reply.status == 200 { Ok(reply.json()) } else { Err(reply.json()["error"].take()) }
}

/// Sends a valid message that has an answer.
pub(crate) async fn ask(site: &Site, message: &str, body: Value) -> Value {
    assert!(is_valid_body(message, &body), "{message} {body}");
    try_ask(site, message, &body).await.unwrap_or_else(|error| panic!("{message} {body}: {error}"))
}
