//! The one error shape on the wire: `{ errorKey, message, fields }`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_store::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong, for the client. Texts for people stand in the client, by `errorKey`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// A key of the error catalogue.
    pub error_key: String,
    /// One English sentence for the developer of a client.
    pub message: String,
    /// The fields that were not accepted, if the request's content is at fault.
    #[schema(required)]
    pub fields: Vec<FieldProblem>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldProblem {
    /// The path of the field in the request, such as `billableitems[2].price`.
    pub field: String,
    /// A key of the error catalogue.
    pub key: String,
}

impl FieldProblem {
    pub fn new(field: impl Into<String>, key: impl Into<String>) -> Self {
        Self { field: field.into(), key: key.into() }
    }
}

/// Why a request was not answered as asked.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    #[error("log in first")]
    Unauthenticated,
    #[error("your role does not allow this")]
    Forbidden,
    #[error("wrong e-mail or password")]
    LoginFailed,
    #[error("there is nothing here")]
    NotFound,
    #[error("this path does not know this method")]
    MethodNotAllowed,
    #[error("the request is not well-formed: {0}")]
    Malformed(String),
    #[error("some fields were not accepted")]
    Invalid(Vec<FieldProblem>),
    #[error("the body must be application/json")]
    NotJson,
    #[error("the body is too large")]
    TooLarge,
    #[error("too many requests; try again in {retry_after_seconds} s")]
    TooManyRequests { retry_after_seconds: u64 },
    #[error("requests from other sites are refused")]
    CrossSite,
    #[error("the request took too long")]
    Timeout,
    /// The cause is for the log alone.
    #[error("something went wrong on our side")]
    Internal(#[source] anyhow::Error),
}

impl ApiError {
    fn status_and_key(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Unauthenticated => (StatusCode::UNAUTHORIZED, "UNAUTHENTICATED"),
            Self::Forbidden => (StatusCode::FORBIDDEN, "UNAUTHORIZED"),
            Self::LoginFailed => (StatusCode::UNAUTHORIZED, "LOGIN_FAILURE"),
            Self::NotFound => (StatusCode::NOT_FOUND, "NOT_FOUND"),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED"),
            Self::Malformed(_) => (StatusCode::BAD_REQUEST, "MALFORMED_REQUEST"),
            Self::Invalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, "INVALID_FIELDS"),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "NOT_JSON"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE"),
            Self::TooManyRequests { .. } => (StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_REQUESTS"),
            Self::CrossSite => (StatusCode::FORBIDDEN, "CROSS_SITE"),
            Self::Timeout => (StatusCode::SERVICE_UNAVAILABLE, "TIMEOUT"),
            Self::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "contactAdmin"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, key) = self.status_and_key();
        if let Self::Internal(cause) = &self {
            // The one place where a failure is logged; the request id is in the span around it.
            tracing::error!(error = format!("{cause:#}"), "request failed");
        }
        let message = self.to_string();
        let retry_after = match self {
            Self::TooManyRequests { retry_after_seconds } => Some(HeaderValue::from(retry_after_seconds)),
            _ => None,
        };
        let fields = if let Self::Invalid(fields) = self { fields } else { vec![] };
        let mut response = (status, Json(Problem { error_key: key.to_owned(), message, fields })).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> Self {
        Self::Internal(anyhow::Error::new(error).context("the operating system gave no randomness"))
    }
}

pub type ApiResult<T> = Result<T, ApiError>;
