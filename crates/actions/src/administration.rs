//! What administrators do: API keys, promo codes, the provider's settings, failed jobs.

use liksa_documents::pain001::{PaymentFileError, check_payer};
use liksa_domain::promo_code::{PromoCode, PromoCodeBody};
use liksa_domain::reading::{Reader, given};
use liksa_domain::settings::{Provider, ProviderForm};

use crate::prelude::*;

/// Runs a failed job again, now.
pub async fn retry_job(context: &Context, actor: PersonId, job: JobId) -> Result<()> {
    context.store.job_state(job).await?.ok_or(Error::NotFound)?;
    let mut tx = context.store.begin().await?;
    require(tx.requeue_failed_job(job, context.clock.now()).await?, ErrorKey::JobNotFailed)?;
    context.record(&mut tx, Some(actor), Action::JobRetried, format!("job:{job}"), json!({}));
    Ok(context.commit_with_jobs(tx).await?)
}

const LONGEST_NAME: usize = 100;

/// A key as it is shown once, to the administrator who made it.
pub struct CreatedApiKey {
    pub id: ApiKeyId,
    pub name: String,
    pub key: Token,
}

/// Creates a key, of which only the hash is stored.
pub async fn create_api_key(context: &Context, actor: PersonId, name: Option<&str>) -> Result<CreatedApiKey> {
    let mut reader = Reader::default();
    let name = reader.text("name", name, LONGEST_NAME);
    if name.is_empty() {
        reader.refuse("name", ErrorKey::Required);
    }
    let problems = reader.into_problems();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let (id, key): (ApiKeyId, _) = (context.new_id()?, Token::generate()?);
    let new = NewApiKey { id, name: &name, hash: key.hash(), made_by: actor, made_at: context.clock.now() };
    let mut tx = context.store.begin().await?;
    tx.insert_api_key(&new).await?;
    let (subject, detail) = (format!("api_key:{id}"), json!({"name": name}));
    context.record(&mut tx, Some(actor), Action::ApiKeyCreated, subject, detail);
    tx.commit().await?;
    Ok(CreatedApiKey { id, name, key })
}

/// Ends a key at once.
pub async fn end_api_key(context: &Context, actor: PersonId, id: ApiKeyId) -> Result<()> {
    let mut tx = context.store.begin().await?;
    if !tx.end_api_key(id, context.clock.now()).await? {
        return Err(Error::NotFound);
    }
    context.record(&mut tx, Some(actor), Action::ApiKeyEnded, format!("api_key:{id}"), json!({}));
    Ok(tx.commit().await?)
}

/// Creates a promo code: registering with it gives another service fee.
pub async fn create_promo_code(
    context: &Context,
    actor: PersonId,
    form: &PromoCodeBody,
) -> Result<StoredPromoCode> {
    let code = form.read()?;
    let mut tx = context.store.begin().await?;
    require(tx.insert_promo_code(&code, context.clock.now()).await?, ErrorKey::PromoCodeTaken)?;
    record_promo_code(context, &mut tx, actor, Action::PromoCodeCreated, &code);
    tx.commit().await?;
    promo_code(context, &code.code).await
}

/// Changes a code, on the version that was read. Users who registered with it keep the fee they got.
pub async fn replace_promo_code(
    context: &Context,
    actor: PersonId,
    version: Option<i64>,
    form: &PromoCodeBody,
) -> Result<StoredPromoCode> {
    let version = version.ok_or_else(|| Error::field("version", ErrorKey::Required))?;
    let code = form.read()?;
    promo_code(context, &code.code).await?;
    let mut tx = context.store.begin().await?;
    require(tx.replace_promo_code(&code, version).await?, ErrorKey::StalePromoCode)?;
    record_promo_code(context, &mut tx, actor, Action::PromoCodeChanged, &code);
    tx.commit().await?;
    promo_code(context, &code.code).await
}

/// One code, looked up among all because there are few.
async fn promo_code(context: &Context, code: &str) -> Result<StoredPromoCode> {
    let codes = context.store.promo_codes().await?;
    codes.into_iter().find(|stored| stored.code.code == code).ok_or(Error::NotFound)
}

fn record_promo_code(context: &Context, tx: &mut Tx, actor: PersonId, action: Action, code: &PromoCode) {
    let percent: Value = serde_json::from_str(&code.service_rate.plain_percent()).unwrap_or_default();
    let detail = json!({
        "code": code.code,
        // Zero in every event: the code that was sent has neither.
        "version": 0,
        "uses": 0,
        "servicePercent": percent,
        "note": code.note,
        "validFrom": format_date(code.valid_from),
        "validUntil": code.valid_until.map(format_date),
        "mostUses": code.most_uses,
    });
    context.record(tx, Some(actor), action, format!("promo_code:{}", code.code), detail);
}

/// What would stop every payment file. Asked of new settings alone: those of before must stay readable.
fn not_accepted_by_banks(provider: &Provider) -> Vec<Problem> {
    match check_payer(provider) {
        Ok(()) => vec![],
        Err(PaymentFileError::PayerOutsideSepa) => vec![Problem::new("iban", ErrorKey::IbanNotSepa)],
        Err(PaymentFileError::PayerWithoutName) => vec![Problem::new("name", ErrorKey::Invalid)],
        Err(_) => vec![Problem::new("bankAgreement", ErrorKey::Invalid)],
    }
}

/// Adds settings that hold from a day on, today at the earliest: what was billed and paid before does not change.
pub async fn add_settings(
    context: &Context,
    actor: PersonId,
    valid_from: Option<&str>,
    form: ProviderForm,
) -> Result<()> {
    let mut reader = Reader::default();
    let day = reader.date("validFrom", valid_from);
    if given(valid_from).is_none() {
        reader.refuse("validFrom", ErrorKey::Required);
    } else if day.is_some_and(|day| day < context.clock.today()) {
        reader.refuse("validFrom", ErrorKey::DateInThePast);
    }
    let mut problems = reader.into_problems();
    let found = match form.read_new() {
        Ok(provider) => not_accepted_by_banks(&provider),
        Err(found) => found,
    };
    problems.extend(found.into_iter().map(|problem| problem.within("settings")));
    let Some(valid_from) = day.filter(|_| problems.is_empty()) else { return Err(problems.into()) };
    let made = MadeSettings { valid_from, made_at: context.clock.now(), made_by: actor, form };
    let mut tx = context.store.begin().await?;
    tx.insert_settings(&made).await?;
    // Without the account number, which the stored settings themselves hold.
    let detail = json!({
        "validFrom": format_date(valid_from), "prices": made.form.prices,
        "waitingMinutes": made.form.waiting_minutes,
    });
    context.record(&mut tx, Some(actor), Action::SettingsAdded, "settings:provider".to_owned(), detail);
    tx.commit().await?;
    context.recent_terms.forget();
    Ok(())
}
