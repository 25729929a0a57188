//! The provider's settings that hold on a day.

use jiff::civil::date;
use liksa_domain::person::Role;
use liksa_store::MadeSettings;
use liksa_test_support::{Engine, both_engines, person};

use crate::config::Environment;
use crate::testing::TestApp;
use liksa_actions::Error;
use liksa_domain::problem::ErrorKey;
use liksa_domain::settings::ProviderForm;

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
    assert!(matches!(refused, Err(Error::Conflict(ErrorKey::SettingsMissing))), "{refused:?}");
}
