//! What being paid at once costs is what the worker was shown.

use liksa_domain::settings::ProviderForm;
use liksa_store::MadeSettings;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{buy, company, create, good_bill, invoice, purchases_of};
use crate::api::bills::tests::events;
use crate::testing::TestApp;

both_engines! { the_commission_is_the_one_that_was_shown }

async fn the_commission_is_the_one_that_was_shown(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &good_bill(company(&app, &maija).await)).await;
    let shown = buy(&app, &maija, &bill, &json!({})).await;
    assert_eq!(shown["commission"], json!(15.0));
    let path = format!("{}/{}", purchases_of(&bill), shown["id"].as_str().unwrap());
    let send = async |seen: &Value| {
        let body = json!({"paynow": true, "version": seen["version"]});
        app.post(&format!("{path}/sendForPayment")).token(&maija.token).json(&body).send().await
    };
    let listed = async || {
        let path = format!("/api/person/{}/extcontractoritems", maija.id);
        app.get(&path).token(&maija.token).send().await.json["purchases"][0].clone()
    };
    // Another tab makes it more.
    let mut dearer = invoice("");
    (dearer["amount"], dearer["receipts"]) = (json!(2000), Value::Null);
    let edited = app.put(&path).token(&maija.token).json(&dearer).send().await;
    assert_eq!(edited.status, 200, "{}", edited.json);
    let stale = send(&shown).await;
    assert_eq!((stale.status, stale.key()), (409, "PURCHASE_NOT_IN_STATE"));
    // The provider's prices change.
    let seen = listed().await;
    assert_eq!(seen["commission"], json!(150.0));
    let mut form = ProviderForm::made_up();
    form.prices.pay_now_commission = "10".into();
    let (valid_from, made_at, made_by) = (app.clock.today(), app.clock.now(), maija.id);
    let mut tx = app.store.begin().await.unwrap();
    tx.insert_settings(&MadeSettings { valid_from, made_at, made_by, form }).await.unwrap();
    tx.commit().await.unwrap();
    let before = events(&app, &bill).await.len();
    let stale = send(&seen).await;
    assert_eq!((stale.status, stale.key()), (409, "PURCHASE_NOT_IN_STATE"));
    let seen = listed().await;
    assert_eq!((&seen["commission"], &seen["state"]), (&json!(200.0), &json!("OPEN")));
    // The refusal has changed what is stored, which the history tells.
    let history = events(&app, &bill).await;
    assert_eq!(history[before..], ["purchase.edited"]);
    let subject = format!("bill:{}", bill["id"].as_str().unwrap());
    let told = app.store.audit_of(&subject).await.unwrap().pop().unwrap().detail;
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["commission"], json!({"before": "150.00", "after": "200.00"}));
    let sent = send(&seen).await;
    assert_eq!((sent.status, &sent.json["commission"]), (200, &json!(200.0)), "{}", sent.json);
}
