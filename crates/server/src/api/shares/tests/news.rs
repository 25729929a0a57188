//! What each party is told by mail.

use jiff::ToSpan;
use liksa_actions::people;
use liksa_test_support::on_sqlite;

use super::*;

both_engines! {
    who_was_asked_is_told_that_a_share_is_gone,
}

on_sqlite! {
    each_party_is_told_in_their_own_language,
}

async fn who_was_asked_is_told_that_a_share_is_gone(app: TestApp) {
    let case = Case::of(app).await;
    let ville = somebody(&case.app, "ville@liksa.example", Role::User).await;
    let gone = |subjects: Vec<String>| {
        subjects.iter().filter(|subject| subject.starts_with("Osuuttasi laskusta ei enää ole")).count()
    };
    let told = async |who: &str| {
        case.app.run_jobs().await;
        gone(case.app.subjects_to(who).await)
    };
    let take_back = async |share: &Value, changes: &Value| {
        asked_anew(&case, share, changes).await;
        let mut open = written("pekka@liksa.example");
        open["state"] = json!("OPEN");
        let path = format!("{}/{}", items(&case.bill), share["id"].as_str().unwrap());
        assert_eq!(case.app.put(&path).token(&case.maija.token).json(&open).send().await.status, 200);
        path
    };
    // Who was never asked hears nothing.
    let share = case.added().await;
    let path = format!("{}/{}", items(&case.bill), share["id"].as_str().unwrap());
    assert_eq!(case.app.delete(&path).token(&case.maija.token).send().await.status, 204);
    assert_eq!(told("pekka@liksa.example").await, 0);
    let share = case.added().await;
    case.done(&case.maija, &item(&share, "approve-request")).await;
    let path = take_back(&share, &json!({})).await;
    let other = case.app.put(&path).token(&case.maija.token).json(&written("ville@liksa.example"));
    assert_eq!(other.send().await.status, 200);
    assert_eq!(told("pekka@liksa.example").await, 1, "it is another's now");
    assert_eq!(case.app.delete(&path).token(&case.maija.token).send().await.status, 204);
    assert_eq!((told("pekka@liksa.example").await, told("ville@liksa.example").await), (1, 0));
    let share = case.added().await;
    case.done(&case.maija, &item(&share, "approve-request")).await;
    let path = take_back(&share, &json!({})).await;
    assert_eq!(case.app.delete(&path).token(&case.maija.token).send().await.status, 204);
    assert_eq!(told("pekka@liksa.example").await, 2);
    // The account of a subcontractor is erased.
    let share = case.add(&written("ville@liksa.example")).await.json;
    case.done(&case.maija, &item(&share, "approve-request")).await;
    let admin = somebody(&case.app, "admin@liksa.example", Role::Admin).await;
    people::request_deletion(case.app.state(), ville.id).await.unwrap();
    people::erase_person(case.app.state(), admin.id, ville.id).await.unwrap();
    case.app.run_jobs().await;
    let subjects = case.app.subjects_to("maija@liksa.example").await;
    assert!(
        subjects.iter().any(|subject| subject.starts_with("Osuus laskustasi on rauennut")),
        "{subjects:?}"
    );
}

async fn each_party_is_told_in_their_own_language(app: TestApp) {
    let case = Case::of(app).await;
    case.app
        .db
        .execute("UPDATE person SET language = 'en' WHERE email = 'pekka@liksa.example'")
        .await
        .unwrap();
    let share = case.added().await;
    case.done(&case.maija, &item(&share, "approve-request")).await;
    case.app.run_jobs().await;
    let asked = case.app.subjects_to("pekka@liksa.example").await;
    assert_eq!(asked, ["You have been given a share of an invoice: Maija Meikäläinen"]);
    case.app.clock.advance(1.minute());
    let declined = case.app.put(&item(&share, "decline")).token(&case.pekka.token);
    let declined = declined.json(&json!({"reason": "Sovimme muuta"})).send().await;
    assert_eq!((declined.status, &declined.json["reason"]), (200, &json!("Sovimme muuta")));
    case.app.run_jobs().await;
    assert_eq!(
        case.app.subjects_to("maija@liksa.example").await,
        ["Osuus laskustasi on hylätty: Maija Meikäläinen"]
    );
    let text = &case.app.store.newest_mails(1).await.unwrap()[0].text;
    assert!(text.contains("Syy: Sovimme muuta") && !text.contains("200,00"), "no sum in a mail: {text}");
    let mut open = written("pekka@liksa.example");
    open["state"] = json!("OPEN");
    let path = format!("{}/{}", items(&case.bill), share["id"].as_str().unwrap());
    assert_eq!(case.app.put(&path).token(&case.maija.token).json(&open).send().await.status, 200);
    case.app.run_jobs().await;
    assert_eq!(case.app.subjects_to("pekka@liksa.example").await.len(), 2);
    let actions: Vec<_> =
        case.app.store.audit_of(&format!("share:{}", share["id"].as_str().unwrap())).await.unwrap();
    let actions: Vec<_> = actions.iter().map(|event| event.action.name()).collect();
    assert_eq!(actions, ["share.added", "share.asked", "share.declined", "share.reopened"]);
}
