//! What a contractor writes: sums, shares by per cent, and what cannot be.

use liksa_domain::ids::PersonId;
use liksa_test_support::on_sqlite;

use super::*;

on_sqlite! {
    a_share_that_cannot_be_is_refused,
    the_same_key_makes_one_share,
    a_share_by_per_cent_is_a_sum_once_it_is_asked_for,
    lists_show_what_shares_leave_of_a_draft,
}

async fn lists_show_what_shares_leave_of_a_draft(app: TestApp) {
    let case = Case::of(app).await;
    let shown = async || {
        let list = case.read(&case.maija, &format!("/api/person/{}/bills", case.maija.id)).await;
        let (listed, bill) = (list["bills"][0]["salaryPercent"].clone(), case.bill().await);
        assert_eq!(listed, bill["salaryPercent"]);
        listed.as_f64().unwrap()
    };
    let whole = shown().await;
    let share = case.added().await;
    let shared = shown().await;
    assert!(shared < whole, "{shared} of {whole}");
    case.done(&case.maija, &item(&share, "approve-request")).await;
    case.put(&case.pekka, &item(&share, "decline")).await;
    shown().await;
    let path = format!("{}/{}", items(&case.bill), share["id"].as_str().unwrap());
    case.put(&case.maija, &item(&share, "approve-request")).await;
    case.app.db.execute("UPDATE share SET state = 'OPEN'").await.unwrap();
    let removed = case.app.delete(&path).token(&case.maija.token).send().await;
    assert!((200..300).contains(&removed.status), "{}", removed.json);
    assert!((shown().await - whole).abs() < f64::EPSILON);
}

async fn a_share_that_cannot_be_is_refused(app: TestApp) {
    let case = Case::of(app).await;
    let faults = async |changes: Value| {
        let mut body = written("pekka@liksa.example");
        for (field, value) in changes.as_object().unwrap() {
            body[field] = value.clone();
        }
        let answer = case.add(&body).await;
        assert_eq!(answer.status, 422, "{body}: {}", answer.json);
        let pair =
            |one: &Value| format!("{} {}", one["field"].as_str().unwrap(), one["key"].as_str().unwrap());
        answer.json["fields"].as_array().unwrap().iter().map(pair).collect::<Vec<_>>()
    };
    assert_eq!(faults(json!({"amount": 0})).await, ["amount validation.outOfRange"]);
    assert_eq!(faults(json!({"amount": "0,001"})).await, ["amount validation.outOfRange"]);
    assert_eq!(faults(json!({"amount": 200_000_000})).await, ["amount validation.amountTooLarge"]);
    assert_eq!(faults(json!({"percent": 101})).await, ["percent validation.outOfRange"]);
    assert_eq!(faults(json!({"percent": 0})).await, ["percent validation.outOfRange"]);
    assert_eq!(faults(json!({"email": "maija@liksa.example"})).await, ["subcontractor OWN_SHARE"]);
    assert_eq!(
        faults(json!({"email": "eiole@liksa.example"})).await,
        ["subcontractor validation.invalidChoice"]
    );
    let missing = ["subcontractor", "date", "amount", "description"]
        .map(|field| format!("{field} validation.required"));
    assert_eq!(
        faults(json!({"email": null, "date": null, "amount": null, "description": " "})).await,
        missing
    );
    let nobody: PersonId = case.app.new_id().unwrap();
    assert_eq!(
        faults(json!({"subcontractor": {"id": nobody.to_string()}})).await,
        ["subcontractor validation.invalidChoice"]
    );
    // A bill has so many shares at most.
    let bill: BillId = case.bill["id"].as_str().unwrap().parse().unwrap();
    let mut tx = case.app.store.begin().await.unwrap();
    for _ in 0..50 {
        let (id, amount) = (case.app.new_id().unwrap(), Some("1".parse().unwrap()));
        let (subcontractor, date, at) = (case.pekka.id, case.app.clock.today(), case.app.clock.now());
        let new =
            NewShare { id, bill, subcontractor, date, amount, percent: None, description: "Miksaus", at };
        tx.insert_share(&new).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(faults(json!({})).await, ["contractorBillableItems validation.tooMany"]);
    case.app.db.execute("DELETE FROM share").await.unwrap();
    // More than the bill covers is found when it is sent.
    let mut most = written("pekka@liksa.example");
    most["amount"] = json!(950);
    let share = case.add(&most).await.json;
    case.done(&case.maija, &item(&share, "approve-request")).await;
    case.done(&case.pekka, &item(&share, "approve")).await;
    let refused = case.send().await;
    assert_eq!((refused.status, refused.key()), (422, "BILLED_AMOUNT_NOT_ENOUGH"), "{}", refused.json);
}

async fn the_same_key_makes_one_share(app: TestApp) {
    let case = Case::of(app).await;
    let mut made = vec![];
    for status in [201, 200] {
        let call = case
            .app
            .post(&items(&case.bill))
            .token(&case.maija.token)
            .header("idempotency-key", "osuus-0001");
        let answer = call.json(&written("pekka@liksa.example")).send().await;
        assert_eq!(answer.status, status, "{}", answer.json);
        made.push(answer.json["id"].clone());
    }
    assert_eq!(made[0], made[1]);
    let path = format!("{}/{}", items(&case.bill), made[0].as_str().unwrap());
    let mut body = written("pekka@liksa.example");
    body["version"] = json!(1);
    let change = async || case.app.put(&path).token(&case.maija.token).json(&body).send().await;
    assert_eq!(change().await.json["version"], 2);
    let stale = change().await;
    assert_eq!((stale.status, stale.key()), (409, "STALE_SHARE"));
    // A share is of one bill, also where another is one's own.
    let customer = case.bill["sharedCustomer"]["id"].as_str().unwrap().parse().unwrap();
    let other = create(&case.app, &case.maija, &good_bill(customer)).await;
    let path = format!("{}/{}", items(&other), made[0].as_str().unwrap());
    assert_eq!(case.app.put(&path).token(&case.maija.token).json(&body).send().await.status, 404);
    assert_eq!(case.app.delete(&path).token(&case.maija.token).send().await.status, 404);
}

async fn a_share_by_per_cent_is_a_sum_once_it_is_asked_for(app: TestApp) {
    let case = Case::of(app).await;
    let mut body = written("pekka@liksa.example");
    body["percent"] = json!("33,3333");
    let share = case.add(&body).await.json;
    assert_eq!((&share["amount"], &share["percent"]), (&json!(333.33), &json!(33.3333)));
    let price = async |price: i32| {
        let mut rows = case.bill().await["billableitems"].clone();
        rows[0]["alvPrice"] = json!(price);
        rows[0]["price"] = Value::Null;
        let saved = save(&case.app, &case.maija, &case.bill().await, &json!({"billableitems": rows})).await;
        assert_eq!(saved.status, 200, "{}", saved.json);
        saved.json["contractorBillableItems"][0]["amount"].clone()
    };
    assert_eq!(price(0).await, json!(0.0));
    let nothing = case.put(&case.maija, &item(&share, "approve-request")).await;
    assert_eq!((nothing.status, nothing.key()), (422, "BILLED_AMOUNT_NOT_ENOUGH"), "a share of nothing");
    assert_eq!(price(2000).await, json!(666.67));
    let asked = case.done(&case.maija, &item(&share, "approve-request")).await;
    assert_eq!((&asked["amount"], &asked["canBeEdited"]), (&json!(666.67), &json!(false)));
    assert_eq!(price(3000).await, json!(666.67), "asked for is a sum");
    let mut open = written("pekka@liksa.example");
    open["state"] = json!("OPEN");
    let path = format!("{}/{}", items(&case.bill), share["id"].as_str().unwrap());
    let open = case.app.put(&path).token(&case.maija.token).json(&open).send().await;
    assert_eq!(open.json["amount"], json!(1000.0), "and follows the rows again");
}
