//! The provider's settings: a row for each day from which they change. Rows are added, never changed.

use liksa_domain::settings::{Provider, ProviderForm};

use crate::prelude::*;

/// Settings, and who made them when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeSettings {
    pub valid_from: Date,
    pub made_at: Timestamp,
    pub made_by: PersonId,
    pub form: ProviderForm,
}

read_row! { MadeSettings { valid_from, made_at, made_by, form = "content" } }

tx_methods! {
    /// Adds settings that are valid from a day on. Of several for one day, the newest are valid.
    pub async fn insert_settings(new: &MadeSettings) = change_one
        "INSERT INTO provider_settings (valid_from, made_at, made_by, content) VALUES ($1, $2, $3, $4)"
        => new.valid_from, new.made_at, new.made_by, new.form;
}

store_methods! {
    /// All settings ever made, those of the latest day first.
    pub async fn settings_history() -> Vec<MadeSettings> = fetch_all
        "SELECT valid_from, made_at, made_by, content FROM provider_settings ORDER BY valid_from DESC, made_at DESC";
}

const ON_DAY: &str = "SELECT valid_from, made_at, made_by, content FROM provider_settings WHERE valid_from <= $1 \
     ORDER BY valid_from DESC, made_at DESC LIMIT 1";

impl MadeSettings {
    pub fn provider(&self) -> StoreResult<Provider> {
        self.form.read().map_err(|_| StoreError::Corrupt("settings"))
    }

    /// What tells these settings from all others.
    pub fn key(&self) -> (Date, Timestamp) {
        (self.valid_from, self.made_at)
    }
}

tx_methods! {
    /// The settings that are valid on a day, as of this transaction.
    pub async fn made_settings_on(day: Date) -> Option<MadeSettings> = fetch_optional ON_DAY;
}

store_methods! {
    /// The settings that are valid on a day, with what tells them from others.
    pub async fn made_settings_on(day: Date) -> Option<MadeSettings> = fetch_optional ON_DAY;
}

impl Store {
    /// The settings that are valid on a day, if there are any.
    pub async fn settings_on(&self, day: Date) -> StoreResult<Option<Provider>> {
        self.made_settings_on(day).await?.map(|made| made.provider()).transpose()
    }

    /// The settings that were made at a moment for a day, whatever was made since.
    pub async fn settings_made(
        &self,
        (valid_from, made_at): (Date, Timestamp),
    ) -> StoreResult<Option<Provider>> {
        let select = sql!(
            "SELECT valid_from, made_at, made_by, content FROM provider_settings \
             WHERE valid_from = $1 AND made_at = $2"
            => valid_from, made_at
        );
        let made: Option<MadeSettings> = self.fetch_optional(select).await?;
        made.map(|made| made.provider()).transpose()
    }
}
