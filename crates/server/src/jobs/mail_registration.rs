//! Writes to a newcomer's address. Only here is it looked up whether the address has an account, so that no
//! answer to the newcomer can tell.

use liksa_domain::ids::RegistrationId;

use crate::app::App;
use crate::mail::account::{already_registered, confirm_registration};
use crate::session::token::Token;

pub async fn run(app: &App, id: RegistrationId) -> anyhow::Result<()> {
    let Some(registration) = app.store.registration(id, app.clock.now()).await? else { return Ok(()) };
    let newcomer = registration.newcomer;
    let owner = app.store.credentials(&newcomer.email).await?;
    let token = Token::generate()?;
    let notice = match &owner {
        Some(owner) => already_registered(owner.person.language, &app.config.public_url),
        None => {
            let link = format!("{}/registration/confirm?token={}", app.config.public_url, token.to_text());
            confirm_registration(newcomer.language, link)
        }
    };
    let language = owner.map_or(newcomer.language, |owner| owner.person.language);
    let mut tx = app.store.begin().await?;
    // Who has the token has the mail: a second run finds it there.
    if tx.set_registration_token(id, token.hash()).await? {
        app.post_mail(&mut tx, &notice.to(newcomer.email, language)).await?;
        tx.commit().await?;
        app.wake_jobs();
    }
    Ok(())
}
