//! `POST /api/<message>` and `GET /health`.

use super::failure::{Failure, json_response};
use super::turns::Place;
use super::{Shared, Site};
use crate::engine::{Ask, Kind, Listener, Pace, Refusal};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::error::Error;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// The largest message.
const MOST_BYTES: usize = 256 << 10;

/// So many events may wait for a slow reader; of more, some are left out.
const MOST_EVENTS: usize = 256;

/// Is it well, and what is going on?
pub(super) async fn health(State(site): State<Site>) -> Response {
    let (searches, queue) = site.load();
    json_response(StatusCode::OK, &json!({ "status": "ok", "searches": searches, "queue": queue }))
}

/// Answers a message.
pub(super) async fn message(
    State(site): State<Site>,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    if !Ask::NAMES.contains(&name.as_str()) {
        // It has the words.
        return Err(Ask::read(&name, Value::Null).err().map_or_else(Failure::not_found, Failure::from));
    }
    if !is_json(request.headers()) {
        let message = "a message is JSON: say so with content-type: application/json";
        return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Kind::BadRequest, message));
    }
    let body = body(request, site.shared.options.arrival).await?;
    let body: Value = serde_json::from_slice(&body)
        .map_err(|error| Refusal::new(Kind::BadRequest, format_args!("the body is no JSON: {error}")))?;
    let ask = Ask::read(&name, body)?;
    let pace = ask.pace();
    let job = Job::start(&site.shared, ask)?;
    if pace == Pace::Streamed {
        return Ok(job.streamed());
    }
    let late = Failure::new(StatusCode::SERVICE_UNAVAILABLE, Kind::Timeout, "it took too long");
    match timeout(site.shared.options.answer, job.answer()).await {
        Ok(answer) => Ok(json_response(StatusCode::OK, &answer?)),
        Err(_) => Err(late),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let said = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = said.map(|said| said.split(';').next().unwrap_or_default().trim());
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"))
}

async fn body(request: Request, arrival: Duration) -> Result<Bytes, Failure> {
    let too_large = || {
        let message = format!("a message has at most {} kB", MOST_BYTES >> 10);
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, Kind::TooLarge, &message)
    };
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if announced
        .and_then(|length| length.parse::<u64>().ok())
        .is_some_and(|length| length > MOST_BYTES as u64)
    {
        return Err(too_large());
    }
    match timeout(arrival, to_bytes(request.into_body(), MOST_BYTES)).await {
        Ok(Ok(body)) => Ok(body),
        // Too long, or the connection broke, and then nobody reads what is answered.
        Ok(Err(error)) if is_limit(&error) => Err(too_large()),
        Ok(Err(_)) => {
            Err(Failure::new(StatusCode::BAD_REQUEST, Kind::BadRequest, "the message did not arrive whole"))
        }
        Err(_) => Err(Failure::new(
            StatusCode::REQUEST_TIMEOUT,
            Kind::Timeout,
            "the message took too long to arrive",
        )),
    }
}

/// Is it the length that is wrong with a body?
fn is_limit(error: &axum::Error) -> bool {
    error.source().is_some_and(|source| source.to_string().contains("length limit"))
}

/// A message that is being answered on a thread of its own. Dropping it ends the work.
struct Job {
    wanted: Wanted,
    events: mpsc::Receiver<Value>,
    answer: oneshot::Receiver<Result<Value, Refusal>>,
}

/// Says that nobody waits any more.
struct Wanted(Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl Job {
    fn start(shared: &Arc<Shared>, ask: Ask) -> Result<Job, Failure> {
        let turns = if ask.pace() == Pace::Quick { &shared.quick } else { &shared.searches };
        let place = turns.enter().ok_or_else(Failure::busy)?;
        let wanted = Arc::new(AtomicBool::new(true));
        let (sender, events) = mpsc::channel(MOST_EVENTS);
        let (answered, answer) = oneshot::channel();
        let mut call = Call { shared: shared.clone(), wanted: wanted.clone(), place, events: sender };
        let work = move || {
            // A defect in one answer is no reason to end the others.
            let answer = catch_unwind(AssertUnwindSafe(|| call.answer(ask)));
            let defect = |_| Err(Refusal::new(Kind::Internal, "a defect of taquin, please report it"));
            // The place is free before the answer is there: whoever asks again finds room.
            drop(call);
            let _ = answered.send(answer.unwrap_or_else(defect));
        };
        thread::Builder::new().name("answer".to_owned()).spawn(work).map_err(|_| Failure::busy())?;
        Ok(Job { wanted: Wanted(wanted), events, answer })
    }

    async fn answer(self) -> Result<Value, Failure> {
        let _wanted = self.wanted;
        Ok(self.answer.await.map_err(|_| Failure::busy())??)
    }

    /// Events as they come, the answer last.
    fn streamed(self) -> Response {
        let events = stream::unfold(Some(self), |job| async {
            let mut job = job?;
            if let Some(event) = job.events.recv().await {
                return Some((Ok::<_, Infallible>(line(&event)), Some(job)));
            }
            let last = match job.answer.await {
                Ok(Ok(answer)) => json!({ "event": "done", "answer": answer }),
                Ok(Err(refusal)) => json!({ "event": "refused", "error": refusal.json() }),
                Err(_) => return None,
            };
            Some((Ok(line(&last)), None))
        });
        let mut response = Body::from_stream(events).into_response();
        let kind = HeaderValue::from_static("text/event-stream");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}

fn line(event: &Value) -> Bytes {
    format!("data: {event}\n\n").into()
}

/// The side of the thread that works.
struct Call {
    shared: Arc<Shared>,
    wanted: Arc<AtomicBool>,
    place: Place,
    events: mpsc::Sender<Value>,
}

impl Call {
    fn answer(&mut self, ask: Ask) -> Result<Value, Refusal> {
        let (shared, wanted) = (self.shared.clone(), self.wanted.clone());
        if self.place.begin(|| is_wanted(&shared, &wanted)).is_break() {
            return Err(Refusal::new(Kind::Timeout, "it was asked to stop"));
        }
        shared.engine.answer(ask, self)
    }
}

fn is_wanted(shared: &Shared, wanted: &AtomicBool) -> bool {
    wanted.load(Ordering::Relaxed) && !shared.closing.load(Ordering::Relaxed)
}

impl Listener for Call {
    fn hear(&mut self, event: Value) {
        // Whoever reads slowly misses some; the answer says everything again.
        let _ = self.events.try_send(event);
    }

    fn goes_on(&mut self) -> ControlFlow<()> {
        let (shared, wanted) = (&self.shared, &self.wanted);
        self.place.share(|| is_wanted(shared, wanted))
    }
}
