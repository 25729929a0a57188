//! The provider's settings: a row for each day from which something else holds. Rows are added, never changed.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::settings::{Provider, ProviderForm};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult, exactly_one};
use crate::time::{date_from_text, date_text, from_micros, to_micros};

/// Settings as somebody made them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeSettings {
    pub valid_from: Date,
    pub made_at: Timestamp,
    pub made_by: PersonId,
    pub form: ProviderForm,
}

#[derive(FromRow)]
struct SettingsRow {
    valid_from: String,
    made_at: i64,
    made_by: Uuid,
    content: String,
}

impl Tx {
    /// What holds from a day on. Of several for one day, the one made last holds.
    pub async fn insert_settings(&mut self, new: &MadeSettings) -> StoreResult<()> {
        let content = serde_json::to_string(&new.form).map_err(|_| StoreError::Corrupt("settings"))?;
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO provider_settings (valid_from, made_at, made_by, content) VALUES ($1, $2, $3, $4)")
            .bind(date_text(new.valid_from))
            .bind(to_micros(new.made_at))
            .bind(new.made_by.uuid())
            .bind(content)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }
}

impl Store {
    /// What holds on a day, if anything was ever set for it.
    pub async fn settings_on(&self, day: Date) -> StoreResult<Option<Provider>> {
        let content: Option<(String,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT content FROM provider_settings WHERE valid_from <= $1 \
                 ORDER BY valid_from DESC, made_at DESC LIMIT 1")
            .bind(date_text(day))
            .fetch_optional(c).await)?;
        let Some((content,)) = content else { return Ok(None) };
        form_of(&content)?.read().map(Some).map_err(|_| StoreError::Corrupt("settings"))
    }

    /// All settings ever made, those of the latest day first.
    pub async fn settings_history(&self) -> StoreResult<Vec<MadeSettings>> {
        let rows: Vec<SettingsRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT valid_from, made_at, made_by, content FROM provider_settings \
                 ORDER BY valid_from DESC, made_at DESC")
            .fetch_all(c).await)?;
        rows.into_iter()
            .map(|row| {
                Ok(MadeSettings {
                    valid_from: date_from_text(&row.valid_from)?,
                    made_at: from_micros(row.made_at)?,
                    made_by: PersonId::from_uuid(row.made_by),
                    form: form_of(&row.content)?,
                })
            })
            .collect()
    }
}

fn form_of(content: &str) -> StoreResult<ProviderForm> {
    serde_json::from_str(content).map_err(|_| StoreError::Corrupt("settings"))
}
