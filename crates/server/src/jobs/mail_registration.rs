//! Writes to a newcomer's address. Only here is it looked up whether the address has an account, so that no
//! answer to the newcomer can tell.

use liksa_domain::ids::{MailId, RegistrationId};
use liksa_domain::mail::{MailLink, TOKEN_PLACE};

use crate::app::App;
use crate::mail::account::{already_registered, confirm_registration};

pub async fn run(app: &App, mail: MailId, id: RegistrationId) -> anyhow::Result<()> {
    let Some(registration) = app.store.registration(id, app.clock.now()).await? else { return Ok(()) };
    if app.store.mail(mail).await?.is_some() {
        return Ok(());
    }
    let newcomer = registration.newcomer;
    let letter = match app.store.credentials(&newcomer.email).await? {
        Some(owner) => {
            let language = owner.person.language;
            already_registered(language, &app.config.public_url).to(newcomer.email, language)
        }
        None => {
            let link = format!("{}/registration/confirm?token={TOKEN_PLACE}", app.config.public_url);
            let notice = confirm_registration(newcomer.language, link);
            notice.opening(MailLink::Registration(id), newcomer.email, newcomer.language)
        }
    };
    let mut tx = app.store.begin().await?;
    app.post_mail_as(mail, &mut tx, &letter).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok(())
}
