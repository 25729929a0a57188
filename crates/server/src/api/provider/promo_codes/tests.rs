use liksa_domain::person::Role;
use liksa_test_support::on_sqlite;
use serde_json::{Value, json};

use crate::testing::TestApp;

on_sqlite! {
    a_code_is_made_once_and_changed_on_the_version_that_was_read,
}

async fn a_code_is_made_once_and_changed_on_the_version_that_was_read(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let body = json!({"code": "kesä-26", "servicePercent": 4.9, "validFrom": "01.06.2026"});
    let post = async || app.post("/api/provider/promo-codes").token(&admin.token).json(&body).send().await;
    let made = post().await;
    assert_eq!((made.status, &made.json["code"]), (201, &json!("KESÄ-26")), "{}", made.json);
    let again = post().await;
    assert_eq!((again.status, again.key()), (409, "PROMO_CODE_TAKEN"));
    let put = async |changes: Value| {
        let call = app.put("/api/provider/promo-codes/kes%C3%A4-26").token(&admin.token);
        call.json(&changes).send().await
    };
    let change = json!({"version": 1, "servicePercent": 3.9, "validFrom": "01.06.2026", "mostUses": 10});
    let changed = put(change.clone()).await;
    assert_eq!((changed.status, &changed.json["version"]), (200, &json!(2)), "{}", changed.json);
    let events = app.store.audit_of("promo_code:KESÄ-26").await.unwrap();
    let details: Vec<Value> =
        events.iter().map(|event| serde_json::from_str(&event.detail).unwrap()).collect();
    let recorded = json!({
        "code": "KESÄ-26", "version": 0, "servicePercent": 3.9, "note": "", "validFrom": "01.06.2026",
        "validUntil": null, "mostUses": 10, "uses": 0,
    });
    assert_eq!((details.len(), &details[1]), (2, &recorded));
    let stale = put(change).await;
    assert_eq!((stale.status, stale.key()), (409, "STALE_PROMO_CODE"));
    assert_eq!(put(json!({"servicePercent": 1})).await.status, 422);
    let listed = app.get("/api/provider/promo-codes").token(&admin.token).send().await.json;
    assert_eq!(listed["promoCodes"], json!([changed.json]));
}
