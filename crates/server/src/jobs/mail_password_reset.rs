//! Writes to who forgot a password. Only here is it looked up whether there is such an account, so that no answer
//! can tell. An address without one gets nothing.

use liksa_domain::account::TokenKind;
use liksa_domain::ids::PasswordRequestId;

use crate::app::App;
use crate::mail::account::reset_password;
use crate::session::token::Token;

pub async fn run(app: &App, id: PasswordRequestId) -> anyhow::Result<()> {
    let mut tx = app.store.begin().await?;
    // Taken out in the same transaction: a second run finds nothing to answer.
    let Some(email) = tx.take_password_request(id).await? else { return Ok(()) };
    if let Some(found) = app.store.credentials(&email).await? {
        let (person, token) = (found.person, Token::generate()?);
        let link = format!("{}/password/forgot/{}", app.config.public_url, token.to_text());
        tx.insert_one_time_token(token.hash(), TokenKind::Reset, person.id, app.clock.now()).await?;
        app.post_mail(&mut tx, &reset_password(person.language, link).to(email, person.language)).await?;
    }
    tx.commit().await?;
    app.wake_jobs();
    Ok(())
}
