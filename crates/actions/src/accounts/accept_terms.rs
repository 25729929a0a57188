//! Accepting the terms, by which an account is made.

use liksa_domain::account::identity::Identity;
use liksa_domain::account::registration::RegistrationState;
use liksa_domain::account::{TERMS_VERSION, password};
use liksa_domain::person::WorkerType;
use liksa_domain::worker_facts::Profile;
use liksa_domain::worker_facts::WorkerFacts;

use super::*;
use crate::prelude::*;

const COUNTRY: &str = "FIN";

/// What a newcomer accepts, and how they show that it is their registration.
pub struct Acceptance<'a> {
    /// The address that the terms were shown for.
    pub email: Option<Email>,
    /// The version that was shown; None where the client only says that it was shown.
    pub terms_version: Option<&'a str>,
    /// Asked for where another browser continues than the one in which it was chosen.
    pub password: &'a str,
}

/// What became of an acceptance.
#[derive(Default)]
pub struct Accepted {
    /// Whether the promo code was applied; None without a code.
    pub promo_code_applied: Option<bool>,
    /// The token of the session that the new account begins with.
    pub session: Option<Token>,
}

/// Accepts the terms, makes the account and signs in the client that was identified. A second acceptance changes nothing
/// and signs nobody in.
pub async fn accept_terms(
    context: &Context,
    browser: &Token,
    acceptance: &Acceptance<'_>,
    device: &Device<'_>,
) -> Result<Accepted> {
    let registration = registration_in_browser(context, browser).await?;
    if acceptance.email.as_ref() != Some(&registration.newcomer.email) {
        return Err(registration_gone());
    }
    if registration.state == RegistrationState::Done {
        return Ok(Accepted::default());
    }
    if acceptance.terms_version.is_some_and(|shown| shown != TERMS_VERSION) {
        return Err(Error::Conflict(ErrorKey::TermsChanged));
    }
    let not_identified = || Error::Conflict(ErrorKey::IdentificationFailed);
    let identity = registration.identity.as_ref().ok_or_else(not_identified)?;
    if registration.moved {
        must_know_password(context, &registration, acceptance.password).await?;
    }
    let mut tx = context.store.begin().await?;
    // Ended before the person is looked up: the account that a simultaneous request has made is no other account.
    if !tx.end_registration(registration.id, browser.hash(), &identity.personal_id).await? {
        drop(tx);
        return ended_meanwhile(context, browser).await;
    }
    require(!tx.is_registered(&identity.personal_id).await?, ErrorKey::UserAlreadyRegistered)?;
    let (person, promo_code_applied) = make_account(context, &mut tx, &registration, identity).await?;
    let session = Some(start_session(context, &mut tx, person, device).await?);
    tx.commit().await?;
    Ok(Accepted { promo_code_applied, session })
}

/// A simultaneous request may have been quicker, or another browser has taken the registration over.
async fn ended_meanwhile(context: &Context, browser: &Token) -> Result<Accepted> {
    match registration_in_browser(context, browser).await?.state {
        RegistrationState::Done => Ok(Accepted::default()),
        _ => Err(registration_gone()),
    }
}

/// An attacker may have filled in the form with a victim's address, to have their own password on the account that
/// the victim then makes of it.
async fn must_know_password(context: &Context, registration: &StoredRegistration, typed: &str) -> Result<()> {
    let place = context.passwords.line_up(Lane::Stranger)?;
    let right = typed.chars().count() <= password::LONGEST
        && context.passwords.verify(place, typed, Some(&registration.password_hash)).await?;
    let key = if typed.is_empty() { ErrorKey::Required } else { ErrorKey::NotPasswordOfForm };
    if right { Ok(()) } else { Err(Error::field("password", key)) }
}

/// Only now, to a person identified by a bank, may the answer say that the address or the person has an account.
fn already_registered(error: StoreError) -> Error {
    match error {
        StoreError::EmailTaken | StoreError::AlreadyIdentified => {
            Error::Conflict(ErrorKey::UserAlreadyRegistered)
        }
        other => other.into(),
    }
}

async fn make_account(
    context: &Context,
    tx: &mut Tx,
    registration: &StoredRegistration,
    identity: &Identity,
) -> Result<(PersonId, Option<bool>)> {
    let (newcomer, now) = (&registration.newcomer, context.clock.now());
    let person = Person {
        id: context.new_id()?,
        email: newcomer.email.clone(),
        first_name: identity.first_name.clone(),
        last_name: identity.last_name.clone(),
        language: newcomer.language,
        worker_type: WorkerType::Entrepreneur,
        strong_identified: true,
        roles: vec![Role::User],
    };
    let new = NewPerson { person: &person, password_hash: &registration.password_hash, created_at: now };
    tx.insert_person(&new).await.map_err(already_registered)?;
    tx.take_over_confirmed_email(person.id, registration.id).await?;
    let rate = match &newcomer.promo_code {
        Some(code) => tx.use_promo_code(code, context.clock.today()).await?,
        None => None,
    };
    let facts = WorkerFacts {
        postal_code: newcomer.postal_code.clone(),
        service_rate: rate,
        ..WorkerFacts::default()
    };
    tx.set_worker_facts(person.id, &facts).await?;
    let profile = Profile {
        address: newcomer.address.clone(),
        city: newcomer.city().to_owned(),
        country: COUNTRY.to_owned(),
        phone: newcomer.phone.clone(),
        ..Profile::default()
    };
    tx.set_profile(person.id, &profile).await?;
    tx.set_identity(&person, identity, now).await.map_err(already_registered)?;
    tx.accept_terms(person.id, TERMS_VERSION, now).await?;
    let used_code = newcomer.promo_code.as_ref().filter(|_| rate.is_some());
    let made = json!({"by": "registration", "promoCode": used_code});
    let terms = json!({"version": TERMS_VERSION});
    for (action, detail) in [(Action::PersonCreated, made), (Action::TermsAccepted, terms)] {
        context.record(tx, Some(person.id), action, format!("person:{}", person.id), detail);
    }
    Ok((person.id, newcomer.promo_code.as_ref().map(|_| rate.is_some())))
}
