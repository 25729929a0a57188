//! Extractors whose errors have the one error shape of the API.

use std::error::Error;
use std::fmt::Display;

use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use liksa_domain::problem::ErrorKey;
use serde::Serialize;
use serde::de::value::Error as QueryError;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::error::ApiError;

const IDEMPOTENCY_KEY: &str = "idempotency-key";
const SHORTEST_KEY: usize = 8;
const LONGEST_KEY: usize = 64;

/// A JSON body. A value of the wrong type is answered as a problem of its field.
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

/// A body that may be left out.
impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let is_json = is_json(request.headers());
        let Raw(bytes) = Raw::from_request(request, state).await?;
        match bytes.is_empty() {
            true => Ok(None),
            false if is_json => parse_json(&bytes).map(Json).map(Some),
            false => Err(ApiError::NotJson),
        }
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// A body as it was sent.
pub struct Raw(pub axum::body::Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        axum::body::Bytes::from_request(request, state).await.map(Self).map_err(unreadable_body)
    }
}

/// The parameters of a path. One that does not look like an id is not found.
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
        query.map(|axum::extract::Query(value)| Self(value)).map_err(|rejection| {
            let mut cause: Option<&(dyn Error + 'static)> = Some(&rejection);
            while let Some(error) = cause {
                if let Some(error) = error.downcast_ref::<serde_path_to_error::Error<QueryError>>() {
                    let path = error.path().iter().next().map(|_| error.path().to_string());
                    return unreadable_field(path.as_deref(), error.inner());
                }
                cause = error.source();
            }
            ApiError::Malformed("the query of the address cannot be read".into())
        })
    }
}

/// What is wrong with a field, or with the object that lacks it.
fn unreadable_field(path: Option<&str>, error: &impl Display) -> ApiError {
    let message = error.to_string();
    // serde has no other way to tell a field that is missing.
    let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    match (path, missing) {
        (Some(path), Some(field)) => ApiError::invalid(format!("{path}.{field}"), ErrorKey::Required),
        (None, Some(field)) => ApiError::invalid(field, ErrorKey::Required),
        (Some(path), None) => ApiError::invalid(path, ErrorKey::Invalid),
        (None, None) => ApiError::Malformed(message),
    }
}

/// The header `Idempotency-Key`, which makes a retried call safe: sent again, it gets what it made before.
pub struct IdempotencyKey(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(sent) = parts.headers.get(IDEMPOTENCY_KEY) else { return Ok(Self(None)) };
        let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        match sent.to_str() {
            Ok(key)
                if (SHORTEST_KEY..=LONGEST_KEY).contains(&key.len())
                    && key.as_bytes().iter().all(belongs) =>
            {
                Ok(Self(Some(key.to_owned())))
            }
            _ => Err(ApiError::Malformed(format!(
                "Idempotency-Key takes {SHORTEST_KEY} to {LONGEST_KEY} letters, digits, hyphens and underscores"
            ))),
        }
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
    // serde would read a list as the fields of an object in their order, which no client means.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(ApiError::Malformed("an object is expected".into()));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        // serde reports some wrong types as syntax errors, so whether it is JSON at all is checked separately.
        if serde_json::from_slice::<IgnoredAny>(bytes).is_err() {
            return ApiError::Malformed(error.inner().to_string());
        }
        let path = error.path().iter().next().map(|_| error.path().to_string());
        unreadable_field(path.as_deref(), error.inner())
    })?;
    json.end().map_err(|error| ApiError::Malformed(error.to_string()))?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    async fn read(key: Option<&str>) -> Result<Option<String>, ApiError> {
        let request = Request::builder();
        let request = match key {
            Some(key) => request.header(IDEMPOTENCY_KEY, key),
            None => request,
        };
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        IdempotencyKey::from_request_parts(&mut parts, &()).await.map(|IdempotencyKey(key)| key)
    }

    #[derive(Debug, serde::Deserialize)]
    struct Body {
        #[expect(dead_code, reason = "only whether it is there matters")]
        name: String,
        inner: Option<Box<Self>>,
    }

    fn fault(read: Result<impl Sized, ApiError>) -> Option<(String, ErrorKey)> {
        match read.map(|_| ()) {
            Err(ApiError::Invalid(fields)) => fields.into_iter().next().map(|one| (one.field, one.key)),
            _ => None,
        }
    }

    #[test]
    fn a_field_that_is_missing_is_named() {
        let read = |json: &str| parse_json::<Body>(json.as_bytes());
        assert!(read(r#"{"name": "a", "inner": {"name": "b"}}"#).unwrap().inner.is_some());
        let named = |field: &str, key| Some((field.to_owned(), key));
        assert_eq!(fault(read("{}")), named("name", ErrorKey::Required));
        assert_eq!(fault(read(r#"{"name": "a", "inner": {}}"#)), named("inner.name", ErrorKey::Required));
        assert_eq!(fault(read(r#"{"name": 7}"#)), named("name", ErrorKey::Invalid));
        for malformed in ["{", "[]", "7", r#"{"name": "a"} x"#] {
            assert!(matches!(read(malformed), Err(ApiError::Malformed(_))), "{malformed}");
        }
    }

    #[tokio::test]
    async fn a_parameter_that_is_missing_is_named() {
        #[derive(Debug, serde::Deserialize)]
        #[expect(dead_code, reason = "only whether it can be read matters")]
        struct Link {
            token: String,
            version: Option<i64>,
        }
        let read = async |address: &str| {
            let (mut parts, ()) = Request::builder().uri(address).body(()).unwrap().into_parts();
            fault(Query::<Link>::from_request_parts(&mut parts, &()).await)
        };
        assert_eq!(read("/?token=x&version=7").await, None);
        assert_eq!(read("/").await, Some(("token".to_owned(), ErrorKey::Required)));
        assert_eq!(read("/?token=x&version=y").await, Some(("version".to_owned(), ErrorKey::Invalid)));
    }

    #[tokio::test]
    async fn a_key_is_plain_text_of_a_sensible_length() {
        assert_eq!(read(None).await.unwrap(), None);
        let uuid = "01900000-0000-7000-8000-000000000000";
        assert_eq!(read(Some(uuid)).await.unwrap().as_deref(), Some(uuid));
        for bad in ["", "short", "with spaces", "quote'quote", &"x".repeat(65)] {
            assert!(matches!(read(Some(bad)).await, Err(ApiError::Malformed(_))), "{bad}");
        }
    }
}
