//! The one error shape on the wire: `{ errorKey, message, fields }`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_domain::problem::ErrorKey;
pub use liksa_domain::problem::Problem as FieldProblem;
use liksa_money::MoneyError;
use liksa_store::StoreError;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// After so long a database that restarts may answer again.
const OUTAGE_FOR_SECONDS: u64 = 5;
/// After so long a queue that was too long is short again.
const BUSY_FOR_SECONDS: u64 = 2;

/// What went wrong, for the client. Texts for people stand in the client, by `errorKey`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Where the request has one fault, the key of it. INVALID_FIELDS, or ERRORS_IN_BILL, where it has several.
    pub error_key: ErrorKey,
    /// One English sentence for the developer of a client.
    pub message: String,
    /// The fields that were not accepted, if the request's content is at fault.
    #[schema(required)]
    pub fields: Vec<FieldProblem>,
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
    #[error("the bill cannot be sent like this")]
    NotSendable(Vec<FieldProblem>),
    /// What was asked does not fit the state that things are in.
    #[error("not possible as things stand")]
    Conflict(ErrorKey),
    /// A conflict whose answer has more than a [`Problem`], such as the present state of a bill.
    #[error("not what was edited")]
    ConflictWithBody(ErrorKey, Box<RawValue>),
    #[error("the body must be application/json")]
    NotJson,
    #[error("the body is too large")]
    TooLarge,
    /// With the key that says what sort of file.
    #[error("the file is too large")]
    FileTooLarge(ErrorKey),
    /// A file that is not what it should be, and the place in it where that is known.
    #[error("{message}")]
    UnusableFile { key: ErrorKey, message: String, place: Option<String> },
    #[error("too many requests; try again in {retry_after_seconds} s")]
    TooManyRequests { retry_after_seconds: u64 },
    #[error("requests from other sites are refused")]
    CrossSite,
    #[error("the request took too long")]
    Timeout,
    /// Somebody whom we need does not answer, or was never named.
    #[error("not possible at the moment")]
    Unavailable(ErrorKey),
    /// The database or the storage of files does not answer. The cause is for the log alone.
    #[error("the service does not answer at the moment; try again in {OUTAGE_FOR_SECONDS} s")]
    Outage(#[source] anyhow::Error),
    /// The cause is for the log alone.
    #[error("something went wrong on our side")]
    Internal(#[source] anyhow::Error),
}

impl ApiError {
    /// One field was not accepted.
    pub fn invalid(field: impl Into<String>, key: ErrorKey) -> Self {
        Self::Invalid(vec![FieldProblem::new(field, key)])
    }

    fn status_and_key(&self) -> (StatusCode, ErrorKey) {
        match self {
            Self::Unauthenticated => (StatusCode::UNAUTHORIZED, ErrorKey::Unauthenticated),
            Self::Forbidden => (StatusCode::FORBIDDEN, ErrorKey::Unauthorized),
            Self::LoginFailed => (StatusCode::UNAUTHORIZED, ErrorKey::LoginFailure),
            Self::NotFound => (StatusCode::NOT_FOUND, ErrorKey::NotFound),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, ErrorKey::MethodNotAllowed),
            Self::Malformed(_) => (StatusCode::BAD_REQUEST, ErrorKey::MalformedRequest),
            Self::Invalid(fields) => {
                (StatusCode::UNPROCESSABLE_ENTITY, key_of(fields, ErrorKey::InvalidFields))
            }
            Self::NotSendable(fields) => {
                (StatusCode::UNPROCESSABLE_ENTITY, key_of(fields, ErrorKey::ErrorsInBill))
            }
            Self::Conflict(key) | Self::ConflictWithBody(key, _) => (StatusCode::CONFLICT, *key),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorKey::NotJson),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, ErrorKey::TooLarge),
            Self::FileTooLarge(key) => (StatusCode::PAYLOAD_TOO_LARGE, *key),
            Self::UnusableFile { key, .. } => (StatusCode::UNPROCESSABLE_ENTITY, *key),
            Self::TooManyRequests { .. } => (StatusCode::TOO_MANY_REQUESTS, ErrorKey::TooManyRequests),
            Self::CrossSite => (StatusCode::FORBIDDEN, ErrorKey::CrossSite),
            Self::Timeout => (StatusCode::SERVICE_UNAVAILABLE, ErrorKey::Timeout),
            Self::Unavailable(key) => (StatusCode::SERVICE_UNAVAILABLE, *key),
            Self::Outage(_) => (StatusCode::SERVICE_UNAVAILABLE, ErrorKey::ServiceUnavailable),
            Self::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, ErrorKey::ContactAdmin),
        }
    }
}

/// The key of the only fault, or `several` where there are more. A wrong password has a name of its own: the person who
/// types it may not be its owner.
fn key_of(fields: &[FieldProblem], several: ErrorKey) -> ErrorKey {
    match fields {
        _ if fields.iter().any(|field| field.key == ErrorKey::IncorrectPassword) => {
            ErrorKey::AuthenticationFailed
        }
        [only] => only.key,
        _ => several,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, key) = self.status_and_key();
        // The one place where a failure is logged; the request id is in the span around it.
        match &self {
            Self::Internal(cause) => tracing::error!(error = format!("{cause:#}"), "request failed"),
            Self::Outage(cause) => {
                tracing::error!(error = format!("{cause:#}"), "request failed for an outage");
            }
            _ => {}
        }
        let message = self.to_string();
        let retry_after = match self {
            Self::TooManyRequests { retry_after_seconds } => Some(HeaderValue::from(retry_after_seconds)),
            Self::Outage(_) | Self::Timeout | Self::Unavailable(ErrorKey::IdentificationUnavailable) => {
                Some(HeaderValue::from(OUTAGE_FOR_SECONDS))
            }
            _ => None,
        };
        let fields = match self {
            Self::ConflictWithBody(_, body) => return (status, Json(body)).into_response(),
            Self::Invalid(fields) | Self::NotSendable(fields) => fields,
            Self::UnusableFile { place: Some(place), .. } => vec![FieldProblem::new(place, key)],
            _ => vec![],
        };
        let mut response = (status, Json(Problem { error_key: key, message, fields })).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

/// What the rules found.
impl From<Vec<FieldProblem>> for ApiError {
    fn from(problems: Vec<FieldProblem>) -> Self {
        Self::Invalid(problems)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        anyhow::Error::from(error).into()
    }
}

impl From<MoneyError> for ApiError {
    fn from(error: MoneyError) -> Self {
        Self::Internal(error.into())
    }
}

/// What no client can do anything about.
impl From<anyhow::Error> for ApiError {
    fn from(error: anyhow::Error) -> Self {
        let outage = error.chain().filter_map(|cause| cause.downcast_ref()).any(StoreError::is_outage);
        if outage { Self::Outage(error) } else { Self::Internal(error) }
    }
}

/// Why an action was refused.
impl From<liksa_actions::Error> for ApiError {
    fn from(error: liksa_actions::Error) -> Self {
        use liksa_actions::Error;
        match error {
            Error::NotFound => Self::NotFound,
            Error::Forbidden => Self::Forbidden,
            Error::Invalid(problems) => problems.into(),
            Error::Conflict(key) => Self::Conflict(key),
            Error::UnusableFile { key, message, place } => Self::UnusableFile { key, message, place },
            Error::Unavailable(key) => Self::Unavailable(key),
            Error::Busy => Self::TooManyRequests { retry_after_seconds: BUSY_FOR_SECONDS },
            Error::Internal(cause) => cause.into(),
        }
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> Self {
        Self::Internal(anyhow::Error::new(error).context("the operating system gave no randomness"))
    }
}

pub type ApiResult<T> = Result<T, ApiError>;
