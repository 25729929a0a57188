//! Id tokens that the broker has encrypted.

use std::pin::Pin;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use serde_json::Value;

use super::http_client::{HttpClient, HttpClientError};
use super::jwe::{self, JweError};
use super::own_key::OwnKey;

/// The HTTP client for token requests, which decrypts the id tokens of the answers. Their signature is checked
/// afterwards in any case.
pub struct TokenClient<'b> {
    pub http: &'b HttpClient,
    /// The key that id tokens may be encrypted for.
    pub key: Option<&'b OwnKey>,
    /// Refuse tokens in clear, so that no one between the server and the broker can leave the encryption out.
    pub must_be_encrypted: bool,
}

impl<'c> AsyncHttpClient<'c> for TokenClient<'_> {
    type Error = DecryptionError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, DecryptionError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move { self.decrypt_answer(self.http.call(request).await?) })
    }
}

#[derive(Debug, thiserror::Error)]
pub enum DecryptionError {
    #[error("{0}")]
    Http(#[from] HttpClientError),
    #[error("{0}")]
    Jwe(#[from] JweError),
    #[error("the id token is encrypted, and neither oidc_decryption_key nor oidc_private_key is configured")]
    NoKey,
    #[error("the id token is not encrypted, though oidc_decryption_key is configured")]
    NotEncrypted,
    #[error("the content of the encrypted id token is not text")]
    NotText,
}

impl TokenClient<'_> {
    /// The answer with its id token decrypted.
    fn decrypt_answer(&self, response: HttpResponse) -> Result<HttpResponse, DecryptionError> {
        let Ok(mut answer) = serde_json::from_slice::<Value>(response.body()) else { return Ok(response) };
        let Some(Value::String(token)) = answer.get_mut("id_token") else { return Ok(response) };
        *token = self.decrypt(token)?;
        Ok(response.map(|_| answer.to_string().into_bytes()))
    }

    fn decrypt(&self, token: &str) -> Result<String, DecryptionError> {
        match (jwe::is_encrypted(token), self.key) {
            (true, Some(own)) => {
                String::from_utf8(jwe::decrypt(token, &own.key)?).map_err(|_| DecryptionError::NotText)
            }
            (true, None) => Err(DecryptionError::NoKey),
            (false, _) if self.must_be_encrypted => Err(DecryptionError::NotEncrypted),
            (false, _) => Ok(token.to_owned()),
        }
    }
}
