//! What is answered instead: a status and `{"error": {"kind": …, "message": …}}`.

use crate::engine::{Kind, Refusal};
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A refusal and its status.
pub(super) struct Failure {
    status: StatusCode,
    refusal: Refusal,
}

/// After so many seconds it is worth trying again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

impl Failure {
    pub(super) fn new(status: StatusCode, kind: Kind, message: &str) -> Failure {
        Failure { status, refusal: Refusal::new(kind, message) }
    }

    pub(super) fn not_found() -> Failure {
        Failure::new(StatusCode::NOT_FOUND, Kind::NotFound, "there is nothing here; the page is at /")
    }

    pub(super) fn method() -> Failure {
        let message = "messages are sent with POST, everything else is asked for with GET";
        Failure::new(StatusCode::METHOD_NOT_ALLOWED, Kind::BadRequest, message)
    }

    pub(super) fn busy() -> Failure {
        let message = "too many searches are waiting; try again in a moment";
        Failure::new(StatusCode::TOO_MANY_REQUESTS, Kind::Busy, message)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        let status = match refusal.kind {
            Kind::BadRequest => StatusCode::BAD_REQUEST,
            Kind::TooLarge | Kind::Unsupported => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::NotFound => StatusCode::NOT_FOUND,
            Kind::Forbidden => StatusCode::FORBIDDEN,
            Kind::Timeout => StatusCode::SERVICE_UNAVAILABLE,
            Kind::Busy => StatusCode::TOO_MANY_REQUESTS,
            Kind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure { status, refusal }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = json_response(self.status, &json!({ "error": self.refusal.json() }));
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}

/// An answer as JSON.
pub(super) fn json_response(status: StatusCode, value: &Value) -> Response {
    let mut response = Response::new(Body::from(value.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
