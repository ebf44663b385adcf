//! Error responses: a status and `{"error": {"kind": …, "message": …}}`.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use taquin_engine::{ApiError, ErrorKind};

/// An API error with its HTTP status.
pub(super) struct HttpError {
    status: StatusCode,
    error: ApiError,
}

/// The seconds after which a rejected client should try again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

impl HttpError {
    pub(super) fn new(status: StatusCode, kind: ErrorKind, message: &str) -> HttpError {
        HttpError { status, error: ApiError::new(kind, message) }
    }

    pub(super) fn not_found() -> HttpError {
        HttpError::new(StatusCode::NOT_FOUND, ErrorKind::NotFound, "nothing found here; the page is at /")
    }

    pub(super) fn method_not_allowed() -> HttpError {
        let message = "use POST for API messages and GET for everything else";
        HttpError::new(StatusCode::METHOD_NOT_ALLOWED, ErrorKind::BadRequest, message)
    }

    pub(super) fn busy() -> HttpError {
        let message = "too many searches are waiting; try again in a moment";
        HttpError::new(StatusCode::TOO_MANY_REQUESTS, ErrorKind::Busy, message)
    }
}

impl From<ApiError> for HttpError {
    fn from(error: ApiError) -> HttpError {
        let status = match error.kind {
            ErrorKind::BadRequest => StatusCode::BAD_REQUEST,
            ErrorKind::TooLarge | ErrorKind::Unsupported => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::NotFound => StatusCode::NOT_FOUND,
            ErrorKind::Forbidden => StatusCode::FORBIDDEN,
            ErrorKind::Timeout => StatusCode::SERVICE_UNAVAILABLE,
            ErrorKind::Busy => StatusCode::TOO_MANY_REQUESTS,
            ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        HttpError { status, error }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response = json_response(self.status, &json!({ "error": self.error.json() }));
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}

/// Builds a response with a JSON body.
pub(super) fn json_response(status: StatusCode, value: &Value) -> Response {
    let mut response = Response::new(Body::from(value.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
