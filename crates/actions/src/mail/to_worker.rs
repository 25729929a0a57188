//! What all mails to a worker have in common: who gets them, and where their button leads.

use liksa_domain::account::TokenKind;
use liksa_domain::account::profile::OwnAccount;
use liksa_domain::delivery::{MailLink, TOKEN_PLACE};

use super::Outgoing;
use super::notice::{Notice, in_language};
use crate::prelude::*;

/// The page that the button of a mail opens, by its path or by what the page that signs in calls it. A worker is signed
/// in only once they have confirmed the address: it may be mistyped, and a stranger's.
pub(super) fn address(context: &Context, worker: &OwnAccount, path: &str, named: &str) -> String {
    let url = &context.deployment.public_url;
    match worker.email_confirmed {
        true => format!("{url}/token-login?token={TOKEN_PLACE}&{named}"),
        false => format!("{url}{path}"),
    }
}

/// The worker, if they want this mail and have not got it.
pub(super) async fn find_receiver(
    context: &Context,
    mail: MailId,
    person: PersonId,
    wants: impl Fn(&OwnAccount) -> bool,
) -> anyhow::Result<Option<OwnAccount>> {
    if context.store.mail(mail).await?.is_some() {
        return Ok(None);
    }
    let worker = context.store.own_account(person).await?;
    // A person who was removed has no role left, and no address.
    Ok(worker.filter(|worker| wants(worker) && !worker.person.roles.is_empty()))
}

pub(super) fn letter_to(worker: &OwnAccount, notice: Notice) -> Outgoing {
    let (person, to) = (&worker.person, worker.person.email.clone());
    match worker.email_confirmed {
        true => notice.opening(MailLink::Account(TokenKind::LogIn, person.id), to),
        false => notice.to(to),
    }
}

pub(super) async fn post(
    context: &Context,
    id: MailId,
    worker: &OwnAccount,
    notice: Notice,
) -> anyhow::Result<()> {
    let letter = letter_to(worker, notice);
    let mut tx = context.store.begin().await?;
    context.post_mail_as(id, &mut tx, &letter).await?;
    Ok(context.commit_with_jobs(tx).await?)
}

/// About the button that signs in, where it does.
pub(super) fn sign_in_hint(worker: &OwnAccount) -> Option<String> {
    let button = [
        "Painike kirjaa sinut sisään kerran seuraavan 15 minuutin aikana. Sen jälkeen kirjaudu tavalliseen tapaan.",
        "The button signs you in once within the next 15 minutes. After that, sign in as usual.",
    ];
    worker.email_confirmed.then(|| in_language(worker.person.language, button).to_owned())
}
