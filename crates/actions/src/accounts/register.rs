//! Registration up to the bank: started by a form, resumed from the mail, bound to one browser at a time.

use liksa_domain::account::REGISTRATION_LASTS;
use liksa_domain::account::registration::{Newcomer, RegistrationState};

use super::*;
use crate::prelude::*;

/// A registration whose form was accepted; it is stored once the bank's address is known.
pub struct NewcomerRegistration {
    pub id: RegistrationId,
    pub newcomer: Newcomer,
    /// What the registering browser is known by.
    pub browser: Token,
    password_hash: String,
}

/// Checks the promo code and hashes the password. Whether the address has an account is not looked up here, so that
/// the answer cannot reveal it.
pub async fn prepare_registration(
    context: &Context,
    newcomer: Newcomer,
    password: &str,
) -> Result<NewcomerRegistration> {
    if let Some(code) = &newcomer.promo_code
        && context.store.promo_rate(code, context.clock.today()).await?.is_none()
    {
        return Err(Error::field("promoCode", ErrorKey::PromoCodeInvalid));
    }
    let password_hash = context.passwords.hash(Lane::Stranger, password).await?;
    let (id, browser) = (context.new_id()?, Token::generate()?);
    Ok(NewcomerRegistration { id, newcomer, browser, password_hash })
}

/// Stores a registration with the identification that it begins with, and has its mail sent unless that would be one
/// too many.
pub async fn start_registration(
    context: &Context,
    registration: &NewcomerRegistration,
    pending: &PendingIdentification,
    send_mail: bool,
) -> Result<()> {
    let (id, now) = (registration.id, context.clock.now());
    let new = NewRegistration {
        id,
        newcomer: &registration.newcomer,
        password_hash: &registration.password_hash,
        browser: registration.browser.hash(),
        created_at: now,
        expires_at: now.saturating_add(REGISTRATION_LASTS).unwrap_or(Timestamp::MAX),
    };
    let mut tx = context.store.begin().await?;
    tx.insert_registration(&new).await?;
    insert_identification(context, &mut tx, pending).await?;
    if send_mail {
        let job = Job::MailRegistration { mail: context.new_id()?, registration: id };
        tx.enqueue(&context.job(job)?).await?;
    }
    Ok(context.commit_with_jobs(tx).await?)
}

/// The registration that a browser may continue.
pub async fn registration_in_browser(context: &Context, browser: &Token) -> Result<StoredRegistration> {
    let found = context.store.registration_of_browser(browser.hash(), context.clock.now()).await?;
    found.ok_or_else(registration_gone)
}

/// A registration whose mailed link was opened.
pub struct OpenedRegistration {
    pub registration: StoredRegistration,
    /// What the browser is known by from now on.
    pub browser: Token,
    in_new_browser: bool,
}

/// The registration of a mailed link, as it is continued in this browser.
///
/// In another browser than before, the person is identified again: the one who was at the bank before may have been
/// someone else.
pub async fn open_registration(
    context: &Context,
    token: &str,
    browser: Option<Token>,
) -> Result<OpenedRegistration> {
    let (token, now) = (Token::parse(token).ok_or_else(registration_gone)?, context.clock.now());
    let found = context.store.registration_of_token(token.hash(), now).await?;
    let found = found.filter(|found| found.state != RegistrationState::Done).ok_or_else(registration_gone)?;
    if let Some(browser) = browser {
        let here = context.store.registration_of_browser(browser.hash(), now).await?;
        if here.is_some_and(|here| here.id == found.id) {
            return Ok(OpenedRegistration { registration: found, browser, in_new_browser: false });
        }
    }
    let registration =
        StoredRegistration { moved: true, state: RegistrationState::Started, identity: None, ..found };
    Ok(OpenedRegistration { registration, browser: Token::generate()?, in_new_browser: true })
}

/// Binds a registration to the browser in which its mailed link was opened, which also confirms the address.
pub async fn resume_registration(
    context: &Context,
    opened: &OpenedRegistration,
    pending: Option<&PendingIdentification>,
) -> Result<()> {
    let id = opened.registration.id;
    let mut tx = context.store.begin().await?;
    if opened.in_new_browser && !tx.move_registration(id, opened.browser.hash()).await? {
        return Err(registration_gone());
    }
    tx.confirm_registration_email(id, context.clock.now()).await?;
    if let Some(pending) = pending {
        insert_identification(context, &mut tx, pending).await?;
    }
    Ok(tx.commit().await?)
}

pub(super) fn registration_gone() -> Error {
    Error::Conflict(ErrorKey::RegistrationGone)
}
