use liksa_domain::bill::BillState;
use liksa_domain::payments::reference_of;
use liksa_domain::person::Role;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use crate::testing::{Answer, TestApp};
use crate::tests::payment_fixtures::{PaymentsTest, StatementEntry, money, paid, plain};

both_engines! {
    only_one_of_two_simultaneous_matches_succeeds,
    the_rest_is_refunded,
    lists_show_each_payment_once,
    an_open_bill_is_found_by_number_reference_amount_or_name,
}

on_sqlite! {
    a_clerk_matches_an_unmatched_payment,
    a_refused_match_names_the_field,
    a_match_is_undone,
    a_refund_can_be_undone_until_it_is_in_a_file,
    a_payment_for_no_bill_is_set_aside,
}

async fn decide(test: &PaymentsTest, payment: &Value, verb: &str, mut body: Value) -> Answer {
    body["version"] = payment["payment"]["version"].clone();
    let id = payment["payment"]["id"].as_str().unwrap();
    test.post(&format!("/api/provider/payments/{id}/{verb}"), &body).await
}

async fn a_clerk_matches_an_unmatched_payment(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent("100").await;
    test.sent("55").await;
    let message = format!("lasku {number}");
    test.receive(&[StatementEntry { message, payer: "KULTTUURITALO".into(), ..plain("1", "100") }]).await;
    let unmatched = test.single("UNMATCHED").await;
    let suggestions = unmatched["suggestions"].as_array().unwrap();
    assert_eq!(suggestions[0]["billId"], json!(bill.to_string()));
    assert_eq!(suggestions[0]["reasons"], json!(["NUMBER", "AMOUNT", "NAME"]));
    assert_eq!(suggestions[1]["reasons"], json!(["NAME"]));
    let parts = json!({"parts": [{"billId": bill.to_string(), "amount": "100,00"}]});
    let answer = decide(&test, &unmatched, "match", parts.clone()).await;
    assert_eq!(
        (answer.status, &answer.json["payment"]["state"]),
        (200, &json!("MATCHED")),
        "{}",
        answer.json
    );
    assert_eq!(answer.json["parts"][0]["billState"], json!("PAID"));
    assert_eq!(test.bill(bill).await.bill.state, BillState::Paid);
    let again = decide(&test, &unmatched, "match", parts).await;
    assert_eq!((again.status, again.key()), (409, "PAYMENT_CHANGED"));
    test.assert_sound().await;
}

async fn only_one_of_two_simultaneous_matches_succeeds(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, _) = test.sent("100").await;
    let (other, _) = test.sent("100").await;
    test.receive(&[plain("1", "100")]).await;
    let unmatched = test.single("UNMATCHED").await;
    let to =
        |bill: liksa_domain::ids::BillId| json!({"parts": [{"billId": bill.to_string(), "amount": 100}]});
    let (one, two) = tokio::join!(
        decide(&test, &unmatched, "match", to(bill)),
        decide(&test, &unmatched, "match", to(other))
    );
    let mut statuses = [one.status, two.status];
    statuses.sort();
    assert_eq!(statuses, [200, 409]);
    let paid = [test.bill(bill).await, test.bill(other).await];
    assert_eq!(paid.iter().filter(|bill| bill.bill.state == BillState::Paid).count(), 1);
    test.assert_sound().await;
}

async fn a_refused_match_names_the_field(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, _) = test.sent("50").await;
    test.receive(&[plain("1", "40")]).await;
    let unmatched = test.single("UNMATCHED").await;
    let unknown = "01900000-0000-7000-8000-000000000000";
    for (parts, field, key) in [
        (json!([]), "parts", "validation.required"),
        (json!([{"billId": unknown, "amount": 1}]), "parts[0].billId", "validation.invalidChoice"),
        (json!([{"billId": bill.to_string()}]), "parts[0].amount", "validation.required"),
        (
            json!([{"billId": bill.to_string(), "amount": "x"}]),
            "parts[0].amount",
            "validation.needsToBeNumber",
        ),
        (json!([{"billId": bill.to_string(), "amount": 51}]), "parts[0].amount", "MORE_THAN_OWED"),
        (json!([{"billId": bill.to_string(), "amount": 45}]), "parts", "MORE_THAN_PAID"),
    ] {
        let answer = decide(&test, &unmatched, "match", json!({"parts": parts})).await;
        let problem = &answer.json["fields"][0];
        assert_eq!(
            (answer.status, &problem["field"], &problem["key"]),
            (422, &json!(field), &json!(key)),
            "{}",
            answer.json
        );
    }
    let answer = test
        .post(&format!("/api/provider/payments/{unknown}/match"), &json!({"version": 1, "parts": []}))
        .await;
    assert_eq!(answer.status, 404);
}

async fn a_match_is_undone(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent("100").await;
    test.receive(&[paid("1", number, "130")]).await;
    let over = test.single("REFUNDABLE").await;
    let answer = decide(&test, &over, "unmatch", json!({})).await;
    assert_eq!((answer.status, &answer.json["payment"]["rest"]), (200, &json!(130.00)), "{}", answer.json);
    let open = test.bill(bill).await;
    assert_eq!((open.bill.state, open.open_amount()), (BillState::Closed, money("100")));
    let again = decide(&test, &over, "unmatch", json!({})).await;
    assert_eq!((again.status, again.key()), (409, "PAYMENT_CHANGED"));
    test.assert_sound().await;
}

fn account() -> Value {
    json!({"iban": "FI55 4234 5670 0000 81", "name": "Kulttuuritalo Oy"})
}

async fn the_rest_is_refunded(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (_, number) = test.sent("100").await;
    test.receive(&[paid("1", number, "130")]).await;
    let over = test.single("REFUNDABLE").await;
    let wrong = decide(&test, &over, "refund", json!({"iban": "FI00", "name": " "})).await;
    assert_eq!((wrong.status, wrong.json["fields"].as_array().unwrap().len()), (422, 2));
    let (one, two) =
        tokio::join!(decide(&test, &over, "refund", account()), decide(&test, &over, "refund", account()));
    let mut statuses = [one.status, two.status];
    statuses.sort();
    assert_eq!(statuses, [200, 409]);
    let refunded = test.single("REFUNDED").await;
    assert_eq!(refunded["refunds"][0]["amount"], json!(30.00));
    test.assert_sound().await;

    let waiting = test.app.store.refunds_to_approve(test.worker.id).await.unwrap();
    let mut tx = test.app.store.begin().await.unwrap();
    let payday = test.app.clock.today();
    let run = tx.make_run(test.app.new_id().unwrap(), payday, test.payroll.id, test.app.clock.now());
    let (run, _) = run.await.unwrap();
    let seen = waiting.iter().map(|refund| refund.id).collect();
    assert!(tx.approve_refunds(run, test.worker.id, &seen).await.unwrap());
    let taken = tx.take_refunds(run).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!((taken.len(), taken[0].amount), (1, money("30")));
    let late = decide(&test, &refunded, "unmatch", json!({})).await;
    assert_eq!((late.status, late.key()), (409, "PAYMENT_CHANGED"), "the bank has it");
    // The statement shows that the bank has paid it.
    let end_to_end_id = taken[0].id.to_string().replace('-', "");
    test.receive(&[StatementEntry { end_to_end_id, ..plain("2", "-30") }]).await;
    assert_eq!(test.single("REFUNDED").await["refunds"][0]["state"], json!("PAID"));
    assert_eq!(test.single("CONFIRMED").await["payment"]["amount"], json!(-30.00));
    test.assert_sound().await;
}

async fn a_refund_can_be_undone_until_it_is_in_a_file(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, _) = test.sent("20").await;
    test.receive(&[plain("1", "20")]).await;
    let unmatched = test.single("UNMATCHED").await;
    assert_eq!(decide(&test, &unmatched, "refund", account()).await.status, 200);
    test.assert_sound().await;
    let refunded = test.single("REFUNDED").await;
    assert_eq!(decide(&test, &refunded, "unmatch", json!({})).await.status, 200);
    let unmatched = test.single("UNMATCHED").await;
    assert_eq!(unmatched["refunds"], json!([]));
    let parts = json!({"parts": [{"billId": bill.to_string(), "amount": 20}]});
    assert_eq!(decide(&test, &unmatched, "match", parts).await.status, 200);
    test.assert_sound().await;
}

async fn a_payment_for_no_bill_is_set_aside(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    test.receive(&[plain("1", "0.35")]).await;
    let unmatched = test.single("UNMATCHED").await;
    let missing = decide(&test, &unmatched, "set-aside", json!({})).await;
    assert_eq!(missing.status, 422);
    let aside = decide(&test, &unmatched, "set-aside", json!({"note": "Pankin korko"})).await;
    assert_eq!((aside.status, &aside.json["payment"]["note"]), (200, &json!("Pankin korko")));
    test.assert_sound().await;
    let aside = test.single("SET_ASIDE").await;
    assert_eq!(decide(&test, &aside, "unmatch", json!({})).await.status, 200);
    assert_eq!(test.single("UNMATCHED").await["payment"]["rest"], json!(0.35));
    test.assert_sound().await;
}

async fn lists_show_each_payment_once(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let lines: Vec<StatementEntry> = (0..51).map(|place| plain(&place.to_string(), "1")).collect();
    test.receive(&lines).await;
    let first = test.get("/api/provider/payments?state=UNMATCHED").await;
    let next = first["next"].as_str().unwrap();
    let second = test.get(&format!("/api/provider/payments?state=UNMATCHED&cursor={next}")).await;
    assert_eq!(first["payments"].as_array().unwrap().len(), 50);
    assert_eq!((second["payments"].as_array().unwrap().len(), &second["next"]), (1, &json!(null)));
    assert_ne!(first["payments"][49]["id"], second["payments"][0]["id"]);
    test.receive(&[StatementEntry { payer: "Åbo Akademi".into(), ..plain("51", "77.50") }]).await;
    for search in ["%C3%A5bo", "77,50"] {
        let found = test.get(&format!("/api/provider/payments?q={search}")).await;
        assert_eq!(found["payments"].as_array().unwrap().len(), 1, "{search}");
        assert_eq!(
            (&found["payments"][0]["payerName"], &found["next"]),
            (&json!("Åbo Akademi"), &json!(null))
        );
    }
    let answer = test.app.get("/api/provider/payments?state=X").token(&test.payroll.token).send().await;
    assert_eq!(answer.status, 422);
    test.app.add(person().email("virkailija@liksa.example").roles(&[Role::Clerk]).build()).await;
    let clerk = test.app.sign_in("virkailija@liksa.example").await;
    assert_eq!(test.app.get("/api/provider/payments").token(&clerk.token).send().await.status, 403);
}

async fn an_open_bill_is_found_by_number_reference_amount_or_name(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent("100").await;
    let (_, settled) = test.sent("100").await;
    test.receive(&[paid("1", settled, "100"), paid("2", number, "40")]).await;
    let reference = reference_of(number).unwrap();
    let found = json!([bill.to_string()]);
    for search in [&number.to_string(), reference.as_str(), "60", "60,00", "kulttuuri", "KULTTUURITALO%20oy"]
    {
        let answer = test.get(&format!("/api/provider/open-bills?search={search}")).await;
        let ids: Vec<Value> =
            answer["bills"].as_array().unwrap().iter().map(|bill| bill["billId"].clone()).collect();
        assert_eq!(json!(ids), found, "{search}");
        assert_eq!(answer["bills"][0]["open"], json!(60.00));
    }
    for search in ["", "?search=", "?search=k", "?search=nobody", "?search=100", "?search=%00%25"] {
        let answer = test.get(&format!("/api/provider/open-bills{search}")).await;
        assert_eq!(answer["bills"], json!([]), "{search}");
    }
}
