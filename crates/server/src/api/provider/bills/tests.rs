use liksa_domain::bill::BillState;
use liksa_domain::ids::CustomerId;
use liksa_domain::person::Role;
use liksa_test_support::{both_engines, person};
use serde_json::{Value, json};

use crate::api::bills::tests::{company, create, good_bill, put_into, somebody};
use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    a_queue_is_read_from_the_longest_waiting_on,
    each_clerk_sees_what_they_have_taken,
    of_two_clerks_one_takes_a_bill,
    a_review_tells_all_about_a_bill,
    a_bill_that_goes_elsewhere_than_the_last_one_is_remarked,
    characters_that_cannot_be_printed_are_named_to_worker_and_clerk,
    bills_without_remarks_are_approved_in_one_go,
    nobody_approves_their_own_bill_in_a_bunch_either,
    a_clerk_says_which_receipts_are_vat_invoices,
}

async fn queue(app: &TestApp, clerk: &SignedIn, query: &str) -> Value {
    let answer = app.get(&format!("/api/provider/bills{query}")).token(&clerk.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

async fn take(app: &TestApp, clerk: &SignedIn, bill: &Value) -> Answer {
    let path = format!("/api/provider/bills/{}/take", bill["id"].as_str().unwrap());
    app.put(&path).token(&clerk.token).send().await
}

async fn approve(app: &TestApp, clerk: &SignedIn, bills: &[&Value]) -> Vec<Value> {
    let ids: Vec<&Value> = bills.iter().map(|bill| &bill["id"]).collect();
    let call = app.post("/api/provider/bills/approve").token(&clerk.token);
    let answer = call.json(&json!({"ids": ids})).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["results"].as_array().unwrap().clone()
}

/// A bill that waits, for a customer whom the worker has billed before.
async fn waiting(app: &TestApp, maija: &SignedIn) -> Value {
    let customer = company(app, maija).await;
    let sent = create(app, maija, &good_bill(customer)).await;
    let before = put_into(app, maija, &sent, BillState::Pending).await;
    let before = put_into(app, maija, &before, BillState::Approved).await;
    let mut tx = app.store.begin().await.unwrap();
    tx.number_bill(before["id"].as_str().unwrap().parse().unwrap()).await.unwrap();
    tx.commit().await.unwrap();
    put_into(app, maija, &before, BillState::Closed).await;
    another(app, maija, customer, "03.11.2026").await
}

async fn another(app: &TestApp, maija: &SignedIn, customer: CustomerId, day: &str) -> Value {
    let mut body = good_bill(customer);
    body["billableitems"][0]["date"] = json!(day);
    let bill = create(app, maija, &body).await;
    put_into(app, maija, &bill, BillState::Pending).await
}

async fn a_queue_is_read_from_the_longest_waiting_on(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    assert_eq!(queue(&app, &clerk, "").await, json!({"bills": [], "next": null, "total": 0}));
    let customer = company(&app, &maija).await;
    let first = another(&app, &maija, customer, "02.11.2026").await;
    let second = another(&app, &maija, customer, "02.11.2026").await;
    let found = queue(&app, &clerk, "?queue=pending").await;
    assert_eq!(found["total"], 2);
    let ids: Vec<&Value> = found["bills"].as_array().unwrap().iter().map(|bill| &bill["id"]).collect();
    // Sent in the same moment of the test, they stand in the order of their ids.
    let mut sent = [&first["id"], &second["id"]];
    sent.sort_by_key(|id| id.to_string());
    assert_eq!(ids, sent);
    let bill = &found["bills"][0];
    assert_eq!(bill["worker"]["name"], "Maija Meikäläinen");
    assert_eq!(bill["customer"], "Kulttuuritalo Oy");
    assert_eq!(bill["totalpriceWithAlv"].as_f64(), Some(1255.0));
    let remarks: Vec<&Value> = bill["remarks"].as_array().unwrap().iter().map(|one| &one["key"]).collect();
    assert_eq!(remarks.len(), 2, "the first to the customer, and the same day on another bill: {remarks:?}");
    assert!(remarks.contains(&&json!("review.firstBillToCustomer")), "{remarks:?}");
    assert_eq!((&bill["own"], &bill["takenBy"]), (&json!(false), &Value::Null));
    for bad in ["?cursor=x", "?cursor=1-x"] {
        let answer = app.get(&format!("/api/provider/bills{bad}")).token(&clerk.token).send().await;
        assert_eq!((answer.status, &answer.json["fields"][0]["field"]), (422, &json!("cursor")));
    }
}

async fn characters_that_cannot_be_printed_are_named_to_worker_and_clerk(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let mut body = good_bill(company(&app, &maija).await);
    body["billableitems"][0]["destination"] = json!("Keikka 🎻");
    body["invoiceText"] = json!("Kiitos! 谢谢");
    let bill = create(&app, &maija, &body).await;
    let id = bill["id"].as_str().unwrap();
    let remark = |field: &str, characters: &str| json!({"field": field, "key": "review.unprintable", "characters": characters});
    let expected = [remark("invoiceText", "谢"), remark("billableitems[0].destination", "🎻")];
    let check = app.get(&format!("/api/person/bill/{id}/validate")).token(&maija.token).send().await.json;
    assert_eq!((&check["valid"], &check["remarks"]), (&json!(true), &json!(expected)));
    put_into(&app, &maija, &bill, BillState::Pending).await;
    let review = app.get(&format!("/api/provider/bills/{id}")).token(&clerk.token).send().await.json;
    let remarks = review["remarks"].as_array().unwrap().iter();
    let remarks: Vec<_> = remarks.filter(|remark| remark["key"] == "review.unprintable").collect();
    assert_eq!(remarks, expected.iter().collect::<Vec<_>>());
}

async fn each_clerk_sees_what_they_have_taken(app: TestApp) {
    let maija = app.worker().await;
    let kaisa = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let kari = somebody(&app, "kari@liksa.example", Role::Clerk).await;
    let bill = waiting(&app, &maija).await;
    assert_eq!(take(&app, &kaisa, &bill).await.status, 200);
    assert_eq!(queue(&app, &kaisa, "").await["total"], 0);
    let mine = queue(&app, &kaisa, "?queue=mine").await;
    assert_eq!((&mine["total"], &mine["bills"][0]["id"]), (&json!(1), &bill["id"]));
    assert_eq!(mine["bills"][0]["takenBy"], "Maija Meikäläinen");
    assert_eq!(queue(&app, &kari, "?queue=mine").await["total"], 0);

    let open = format!("/api/person/bill/{}/open", bill["id"].as_str().unwrap());
    assert_eq!(app.put(&open).token(&maija.token).send().await.status, 200);
    assert_eq!(queue(&app, &kari, "?queue=open-requests").await["bills"][0]["id"], bill["id"]);
    assert_eq!(queue(&app, &kari, "?queue=approved").await["total"], 0);
}

async fn of_two_clerks_one_takes_a_bill(app: TestApp) {
    let maija = app.worker().await;
    let kaisa = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let kari = somebody(&app, "kari@liksa.example", Role::Clerk).await;
    let bill = waiting(&app, &maija).await;
    let (one, other) = tokio::join!(take(&app, &kaisa, &bill), take(&app, &kari, &bill));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let winner = if one.status == 200 { &kaisa } else { &kari };
    assert_eq!(queue(&app, winner, "?queue=mine").await["total"], 1);
}

async fn a_bill_that_goes_elsewhere_than_the_last_one_is_remarked(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let waiting = waiting(&app, &maija).await;
    let remarks_of = async |bill: &Value| {
        let path = format!("/api/provider/bills/{}", bill["id"].as_str().unwrap());
        app.get(&path).token(&clerk.token).send().await.json["remarks"].clone()
    };
    assert_eq!(remarks_of(&waiting).await, json!([]));
    let list = format!("/api/person/{}/sharedcustomers", maija.id);
    let mut customer = app.get(&list).token(&maija.token).send().await.json["customers"][0].clone();
    let replace = async |customer: &Value| {
        let path = format!("/api/sharedcustomers/{}", customer["id"].as_str().unwrap());
        let answer = app.put(&path).token(&maija.token).json(customer).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    };
    customer["termofpayment"] = json!(21);
    let customer = replace(&customer).await;
    let id = customer["id"].as_str().unwrap().parse().unwrap();
    let same_way = another(&app, &maija, id, "04.11.2026").await;
    assert_eq!(remarks_of(&same_way).await, json!([]), "it still goes to the same address");
    let mut customer = customer;
    customer["sendBillMethod"] = json!("EMAIL");
    let moved = replace(&customer).await;
    let id = moved["id"].as_str().unwrap().parse().unwrap();
    let elsewhere = another(&app, &maija, id, "05.11.2026").await;
    let changed = json!([{"field": "sharedCustomer", "key": "review.deliveryChanged"}]);
    assert_eq!(remarks_of(&elsewhere).await, changed);
    assert_eq!(remarks_of(&waiting).await, json!([]), "what was sent before is as it was");
    // Where the bills of another worker go is no matter of Pekka's.
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let of_pekka = another(&app, &pekka, id, "06.11.2026").await;
    let first = json!([{"field": "sharedCustomer", "key": "review.firstBillToCustomer"}]);
    assert_eq!(remarks_of(&of_pekka).await, first);
}

async fn a_review_tells_all_about_a_bill(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let customer = company(&app, &maija).await;
    let mut body = good_bill(customer);
    body["leftOutFromHome"] = json!(true);
    let row = &mut body["billableitems"][0];
    row["kilometers"] = json!(900);
    row["startdate"] = json!("02.11.2026");
    row["time"] = json!("08:00");
    row["returndate"] = json!("02.11.2026");
    row["returntime"] = json!("20:00");
    row["vehicleRegisterNumber"] = json!("ABC-123");
    row["addressStart"] = json!("Vaasankatu 12, 00500 Helsinki");
    row["addressStop"] = json!("Hämeenkatu 5, 33100 Tampere");
    let bill = create(&app, &maija, &body).await;
    let bill = put_into(&app, &maija, &bill, BillState::Pending).await;
    let path = format!("/api/provider/bills/{}", bill["id"].as_str().unwrap());
    let answer = app.get(&path).token(&clerk.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let review = answer.json;
    assert_eq!(review["bill"], bill);
    assert_eq!(review["worker"]["email"], "maija@liksa.example");
    assert_eq!(review["customer"]["email"], "laskut@kulttuuritalo.example", "staff see all of it");
    let keys: Vec<&Value> = review["remarks"].as_array().unwrap().iter().map(|one| &one["key"]).collect();
    assert_eq!(
        keys,
        ["review.firstBillToCustomer", "review.leftFromElsewhere", "review.distanceFarFromEstimate"]
    );
    let distance = &review["distances"][0];
    assert_eq!((&distance["row"], &distance["kilometers"]), (&json!(0), &json!(900)));
    assert!((150..=210).contains(&distance["estimate"].as_i64().unwrap()));
    assert_eq!(review["history"][0]["action"], "created");
    assert_eq!((&review["own"], &review["takenBy"]), (&json!(false), &Value::Null));
    let nobodys = "/api/provider/bills/01900000-0000-7000-8000-000000000000";
    assert_eq!(app.get(nobodys).token(&clerk.token).send().await.status, 404);
}

async fn bills_without_remarks_are_approved_in_one_go(app: TestApp) {
    let maija = app.worker().await;
    let kaisa = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let kari = somebody(&app, "kari@liksa.example", Role::Clerk).await;
    let good = waiting(&app, &maija).await;
    let customer = good["sharedCustomer"]["id"].as_str().unwrap().parse().unwrap();
    let remarkable = another(&app, &maija, customer, "02.11.2026").await;
    let anothers = another(&app, &maija, customer, "05.11.2026").await;
    assert_eq!(take(&app, &kari, &anothers).await.status, 200);
    let nobodys = json!({"id": "01900000-0000-7000-8000-000000000000"});
    let results = approve(&app, &kaisa, &[&good, &remarkable, &anothers, &nobodys]).await;
    let outcome = |place: usize| (&results[place]["approved"], &results[place]["errorKey"]);
    assert_eq!(outcome(0), (&json!(true), &Value::Null));
    assert_eq!(outcome(1), (&json!(false), &json!("HAS_REMARKS")));
    assert_eq!(outcome(2), (&json!(false), &json!("ILLEGAL_TRANSITION")), "kari has it");
    assert_eq!(outcome(3), (&json!(false), &json!("NOT_FOUND")));
    let again = approve(&app, &kaisa, &[&good]).await;
    assert_eq!(again[0]["errorKey"], "ILLEGAL_TRANSITION", "a second click approves nothing");

    let subject = format!("bill:{}", good["id"].as_str().unwrap());
    let events = app.store.audit_of(&subject).await.unwrap();
    let actions: Vec<&str> = events.iter().map(|event| event.action.name()).collect();
    assert_eq!(actions, ["bill.created", "bill.taken", "bill.approved"]);
    let many = vec!["01900000-0000-7000-8000-000000000000"; 201];
    let call = app.post("/api/provider/bills/approve").token(&kaisa.token);
    assert_eq!(call.json(&json!({"ids": many})).send().await.status, 422);
}

async fn nobody_approves_their_own_bill_in_a_bunch_either(app: TestApp) {
    app.add(person().email("both@liksa.example").roles(&[Role::User, Role::Clerk]).build()).await;
    let both = app.sign_in("both@liksa.example").await;
    let bill = waiting(&app, &both).await;
    let results = approve(&app, &both, &[&bill]).await;
    assert_eq!(results[0]["errorKey"], "OWN_MATTER");
    assert_eq!(queue(&app, &both, "").await["bills"][0]["own"], true);
}

async fn a_clerk_says_which_receipts_are_vat_invoices(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let mut body = good_bill(company(&app, &maija).await);
    body["billableitems"][0]["othercost_alv255"] = json!(125.5);
    body["billableitems"][0]["travelcost"] = json!(40);
    let bill = create(&app, &maija, &body).await;
    let pending = put_into(&app, &maija, &bill, BillState::Pending).await;
    let path = format!("/api/provider/bills/{}", bill["id"].as_str().unwrap());
    let review = async || app.get(&path).token(&clerk.token).send().await.json;
    let set = async |version: &Value, field: &str, vat: Value| {
        let row = &bill["billableitems"][0]["id"];
        let body = json!({"version": version, "receipts": [{"rowId": row, "field": field, "vat": vat}]});
        app.put(&format!("{path}/receipt-vat")).token(&clerk.token).json(&body).send().await
    };
    let early = set(&pending["version"], "othercost_alv255", json!(25.5)).await;
    assert_eq!((early.status, early.key()), (409, "STALE_BILL"), "nobody is checking it");
    let taken = put_into(&app, &maija, &bill, BillState::Taken).await;
    let shown = review().await["receiptVat"].clone();
    assert_eq!(shown.as_array().unwrap().len(), 1, "the other receipt has no VAT");
    assert_eq!((&shown[0]["mostVat"], &shown[0]["vat"]), (&json!(25.5), &Value::Null));

    for (field, vat) in [("othercost_alv255", json!(25.51)), ("travelcost", json!(1))] {
        let refused = set(&taken["version"], field, vat).await;
        assert_eq!(refused.status, 422, "{}", refused.json);
    }
    let first = set(&taken["version"], "othercost_alv255", json!(25.5)).await;
    assert_eq!((first.status, &first.json["receipts"][0]["vat"]), (200, &json!(25.5)), "{}", first.json);
    let again = set(&taken["version"], "othercost_alv255", json!(1)).await;
    assert_eq!((again.status, again.key()), (409, "STALE_BILL"));
    assert_eq!(review().await["receiptVat"][0]["vat"], json!(25.5));
    let removed = set(&first.json["version"], "othercost_alv255", Value::Null).await;
    assert_eq!((removed.status, &removed.json["receipts"][0]["vat"]), (200, &Value::Null));
    let events = app.store.audit_of(&format!("bill:{}", bill["id"].as_str().unwrap())).await.unwrap();
    let set: Vec<_> = events.iter().filter(|one| one.action.name() == "bill.receipt_vat_set").collect();
    assert_eq!(set.len(), 2);
}
