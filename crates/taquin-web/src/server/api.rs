//! `POST /api/<message>` and `GET /health`.

use super::admission::{Admitted, Share};
use super::connections::ConnectionHandle;
use super::http_error::{HttpError, json_response};
use super::scheduler::{CancelGuard, Permit};
use super::{Shared, Site};
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request as HttpRequest, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use taquin_engine::{ApiError, ErrorKind, Listener, Pace, Request};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// The largest body of a message, in bytes.
const MAX_BODY: usize = 256 << 10;

/// How many events are buffered for a slow client before further ones are dropped.
const MAX_EVENTS: usize = 256;

/// Reports that the server is alive, and its load.
pub(super) async fn health(State(site): State<Site>) -> Response {
    let (searches, queue) = site.load();
    json_response(StatusCode::OK, &json!({ "status": "ok", "searches": searches, "queue": queue }))
}

/// Answers a message.
pub(super) async fn message(
    State(site): State<Site>,
    Path(name): Path<String>,
    http: HttpRequest,
) -> Result<Response, HttpError> {
    Request::check_name(&name)?;
    if !is_json(http.headers()) {
        let message = "the content type must be application/json";
        return Err(HttpError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorKind::BadRequest, message));
    }
    let handle = http.extensions().get::<ConnectionHandle>().cloned().unwrap_or_default();
    let body = read_body(http, site.shared.options.body_timeout).await?;
    let body: Value = serde_json::from_slice(&body)
        .map_err(|error| ApiError::new(ErrorKind::BadRequest, format_args!("invalid JSON: {error}")))?;
    let request = Request::parse(&name, body)?;
    let pace = request.pace();
    let job = Job::start(&site.shared, request, &handle).await?;
    if pace == Pace::Streamed {
        return Ok(job.stream());
    }
    match timeout(site.shared.options.answer_timeout, job.answer()).await {
        Ok(answer) => Ok(json_response(StatusCode::OK, &answer?)),
        Err(_) => Err(HttpError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            ErrorKind::Timeout,
            "the answer took too long to compute",
        )),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.map(|text| text.split(';').next().unwrap_or_default().trim());
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"))
}

async fn read_body(http: HttpRequest, body_timeout: Duration) -> Result<Bytes, HttpError> {
    let announced = http.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let announced = announced.and_then(|length| length.parse::<u64>().ok());
    if announced.is_some_and(|length| length > MAX_BODY as u64) {
        return Err(body_too_large());
    }
    let collect = async {
        let mut body = Vec::new();
        let mut chunks = http.into_body().into_data_stream();
        while let Some(chunk) = chunks.next().await {
            // The connection broke, so most likely no client reads this response.
            let chunk = chunk.map_err(|_| {
                let message = "the message did not arrive completely";
                HttpError::new(StatusCode::BAD_REQUEST, ErrorKind::BadRequest, message)
            })?;
            if body.len() + chunk.len() > MAX_BODY {
                return Err(body_too_large());
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body.into())
    };
    timeout(body_timeout, collect).await.unwrap_or_else(|_| {
        let message = "the message took too long to arrive";
        Err(HttpError::new(StatusCode::REQUEST_TIMEOUT, ErrorKind::Timeout, message))
    })
}

fn body_too_large() -> HttpError {
    let message = format!("the message is larger than {} KiB", MAX_BODY >> 10);
    HttpError::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorKind::TooLarge, &message)
}

/// A request that is being answered on its own thread. Dropping the job cancels the work.
struct Job {
    guard: CancelGuard,
    events: mpsc::Receiver<Value>,
    answer: oneshot::Receiver<Result<Value, ApiError>>,
}

impl Job {
    async fn start(
        shared: &Arc<Shared>,
        request: Request,
        handle: &ConnectionHandle,
    ) -> Result<Job, HttpError> {
        // Until the answer is computed. Then the connection waits for its client to read it.
        let answering = handle.answering();
        let (scheduler, turn) = match request.pace() {
            Pace::Quick => (&shared.quick, shared.quick_shares.take(handle.client()).map(Turn::Quick)),
            Pace::Slow | Pace::Streamed => {
                (&shared.searches, shared.admission.admit(handle.client()).await.map(Turn::Search))
            }
        };
        let turn = turn.ok_or_else(HttpError::busy)?;
        let permit = scheduler.admit().ok_or_else(HttpError::busy)?;
        let guard = permit.cancel_guard();
        let (event_sender, events) = mpsc::channel(MAX_EVENTS);
        let (answer_sender, answer) = oneshot::channel();
        let mut worker = Worker { shared: shared.clone(), permit, _turn: turn, events: event_sender };
        let work = move || {
            // A bug that concerns one request must not end the others.
            let answer = catch_unwind(AssertUnwindSafe(|| worker.answer(request)));
            let bug =
                |_| Err(ApiError::new(ErrorKind::Internal, "this is a bug in taquin; please report it"));
            // The permit is returned before the answer is sent, so a client that asks again at once finds it free.
            drop(worker);
            let _ = answer_sender.send(answer.unwrap_or_else(bug));
            drop(answering);
        };
        thread::Builder::new().name("answer".to_owned()).spawn(work).map_err(|_| HttpError::busy())?;
        Ok(Job { guard, events, answer })
    }

    async fn answer(self) -> Result<Value, HttpError> {
        let Job { guard: _guard, answer, .. } = self;
        Ok(answer.await.map_err(|_| HttpError::busy())??)
    }

    /// Streams the events as they happen, and the answer as the last one.
    fn stream(self) -> Response {
        let events = stream::unfold(Some(self), |job| async {
            let mut job = job?;
            if let Some(event) = job.events.recv().await {
                return Some((Ok::<_, Infallible>(data_line(&event)), Some(job)));
            }
            let last = match job.answer.await {
                Ok(Ok(answer)) => json!({ "event": "done", "answer": answer }),
                Ok(Err(error)) => json!({ "event": "refused", "error": error.json() }),
                Err(_) => return None,
            };
            Some((Ok(data_line(&last)), None))
        });
        let mut response = Body::from_stream(events).into_response();
        let content_type = HeaderValue::from_static("text/event-stream");
        response.headers_mut().insert(header::CONTENT_TYPE, content_type);
        response
    }
}

fn data_line(event: &Value) -> Bytes {
    format!("data: {event}\n\n").into()
}

/// The part of a job that runs on the job's own thread.
struct Worker {
    shared: Arc<Shared>,
    permit: Permit,
    /// Given up after the permit: the next request finds one free.
    _turn: Turn,
    events: mpsc::Sender<Value>,
}

/// The client's part of what all clients share, until it is dropped.
enum Turn {
    Quick(#[expect(dead_code, reason = "held, not read")] Share),
    Search(#[expect(dead_code, reason = "held, not read")] Admitted),
}

impl Worker {
    fn answer(&mut self, request: Request) -> Result<Value, ApiError> {
        if self.permit.acquire().is_break() {
            return Err(ApiError::cancelled());
        }
        let shared = self.shared.clone();
        shared.engine.answer(request, self)
    }
}

impl Listener for Worker {
    fn event(&mut self, event: Value) {
        // A slow client misses events; the final answer contains everything again.
        let _ = self.events.try_send(event);
    }

    fn poll(&mut self) -> ControlFlow<()> {
        self.permit.poll()
    }
}
