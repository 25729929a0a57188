use liksa_domain::bill::BillState;
use liksa_domain::person::Role;
use liksa_test_support::{both_engines, person};
use serde_json::{Value, json};

use crate::collecting::testing::{House, Line, money, paid, plain};
use crate::testing::{Answer, TestApp};

both_engines! {
    an_unmatched_payment_is_matched_by_hand,
    of_two_people_at_once_one_matches,
    what_cannot_be_matched_is_told_by_its_field,
    a_match_is_undone,
    the_rest_goes_back,
    a_refund_is_taken_back_until_it_is_in_a_file,
    what_has_nothing_to_do_with_bills_is_set_aside,
    lists_show_each_payment_once,
}

async fn decide(house: &House, payment: &Value, verb: &str, mut body: Value) -> Answer {
    body["version"] = payment["payment"]["version"].clone();
    let id = payment["payment"]["id"].as_str().unwrap();
    house.post(&format!("/api/provider/payments/{id}/{verb}"), &body).await
}

async fn an_unmatched_payment_is_matched_by_hand(app: TestApp) {
    let house = House::of(app).await;
    let (bill, number) = house.sent("100").await;
    house.sent("55").await;
    let message = format!("lasku {number}");
    house.receive(&[Line { message, payer: "KULTTUURITALO".into(), ..plain("1", "100") }]).await;
    let unmatched = house.only("UNMATCHED").await;
    let suggestions = unmatched["suggestions"].as_array().unwrap();
    assert_eq!(suggestions[0]["billId"], json!(bill.to_string()));
    assert_eq!(suggestions[0]["reasons"], json!(["NUMBER", "AMOUNT", "NAME"]));
    assert_eq!(suggestions[1]["reasons"], json!(["NAME"]));
    let parts = json!({"parts": [{"billId": bill.to_string(), "amount": "100,00"}]});
    let answer = decide(&house, &unmatched, "match", parts.clone()).await;
    assert_eq!(
        (answer.status, &answer.json["payment"]["state"]),
        (200, &json!("MATCHED")),
        "{}",
        answer.json
    );
    assert_eq!(answer.json["parts"][0]["billState"], json!("PAID"));
    assert_eq!(house.bill(bill).await.bill.state, BillState::Paid);
    let again = decide(&house, &unmatched, "match", parts).await;
    assert_eq!((again.status, again.key()), (409, "PAYMENT_CHANGED"));
    house.assert_sound().await;
}

async fn of_two_people_at_once_one_matches(app: TestApp) {
    let house = House::of(app).await;
    let (bill, _) = house.sent("100").await;
    let (other, _) = house.sent("100").await;
    house.receive(&[plain("1", "100")]).await;
    let unmatched = house.only("UNMATCHED").await;
    let to =
        |bill: liksa_domain::ids::BillId| json!({"parts": [{"billId": bill.to_string(), "amount": 100}]});
    let (one, two) = tokio::join!(
        decide(&house, &unmatched, "match", to(bill)),
        decide(&house, &unmatched, "match", to(other))
    );
    let mut statuses = [one.status, two.status];
    statuses.sort();
    assert_eq!(statuses, [200, 409]);
    let paid = [house.bill(bill).await, house.bill(other).await];
    assert_eq!(paid.iter().filter(|bill| bill.bill.state == BillState::Paid).count(), 1);
    house.assert_sound().await;
}

async fn what_cannot_be_matched_is_told_by_its_field(app: TestApp) {
    let house = House::of(app).await;
    let (bill, _) = house.sent("50").await;
    house.receive(&[plain("1", "40")]).await;
    let unmatched = house.only("UNMATCHED").await;
    let nobodys = "01900000-0000-7000-8000-000000000000";
    for (parts, field, key) in [
        (json!([]), "parts", "validation.required"),
        (json!([{"billId": nobodys, "amount": 1}]), "parts[0].billId", "validation.invalidChoice"),
        (json!([{"billId": bill.to_string()}]), "parts[0].amount", "validation.required"),
        (
            json!([{"billId": bill.to_string(), "amount": "x"}]),
            "parts[0].amount",
            "validation.needsToBeNumber",
        ),
        (json!([{"billId": bill.to_string(), "amount": 51}]), "parts[0].amount", "MORE_THAN_OWED"),
        (json!([{"billId": bill.to_string(), "amount": 45}]), "parts", "MORE_THAN_PAID"),
    ] {
        let answer = decide(&house, &unmatched, "match", json!({"parts": parts})).await;
        let problem = &answer.json["fields"][0];
        assert_eq!(
            (answer.status, &problem["field"], &problem["key"]),
            (422, &json!(field), &json!(key)),
            "{}",
            answer.json
        );
    }
    let answer = house
        .post(&format!("/api/provider/payments/{nobodys}/match"), &json!({"version": 1, "parts": []}))
        .await;
    assert_eq!(answer.status, 404);
}

async fn a_match_is_undone(app: TestApp) {
    let house = House::of(app).await;
    let (bill, number) = house.sent("100").await;
    house.receive(&[paid("1", number, "130")]).await;
    let over = house.only("REFUNDABLE").await;
    let answer = decide(&house, &over, "unmatch", json!({})).await;
    assert_eq!((answer.status, &answer.json["payment"]["rest"]), (200, &json!(130.00)), "{}", answer.json);
    let open = house.bill(bill).await;
    assert_eq!((open.bill.state, open.open_amount()), (BillState::Closed, money("100")));
    let again = decide(&house, &over, "unmatch", json!({})).await;
    assert_eq!((again.status, again.key()), (409, "PAYMENT_CHANGED"));
    house.assert_sound().await;
}

fn account() -> Value {
    json!({"iban": "FI55 4234 5670 0000 81", "name": "Kulttuuritalo Oy"})
}

async fn the_rest_goes_back(app: TestApp) {
    let house = House::of(app).await;
    let (_, number) = house.sent("100").await;
    house.receive(&[paid("1", number, "130")]).await;
    let over = house.only("REFUNDABLE").await;
    let wrong = decide(&house, &over, "refund", json!({"iban": "FI00", "name": " "})).await;
    assert_eq!((wrong.status, wrong.json["fields"].as_array().unwrap().len()), (422, 2));
    let (one, two) =
        tokio::join!(decide(&house, &over, "refund", account()), decide(&house, &over, "refund", account()));
    let mut statuses = [one.status, two.status];
    statuses.sort();
    assert_eq!(statuses, [200, 409]);
    let refunded = house.only("REFUNDED").await;
    assert_eq!(refunded["refunds"][0]["amount"], json!(30.00));
    house.assert_sound().await;

    let waiting = house.app.store.refunds_to_approve(house.worker.id).await.unwrap();
    let mut tx = house.app.store.begin().await.unwrap();
    let payday = house.app.clock.today();
    let run = tx.make_run(house.app.new_id().unwrap(), payday, house.payroll.id, house.app.clock.now());
    let (run, _) = run.await.unwrap();
    let seen = waiting.iter().map(|refund| refund.id).collect();
    assert!(tx.approve_refunds(run, house.worker.id, &seen).await.unwrap());
    let taken = tx.take_refunds(run).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!((taken.len(), taken[0].amount), (1, money("30")));
    let late = decide(&house, &refunded, "unmatch", json!({})).await;
    assert_eq!((late.status, late.key()), (409, "PAYMENT_CHANGED"), "the bank has it");
    // The bank tells that it has paid.
    let end_to_end_id = taken[0].id.to_string().replace('-', "");
    house.receive(&[Line { end_to_end_id, ..plain("2", "-30") }]).await;
    assert_eq!(house.only("REFUNDED").await["refunds"][0]["state"], json!("PAID"));
    assert_eq!(house.only("CONFIRMED").await["payment"]["amount"], json!(-30.00));
    house.assert_sound().await;
}

async fn a_refund_is_taken_back_until_it_is_in_a_file(app: TestApp) {
    let house = House::of(app).await;
    let (bill, _) = house.sent("20").await;
    house.receive(&[plain("1", "20")]).await;
    let unmatched = house.only("UNMATCHED").await;
    assert_eq!(decide(&house, &unmatched, "refund", account()).await.status, 200);
    house.assert_sound().await;
    let refunded = house.only("REFUNDED").await;
    assert_eq!(decide(&house, &refunded, "unmatch", json!({})).await.status, 200);
    let unmatched = house.only("UNMATCHED").await;
    assert_eq!(unmatched["refunds"], json!([]));
    let parts = json!({"parts": [{"billId": bill.to_string(), "amount": 20}]});
    assert_eq!(decide(&house, &unmatched, "match", parts).await.status, 200);
    house.assert_sound().await;
}

async fn what_has_nothing_to_do_with_bills_is_set_aside(app: TestApp) {
    let house = House::of(app).await;
    house.receive(&[plain("1", "0.35")]).await;
    let unmatched = house.only("UNMATCHED").await;
    let missing = decide(&house, &unmatched, "set-aside", json!({})).await;
    assert_eq!(missing.status, 422);
    let aside = decide(&house, &unmatched, "set-aside", json!({"note": "Pankin korko"})).await;
    assert_eq!((aside.status, &aside.json["payment"]["note"]), (200, &json!("Pankin korko")));
    house.assert_sound().await;
    let aside = house.only("SET_ASIDE").await;
    assert_eq!(decide(&house, &aside, "unmatch", json!({})).await.status, 200);
    assert_eq!(house.only("UNMATCHED").await["payment"]["rest"], json!(0.35));
    house.assert_sound().await;
}

async fn lists_show_each_payment_once(app: TestApp) {
    let house = House::of(app).await;
    let lines: Vec<Line> = (0..51).map(|place| plain(&place.to_string(), "1")).collect();
    house.receive(&lines).await;
    let first = house.get("/api/provider/payments?state=UNMATCHED").await;
    let next = first["next"].as_str().unwrap();
    let second = house.get(&format!("/api/provider/payments?state=UNMATCHED&cursor={next}")).await;
    assert_eq!(first["payments"].as_array().unwrap().len(), 50);
    assert_eq!((second["payments"].as_array().unwrap().len(), &second["next"]), (1, &json!(null)));
    assert_ne!(first["payments"][49]["id"], second["payments"][0]["id"]);
    house.receive(&[Line { payer: "Åbo Akademi".into(), ..plain("51", "77.50") }]).await;
    for search in ["%C3%A5bo", "77,50"] {
        let found = house.get(&format!("/api/provider/payments?q={search}")).await;
        assert_eq!(found["payments"].as_array().unwrap().len(), 1, "{search}");
        assert_eq!(
            (&found["payments"][0]["payerName"], &found["next"]),
            (&json!("Åbo Akademi"), &json!(null))
        );
    }
    let answer = house.app.get("/api/provider/payments?state=X").token(&house.payroll.token).send().await;
    assert_eq!(answer.status, 422);
    house.app.add(person().email("virkailija@liksa.example").roles(&[Role::Clerk]).build()).await;
    let clerk = house.app.sign_in("virkailija@liksa.example").await;
    assert_eq!(house.app.get("/api/provider/payments").token(&clerk.token).send().await.status, 403);
}
