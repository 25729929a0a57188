//! Identifications by a bank, each with one answer.

use crate::prelude::*;
use crate::sessions::TokenHash;

/// Why a person was sent to the bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    Register(RegistrationId),
    /// A person whom no bank has identified yet logs in.
    LogIn(PersonId),
    /// A new password waits for it.
    Reset {
        person: PersonId,
        token: TokenHash,
        password_hash: String,
    },
}

pub struct NewIdentification<'a> {
    pub id: IdentificationId,
    pub purpose: &'a Purpose,
    pub state: TokenHash,
    pub browser: TokenHash,
    pub nonce: &'a str,
    pub pkce_verifier: &'a str,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

pub struct Identification {
    pub id: IdentificationId,
    pub purpose: Purpose,
    pub nonce: String,
    pub pkce_verifier: String,
}

macro_rules! identification_columns {
    () => {
        "id, purpose, nonce, pkce_verifier, registration_id, person_id, reset_token, password_hash"
    };
}

tx_methods! {
    /// Claims the identification that this browser began, so that it cannot be answered again. None if there is none,
    /// it has expired, or it was answered before.
    pub async fn claim_identification(
        state: TokenHash, browser: TokenHash, now: Timestamp,
    ) -> Option<Identification> = fetch_optional
        concat!(
            "UPDATE identification SET used_at = $3 WHERE state_hash = $1 AND browser_hash = $2 \
             AND used_at IS NULL AND expires_at > $3 RETURNING ", identification_columns!()
        );

    /// Whether an identification that was answered has not been cancelled since.
    pub async fn identification_stands(id: IdentificationId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM identification WHERE id = $1)";

    /// Cancels the identifications that a log-in began, as when the password was changed.
    pub async fn call_off_log_ins_of(person: PersonId) = run
        "DELETE FROM identification WHERE person_id = $1 AND purpose = 'LOGIN'";
}

impl Tx {
    pub async fn insert_identification(&mut self, new: &NewIdentification<'_>) -> StoreResult<()> {
        let (registration, person) = match new.purpose {
            Purpose::Register(registration) => (Some(*registration), None),
            Purpose::LogIn(person) | Purpose::Reset { person, .. } => (None, Some(*person)),
        };
        let (reset_token, password_hash) = match new.purpose {
            Purpose::Reset { token, password_hash, .. } => (Some(*token), Some(password_hash)),
            Purpose::Register(_) | Purpose::LogIn(_) => (None, None),
        };
        self.change_one(sql!(
            "INSERT INTO identification (id, purpose, state_hash, browser_hash, nonce, pkce_verifier, \
             registration_id, person_id, reset_token, password_hash, created_at, expires_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
            => new.id, new.purpose.name(), new.state, new.browser, new.nonce, new.pkce_verifier,
               registration, person, reset_token, password_hash.cloned(), new.created_at, new.expires_at
        ))
        .await
    }
}

store_methods! {
    /// The identification that this browser began with this state, also one that has expired or was answered.
    pub async fn identification(state: TokenHash, browser: TokenHash) -> Option<Identification> = fetch_optional
        concat!(
            "SELECT ", identification_columns!(), " FROM identification WHERE state_hash = $1 AND browser_hash = $2"
        );
}

impl Purpose {
    fn name(&self) -> &'static str {
        match self {
            Self::Register(_) => "REGISTER",
            Self::LogIn(_) => "LOGIN",
            Self::Reset { .. } => "RESET",
        }
    }
}

impl ReadRow for Identification {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let purpose: String = row.get("purpose")?;
        let person: Option<PersonId> = row.get("person_id")?;
        let purpose = match (purpose.as_str(), person) {
            ("REGISTER", _) => Purpose::Register(row.get("registration_id")?),
            ("LOGIN", Some(person)) => Purpose::LogIn(person),
            ("RESET", Some(person)) => Purpose::Reset {
                person,
                token: row.get("reset_token")?,
                password_hash: row.get("password_hash")?,
            },
            _ => return Err(StoreError::Corrupt("purpose of an identification")),
        };
        Ok(Self {
            id: row.get("id")?,
            purpose,
            nonce: row.get("nonce")?,
            pkce_verifier: row.get("pkce_verifier")?,
        })
    }
}
