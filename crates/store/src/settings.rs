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

impl Store {
    /// The settings that are valid on a day, if there are any.
    pub async fn settings_on(&self, day: Date) -> StoreResult<Option<Provider>> {
        let select = sql!(
            "SELECT content FROM provider_settings WHERE valid_from <= $1 \
             ORDER BY valid_from DESC, made_at DESC LIMIT 1"
            => day
        );
        let form: Option<ProviderForm> = self.find_value(select).await?;
        form.map(|form| form.read()).transpose().map_err(|_| StoreError::Corrupt("settings"))
    }
}
