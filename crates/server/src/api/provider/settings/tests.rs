use liksa_domain::person::Role;
use liksa_domain::settings::ProviderForm;
use liksa_test_support::on_sqlite;
use serde_json::{Value, json};

use crate::testing::TestApp;

on_sqlite! {
    settings_count_from_their_day_on,
    wrong_or_past_settings_are_refused,
}

#[test]
fn answered_settings_can_be_sent_back() {
    assert_eq!(serde_json::from_value::<ProviderForm>(made_up()).unwrap(), ProviderForm::made_up());
}

fn made_up() -> Value {
    serde_json::to_value(ProviderForm::made_up()).unwrap()
}

async fn settings_count_from_their_day_on(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let get = async || app.get("/api/provider/settings").token(&admin.token).send().await.json;
    assert_eq!((&get().await["madeUp"], &get().await["current"]), (&json!(true), &made_up()));
    let mut settings = made_up();
    settings["name"] = json!("Palkka Oy");
    let post = async |day: &str| {
        let body = json!({"validFrom": day, "settings": settings});
        app.post("/api/provider/settings").token(&admin.token).json(&body).send().await
    };
    let later = post("01.01.2027").await;
    assert_eq!(later.status, 201, "{}", later.json);
    assert_eq!(get().await["madeUp"], true, "it does not hold yet");
    assert_eq!(post("16.11.2026").await.status, 201);
    let now = get().await;
    assert_eq!((&now["madeUp"], &now["current"]["name"]), (&json!(false), &json!("Palkka Oy")));
    assert_eq!(now["history"].as_array().unwrap().len(), 2);
    assert_eq!(now["history"][0]["validFrom"], "01.01.2027");
    assert_eq!(app.settings_on(app.clock.today()).await.unwrap().seller.name, "Palkka Oy");
    let log = app.store.audit_of("settings:provider").await.unwrap();
    assert_eq!(log.len(), 2);
    assert!(!log[0].detail.contains("iban"));
}

async fn wrong_or_past_settings_are_refused(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let mut settings = made_up();
    settings["businessId"] = json!("1234567-8");
    let body = json!({"validFrom": "15.11.2026", "settings": settings});
    let refused = app.post("/api/provider/settings").token(&admin.token).json(&body).send().await;
    assert_eq!(refused.status, 422);
    let fields: Vec<&Value> =
        refused.json["fields"].as_array().unwrap().iter().map(|problem| &problem["field"]).collect();
    assert!(
        fields.contains(&&json!("validFrom")) && fields.contains(&&json!("settings.businessId")),
        "{fields:?}"
    );
    for (field, value, key) in [
        ("iban", "TR33 0006 1005 1978 6457 8413 26", "account.iban-not-sepa"),
        ("bankAgreement", "sopimus nro 7", "validation.invalid"),
    ] {
        let mut settings = made_up();
        settings[field] = json!(value);
        let body = json!({"validFrom": "17.11.2026", "settings": settings});
        let refused = app.post("/api/provider/settings").token(&admin.token).json(&body).send().await;
        let expected = json!([{"field": format!("settings.{field}"), "key": key}]);
        assert_eq!((refused.status, &refused.json["fields"]), (422, &expected), "no bank would take it");
    }
    assert!(app.store.settings_history().await.unwrap().is_empty());
}
