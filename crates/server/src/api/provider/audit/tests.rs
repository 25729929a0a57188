use liksa_domain::audit::Action;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use crate::testing::TestApp;

both_engines! {
    the_log_is_searched_by_words_people_subjects_and_days,
}

async fn the_log_is_searched_by_words_people_subjects_and_days(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let maija = app.worker().await;
    let mut tx = app.store.begin().await.unwrap();
    for (actor, subject, note) in
        [(Some(maija.id), "bill:1", "Ensi-ilta"), (None, "bill:2", "toinen"), (Some(admin.id), "bill:1", "x")]
    {
        let detail = json!({"note": note});
        tx.record(app.event(actor, Action::BillSent, subject.into(), &detail));
    }
    tx.commit().await.unwrap();
    let found = async |query: &str| -> Vec<String> {
        let answer = app.get(&format!("/api/provider/audit{query}")).token(&admin.token).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        let events = answer.json["events"].as_array().unwrap().clone();
        let sent = events.iter().filter(|event| event["action"] == "bill.sent");
        sent.map(|event| event["detail"].as_str().unwrap().to_owned()).collect()
    };
    let note = |text: &str| json!({"note": text}).to_string();
    assert_eq!(found("").await, [note("x"), note("toinen"), note("Ensi-ilta")], "the newest first");
    assert_eq!(found("?q=ENSI-ilta%20bill.sent").await, [note("Ensi-ilta")]);
    assert_eq!(found("?q=meik%C3%A4l%C3%A4inen%20ensi").await, [note("Ensi-ilta")], "by the actor's name");
    assert_eq!(found("?subject=bill:1").await, [note("x"), note("Ensi-ilta")]);
    assert_eq!(found("?subject=bill").await.len(), 3);
    assert_eq!(found(&format!("?actor={}", maija.id)).await, [note("Ensi-ilta")]);
    assert_eq!(found("?from=16.11.2026&until=16.11.2026").await.len(), 3);
    assert_eq!(found("?until=15.11.2026").await, Vec::<String>::new());
    assert_eq!(found("?from=17.11.2026").await, Vec::<String>::new());
    let refused = app.get("/api/provider/audit?from=x&cursor=1").token(&admin.token).send().await;
    assert_eq!((refused.status, &refused.json["fields"][0]["field"]), (422, &Value::from("from")));
}
