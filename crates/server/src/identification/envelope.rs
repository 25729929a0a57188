//! What the id token comes in: in clear, or encrypted for us.

use std::pin::Pin;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use serde_json::Value;

use super::jwe::{self, JweError};
use super::line::{Line, LineError};
use super::own_key::OwnKey;

/// Which id tokens are taken. Their signature is checked afterwards, whatever they came in.
pub enum Envelope {
    /// Signed ones in clear: there is nothing to decrypt others with.
    Open,
    /// Both. The key is there for signing; that the broker encrypts for it too was not said.
    Either(Box<OwnKey>),
    /// Encrypted ones alone, so that nobody on the way can have the broker leave the encryption out.
    Sealed(Box<OwnKey>),
}

/// The line to the broker, on which tokens are asked for.
pub struct TokenLine<'b> {
    pub line: &'b Line,
    pub envelope: &'b Envelope,
}

impl<'c> AsyncHttpClient<'c> for TokenLine<'_> {
    type Error = EnvelopeError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, EnvelopeError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move { self.envelope.open_answer(self.line.call(request).await?) })
    }
}

#[derive(Debug, thiserror::Error)]
pub enum EnvelopeError {
    #[error("{0}")]
    Line(#[from] LineError),
    #[error("{0}")]
    Jwe(#[from] JweError),
    #[error("the id token is encrypted, and neither oidc_decryption_key nor oidc_private_key is configured")]
    NoKey,
    #[error("the id token is not encrypted, though oidc_decryption_key is configured")]
    NotEncrypted,
    #[error("what the id token encrypts is no text")]
    NoText,
}

impl Envelope {
    /// An encrypted id token of the answer is put in clear before anybody reads it.
    fn open_answer(&self, response: HttpResponse) -> Result<HttpResponse, EnvelopeError> {
        let Ok(mut answer) = serde_json::from_slice::<Value>(response.body()) else { return Ok(response) };
        let Some(Value::String(token)) = answer.get_mut("id_token") else { return Ok(response) };
        *token = self.open(token)?;
        Ok(response.map(|_| answer.to_string().into_bytes()))
    }

    fn open(&self, token: &str) -> Result<String, EnvelopeError> {
        match (self, jwe::is_encrypted(token)) {
            (Self::Open, true) => Err(EnvelopeError::NoKey),
            (Self::Sealed(_), false) => Err(EnvelopeError::NotEncrypted),
            (Self::Open | Self::Either(_), false) => Ok(token.to_owned()),
            (Self::Either(own) | Self::Sealed(own), true) => {
                String::from_utf8(jwe::decrypt(token, &own.key)?).map_err(|_| EnvelopeError::NoText)
            }
        }
    }

    pub fn key(&self) -> Option<&OwnKey> {
        match self {
            Self::Open => None,
            Self::Either(key) | Self::Sealed(key) => Some(key),
        }
    }
}
