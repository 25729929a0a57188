//! What each party is told by mail.

use jiff::ToSpan;
use liksa_actions::people;
use liksa_test_support::on_sqlite;

use super::*;

both_engines! {
    who_was_asked_is_told_that_a_share_is_gone,
    who_was_asked_is_told_that_the_draft_is_gone,
    the_history_of_a_share_tells_that_it_ended_with_the_account,
    who_was_asked_is_told_that_the_draft_went_with_its_maker,
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

async fn who_was_asked_is_told_that_the_draft_is_gone(app: TestApp) {
    let case = Case::of(app).await;
    somebody(&case.app, "ville@liksa.example", Role::User).await;
    assert_eq!(case.add(&written("ville@liksa.example")).await.status, 201, "never asked");
    let share = case.added().await;
    case.done(&case.maija, &item(&share, "approve-request")).await;
    let draft = format!("/api/person/{}/bills/{}", case.maija.id, case.bill["id"].as_str().unwrap());
    let delete = async || case.app.delete(&draft).token(&case.maija.token).send().await;
    assert_eq!(delete().await.key(), "SHARE_NOT_IN_STATE", "it waits for an answer");
    let mut open = written("pekka@liksa.example");
    open["state"] = json!("OPEN");
    let path = format!("{}/{}", items(&case.bill), share["id"].as_str().unwrap());
    assert_eq!(case.app.put(&path).token(&case.maija.token).json(&open).send().await.status, 200);
    assert_eq!(delete().await.status, 204);
    case.app.run_jobs().await;
    let told = async |who: &str| {
        let subjects = case.app.subjects_to(who).await;
        subjects.iter().filter(|subject| subject.starts_with("Osuuttasi laskusta ei enää ole")).count()
    };
    assert_eq!((told("pekka@liksa.example").await, told("ville@liksa.example").await), (1, 0));
}

async fn the_history_of_a_share_tells_that_it_ended_with_the_account(app: TestApp) {
    let case = Case::of(app).await;
    let admin = somebody(&case.app, "admin@liksa.example", Role::Admin).await;
    let (open, declined) = (case.added().await, case.added().await);
    let (asked, approved) = (case.added().await, case.added().await);
    for share in [&declined, &asked, &approved] {
        case.done(&case.maija, &item(share, "approve-request")).await;
    }
    case.done(&case.pekka, &item(&declined, "decline")).await;
    case.done(&case.pekka, &item(&approved, "approve")).await;
    let told = async |share: &Value| {
        let subject = format!("share:{}", share["id"].as_str().unwrap());
        case.app.store.audit_of(&subject).await.unwrap()
    };
    let before = told(&declined).await.len();
    people::request_deletion(case.app.state(), case.pekka.id).await.unwrap();
    people::erase_person(case.app.state(), admin.id, case.pekka.id).await.unwrap();
    for (share, action, change) in [
        (&open, "share.removed", ("OPEN", Value::Null)),
        (&asked, "share.declined", ("WAITING_SUBCONTRACTOR", json!("DECLINED"))),
        (&approved, "share.declined", ("APPROVED", json!("DECLINED"))),
    ] {
        let last = told(share).await.pop().unwrap();
        let detail: Value = serde_json::from_str(&last.detail).unwrap();
        assert_eq!((last.action.name(), last.actor), (action, Some(admin.id)));
        assert_eq!((&detail["before"], &detail["after"]), (&json!(change.0), &change.1));
        assert_eq!(detail["bill"], case.bill["id"]);
    }
    assert_eq!(told(&declined).await.len(), before, "it ended before");
}

async fn who_was_asked_is_told_that_the_draft_went_with_its_maker(app: TestApp) {
    let case = Case::of(app).await;
    let admin = somebody(&case.app, "admin@liksa.example", Role::Admin).await;
    let parties = ["asked", "approved", "taken-back", "declined", "never-asked"];
    let mut shares = vec![];
    for name in parties {
        let email = format!("{name}@liksa.example");
        let who = somebody(&case.app, &email, Role::User).await;
        let share = case.add(&written(&email)).await.json;
        if name != "never-asked" {
            case.done(&case.maija, &item(&share, "approve-request")).await;
        }
        match name {
            "approved" => drop(case.done(&who, &item(&share, "approve")).await),
            "declined" => drop(case.done(&who, &item(&share, "decline")).await),
            "taken-back" => {
                let mut open = written(&email);
                open["state"] = json!("OPEN");
                let path = format!("{}/{}", items(&case.bill), share["id"].as_str().unwrap());
                let taken = case.app.put(&path).token(&case.maija.token).json(&open).send().await;
                assert_eq!(taken.status, 200, "{}", taken.json);
            }
            _ => {}
        }
        shares.push(share);
    }
    people::request_deletion(case.app.state(), case.maija.id).await.unwrap();
    people::erase_person(case.app.state(), admin.id, case.maija.id).await.unwrap();
    case.app.run_jobs().await;
    for ((name, share), (was_told, last)) in parties.iter().zip(&shares).zip([
        (true, "share.removed"),
        (true, "share.removed"),
        (true, "share.removed"),
        (false, "share.declined"),
        (false, "share.removed"),
    ]) {
        let subjects = case.app.subjects_to(&format!("{name}@liksa.example")).await;
        let told = subjects.iter().any(|one| one == "Osuuttasi laskusta ei enää ole: Maija Meikäläinen");
        assert_eq!(told, was_told, "{name}: {subjects:?}");
        let subject = format!("share:{}", share["id"].as_str().unwrap());
        let event = case.app.store.audit_of(&subject).await.unwrap().pop().unwrap();
        assert_eq!(event.action.name(), last, "{name}");
        if last == "share.removed" {
            let detail: Value = serde_json::from_str(&event.detail).unwrap();
            assert_eq!((event.actor, &detail["bill"]), (Some(admin.id), &case.bill["id"]), "{name}");
        }
    }
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
