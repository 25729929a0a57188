//! Visits to the bank. Each is answered once.

use jiff::Timestamp;
use liksa_domain::ids::{Id, IdentificationId, PersonId, RegistrationId};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::sessions::TokenHash;
use crate::time::to_micros;

/// Why somebody was sent to the bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    Register(RegistrationId),
    /// Somebody whom nobody has vouched for yet logs in.
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

#[derive(FromRow)]
struct IdentificationRow {
    id: Uuid,
    purpose: String,
    nonce: String,
    pkce_verifier: String,
    registration_id: Option<Uuid>,
    person_id: Option<Uuid>,
    reset_token: Option<Vec<u8>>,
    password_hash: Option<String>,
}

impl Tx {
    pub async fn insert_identification(&mut self, new: &NewIdentification<'_>) -> StoreResult<()> {
        let (registration, person) = match new.purpose {
            Purpose::Register(registration) => (Some(*registration), None),
            Purpose::LogIn(person) | Purpose::Reset { person, .. } => (None, Some(*person)),
        };
        let (reset_token, password_hash) = match new.purpose {
            Purpose::Reset { token, password_hash, .. } => (Some(token.0.to_vec()), Some(password_hash)),
            Purpose::Register(_) | Purpose::LogIn(_) => (None, None),
        };
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO identification (id, purpose, state_hash, browser_hash, nonce, pkce_verifier, \
                 registration_id, person_id, reset_token, password_hash, created_at, expires_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)")
            .bind(new.id.uuid())
            .bind(new.purpose.name())
            .bind(new.state.0.as_slice())
            .bind(new.browser.0.as_slice())
            .bind(new.nonce)
            .bind(new.pkce_verifier)
            .bind(registration.map(Id::uuid))
            .bind(person.map(Id::uuid))
            .bind(reset_token)
            .bind(password_hash)
            .bind(to_micros(new.created_at))
            .bind(to_micros(new.expires_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Takes the answer to a visit that this browser made. Nothing if there is none, it has run out, or it was
    /// answered before; whatever then comes of it, it is not answered again.
    pub async fn claim_identification(
        &mut self,
        state: TokenHash,
        browser: TokenHash,
        now: Timestamp,
    ) -> StoreResult<Option<Identification>> {
        let row: Option<IdentificationRow> = on!(self.conn(), c => sqlx::query_as(
                "UPDATE identification SET used_at = $3 WHERE state_hash = $1 AND browser_hash = $2 \
                 AND used_at IS NULL AND expires_at > $3 \
                 RETURNING id, purpose, nonce, pkce_verifier, registration_id, person_id, reset_token, password_hash")
            .bind(state.0.as_slice())
            .bind(browser.0.as_slice())
            .bind(to_micros(now))
            .fetch_optional(c).await)?;
        row.map(IdentificationRow::into_identification).transpose()
    }

    /// Whether a visit that was answered has not been called off since.
    pub async fn identification_stands(&mut self, id: IdentificationId) -> StoreResult<bool> {
        let found: Option<(Uuid,)> = on!(self.conn(), c => sqlx::query_as(
                "SELECT id FROM identification WHERE id = $1")
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        Ok(found.is_some())
    }

    /// Calls off the visits that a password led to, as when it was changed.
    pub async fn call_off_log_ins_of(&mut self, person: PersonId) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query(
                "DELETE FROM identification WHERE person_id = $1 AND purpose = 'LOGIN'")
            .bind(person.uuid())
            .execute(c).await.map(drop))?;
        Ok(())
    }
}

impl Store {
    /// The visit that this browser once left for with this state, however long ago and whatever came of it.
    pub async fn identification(
        &self,
        state: TokenHash,
        browser: TokenHash,
    ) -> StoreResult<Option<Identification>> {
        let row: Option<IdentificationRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT id, purpose, nonce, pkce_verifier, registration_id, person_id, reset_token, password_hash \
                 FROM identification WHERE state_hash = $1 AND browser_hash = $2")
            .bind(state.0.as_slice())
            .bind(browser.0.as_slice())
            .fetch_optional(c).await)?;
        row.map(IdentificationRow::into_identification).transpose()
    }
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

impl IdentificationRow {
    fn into_identification(self) -> StoreResult<Identification> {
        let person = self.person_id.map(PersonId::from_uuid);
        let token = self.reset_token.and_then(|hash| hash.try_into().ok()).map(TokenHash);
        let purpose = match (self.purpose.as_str(), self.registration_id, person) {
            ("REGISTER", Some(registration), _) => Purpose::Register(RegistrationId::from_uuid(registration)),
            ("LOGIN", _, Some(person)) => Purpose::LogIn(person),
            ("RESET", _, Some(person)) => {
                let (Some(token), Some(password_hash)) = (token, self.password_hash) else {
                    return Err(StoreError::Corrupt("a reset without its link"));
                };
                Purpose::Reset { person, token, password_hash }
            }
            _ => return Err(StoreError::Corrupt("purpose of an identification")),
        };
        Ok(Identification {
            id: IdentificationId::from_uuid(self.id),
            purpose,
            nonce: self.nonce,
            pkce_verifier: self.pkce_verifier,
        })
    }
}
