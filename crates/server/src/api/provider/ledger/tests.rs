use jiff::civil::date;
use liksa_domain::ledger::entries::{self, PaymentPlace};
use liksa_domain::person::Role;
use liksa_money::Money;
use liksa_test_support::{on_sqlite, person};
use serde_json::json;

use crate::testing::{Answer, TestApp};

on_sqlite! {
    the_books_are_read_and_exported,
    a_period_must_be_one,
}

async fn read(app: &TestApp, path: &str) -> Answer {
    let token = app.sign_in("maija@liksa.example").await.token;
    app.get(&format!("/api/provider/{path}")).token(&token).send().await
}

async fn the_books_are_read_and_exported(app: TestApp) {
    app.add(person().roles(&[Role::Payroll]).build()).await;
    let mut tx = app.store.begin().await.unwrap();
    for (number, day) in [(1, date(2026, 10, 5)), (2, date(2026, 11, 5))] {
        let parts = [(PaymentPlace::Unmatched, Money::euros(10))];
        let entry = entries::payment_received(format!("payment:{number}"), day, &parts).unwrap();
        tx.post(&entry, app.clock.now()).await.unwrap();
    }
    tx.commit().await.unwrap();

    let november = "from=01.11.2026&until=30.11.2026";
    let balance = read(&app, &format!("ledger/trial-balance?{november}")).await;
    assert_eq!((&balance.json["debit"], &balance.json["credit"]), (&json!(10.00), &json!(10.00)));
    let bank = &balance.json["accounts"][0];
    assert_eq!(
        (&bank["account"]["number"], &bank["account"]["nameFi"]),
        (&json!(1910), &json!("Pankkitili"))
    );
    assert_eq!((&bank["opening"], &bank["closing"]), (&json!(10.00), &json!(20.00)));

    let account = read(&app, &format!("ledger/accounts/2870?{november}")).await;
    assert_eq!(account.json["opening"], json!(-10.00));
    assert_eq!(account.json["lines"].as_array().unwrap().len(), 1);
    assert_eq!(account.json["lines"][0]["amount"], json!(-10.00));
    assert_eq!(account.json["next"], json!(null));
    assert_eq!(read(&app, "ledger/accounts/9999").await.status, 404);

    let csv = read(&app, &format!("ledger/export?{november}")).await;
    let text = String::from_utf8(csv.body).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.contains("2;05.11.2026;PAYMENT_RECEIVED;1910;Pankkitili;10,00;;;"), "{text}");
    let sie = read(&app, &format!("ledger/export?format=sie&{november}")).await;
    assert!(sie.body.starts_with(b"#FLAGGA 0"));
    let vat = read(&app, &format!("vat?{november}")).await;
    assert_eq!((&vat.json["sales"], &vat.json["vat"]), (&json!([]), &json!(0.00)));
}

async fn a_period_must_be_one(app: TestApp) {
    app.add(person().roles(&[Role::Payroll]).build()).await;
    for (query, field) in [
        ("ledger/trial-balance?from=1.1.2026", "from"),
        ("ledger/trial-balance?from=02.01.2026&until=01.01.2026", "until"),
        ("ledger/export?from=01.01.2020&until=01.01.2026", "until"),
        ("ledger/export?format=xls", "format"),
        ("ledger/accounts/1910?cursor=x", "cursor"),
    ] {
        let refused = read(&app, query).await;
        assert_eq!((refused.status, &refused.json["fields"][0]["field"]), (422, &json!(field)), "{query}");
    }
}
