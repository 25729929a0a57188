//! Changing one's own account: contact details, bank account, language, notifications and password.

use liksa_domain::account::password;
use liksa_domain::account::profile::{OwnAccount, PersonChange};

use super::*;
use crate::accounts::{must_still_have_password, set_password};
use crate::mail::account::{ACCOUNT_NUMBER_ADDED, ACCOUNT_NUMBER_CHANGED, ACCOUNT_NUMBER_REMOVED};
use crate::prelude::*;

/// A change that was accepted and is not saved yet.
pub struct PreparedChange<'a> {
    before: OwnAccount,
    after: OwnAccount,
    password: Option<&'a str>,
}

impl PreparedChange<'_> {
    /// Whether the current password has to be checked first: for another password, and for salaries that would go to
    /// another bank account. The first account number needs no password.
    pub fn needs_current_password(&self) -> bool {
        let (old, new) = (&self.before.profile, &self.after.profile);
        let moves_salaries = old.iban.is_some() && (&old.iban, &old.bic) != (&new.iban, &new.bic);
        self.password.is_some() || moves_salaries
    }
}

/// Applies a change to the account as it is stored, or names every fault of it.
pub async fn prepare_account_change<'a>(
    context: &Context,
    person: PersonId,
    change: &'a PersonChange,
) -> Result<PreparedChange<'a>> {
    let before = own_account(&context.store, person).await?;
    if change.version.is_some_and(|version| version != before.version) {
        return Err(Error::Conflict(ErrorKey::StalePerson));
    }
    let after = change.apply(&before)?;
    let password = change.password.as_deref();
    let owner = password::Owner::from(&after.person);
    if let Some(fault) = password.and_then(|password| password::fault(password, &owner)) {
        return Err(vec![fault].into());
    }
    Ok(PreparedChange { before, after, password })
}

/// Saves a change. `current_password` is the hash that was checked, where one had to be. A new password ends all
/// sessions but this one and forgets all browsers.
pub async fn save_account_change(
    context: &Context,
    session: SessionId,
    change: &PreparedChange<'_>,
    current_password: Option<&str>,
) -> Result<()> {
    let PreparedChange { before, after, password } = change;
    let new_password = match password {
        Some(new) => Some(context.passwords.hash(Lane::Known, new).await?),
        None => None,
    };
    let mut tx = context.store.begin().await?;
    if let Some(hash) = current_password {
        must_still_have_password(&mut tx, before.person.id, hash).await?;
    }
    if after != before {
        save_profile(context, &mut tx, before, after).await?;
    }
    if let Some(hash) = new_password {
        set_password(context, &mut tx, (&after.person, Some(session)), (&hash, "owner")).await?;
    }
    Ok(context.commit_with_jobs(tx).await?)
}

/// Saves the profile. A changed bank account has an audit event and a mail of its own.
async fn save_profile(context: &Context, tx: &mut Tx, before: &OwnAccount, after: &OwnAccount) -> Result<()> {
    require(tx.save_own_account(after).await?, ErrorKey::StalePerson)?;
    let (id, language) = (after.person.id, after.person.language);
    if before.person.language != language {
        let detail = json!({"before": before.person.language.name(), "after": language.name()});
        context.record(tx, Some(id), Action::LanguageChanged, subject(id), detail);
    }
    let fields = changed_fields(before, after);
    if !fields.is_empty() {
        context.record(tx, Some(id), Action::ProfileChanged, subject(id), json!({"fields": fields}));
    }
    save_bank_account(context, tx, before, after).await
}

/// Another BIC with the same number moves no money, so no mail is sent about it.
async fn save_bank_account(
    context: &Context,
    tx: &mut Tx,
    before: &OwnAccount,
    after: &OwnAccount,
) -> Result<()> {
    let (old, new, person) = (&before.profile, &after.profile, &after.person);
    let fields = names_of(&[("iban", old.iban != new.iban), ("bic", old.bic != new.bic)]);
    if fields.is_empty() {
        return Ok(());
    }
    let detail = json!({"fields": fields, "removed": new.iban.is_none()});
    context.record(tx, Some(person.id), Action::AccountChanged, subject(person.id), detail);
    let mail = match (&old.iban, &new.iban) {
        (old, new) if old == new => return Ok(()),
        (None, _) => ACCOUNT_NUMBER_ADDED,
        (Some(_), Some(_)) => ACCOUNT_NUMBER_CHANGED,
        (Some(_), None) => ACCOUNT_NUMBER_REMOVED,
    };
    context.post_mail(tx, &mail.to(person)).await?;
    Ok(())
}

/// The names of changed fields, without their content: the audit log is never deleted.
fn changed_fields(before: &OwnAccount, after: &OwnAccount) -> Vec<&'static str> {
    let (old, new) = (&before.profile, &after.profile);
    names_of(&[
        ("firstName", before.person.first_name != after.person.first_name),
        ("lastName", before.person.last_name != after.person.last_name),
        ("phone", old.phone != new.phone),
        ("marketingname", old.marketing_name != new.marketing_name),
        ("address", old.address != new.address),
        ("postalcode", before.postal_code != after.postal_code),
        ("city", old.city != new.city),
        ("country", old.country != new.country),
        ("professionCode", before.profession_code != after.profession_code),
        ("primaryWork", before.primary_work != after.primary_work),
        ("disableAddressSearch", before.disable_address_search != after.disable_address_search),
        ("notifications", before.notices != after.notices),
    ])
}

fn names_of(changes: &[(&'static str, bool)]) -> Vec<&'static str> {
    changes.iter().filter(|(_, changed)| *changed).map(|(field, _)| *field).collect()
}
