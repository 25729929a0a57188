//! Sessions: started by a password or by the link of a mail, found by their token, ended by their owner.

use jiff::SignedDuration;
use liksa_domain::account::TokenKind;

use super::*;
use crate::prelude::*;

/// A session ends after two weeks even when in daily use, and after a day without use.
pub const SESSION_LIFETIME: SignedDuration = SignedDuration::from_hours(14 * 24);
const IDLE_LIFETIME: SignedDuration = SignedDuration::from_hours(24);
/// How long a browser in which a user logged in is known as theirs.
pub const BROWSER_KNOWN_FOR: SignedDuration = SignedDuration::from_hours(365 * 24);
/// Noting the time of each request would make every read a write.
const NOTE_USE_EVERY: SignedDuration = SignedDuration::from_mins(5);

/// The client that a session is for.
pub struct Device<'a> {
    /// The client's own description of itself, shown in the list of sessions.
    pub user_agent: &'a str,
    /// None for other programs.
    pub browser: Option<BrowserTokens>,
}

/// The lasting tokens of a browser, which gets a new one each time somebody signs in. What it was known by before is then
/// worth nothing, even if someone else has a copy of it.
pub struct BrowserTokens {
    /// What the browser sent, which may be anything.
    pub before: Option<TokenHash>,
    pub now: TokenHash,
}

/// Sessions that were last used before this have ended.
pub fn idle_since(now: Timestamp) -> Timestamp {
    now.checked_sub(IDLE_LIFETIME).unwrap_or(Timestamp::MIN)
}

/// The session of a token, unless it has ended.
pub async fn find_session(context: &Context, token: &Token) -> Result<Option<SessionOfPerson>> {
    let now = context.clock.now();
    let Some(session) = context.store.session(token.hash(), now, idle_since(now)).await? else {
        return Ok(None);
    };
    if now.duration_since(session.last_seen_at) >= NOTE_USE_EVERY {
        let mut tx = context.store.begin().await?;
        tx.touch_session(session.id, now).await?;
        tx.commit().await?;
    }
    Ok(Some(session))
}

/// Starts a session and remembers the browser as one that the person uses.
pub(super) async fn start_session(
    context: &Context,
    tx: &mut Tx,
    person: PersonId,
    device: &Device<'_>,
) -> Result<Token> {
    let (token, now) = (Token::generate()?, context.clock.now());
    let session = NewSession {
        id: context.new_id()?,
        person,
        token_hash: token.hash(),
        user_agent: device.user_agent,
        created_at: now,
        expires_at: now.saturating_add(SESSION_LIFETIME).unwrap_or(Timestamp::MAX),
    };
    tx.insert_session(&session).await?;
    context.record(tx, Some(person), Action::SessionStarted, format!("session:{}", session.id), json!({}));
    if let Some(browser) = &device.browser {
        if let Some(before) = browser.before {
            tx.renew_browser(before, browser.now).await?;
        }
        tx.note_browser(browser.now, person, now).await?;
    }
    Ok(token)
}

/// Ends one of a person's own sessions. False when the person has no such session.
pub async fn end_session(context: &Context, person: PersonId, session: SessionId) -> Result<bool> {
    let mut tx = context.store.begin().await?;
    let ended = tx.delete_session_of(person, session).await?;
    if ended {
        context.record(&mut tx, Some(person), Action::SessionEnded, format!("session:{session}"), json!({}));
    }
    tx.commit().await?;
    Ok(ended)
}

/// Ends all sessions of a person but one, and forgets the browsers that were known as theirs.
pub async fn end_other_sessions(context: &Context, person: PersonId, except: SessionId) -> Result<()> {
    let mut tx = context.store.begin().await?;
    let ended = tx.delete_sessions_of(person, Some(except)).await?;
    tx.forget_browsers_of(person).await?;
    if ended > 0 {
        let (subject, detail) = (format!("person:{person}"), json!({"sessions": ended}));
        context.record(&mut tx, Some(person), Action::SessionEnded, subject, detail);
    }
    Ok(tx.commit().await?)
}

/// Starts a session for the owner of a password that was found right. None if the password has changed since.
pub async fn log_in(context: &Context, known: &Credentials, device: &Device<'_>) -> Result<Option<Token>> {
    let Some(mut tx) = begin_if_unchanged(context, known).await? else { return Ok(None) };
    let token = start_session(context, &mut tx, known.person.id, device).await?;
    tx.commit().await?;
    Ok(Some(token))
}

/// Stores the identification that must come before the session. False if the password has changed since.
pub async fn save_log_in_identification(
    context: &Context,
    known: &Credentials,
    pending: &PendingIdentification,
) -> Result<bool> {
    let Some(mut tx) = begin_if_unchanged(context, known).await? else { return Ok(false) };
    insert_identification(context, &mut tx, pending).await?;
    tx.commit().await?;
    Ok(true)
}

/// A transaction in which the account still has the password that was checked. The check takes time, in which the
/// owner may have changed the password to keep an intruder out.
async fn begin_if_unchanged(context: &Context, known: &Credentials) -> Result<Option<Tx>> {
    let mut tx = context.store.begin().await?;
    let now = tx.lock_password(known.person.id).await?;
    Ok((now.as_ref() == Some(&known.password_hash)).then_some(tx))
}

/// Starts a session by the link of a mail, which works once.
pub async fn log_in_by_link(context: &Context, token: &str, device: &Device<'_>) -> Result<(Person, Token)> {
    let not_valid = || Error::Conflict(ErrorKey::LinkNotValid);
    let (link, now) = (Token::parse(token).ok_or_else(not_valid)?.hash(), context.clock.now());
    // Read before the transaction: a read within it would hold one connection and wait for another.
    let person = context.store.one_time_token(link, TokenKind::LogIn, now).await?.ok_or_else(not_valid)?;
    let person = context.store.person(person).await?;
    // A link in a mail does not replace identification by a bank.
    let person = person.filter(|person| person.strong_identified).ok_or_else(not_valid)?;
    let mut tx = context.store.begin().await?;
    tx.use_one_time_token(link, TokenKind::LogIn, now).await?.ok_or_else(not_valid)?;
    let token = start_session(context, &mut tx, person.id, device).await?;
    tx.commit().await?;
    Ok((person, token))
}
