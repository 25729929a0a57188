//! Registration on the wire, by the names of the specification.

use liksa_domain::person::{Person, Role};
use liksa_store::StoredRegistration;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::identification::PublicKey;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Link {
    /// The token of the mail.
    pub token: String,
}

/// What comes next.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum NextStep {
    /// The bank, at `endpointUrl?request`.
    Identify,
    /// The terms.
    Eula,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Confirmation {
    pub user: RegisteringUser,
    pub next: NextStep,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finished {
    pub user: RegisteringUser,
    /// The role of a user who has an account and is now signed in; null for a newcomer, to whom the terms are shown.
    #[schema(required)]
    pub role: Option<Role>,
    /// The token for the `authtoken` header; browsers get a cookie instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authtoken: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Acceptance {
    /// The person to whom the terms were shown.
    pub user: AcceptingUser,
    /// The terms that were shown, as `GET /api/app` names them. Without it those that are in force are accepted.
    #[schema(max_length = 40)]
    pub terms_version: Option<String>,
    /// As it was chosen in the form; only where `passwordNeeded`.
    #[schema(max_length = 256)]
    pub password: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct AcceptingUser {
    #[schema(max_length = 254)]
    pub email: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Accepted {
    /// False where a promo code was used up by others since it was typed: the usual fee holds. Null without a code.
    #[schema(required)]
    pub promo_code_applied: Option<bool>,
    /// The token for the `authtoken` header, at the first acceptance; browsers get a cookie instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authtoken: Option<String>,
}

/// A set of keys (RFC 7517). Empty where the broker knows us by a secret and encrypts nothing.
#[derive(Serialize, ToSchema)]
pub struct PublicKeys {
    pub keys: Vec<PublicKey>,
}

/// A person who registers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisteringUser {
    pub email: String,
    /// As the bank names the person; absent until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// Whether the password has to be typed again with the terms: another browser continues than the one in which it
    /// was chosen, perhaps by another person.
    pub password_needed: bool,
}

impl From<&StoredRegistration> for RegisteringUser {
    fn from(registration: &StoredRegistration) -> Self {
        let identity = registration.identity.as_ref();
        Self {
            email: registration.newcomer.email.as_str().to_owned(),
            first_name: identity.map(|identity| identity.first_name.clone()),
            last_name: identity.map(|identity| identity.last_name.clone()),
            password_needed: registration.moved,
        }
    }
}

impl From<&Person> for RegisteringUser {
    fn from(person: &Person) -> Self {
        Self {
            email: person.email.as_str().to_owned(),
            first_name: Some(person.first_name.clone()),
            last_name: Some(person.last_name.clone()),
            password_needed: false,
        }
    }
}
