//! The header that makes a retried call safe.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::error::ApiError;

const HEADER: &str = "idempotency-key";
const SHORTEST: usize = 8;
const LONGEST: usize = 64;

/// `Idempotency-Key`: names the thing to be made. Sent again, it gets that thing instead of another one.
pub struct IdempotencyKey(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(sent) = parts.headers.get(HEADER) else { return Ok(Self(None)) };
        let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        match sent.to_str() {
            Ok(key) if (SHORTEST..=LONGEST).contains(&key.len()) && key.as_bytes().iter().all(belongs) => {
                Ok(Self(Some(key.to_owned())))
            }
            _ => Err(ApiError::Malformed(format!(
                "Idempotency-Key takes {SHORTEST} to {LONGEST} letters, digits, hyphens and underscores"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    async fn read(key: Option<&str>) -> Result<Option<String>, ApiError> {
        let request = Request::builder();
        let request = match key {
            Some(key) => request.header(HEADER, key),
            None => request,
        };
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        IdempotencyKey::from_request_parts(&mut parts, &()).await.map(|IdempotencyKey(key)| key)
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
