//! The outside services that know addresses and roads.

use std::fmt;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};

use super::source::{ConfigError, Source, conflict};
use super::{Environment, is_safe_to_visit, own_address};

/// The header in which Digitransit takes its keys.
const DEFAULT_KEY_HEADER: &str = "digitransit-subscription-key";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressServices {
    /// With the interface of Pelias, such as Digitransit's.
    pub geocoder: Option<OutsideService>,
    /// With the interface of OSRM.
    pub router: Option<OutsideService>,
    /// How long a request may take; the usual time unless a test sets another.
    pub call_timeout: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideService {
    /// Its address, without a slash at its end.
    pub url: String,
    pub key: Option<ServiceKey>,
}

/// A key and the header that it is sent in.
#[derive(Clone, PartialEq, Eq)]
pub struct ServiceKey {
    pub header: HeaderName,
    /// Never logged.
    pub key: HeaderValue,
}

impl fmt::Debug for ServiceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ServiceKey({}: …)", self.header)
    }
}

impl AddressServices {
    pub(super) fn read(source: &Source, environment: Environment) -> Result<Self, ConfigError> {
        let read = |settings| OutsideService::read(source, settings, environment);
        Ok(Self {
            geocoder: read(["geocoder_url", "geocoder_key", "geocoder_key_header"])?,
            router: read(["router_url", "router_key", "router_key_header"])?,
            call_timeout: None,
        })
    }
}

impl OutsideService {
    fn read(
        source: &Source,
        [url, key, header]: [&'static str; 3],
        environment: Environment,
    ) -> Result<Option<Self>, ConfigError> {
        let given = source.get(url, None, |text| own_address(text).map(Some))?;
        let default_header = HeaderName::from_static(DEFAULT_KEY_HEADER);
        let header_name = source.get(header, default_header, |text| {
            text.parse().map_err(|_| format!("`{text}` is not the name of a header"))
        })?;
        let service_key = source.get(key, None, |text| {
            // The text is not shown: it is a secret.
            let mut key = HeaderValue::from_str(text).map_err(|_| "cannot be sent in a header".to_owned())?;
            key.set_sensitive(true);
            Ok(Some(key))
        })?;
        let Some(address) = given else {
            return match source.origin(key).or(source.origin(header)) {
                Some(origin) => {
                    conflict(format!("{origin}: the key of a service needs `{url}`, its address"))
                }
                None => Ok(None),
            };
        };
        if environment == Environment::Production && !is_safe_to_visit(&address) {
            return conflict(format!(
                "`{url}` must begin with https:// in production, but for this machine itself: \
                 anyone on the way could read where people live"
            ));
        }
        let key = service_key.map(|key| ServiceKey { header: header_name, key });
        Ok(Some(Self { url: address, key }))
    }
}
