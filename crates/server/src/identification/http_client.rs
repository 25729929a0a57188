//! HTTP requests to the identification broker.

use std::pin::Pin;
use std::time::Duration;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse, http};

const TIMEOUT: Duration = Duration::from_secs(10);
/// A broker's keys and answers are small.
const LARGEST_ANSWER: usize = 1024 * 1024;

/// Answers requests without a network.
pub type InProcessAnswer = dyn Fn(&HttpRequest) -> anyhow::Result<HttpResponse> + Send + Sync;

pub enum HttpClient {
    Network(reqwest::Client),
    /// A function in this program that answers, for the demo bank and for tests.
    InProcess(Box<InProcessAnswer>),
}

#[derive(Debug, thiserror::Error)]
pub enum HttpClientError {
    #[error("{0}")]
    Network(#[from] reqwest::Error),
    #[error("{0}")]
    Http(#[from] http::Error),
    #[error("{0}")]
    InProcess(anyhow::Error),
    #[error("the answer is too large")]
    TooLarge,
}

impl HttpClient {
    pub fn network() -> anyhow::Result<Self> {
        // reqwest leaves the choice of cryptography to the program. If this fails, the choice was made before.
        drop(rustls::crypto::ring::default_provider().install_default());
        let client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            // A redirect could lead to an address that is not the broker's.
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self::Network(client))
    }
}

impl<'c> AsyncHttpClient<'c> for HttpClient {
    type Error = HttpClientError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpClientError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            match self {
                Self::Network(client) => send_over_network(client, request).await,
                Self::InProcess(answer) => answer(&request).map_err(HttpClientError::InProcess),
            }
        })
    }
}

async fn send_over_network(
    client: &reqwest::Client,
    request: HttpRequest,
) -> Result<HttpResponse, HttpClientError> {
    let mut response = client.execute(request.try_into()?).await?;
    let mut answer = http::Response::builder().status(response.status());
    for (name, value) in response.headers() {
        answer = answer.header(name, value);
    }
    let mut body = vec![];
    while let Some(chunk) = response.chunk().await? {
        if body.len().saturating_add(chunk.len()) > LARGEST_ANSWER {
            return Err(HttpClientError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(answer.body(body)?)
}
