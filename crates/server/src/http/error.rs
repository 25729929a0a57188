//! The one error shape on the wire: `{ errorKey, message, fields }`.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_domain::problem::{self as domain, ErrorKey};
use liksa_store::StoreError;
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// What went wrong, for the client. Texts for people stand in the client, by `errorKey`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    pub error_key: KeyOnWire,
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
    pub key: KeyOnWire,
}

impl FieldProblem {
    pub fn new(field: impl Into<String>, key: ErrorKey) -> Self {
        Self { field: field.into(), key: KeyOnWire(key) }
    }
}

impl From<domain::Problem> for FieldProblem {
    fn from(problem: domain::Problem) -> Self {
        Self::new(problem.field, problem.key)
    }
}

/// A key of the error catalogue. The description lists them all, so that the web app does not
/// compile without a text for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyOnWire(pub ErrorKey);

impl Serialize for KeyOnWire {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl PartialSchema for KeyOnWire {
    fn schema() -> RefOr<Schema> {
        let keys = ErrorKey::ALL.iter().map(|key| key.name());
        let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
        text.enum_values(Some(keys)).description(Some("A key of the error catalogue.")).into()
    }
}

impl ToSchema for KeyOnWire {
    fn name() -> Cow<'static, str> {
        "ErrorKey".into()
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
    /// What was asked does not fit the state that things are in.
    #[error("not possible as things stand")]
    Conflict(ErrorKey),
    #[error("the body must be application/json")]
    NotJson,
    #[error("the body is too large")]
    TooLarge,
    /// With the key that says what sort of file.
    #[error("the file is too large")]
    FileTooLarge(ErrorKey),
    /// A file that is not what it should be.
    #[error("{message}")]
    UnusableFile { key: ErrorKey, message: String },
    #[error("too many requests; try again in {retry_after_seconds} s")]
    TooManyRequests { retry_after_seconds: u64 },
    #[error("requests from other sites are refused")]
    CrossSite,
    #[error("the request took too long")]
    Timeout,
    /// Somebody whom we need does not answer, or was never named.
    #[error("not possible at the moment")]
    Unavailable(ErrorKey),
    /// The cause is for the log alone.
    #[error("something went wrong on our side")]
    Internal(#[source] anyhow::Error),
}

impl ApiError {
    fn status_and_key(&self) -> (StatusCode, ErrorKey) {
        match self {
            Self::Unauthenticated => (StatusCode::UNAUTHORIZED, ErrorKey::Unauthenticated),
            Self::Forbidden => (StatusCode::FORBIDDEN, ErrorKey::Unauthorized),
            Self::LoginFailed => (StatusCode::UNAUTHORIZED, ErrorKey::LoginFailure),
            Self::NotFound => (StatusCode::NOT_FOUND, ErrorKey::NotFound),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, ErrorKey::MethodNotAllowed),
            Self::Malformed(_) => (StatusCode::BAD_REQUEST, ErrorKey::MalformedRequest),
            Self::Invalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, ErrorKey::InvalidFields),
            Self::Conflict(key) => (StatusCode::CONFLICT, *key),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorKey::NotJson),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, ErrorKey::TooLarge),
            Self::FileTooLarge(key) => (StatusCode::PAYLOAD_TOO_LARGE, *key),
            Self::UnusableFile { key, .. } => (StatusCode::UNPROCESSABLE_ENTITY, *key),
            Self::TooManyRequests { .. } => (StatusCode::TOO_MANY_REQUESTS, ErrorKey::TooManyRequests),
            Self::CrossSite => (StatusCode::FORBIDDEN, ErrorKey::CrossSite),
            Self::Timeout => (StatusCode::SERVICE_UNAVAILABLE, ErrorKey::Timeout),
            Self::Unavailable(key) => (StatusCode::SERVICE_UNAVAILABLE, *key),
            Self::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, ErrorKey::ContactAdmin),
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
        let mut response =
            (status, Json(Problem { error_key: KeyOnWire(key), message, fields })).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

/// What the rules found.
impl From<Vec<domain::Problem>> for ApiError {
    fn from(problems: Vec<domain::Problem>) -> Self {
        Self::Invalid(problems.into_iter().map(FieldProblem::from).collect())
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

/// What no client can do anything about.
impl From<anyhow::Error> for ApiError {
    fn from(error: anyhow::Error) -> Self {
        Self::Internal(error)
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> Self {
        Self::Internal(anyhow::Error::new(error).context("the operating system gave no randomness"))
    }
}

pub type ApiResult<T> = Result<T, ApiError>;
