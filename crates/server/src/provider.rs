//! The provider's settings, as they hold on a day.

use std::sync::Arc;

use anyhow::anyhow;
use jiff::civil::Date;
use liksa_domain::problem::ErrorKey;
use liksa_domain::settings::{Provider, ProviderForm};

use crate::app::App;
use crate::http::error::{ApiError, ApiResult};

impl App {
    /// The settings that hold on a day. Where none were made yet, a made-up provider's, to try things out.
    pub async fn settings_on(&self, day: Date) -> ApiResult<Arc<Provider>> {
        if let Some(provider) = self.store.settings_on(day).await? {
            return Ok(Arc::new(provider));
        }
        let made_up = ProviderForm::made_up().read();
        made_up
            .map(Arc::new)
            .map_err(|problems| ApiError::Internal(anyhow!("made-up settings: {problems:?}")))
    }

    /// The settings for what leaves the house. Nothing is sent in production in a made-up name.
    pub async fn settings_for_sending(&self, day: Date) -> ApiResult<Arc<Provider>> {
        if self.config.is_production() && self.store.settings_on(day).await?.is_none() {
            return Err(ApiError::Conflict(ErrorKey::SettingsMissing));
        }
        self.settings_on(day).await
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_domain::person::Role;
    use liksa_store::MadeSettings;
    use liksa_test_support::{Engine, both_engines, person};

    use super::*;
    use crate::config::Environment;
    use crate::testing::TestApp;

    both_engines!(settings_hold_from_their_day);

    async fn settings_hold_from_their_day(app: TestApp) {
        let admin = app.add(person().roles(&[Role::Admin]).build()).await;
        let mut form = ProviderForm::made_up();
        form.prices.service_percent = "5".into();
        let made =
            MadeSettings { valid_from: date(2026, 12, 1), made_at: app.clock.now(), made_by: admin.id, form };
        let mut tx = app.store.begin().await.unwrap();
        tx.insert_settings(&made).await.unwrap();
        tx.commit().await.unwrap();
        let fee = |payday: &str| {
            let path = format!("/api/calc?payday={payday}");
            let call = app.get(&path);
            async move { call.send().await.json["servicePercent"].clone() }
        };
        assert_eq!(fee("30.11.2026").await, 0.069);
        assert_eq!(fee("01.12.2026").await, 0.05);
    }

    #[tokio::test]
    async fn nothing_is_sent_in_production_in_a_made_up_name() {
        let app =
            TestApp::with_config(Engine::Sqlite, |config| config.environment = Environment::Production).await;
        let day = app.clock.today();
        assert!(app.settings_on(day).await.is_ok());
        let refused = app.settings_for_sending(day).await.map(drop);
        assert!(matches!(refused, Err(ApiError::Conflict(ErrorKey::SettingsMissing))), "{refused:?}");
    }
}
