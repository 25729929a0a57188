use liksa_store::StoredRegistration;
use serde::Serialize;
use utoipa::ToSchema;

/// Somebody who registers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisteringUser {
    pub email: String,
    /// As the bank tells it; absent until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// Whether the password has to be typed again with the terms: another browser goes on than the one in which it was
    /// chosen, and whoever chose it may be somebody else.
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
