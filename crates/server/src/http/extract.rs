//! Extractors whose refusals have the one error shape.

use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_domain::problem::ErrorKey;
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::error::{ApiError, FieldProblem};

/// A JSON body. A value of the wrong type is told as a problem of its field.
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::NotJson);
        }
        let bytes = axum::body::Bytes::from_request(request, state).await.map_err(unreadable_body)?;
        parse_json(&bytes).map(Json)
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// A body as it came.
pub struct Raw(pub axum::body::Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        axum::body::Bytes::from_request(request, state).await.map(Self).map_err(unreadable_body)
    }
}

/// The parameters of a path. One that does not even look like an id is nobody's.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let axum::extract::Path(value) =
            axum::extract::Path::from_request_parts(parts, state).await.map_err(|_| ApiError::NotFound)?;
        Ok(Self(value))
    }
}

/// The query of an address.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::from_request_parts(parts, state).await;
        let axum::extract::Query(value) =
            query.map_err(|_| ApiError::Malformed("the query of the address cannot be read".into()))?;
        Ok(Self(value))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = content_type.split(';').next().unwrap_or("").trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn unreadable_body(rejection: BytesRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::TooLarge
    } else {
        ApiError::Malformed("the body could not be read".into())
    }
}

fn parse_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // serde would read a list as the fields of an object in their order; nobody means that.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(ApiError::Malformed("an object is expected".into()));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let at_a_field = error.path().iter().next().is_some();
        // Some wrong types are told as syntax errors, so whether it is JSON at all is asked apart.
        if at_a_field && serde_json::from_slice::<IgnoredAny>(bytes).is_ok() {
            ApiError::Invalid(vec![FieldProblem::new(error.path().to_string(), ErrorKey::Invalid)])
        } else {
            ApiError::Malformed(error.inner().to_string())
        }
    })?;
    json.end().map_err(|error| ApiError::Malformed(error.to_string()))?;
    Ok(value)
}
