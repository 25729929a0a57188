//! Requests to the outside services that know addresses and roads. Nothing that is logged here names an address.

use std::sync::Arc;

use liksa_actions::context::addresses::{
    Addresses, CALL_TIMEOUT, Event, Fetch, FetchError, Fetched, Fetching, Services,
};

use crate::config::{AddressServices, OutsideService};

/// Answers about a few addresses or one road are small.
const LARGEST_ANSWER: usize = 512 * 1024;

/// One service, and how it is called in the log.
struct Network {
    name: &'static str,
    service: OutsideService,
    client: Arc<reqwest::Client>,
}

pub fn addresses(settings: &AddressServices) -> anyhow::Result<Addresses> {
    let AddressServices { geocoder, router, call_timeout } = settings;
    if geocoder.is_none() && router.is_none() {
        return Ok(Addresses::default());
    }
    // reqwest leaves the choice of cryptography to the program. If this fails, the choice was made before.
    drop(rustls::crypto::ring::default_provider().install_default());
    let client = reqwest::Client::builder()
        .timeout(call_timeout.unwrap_or(CALL_TIMEOUT))
        // A redirect could take addresses and the key to somebody else.
        .redirect(reqwest::redirect::Policy::none())
        .build()?;
    let client = Arc::new(client);
    let network = |name, service: &Option<OutsideService>| {
        let service = service.clone()?;
        Some(Box::new(Network { name, service, client: client.clone() }) as Box<dyn Fetch>)
    };
    Ok(Addresses::new(Services {
        geocoder: network("geocoder", geocoder),
        router: network("router", router),
        call_timeout: *call_timeout,
    }))
}

impl Fetch for Network {
    fn get<'a>(&'a self, path: &'a str) -> Fetching<'a> {
        Box::pin(self.fetch(path))
    }

    fn note(&self, event: Event) {
        let service = self.name;
        match event {
            Event::NoConnection => tracing::warn!(service, "an outside service cannot be reached"),
            Event::TooSlow => tracing::warn!(service, "an outside service did not answer in time"),
            Event::Status(status) => tracing::warn!(service, status, "an outside service refused a request"),
            Event::Unusable => tracing::warn!(service, "an outside service sent what cannot be used"),
            Event::LeftAlone => {
                tracing::error!(service, "an outside service fails and is left alone for a while")
            }
            Event::AnswersAgain => tracing::info!(service, "an outside service answers again"),
        }
    }
}

impl Network {
    async fn fetch(&self, path: &str) -> Result<Fetched, FetchError> {
        let mut request = self.client.get(format!("{}{path}", self.service.url));
        if let Some(key) = &self.service.key {
            request = request.header(&key.header, &key.key);
        }
        let mut response = request.send().await.map_err(|error| kind_of(&error))?;
        if response.status().is_redirection() {
            return Err(FetchError::Unusable);
        }
        let mut body = vec![];
        while let Some(chunk) = response.chunk().await.map_err(|error| kind_of(&error))? {
            if body.len().saturating_add(chunk.len()) > LARGEST_ANSWER {
                return Err(FetchError::Unusable);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Fetched { status: response.status().as_u16(), body })
    }
}

/// Whether another try is worth it. The error itself names the address that was asked for, and goes no further.
fn kind_of(error: &reqwest::Error) -> FetchError {
    if error.is_builder() || error.is_decode() { FetchError::Unusable } else { FetchError::NoConnection }
}

#[cfg(test)]
pub(crate) mod tests;
