//! The service that identifies new users.

use std::fmt;
use std::path::PathBuf;

use super::Environment;
use super::source::{ConfigError, Source, conflict};

/// The levels of assurance of the Finnish Trust Network, substantial and high.
const FINNISH_LEVELS: &str = "http://ftn.ficora.fi/2017/loa2,http://ftn.ficora.fi/2017/loa3";
const DEFAULT_SCOPES: &str = "profile";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identification {
    /// A broker of the Finnish Trust Network, or anything that speaks OpenID Connect like one.
    Broker(BrokerSettings),
    /// A made-up bank in this program, for development and demos.
    DemoBank,
    /// None, so that nobody can register.
    NotConfigured,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerSettings {
    pub issuer: String,
    pub client_id: String,
    pub proof: ClientProof,
    /// A PEM file with the RSA key that id tokens are encrypted for. With it, tokens in clear are refused.
    pub decryption_key: Option<PathBuf>,
    /// The accepted levels of assurance.
    pub acr: Vec<String>,
    /// The requested scopes beside `openid`.
    pub scopes: Vec<String>,
}

/// How the server authenticates to the broker.
#[derive(Clone, PartialEq, Eq)]
pub enum ClientProof {
    /// Never logged.
    Secret(String),
    /// A PEM file with an RSA key, and the key id at the broker.
    PrivateKey { file: PathBuf, key_id: Option<String> },
}

impl fmt::Debug for ClientProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Secret(_) => f.write_str("Secret(…)"),
            Self::PrivateKey { file, .. } => write!(f, "PrivateKey({})", file.display()),
        }
    }
}

impl Identification {
    pub(super) fn read(source: &Source, environment: Environment) -> Result<Self, ConfigError> {
        let text = |key| source.text(key).map(str::to_owned);
        let (issuer, client_id) = (text("oidc_issuer"), text("oidc_client_id"));
        let (secret, key_file) = (text("oidc_client_secret"), text("oidc_private_key"));
        let (key_id, decryption_key) = (text("oidc_key_id"), text("oidc_decryption_key"));
        let list = |key, default| {
            let texts = source.text(key).unwrap_or(default).split(',');
            texts.map(|text| text.trim().to_owned()).collect()
        };
        let (acr, scopes) = (list("oidc_acr", FINNISH_LEVELS), list("oidc_scopes", DEFAULT_SCOPES));
        let Some(issuer) = issuer else {
            if [&client_id, &secret, &key_file, &decryption_key].iter().any(|setting| setting.is_some()) {
                return conflict("the settings of a broker need `oidc_issuer`, its address");
            }
            return Ok(match environment {
                Environment::Development => Self::DemoBank,
                Environment::Production => Self::NotConfigured,
            });
        };
        if environment == Environment::Production && !issuer.starts_with("https://") {
            return conflict("`oidc_issuer` must be an https address in production");
        }
        let proof = match (secret, key_file) {
            (Some(secret), None) => ClientProof::Secret(secret),
            (None, Some(file)) => ClientProof::PrivateKey { file: file.into(), key_id },
            _ => return conflict("give one of `oidc_client_secret` and `oidc_private_key`"),
        };
        let Some(client_id) = client_id else { return conflict("`oidc_issuer` needs `oidc_client_id`") };
        let decryption_key = decryption_key.map(PathBuf::from);
        Ok(Self::Broker(BrokerSettings { issuer, client_id, proof, decryption_key, acr, scopes }))
    }
}
