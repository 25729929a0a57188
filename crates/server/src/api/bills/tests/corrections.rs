//! A sent bill is credited and written anew, in one step.

use liksa_domain::bill::BillState;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{company, create, events, good_bill, path_of, put_into, read, save, somebody};
use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    a_correction_makes_a_credit_note_and_a_draft,
    a_bill_is_corrected_once,
    of_ten_corrections_at_once_one_is_made,
    a_returned_credit_note_is_written_in_like_a_draft,
    a_withdrawn_credit_note_leaves_the_bill_correctable,
    a_credit_note_is_not_copied,
}

async fn sent_bill(app: &TestApp, who: &SignedIn) -> Value {
    let customer = company(app, who).await;
    let bill = create(app, who, &good_bill(customer)).await;
    put_into(app, who, &bill, BillState::Closed).await
}

async fn correct(app: &TestApp, who: &SignedIn, bill: &Value, key: Option<&str>) -> Answer {
    let call = app.post(&format!("{}/correct", path_of(who, bill))).token(&who.token);
    match key {
        Some(key) => call.header("idempotency-key", key).send().await,
        None => call.send().await,
    }
}

async fn a_credit_note_is_not_copied(app: TestApp) {
    let maija = app.worker().await;
    let bill = sent_bill(&app, &maija).await;
    let note = correct(&app, &maija, &bill, None).await.json["creditNote"].clone();
    let copy = app.post(&format!("{}/copy", path_of(&maija, &note))).token(&maija.token).send().await;
    assert_eq!((copy.status, copy.key()), (409, "CANNOT_COPY_BILL"), "{}", copy.json);
}

async fn a_correction_makes_a_credit_note_and_a_draft(app: TestApp) {
    let maija = app.worker().await;
    let bill = sent_bill(&app, &maija).await;
    let answer = correct(&app, &maija, &bill, None).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    let (credit, draft) = (&answer.json["creditNote"], &answer.json["draft"]);
    assert_eq!((&credit["state"], &credit["editable"]), (&json!("PENDING"), &json!(false)));
    assert_eq!(credit["totalpriceWithAlv"], json!(-1255.00));
    assert_eq!(credit["billableitems"][0]["alvPrice"], json!(-1000.00));
    assert_eq!(credit["creditOf"]["id"], bill["id"]);
    assert_eq!(credit["salaryPercent"], bill["salaryPercent"], "the same part goes back");
    assert_eq!((&draft["state"], &draft["editable"]), (&json!("OPEN"), &json!(true)));
    assert_eq!(draft["totalpriceWithAlv"], bill["totalpriceWithAlv"]);
    assert_eq!(draft["correctionOf"]["id"], bill["id"]);
    let now = read(&app, &maija, &bill).await;
    assert_eq!((&now["state"], &now["version"]), (&bill["state"], &bill["version"]), "what was sent stands");
    assert_eq!(now["creditedBy"][0]["id"], credit["id"]);
    assert_eq!(now["correctedBy"]["id"], draft["id"]);
    let list = app.get(&format!("/api/person/{}/archive", maija.id)).token(&maija.token).send().await.json;
    for card in list["bills"].as_array().unwrap() {
        assert_eq!(card["credited"], json!(card["id"] == bill["id"]));
        assert_eq!(card["creditNote"], json!(card["id"] == credit["id"]));
        assert_eq!(card["correction"], json!(card["id"] == draft["id"]));
    }
    assert_eq!(events(&app, &bill).await, ["bill.created", "bill.corrected"]);
    let path = format!("{}/history", path_of(&maija, &bill));
    let history = app.get(&path).token(&maija.token).send().await.json;
    assert_eq!(history["events"][1]["action"], "corrected");
    assert_eq!(history["events"][1]["link"]["id"], draft["id"], "the new bill");
    assert_eq!(events(&app, credit).await, ["bill.created", "bill.sent"]);
    assert_eq!(events(&app, draft).await, ["bill.created"]);
    let sent = save(&app, &maija, draft, &json!({"state": "PENDING"})).await;
    assert_eq!(sent.status, 200, "the provider approves both: {}", sent.json);
}

async fn a_bill_is_corrected_once(app: TestApp) {
    let maija = app.worker().await;
    let bill = sent_bill(&app, &maija).await;
    let first = correct(&app, &maija, &bill, Some("correct-1")).await;
    assert_eq!(first.status, 201);
    let again = correct(&app, &maija, &bill, Some("correct-1")).await;
    assert_eq!((again.status, &again.json), (200, &first.json));
    let other = correct(&app, &maija, &bill, Some("correct-2")).await;
    assert_eq!((other.status, other.key()), (409, "ALREADY_CREDITED"));
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let call = app.post(&format!("{}/correct", path_of(&maija, &bill))).token(&pekka.token);
    assert_eq!(call.send().await.status, 404);
}

async fn of_ten_corrections_at_once_one_is_made(app: TestApp) {
    let maija = app.worker().await;
    let bill = sent_bill(&app, &maija).await;
    let mut corrections = tokio::task::JoinSet::new();
    for _ in 0..10 {
        corrections
            .spawn(app.post(&format!("{}/correct", path_of(&maija, &bill))).token(&maija.token).send());
    }
    let answers = corrections.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.key() == "ALREADY_CREDITED").count(), 9);
    assert_eq!(events(&app, &bill).await, ["bill.created", "bill.corrected"]);
}

async fn a_returned_credit_note_is_written_in_like_a_draft(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let bill = sent_bill(&app, &maija).await;
    let credit = correct(&app, &maija, &bill, None).await.json["creditNote"].clone();
    let provider = |verb: &str| format!("/api/provider/bills/{}/{verb}", credit["id"].as_str().unwrap());
    assert_eq!(app.put(&provider("take")).token(&clerk.token).send().await.status, 200);
    let reason = json!({"reason": "Hyvitä vain puolet"});
    assert_eq!(app.put(&provider("return")).token(&clerk.token).json(&reason).send().await.status, 200);
    let returned = read(&app, &maija, &credit).await;
    assert_eq!((&returned["state"], &returned["editable"]), (&json!("OPEN"), &json!(true)));
    let path = format!("/api/person/bill/{}/validate", credit["id"].as_str().unwrap());
    assert_eq!(app.get(&path).token(&maija.token).send().await.json["valid"], true);
    let mut half = returned["billableitems"].clone();
    half[0]["alvPrice"] = json!(-500);
    half[0]["price"] = Value::Null;
    let sent = save(&app, &maija, &returned, &json!({"state": "PENDING", "billableitems": half})).await;
    assert_eq!(sent.status, 200, "{}", sent.json);
    assert_eq!((&sent.json["totalprice"], &sent.json["creditOf"]["id"]), (&json!(-500.00), &bill["id"]));
    assert_eq!(read(&app, &maija, &bill).await["leftToCredit"], json!(627.50));
}

async fn a_withdrawn_credit_note_leaves_the_bill_correctable(app: TestApp) {
    let maija = app.worker().await;
    let bill = sent_bill(&app, &maija).await;
    let made = correct(&app, &maija, &bill, None).await.json;
    let credit = &made["creditNote"];
    let path = format!("{}?version={}", path_of(&maija, credit), credit["version"]);
    assert_eq!(app.delete(&path).token(&maija.token).send().await.status, 204);
    let now = read(&app, &maija, &bill).await;
    assert_eq!(now["creditedBy"], json!([]));
    assert_eq!(correct(&app, &maija, &bill, None).await.status, 201);
}
