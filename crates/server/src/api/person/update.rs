//! `PUT /api/person`: change one's own account. What is not sent stays as it is.

use axum::extract::State;
use axum::http::HeaderMap;
use liksa_domain::account::password;
use liksa_domain::account::profile::{OwnAccount, ProfileForm};
use liksa_domain::audit::Action;
use liksa_domain::problem::ErrorKey;
use liksa_store::Tx;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::wire::Profile;
use super::{current_password, own_account};
use crate::api::password::change::set_password;
use crate::api::wire::Language;
use crate::app::{App, AppState};
use crate::http::ClientAddress;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::Json;
use crate::mail::account::{AccountNumber, account_number};
use crate::session::Session;
use crate::session::guesses::Guesser;

/// How often a change that names no version is made on what somebody else saved meanwhile.
const MOST_TRIES: u32 = 3;

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonChange {
    /// The version that was read. Without it the change is made on what there is, whoever saved that.
    version: Option<i64>,
    #[schema(max_length = 100)]
    first_name: Option<String>,
    #[schema(max_length = 100)]
    last_name: Option<String>,
    #[schema(max_length = 40)]
    phone: Option<String>,
    #[schema(max_length = 100)]
    marketingname: Option<String>,
    #[schema(max_length = 200)]
    address: Option<String>,
    #[schema(max_length = 10)]
    postalcode: Option<String>,
    #[schema(max_length = 200)]
    city: Option<String>,
    /// Three letters.
    country: Option<String>,
    /// One of `GET /api/professions`; empty for none.
    profession_code: Option<String>,
    /// Empty for none. Where there is a number already, another one or none takes `currentPassword`.
    iban: Option<String>,
    /// May be left out for a Finnish account. Changing it takes `currentPassword` as `iban` does.
    bic: Option<String>,
    /// The language of screens and mails.
    language: Option<Language>,
    notifications: Option<NotificationChange>,
    person_settings: Option<SettingsChange>,
    /// A new password, beside the current one. Other devices are signed out.
    #[schema(min_length = 6, max_length = 256)]
    password: Option<String>,
    /// Needed for another password, and for another account number.
    #[schema(max_length = 256)]
    current_password: Option<String>,
}

#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationChange {
    bill_approved: Option<bool>,
    bill_returned: Option<bool>,
    bill_paid: Option<bool>,
    salary_paid: Option<bool>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsChange {
    #[schema(max_length = 100)]
    primary_work: Option<String>,
    disable_address_search: Option<bool>,
}

impl PersonChange {
    fn form(&self) -> ProfileForm<'_> {
        let (notices, settings) = (self.notifications.unwrap_or_default(), self.person_settings.as_ref());
        ProfileForm {
            first_name: self.first_name.as_deref(),
            last_name: self.last_name.as_deref(),
            phone: self.phone.as_deref(),
            address: self.address.as_deref(),
            postal_code: self.postalcode.as_deref(),
            city: self.city.as_deref(),
            country: self.country.as_deref(),
            marketing_name: self.marketingname.as_deref(),
            profession_code: self.profession_code.as_deref(),
            iban: self.iban.as_deref(),
            bic: self.bic.as_deref(),
            primary_work: settings.and_then(|settings| settings.primary_work.as_deref()),
            disable_address_search: settings.and_then(|settings| settings.disable_address_search),
            language: self.language.map(Into::into),
            bill_approved: notices.bill_approved,
            bill_returned: notices.bill_returned,
            bill_paid: notices.bill_paid,
            salary_paid: notices.salary_paid,
        }
    }
}

/// Change one's own account: any of its fields, or the password.
#[utoipa::path(put, path = "/api/person", tag = "person", operation_id = "update_person",
    security(("session" = [])),
    request_body = PersonChange,
    responses(
        (status = 200, description = "The account as it now is", body = Profile),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 409, description = "STALE_PERSON: it was saved elsewhere since it was read", body = Problem),
        (status = 422, description = "Fields were not accepted; of a password account.password-missing, \
         account.incorrect-password or validation.passwordMustBe6Characters", body = Problem),
        (status = 429, description = "Too many wrong passwords; see Retry-After", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: Session,
    client: ClientAddress,
    headers: HeaderMap,
    Json(change): Json<PersonChange>,
) -> ApiResult<Json<Profile>> {
    let mut tries = 1;
    while let Err(refusal) = save_once(&app, &session, client, &headers, &change).await {
        let stale = matches!(refusal, ApiError::Conflict(ErrorKey::StalePerson));
        if !stale || change.version.is_some() || tries == MOST_TRIES {
            return Err(refusal);
        }
        tries += 1;
    }
    app.wake_jobs();
    Ok(Json(Profile::of(&app, &own_account(&app, session.person.id).await?).await?))
}

async fn save_once(
    app: &App,
    session: &Session,
    client: ClientAddress,
    headers: &HeaderMap,
    change: &PersonChange,
) -> ApiResult<()> {
    let before = own_account(app, session.person.id).await?;
    if change.version.is_some_and(|version| version != before.version) {
        return Err(ApiError::Conflict(ErrorKey::StalePerson));
    }
    let after = change.form().apply(&before)?;
    if let Some(key) = change.password.as_deref().and_then(password::fault) {
        return Err(ApiError::Invalid(vec![FieldProblem::new("password", key)]));
    }
    let right = if change.password.is_some() || moves_salaries(&before, &after) {
        let guesser = Guesser::at_log_in(app, client, headers, before.person.email.clone()).await?;
        Some(current_password::checked(app, &guesser, change.current_password.as_deref()).await?)
    } else {
        None
    };
    let new_password = match &change.password {
        Some(new) => Some(app.passwords.hash(new).await?),
        None => None,
    };
    let mut tx = app.store.begin().await?;
    if let Some(right) = right {
        current_password::must_still_be(&mut tx, before.person.id, &right).await?;
    }
    if after != before {
        save(app, &mut tx, &before, &after).await?;
    }
    if let Some(hash) = new_password {
        set_password(app, &mut tx, &after.person, &hash).await?;
        tx.delete_sessions_of(after.person.id, Some(session.id)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Whether money that went to one account would go elsewhere. Who has had none says only where it goes at last.
fn moves_salaries(before: &OwnAccount, after: &OwnAccount) -> bool {
    let (old, new) = (&before.profile, &after.profile);
    old.iban.is_some() && (&old.iban, &old.bic) != (&new.iban, &new.bic)
}

/// Saves the profile. Where salaries go is a matter of its own: the audit log tells of it apart, and so does a mail.
async fn save(app: &App, tx: &mut Tx, before: &OwnAccount, after: &OwnAccount) -> ApiResult<()> {
    if !tx.save_own_account(after).await? {
        return Err(ApiError::Conflict(ErrorKey::StalePerson));
    }
    let person = &after.person;
    let (subject, language) = (format!("person:{}", person.id), person.language);
    if before.person.language != language {
        let detail = json!({"before": before.person.language.name(), "after": language.name()});
        tx.record(&app.event(Some(person.id), Action::LanguageChanged, subject.clone(), &detail)).await?;
    }
    if changed_fields(before, after).next().is_some() {
        let fields: Vec<_> = changed_fields(before, after).collect();
        let detail = json!({"fields": fields});
        tx.record(&app.event(Some(person.id), Action::ProfileChanged, subject, &detail)).await?;
    }
    save_bank_account(app, tx, before, after).await
}

/// A bank without another number moves no money, so that nobody is written to about it.
async fn save_bank_account(app: &App, tx: &mut Tx, before: &OwnAccount, after: &OwnAccount) -> ApiResult<()> {
    let (old, new, person) = (&before.profile, &after.profile, &after.person);
    let changes = [("iban", old.iban != new.iban), ("bic", old.bic != new.bic)];
    let fields: Vec<_> = changes.iter().filter(|(_, changed)| *changed).map(|(field, _)| field).collect();
    if fields.is_empty() {
        return Ok(());
    }
    let detail = json!({"fields": fields, "removed": new.iban.is_none()});
    let subject = format!("person:{}", person.id);
    tx.record(&app.event(Some(person.id), Action::AccountChanged, subject, &detail)).await?;
    let what = match (&old.iban, &new.iban) {
        (old, new) if old == new => return Ok(()),
        (None, _) => AccountNumber::Added,
        (Some(_), Some(_)) => AccountNumber::Changed,
        (Some(_), None) => AccountNumber::Removed,
    };
    let notice = account_number(person.language, what);
    app.post_mail(tx, &notice.to(person.email.clone(), person.language)).await?;
    Ok(())
}

/// The names of what changed, without what it was: the log keeps for ever what the person may have removed.
fn changed_fields(before: &OwnAccount, after: &OwnAccount) -> impl Iterator<Item = &'static str> {
    let (old, new) = (&before.profile, &after.profile);
    let changes = [
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
    ];
    changes.into_iter().filter(|(_, changed)| *changed).map(|(field, _)| field)
}

#[cfg(test)]
mod tests;
