//! Writes to an address that a person says is theirs. Only here is it looked up whether somebody has an account with
//! it, so that no answer to the person can tell.

use liksa_domain::ids::{EmailLinkId, MailId};
use liksa_domain::mail::{MailLink, TOKEN_PLACE};

use crate::app::App;
use crate::mail::account::{confirm_email, email_in_use};

pub async fn run(app: &App, mail: MailId, id: EmailLinkId) -> anyhow::Result<()> {
    let Some(link) = app.store.email_link(id, app.clock.now()).await? else { return Ok(()) };
    let Some(person) = app.store.person(link.person).await? else { return Ok(()) };
    if app.store.mail(mail).await?.is_some() {
        return Ok(());
    }
    let owner = app.store.credentials(&link.email).await?.map(|found| found.person);
    let letter = match owner.filter(|owner| owner.id != person.id) {
        Some(owner) => email_in_use(owner.language).to(link.email, owner.language),
        None => {
            let address = format!("{}/account/email?token={TOKEN_PLACE}", app.config.public_url);
            let notice = confirm_email(person.language, address);
            notice.opening(MailLink::Email(id), link.email, person.language)
        }
    };
    let mut tx = app.store.begin().await?;
    app.post_mail_as(mail, &mut tx, &letter).await?;
    tx.commit().await?;
    app.wake_jobs();
    Ok(())
}
