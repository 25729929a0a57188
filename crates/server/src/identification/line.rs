//! How we speak to the broker.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse, http};

use crate::demo_bank::DemoBank;

const TIMEOUT: Duration = Duration::from_secs(10);
/// A broker's keys and answers are small.
const LARGEST_ANSWER: usize = 1024 * 1024;

pub enum Line {
    Network(reqwest::Client),
    /// Within the program: the demo bank need not be reached through its own front door.
    DemoBank(Arc<DemoBank>),
    /// A broker as a test has it.
    #[cfg(test)]
    Played(Box<dyn Fn(&HttpRequest) -> HttpResponse + Send + Sync>),
}

#[derive(Debug, thiserror::Error)]
pub enum LineError {
    #[error("{0}")]
    Network(#[from] reqwest::Error),
    #[error("{0}")]
    Http(#[from] http::Error),
    #[error("the answer is too large")]
    TooLarge,
}

impl Line {
    pub fn network() -> anyhow::Result<Self> {
        // reqwest leaves the choice to the program. It was made before if this fails.
        drop(rustls::crypto::ring::default_provider().install_default());
        let client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            // Led elsewhere, we would ask strangers on the broker's behalf.
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self::Network(client))
    }
}

impl<'c> AsyncHttpClient<'c> for Line {
    type Error = LineError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, LineError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            match self {
                Self::Network(client) => over_the_network(client, request).await,
                Self::DemoBank(bank) => Ok(bank.answer(&request)?),
                #[cfg(test)]
                Self::Played(answer) => Ok(answer(&request)),
            }
        })
    }
}

async fn over_the_network(client: &reqwest::Client, request: HttpRequest) -> Result<HttpResponse, LineError> {
    let mut response = client.execute(request.try_into()?).await?;
    let mut answer = http::Response::builder().status(response.status());
    for (name, value) in response.headers() {
        answer = answer.header(name, value);
    }
    let mut body = vec![];
    while let Some(chunk) = response.chunk().await? {
        if body.len().saturating_add(chunk.len()) > LARGEST_ANSWER {
            return Err(LineError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(answer.body(body)?)
}
