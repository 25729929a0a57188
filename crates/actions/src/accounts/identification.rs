//! Identification by a bank: begun in one browser, answered there once.

use liksa_domain::account::IDENTIFICATION_LASTS;
use liksa_domain::account::identity::Identity;

use super::*;
use crate::prelude::*;

/// An identification that is about to begin.
pub struct PendingIdentification {
    pub purpose: Purpose,
    /// Comes back with the bank's answer.
    pub state: Token,
    /// The browser that is sent to the bank.
    pub browser: TokenHash,
    pub nonce: String,
    pub pkce_verifier: String,
}

/// What a bank has answered, once it is verified.
pub struct Identified {
    pub id: IdentificationId,
    pub purpose: Purpose,
    pub identity: Identity,
    /// The browser that was at the bank.
    pub browser: TokenHash,
}

/// What an identification led to.
pub enum Finished {
    /// A newcomer, who accepts the terms next.
    Newcomer(Box<StoredRegistration>),
    /// The owner of an account, with the token of their new session.
    SignedIn(Person, Token),
}

/// Stores an identification before the browser leaves for the bank.
pub async fn save_identification(context: &Context, pending: &PendingIdentification) -> Result<()> {
    let mut tx = context.store.begin().await?;
    insert_identification(context, &mut tx, pending).await?;
    Ok(tx.commit().await?)
}

pub(super) async fn insert_identification(
    context: &Context,
    tx: &mut Tx,
    pending: &PendingIdentification,
) -> Result<()> {
    let now = context.clock.now();
    let new = NewIdentification {
        id: context.new_id()?,
        purpose: &pending.purpose,
        state: pending.state.hash(),
        browser: pending.browser,
        nonce: &pending.nonce,
        pkce_verifier: &pending.pkce_verifier,
        created_at: now,
        expires_at: now.saturating_add(IDENTIFICATION_LASTS).unwrap_or(Timestamp::MAX),
    };
    Ok(tx.insert_identification(&new).await?)
}

/// Claims the identification with this state, begun in one of the browser tokens, so that it is answered once only.
pub async fn claim_identification(
    context: &Context,
    state: TokenHash,
    browsers: &[TokenHash],
) -> Result<(TokenHash, Identification)> {
    for browser in browsers {
        let mut tx = context.store.begin().await?;
        let claimed = tx.claim_identification(state, *browser, context.clock.now()).await?;
        tx.commit().await?;
        if let Some(identification) = claimed {
            return Ok((*browser, identification));
        }
    }
    for browser in browsers {
        if let Some(past) = context.store.identification(state, *browser).await? {
            return Err(identification_refused(&past.purpose, ErrorKey::IdentificationExpired));
        }
    }
    Err(Error::Conflict(ErrorKey::IdentificationFailed))
}

/// Why an identification was refused. At log-in the only way on is another log-in, whatever went wrong at the bank.
pub fn identification_refused(purpose: &Purpose, key: ErrorKey) -> Error {
    Error::Conflict(match purpose {
        Purpose::LogIn(_) => ErrorKey::LoginNotIdentified,
        Purpose::Register(_) | Purpose::Reset { .. } => key,
    })
}

/// Signs in the identified owner of an account, or notes who a newcomer is.
pub async fn finish_identification(
    context: &Context,
    identified: &Identified,
    device: &Device<'_>,
) -> Result<Finished> {
    match identified.purpose {
        Purpose::Register(id) => identify_newcomer(context, id, identified, device).await,
        Purpose::LogIn(person) => identify_at_log_in(context, person, identified, device).await,
        Purpose::Reset { .. } => Err(Error::Conflict(ErrorKey::IdentificationFailed)),
    }
}

/// A newcomer who turns out to have an account is signed in instead.
async fn identify_newcomer(
    context: &Context,
    id: RegistrationId,
    identified: &Identified,
    device: &Device<'_>,
) -> Result<Finished> {
    let identity = &identified.identity;
    if let Some(person) = context.store.person_with_personal_id(&identity.personal_id).await? {
        let mut tx = context.store.begin().await?;
        let token = start_session(context, &mut tx, person.id, device).await?;
        tx.commit().await?;
        return Ok(Finished::SignedIn(person, token));
    }
    identity.must_be_of_age(context.clock.today()).map_err(Error::Conflict)?;
    let mut tx = context.store.begin().await?;
    let noted = tx.identify_registration(id, identified.browser, identity).await?;
    tx.commit().await?;
    let registration = context.store.registration(id, context.clock.now()).await?.filter(|_| noted);
    registration.map(|found| Finished::Newcomer(Box::new(found))).ok_or_else(registration_gone)
}

/// Identifies an account that no bank had identified. The bank must not name the owner of another account.
async fn identify_at_log_in(
    context: &Context,
    id: PersonId,
    identified: &Identified,
    device: &Device<'_>,
) -> Result<Finished> {
    let failed = || Error::Conflict(ErrorKey::LoginNotIdentified);
    let identity = &identified.identity;
    let known = context.store.personal_id_of(id).await?;
    if known.is_some_and(|known| known != identity.personal_id) {
        return Err(failed());
    }
    let owner = context.store.person_with_personal_id(&identity.personal_id).await?;
    if owner.is_some_and(|owner| owner.id != id) {
        return Err(failed());
    }
    let person = context.store.person(id).await?.ok_or_else(failed)?;
    let mut tx = context.store.begin().await?;
    // The password that led to the bank may have been changed while the bank was asked.
    if tx.lock_password(id).await?.is_none() || !tx.identification_stands(identified.id).await? {
        return Err(failed());
    }
    let person = match tx.set_identity(&person, identity, context.clock.now()).await {
        Err(StoreError::AlreadyIdentified) => return Err(failed()),
        person => person?,
    };
    context.record(&mut tx, Some(id), Action::Identified, format!("person:{id}"), json!({}));
    let token = start_session(context, &mut tx, id, device).await?;
    tx.commit().await?;
    Ok(Finished::SignedIn(person, token))
}
