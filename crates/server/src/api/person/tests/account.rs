use jiff::ToSpan;
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};

use crate::testing::{Answer, PASSWORD, SignedIn, TestApp};

both_engines! {
    a_stale_save_is_refused,
    without_a_version_nothing_is_stale,
}

on_sqlite! {
    a_language_is_saved_and_audited_once,
    an_unknown_language_is_refused_by_field,
    an_empty_change_changes_nothing,
    the_whole_profile_comes_back,
    a_changed_account_number_is_mailed_to_its_owner,
    another_account_number_needs_the_password,
    the_name_of_an_identified_person_cannot_be_changed,
    a_new_password_needs_the_current_one,
    a_stolen_session_cannot_guess_the_password,
}

const IBAN: &str = "FI21 1234 5600 0007 85";
const ANOTHER_IBAN: &str = "FI42 5000 1510 0000 23";

async fn change(app: &TestApp, who: &SignedIn, body: Value) -> Answer {
    app.put("/api/person").token(&who.token).json(&body).send().await
}

async fn actions(app: &TestApp, who: &SignedIn) -> Vec<&'static str> {
    let events = app.store.audit_of(&format!("person:{}", who.id)).await.unwrap();
    events.iter().map(|event| event.action.name()).collect()
}

async fn a_language_is_saved_and_audited_once(app: TestApp) {
    let maija = app.worker().await;
    for _ in 0..2 {
        assert_eq!(change(&app, &maija, json!({"language": "en"})).await.json["language"], "en");
    }
    assert_eq!(app.get("/api/login").token(&maija.token).send().await.json["language"], "en");
    let events = app.store.audit_of(&format!("person:{}", maija.id)).await.unwrap();
    assert_eq!(events.len(), 1, "the second change changed nothing");
    assert_eq!(events[0].detail, json!({"before": "fi", "after": "en"}).to_string());
}

async fn an_unknown_language_is_refused_by_field(app: TestApp) {
    let maija = app.worker().await;
    for bad in [json!("sv"), json!(7), json!([])] {
        let answer = change(&app, &maija, json!({"language": bad})).await;
        assert_eq!((answer.status, answer.key()), (422, "validation.invalid"), "{bad}");
        assert_eq!(answer.json["fields"][0]["field"], "language");
    }
}

async fn an_empty_change_changes_nothing(app: TestApp) {
    let maija = app.worker().await;
    let answer = change(&app, &maija, json!({})).await;
    assert_eq!((answer.status, &answer.json["language"]), (200, &json!("fi")));
    assert_eq!(answer.json["version"], 1);
    assert_eq!(actions(&app, &maija).await, [""; 0]);
}

async fn the_whole_profile_comes_back(app: TestApp) {
    let maija = app.worker().await;
    let body = json!({
        "version": 1, "phone": "040 1", "address": "Kotikatu 1", "postalcode": "33100", "city": "Tampere",
        "country": "FIN", "marketingname": "Maijan Sävel", "professionCode": "2652", "iban": "fi2112345600000785",
        "personSettings": {"primaryWork": "Keikat", "disableAddressSearch": true},
        "notifications": {"billPaid": false},
    });
    assert_eq!(change(&app, &maija, body).await.status, 200);
    let answer = app.get("/api/person").token(&maija.token).send().await;
    assert_eq!((answer.status, &answer.json["version"]), (200, &json!(2)));
    let expected = [
        ("phone", json!("040 1")),
        ("address", json!("Kotikatu 1")),
        ("postalcode", json!("33100")),
        ("city", json!("Tampere")),
        ("country", json!("FIN")),
        ("marketingname", json!("Maijan Sävel")),
        ("professionCode", json!("2652")),
        ("iban", json!(IBAN)),
        ("bic", json!("NDEAFIHH")),
        ("hasPicture", json!(false)),
        ("deletionRequestedAt", Value::Null),
    ];
    for (field, value) in expected {
        assert_eq!(answer.json[field], value, "{field}");
    }
    let notifications =
        json!({"billApproved": true, "billReturned": true, "billPaid": false, "salaryPaid": true});
    assert_eq!(answer.json["notifications"], notifications);
    let settings = json!({"workerType": "ENTREPRENEUR", "taxpercent": null, "taxCard": false,
                          "primaryWork": "Keikat", "disableAddressSearch": true,
                          "yelInsured": true, "payYelThroughService": false});
    assert_eq!(answer.json["personSettings"], settings);
    let events = app.store.audit_of(&format!("person:{}", maija.id)).await.unwrap();
    assert!(events.iter().all(|event| !event.detail.contains("Kotikatu") && !event.detail.contains("FI21")));
    let wrong = change(&app, &maija, json!({"iban": "FI00", "professionCode": "x"})).await;
    let fields = json!([{"field": "iban", "key": "account.invalid-iban"},
                        {"field": "professionCode", "key": "validation.invalidChoice"}]);
    assert_eq!((wrong.status, &wrong.json["fields"]), (422, &fields));
}

async fn a_stale_save_is_refused(app: TestApp) {
    let maija = app.worker().await;
    assert_eq!(change(&app, &maija, json!({"version": 1, "phone": "1"})).await.status, 200);
    let answer = change(&app, &maija, json!({"version": 1, "phone": "2"})).await;
    assert_eq!((answer.status, answer.key()), (409, "STALE_PERSON"));
}

async fn without_a_version_nothing_is_stale(app: TestApp) {
    let maija = app.worker().await;
    let body = json!({"phone": "040 1", "password": "uusi-salasana", "currentPassword": PASSWORD});
    let slow = app.put("/api/person").token(&maija.token).json(&body);
    let answer = app.while_checking(slow, async {
        assert_eq!(change(&app, &maija, json!({"city": "Turku"})).await.status, 200);
    });
    let answer = answer.await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!((&answer.json["phone"], &answer.json["city"]), (&json!("040 1"), &json!("Turku")));
}

async fn a_changed_account_number_is_mailed_to_its_owner(app: TestApp) {
    let maija = app.worker().await;
    let steps = [
        (json!({"iban": IBAN}), Some("Tilinumerosi on lisätty Liksaan")),
        (json!({"iban": ANOTHER_IBAN}), Some("Tilinumerosi Liksassa on vaihdettu")),
        (json!({"bic": "OKOYFIHHXXX"}), None),
        (json!({"iban": ""}), Some("Tilinumerosi on poistettu Liksasta")),
    ];
    let mut subjects = vec![];
    for (mut body, subject) in steps {
        body["currentPassword"] = json!(PASSWORD);
        assert_eq!(change(&app, &maija, body.clone()).await.status, 200, "{body}");
        subjects.extend(subject);
        app.clock.advance(1.seconds());
    }
    let mut mails = app.store.newest_mails(10).await.unwrap();
    mails.reverse();
    assert_eq!(mails.iter().map(|mail| mail.subject.as_str()).collect::<Vec<_>>(), subjects);
    for mail in &mails {
        assert_eq!(mail.to.as_str(), "maija@liksa.example");
        assert!(!mail.text.contains("0785") && !mail.text.contains("0023"), "{}", mail.text);
    }
    assert!(mails[2].text.contains("Palkkaa ei voida maksaa"), "{}", mails[2].text);
    let events = app.store.audit_of(&format!("person:{}", maija.id)).await.unwrap();
    let details: Vec<_> = events.iter().map(|event| (event.action.name(), event.detail.as_str())).collect();
    let expected = [
        r#"{"fields":["iban","bic"],"removed":false}"#,
        r#"{"fields":["iban","bic"],"removed":false}"#,
        r#"{"fields":["bic"],"removed":false}"#,
        r#"{"fields":["iban","bic"],"removed":true}"#,
    ];
    assert_eq!(details, expected.map(|detail| ("person.account_changed", detail)));
}

async fn another_account_number_needs_the_password(app: TestApp) {
    let maija = app.worker().await;
    assert_eq!(change(&app, &maija, json!({"iban": IBAN})).await.status, 200, "the first one does not");
    let same = json!({"iban": IBAN, "bic": "NDEAFIHH", "phone": "040 2"});
    assert_eq!(change(&app, &maija, same).await.status, 200, "nor does the same one again");
    for moved in [json!({"iban": ANOTHER_IBAN}), json!({"iban": ""}), json!({"bic": "OKOYFIHH"})] {
        let guesses =
            [(json!(null), "account.password-missing"), (json!("väärä"), "account.incorrect-password")];
        for (guess, key) in guesses {
            let mut body = moved.clone();
            body["currentPassword"] = guess;
            let answer = change(&app, &maija, body).await;
            assert_eq!(answer.json["fields"], json!([{"field": "currentPassword", "key": key}]), "{moved}");
        }
    }
    assert_eq!(app.get("/api/person").token(&maija.token).send().await.json["iban"], IBAN);
    let answer = change(&app, &maija, json!({"iban": ANOTHER_IBAN, "currentPassword": PASSWORD})).await;
    assert_eq!((answer.status, &answer.json["iban"]), (200, &json!(ANOTHER_IBAN)));
}

async fn the_name_of_an_identified_person_cannot_be_changed(app: TestApp) {
    let maija = app.worker().await;
    let answer = change(&app, &maija, json!({"firstName": "Maija", "lastName": "Muu"})).await;
    assert_eq!(answer.json["fields"], json!([{"field": "lastName", "key": "account.name-from-bank"}]));
}

async fn a_new_password_needs_the_current_one(app: TestApp) {
    let maija = app.worker().await;
    let elsewhere = app.sign_in("maija@liksa.example").await;
    let refused = [
        (json!({"password": "uusi-salasana"}), "currentPassword", "account.password-missing"),
        (
            json!({"password": "uusi-salasana", "currentPassword": "väärä"}),
            "currentPassword",
            "account.incorrect-password",
        ),
        (
            json!({"password": "short", "currentPassword": PASSWORD}),
            "password",
            "validation.passwordMustBe6Characters",
        ),
    ];
    for (body, field, key) in refused {
        let answer = change(&app, &maija, body).await;
        assert_eq!(answer.json["fields"], json!([{"field": field, "key": key}]));
    }
    let body = json!({"password": "uusi-salasana", "currentPassword": PASSWORD});
    assert_eq!(change(&app, &maija, body).await.status, 200);
    assert_eq!(
        app.get("/api/login").token(&maija.token).send().await.status,
        200,
        "one's own session goes on"
    );
    assert_eq!(app.get("/api/login").token(&elsewhere.token).send().await.status, 401, "others end");
    assert_eq!(app.login("maija@liksa.example", PASSWORD).await.status, 401);
    assert_eq!(app.login("maija@liksa.example", "uusi-salasana").await.status, 200);
    assert_eq!(actions(&app, &maija).await, ["person.password_changed"]);
    assert!(app.store.newest_mails(10).await.unwrap()[0].subject.contains("salasanasi"));
}

async fn a_stolen_session_cannot_guess_the_password(app: TestApp) {
    let maija = app.worker().await;
    change(&app, &maija, json!({"iban": IBAN})).await;
    let guess = json!({"password": "uusi-salasana", "currentPassword": "arvaus"});
    let elsewhere = json!({"iban": ANOTHER_IBAN, "currentPassword": "arvaus"});
    for _ in 0..5 {
        assert_eq!(change(&app, &maija, guess.clone()).await.status, 422);
        assert_eq!(change(&app, &maija, elsewhere.clone()).await.status, 422);
    }
    assert_eq!(change(&app, &maija, guess).await.status, 429);
    assert_eq!(change(&app, &maija, elsewhere).await.status, 429);
}
