//! The provider's settings that hold on a day.

use jiff::civil::date;
use liksa_domain::bill::BillState;
use liksa_domain::person::Role;
use liksa_store::MadeSettings;
use liksa_test_support::{Engine, both_engines, person};

use crate::api::bills::tests::{company, create, good_bill, put_into};
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

#[tokio::test]
async fn without_settings_no_bill_is_approved_and_the_dashboard_says_why() {
    let app =
        TestApp::with_config(Engine::Sqlite, |config| config.environment = Environment::Production).await;
    let (maija, clerk) = (app.worker().await, app.staff("kaisa@liksa.example", Role::Clerk).await);
    let customer = company(&app, &maija).await;
    let bill = create(&app, &maija, &good_bill(customer)).await;
    let bill = put_into(&app, &maija, &bill, BillState::Pending).await;
    let approve = async || {
        let path = format!("/api/provider/bills/{}/approve", bill["id"].as_str().unwrap());
        app.put(&path).token(&clerk.token).send().await
    };
    let take = format!("/api/provider/bills/{}/take", bill["id"].as_str().unwrap());
    assert_eq!(app.put(&take).token(&clerk.token).send().await.status, 200);
    let refused = approve().await;
    assert_eq!((refused.status, refused.key()), (409, "SETTINGS_MISSING"));
    let missing = async || {
        app.get("/api/provider/dashboard").token(&clerk.token).send().await.json["settingsMissing"].clone()
    };
    assert_eq!(missing().await, true);
    let made_by = app.add(person().email("admin@liksa.example").roles(&[Role::Admin]).build()).await.id;
    let (valid_from, made_at) = (date(2026, 1, 1), app.clock.now());
    let mut tx = app.store.begin().await.unwrap();
    tx.insert_settings(&MadeSettings { valid_from, made_at, made_by, form: ProviderForm::made_up() })
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(missing().await, false);
    assert_eq!(approve().await.status, 200);
}
