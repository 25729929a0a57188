//! What subcontractors answer, and to what: a bill is sent once every share is answered.

use jiff::ToSpan;

use super::*;

both_engines! {
    a_bill_is_sent_once_every_share_is_answered,
    nobody_answers_to_another_sum_than_they_saw,
}

async fn a_bill_is_sent_once_every_share_is_answered(app: TestApp) {
    let case = Case::of(app).await;
    assert_eq!(on_card(&case).await, Value::Null, "no shares");
    let first = case.added().await;
    case.app.clock.advance(1.minute());
    let second = case.added().await;
    assert_eq!(on_card(&case).await, Value::Null, "nobody is asked");
    let unanswered = |place: usize| json!({"field": format!("contractorBillableItems[{place}].state"), "key": "SHARE_NOT_APPROVED"});
    assert_eq!(case.send().await.json["fields"], json!([unanswered(0), unanswered(1)]));
    for share in [&first, &second] {
        case.done(&case.maija, &item(share, "approve-request")).await;
    }
    case.done(&case.pekka, &item(&first, "approve")).await;
    assert_eq!(on_card(&case).await, json!("WAITING"));
    assert_eq!(case.send().await.json["fields"], json!([unanswered(1)]));
    let validated = case
        .read(&case.maija, &format!("/api/person/bill/{}/validate", case.bill["id"].as_str().unwrap()))
        .await;
    assert_eq!(validated["problems"], json!([unanswered(1)]));
    let estimate = case.bill().await["estimate"].clone();
    case.done(&case.pekka, &item(&second, "decline")).await;
    assert_eq!(on_card(&case).await, json!("DECLINED"));
    let declined = case.bill().await["estimate"].clone();
    assert!(declined.as_f64() > estimate.as_f64(), "what was declined takes nothing: {declined} {estimate}");
    let kept = case.app.delete(&format!(
        "/api/person/{}/bills/{}",
        case.maija.id,
        case.bill["id"].as_str().unwrap()
    ));
    let kept = kept.token(&case.maija.token).send().await;
    assert_eq!((kept.status, kept.key()), (409, "SHARE_NOT_IN_STATE"), "somebody counts on it");
    let sent = case.send().await;
    assert_eq!((sent.status, &sent.json["estimate"]), (200, &declined), "{}", sent.json);
    assert_eq!(on_card(&case).await, Value::Null, "it is no draft any more");
}

/// What the list and the dashboard tell the contractor of the shares.
async fn on_card(case: &Case) -> Value {
    let list = case.read(&case.maija, &format!("/api/person/{}/bills", case.maija.id)).await;
    let info = case.read(&case.maija, &format!("/api/info/{}", case.maija.id)).await;
    let [listed, glanced] = [&list["bills"][0]["shares"], &info["notPaidBills"][0]["shares"]];
    assert_eq!(listed, glanced);
    listed.clone()
}

async fn nobody_answers_to_another_sum_than_they_saw(app: TestApp) {
    let case = Case::of(app).await;
    let share = case.added().await;
    let stale = |answer: &Answer| assert_eq!((answer.status, answer.key()), (409, "STALE_SHARE"));
    let ask = |version: i64| format!("{}?version={version}", item(&share, "approve-request"));
    stale(&case.put(&case.maija, &ask(2)).await);
    assert_eq!(case.put(&case.maija, &ask(1)).await.status, 200);
    let seen = case.received(&case.pekka).await["items"][0].clone();
    assert_eq!(seen["amount"], json!(200.0));
    asked_anew(&case, &share, &json!({"amount": 20})).await;
    let answer = |call: &str, seen: &Value| format!("{}?version={}", item(&share, call), seen["version"]);
    stale(&case.put(&case.pekka, &answer("approve", &seen)).await);
    stale(&case.put(&case.pekka, &answer("decline", &seen)).await);
    let now = case.received(&case.pekka).await["items"][0].clone();
    assert_eq!((&now["amount"], &now["state"]), (&json!(20.0), &json!("WAITING_SUBCONTRACTOR")));
    let approved = case.done(&case.pekka, &answer("approve", &now)).await;
    assert_eq!(approved["state"], json!("APPROVED"));
    assert_eq!(on_card(&case).await, json!("APPROVED"));
}
