//! Writes to who forgot a password. Only here is it looked up whether there is such an account, so that no answer
//! can tell. An address without one gets nothing.

use liksa_domain::account::TokenKind;
use liksa_domain::ids::PasswordRequestId;
use liksa_domain::mail::{MailLink, TOKEN_PLACE};

use crate::app::App;
use crate::mail::account::reset_password;

pub async fn run(app: &App, id: PasswordRequestId) -> anyhow::Result<()> {
    let mut tx = app.store.begin().await?;
    // Taken out in the same transaction: a second run finds nothing to answer.
    let Some(email) = tx.take_password_request(id).await? else { return Ok(()) };
    if let Some(found) = app.store.credentials(&email).await? {
        let (id, language) = (found.person.id, found.person.language);
        let notice =
            reset_password(language, format!("{}/password/forgot/{TOKEN_PLACE}", app.config.public_url));
        let link = MailLink::Account(TokenKind::Reset, id);
        app.post_mail(&mut tx, &notice.opening(link, email, language)).await?;
    }
    tx.commit().await?;
    app.wake_jobs();
    Ok(())
}
