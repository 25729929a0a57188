//! Writing a draft: what is kept, what is refused, and who came first.

use liksa_domain::bill::BillState;
use liksa_domain::ids::CustomerId;
use liksa_domain::person::Role;
use liksa_domain::tax_card::CardTerms;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_money::Rate;
use liksa_store::NewTaxCard;
use liksa_test_support::{both_engines, customer, person};
use serde_json::{Value, json};

use super::{
    bills_of, company, create, edited, events, good_bill, path_of, put_into, read, save, somebody,
    store_customer,
};
use crate::testing::{SignedIn, TestApp};

both_engines! {
    a_draft_may_lack_everything,
    what_is_written_is_read_back,
    two_tabs_never_overwrite_each_other,
    a_save_needs_its_version,
    a_key_makes_one_bill_however_often_it_is_sent,
    twenty_creations_with_one_key_make_one_bill,
    a_bill_that_lacks_something_is_not_sent,
    trips_from_elsewhere_are_sent_when_told,
    sending_without_a_due_date_takes_the_customers,
    nobody_bills_anothers_private_person,
    choices_settle_each_other,
    too_much_is_refused_by_field,
    a_draft_is_deleted_once,
    the_summary_knows_who_is_signed_in,
    a_copy_is_a_new_draft,
    a_customer_written_anew_is_billed_as_it_is_now,
    an_employee_bills_no_reimbursements,
    shares_are_not_saved_with_the_bill,
}

async fn a_draft_may_lack_everything(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &json!({})).await;
    assert_eq!(
        (&bill["state"], &bill["version"], &bill["editable"]),
        (&json!("OPEN"), &json!(1), &json!(true))
    );
    assert_eq!((&bill["language"], &bill["totalpriceWithAlv"]), (&json!("fin"), &json!(0.00)));
    for missing in ["billNumber", "billingdate", "sharedCustomer", "exactDueDate", "dueDate", "creditOf"] {
        assert_eq!(bill[missing], Value::Null, "{missing}");
    }
    assert_eq!(events(&app, &bill).await, ["bill.created"]);
}

async fn what_is_written_is_read_back(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let rows = json!([
        {"type": "AMOUNT", "date": "02.11.2026", "destination": "Miksaus", "alv": "13,5", "hourlyprice": "33,333",
         "billableWorkHours": "7,5", "collapsed": true},
        {"type": "CONTRACT", "date": "03.11.2026", "destination": "Keikka", "alvPrice": "79.6813",
         "workShiftStarted": "03.11.2026", "workShiftStartedTime": "09:00", "workShiftEnded": "03.11.2026",
         "workShiftEndedTime": "17:30", "startdate": "03.11.2026", "time": "07:00", "returndate": "03.11.2026",
         "returntime": "20:00", "kilometers": 120, "vehicle": "0", "vehicleRegisterNumber": "ABC-123",
         "addressStart": "Kotikatu 1, 00100 Helsinki", "wayPoint": ["Tampere", "Pori"],
         "addressStop": "Työkatu 2, 20100 Turku", "roundtrip": true, "stayOverNight": true,
         "travelTimeInMinutes": 180, "workTimeInMinutes": 300, "fulldaycompensation": 1,
         "hotelcost_alv10": 80.5, "othercost_alv255": "12,40"},
        {},
    ]);
    let bill = create(
        &app,
        &maija,
        &json!({
            "sharedCustomer": {"id": customer.to_string()}, "language": "eng", "billingdate": "16.11.2026",
            "dueDate": 21, "alv": "25,5", "billReimbursementsFromCustomer": true, "separateReimbursements": true,
            "leftOutFromHome": true, "specificationDetails": "Ristiaallokko", "yourcode": "PO-77",
            "invoiceText": "Kiitos!\nNähdään", "billableitems": rows,
        }),
    )
    .await;
    assert_eq!(bill["sharedCustomer"]["name"], "Kulttuuritalo Oy");
    assert_eq!((&bill["exactDueDate"], &bill["dueDate"]), (&json!("07.12.2026"), &json!(21)));
    assert_eq!((&bill["alv"], &bill["language"]), (&json!(25.5), &json!("eng")));
    assert_eq!((&bill["yourcode"], &bill["invoiceText"]), (&json!("PO-77"), &json!("Kiitos!\nNähdään")));
    assert_eq!(bill["specificationDetails"], "Ristiaallokko");
    let rows = bill["billableitems"].as_array().unwrap();
    let hours = &rows[0];
    assert_eq!((&hours["totalPrice"], &hours["alvPrice"]), (&json!(249.9975), &json!(249.9975)));
    assert_eq!((&hours["price"], &hours["collapsed"]), (&json!(283.7472), &json!(true)));
    assert_eq!((&hours["hourlyprice"], &hours["billableWorkHours"]), (&json!(33.333), &json!(7.5)));
    let gig = &rows[1];
    assert_eq!((&gig["alv"], &gig["price"], &gig["workhours"]), (&json!(25.5), &json!(100.00), &json!(8.5)));
    assert_eq!((&gig["wayPoint"], &gig["kilometers"]), (&json!(["Tampere", "Pori"]), &json!(120)));
    assert_eq!((&gig["hotelcost_alv10"], &gig["othercost_alv255"]), (&json!(80.50), &json!(12.40)));
    assert_eq!((&gig["totalTime"], &gig["stayOverNight"]), (&json!(480), &json!(true)));
    assert_eq!((&rows[2]["alvPrice"], &rows[2]["date"]), (&Value::Null, &Value::Null));

    // What was answered can be sent back as it is, and changes nothing.
    let saved = save(&app, &maija, &bill, &json!({})).await;
    assert_eq!(saved.status, 200, "{}", saved.json);
    assert_eq!(edited(&saved.json, &json!({"version": 1})), bill);
    assert_eq!(read(&app, &maija, &bill).await, saved.json);
}

async fn two_tabs_never_overwrite_each_other(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let bill = create(&app, &maija, &good_bill(customer)).await;
    let first = save(&app, &maija, &bill, &json!({"yourcode": "ensimmäinen"})).await;
    assert_eq!((first.status, &first.json["version"]), (200, &json!(2)));
    let second = save(&app, &maija, &bill, &json!({"yourcode": "toinen"})).await;
    assert_eq!((second.status, second.key()), (409, "STALE_BILL"));
    assert_eq!(second.json["bill"], first.json, "the other's words come with the refusal");
    assert_eq!(read(&app, &maija, &bill).await, first.json);
    let sent = save(&app, &maija, &bill, &json!({"state": "PENDING"})).await;
    assert_eq!((sent.status, sent.key()), (409, "STALE_BILL"), "nor is it sent unseen");

    let mut saves = tokio::task::JoinSet::new();
    for tab in 0..10 {
        let body = edited(&first.json, &json!({"yourcode": format!("tab {tab}")}));
        saves.spawn(app.put(&path_of(&maija, &bill)).token(&maija.token).json(&body).send());
    }
    let answers = saves.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.key() == "STALE_BILL").count(), 9);
}

async fn a_save_needs_its_version(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &json!({})).await;
    for (version, key) in [
        (Value::Null, "validation.required"),
        (json!("x"), "validation.needsToBeNumber"),
        (json!(1.5), "validation.invalidNumber"),
    ] {
        let answer = save(&app, &maija, &bill, &json!({"version": version})).await;
        assert_eq!((answer.status, &answer.json["fields"][0]["key"]), (422, &json!(key)), "{version}");
    }
}

async fn a_key_makes_one_bill_however_often_it_is_sent(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let post = |who: &SignedIn, key: &str, text: &str| {
        let call = app.post(&bills_of(who)).token(&who.token).header("idempotency-key", key);
        call.json(&json!({"invoiceText": text})).send()
    };
    let first = post(&maija, "draft-0001", "yksi").await;
    assert_eq!(first.status, 201);
    let again = post(&maija, "draft-0001", "kaksi").await;
    assert_eq!((again.status, &again.json), (200, &first.json), "what was made, as it stands");
    assert_eq!(post(&maija, "draft-0002", "kaksi").await.status, 201);
    assert_eq!(post(&pekka, "draft-0001", "oma").await.status, 201, "keys are each person's own");
    assert_eq!(post(&maija, "bad key", "x").await.status, 400);
    let list = app.get(&bills_of(&maija)).token(&maija.token).send().await.json;
    assert_eq!(list["total"], 2);
}

async fn twenty_creations_with_one_key_make_one_bill(app: TestApp) {
    let maija = app.worker().await;
    let mut posts = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let call = app.post(&bills_of(&maija)).token(&maija.token).header("idempotency-key", "double-click");
        posts.spawn(call.json(&json!({"yourcode": "kerran"})).send());
    }
    let answers = posts.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 19);
    assert!(answers.iter().all(|answer| answer.json["id"] == answers[0].json["id"]));
    assert_eq!(events(&app, &answers[0].json).await, ["bill.created"]);
}

async fn validation(app: &TestApp, who: &SignedIn, bill: &Value) -> Value {
    let path = format!("/api/person/bill/{}/validate", bill["id"].as_str().unwrap());
    app.get(&path).token(&who.token).send().await.json
}

async fn a_bill_that_lacks_something_is_not_sent(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &json!({"billableitems": [{"date": "02.11.2026"}]})).await;
    let answer = save(&app, &maija, &bill, &json!({"state": "PENDING", "yourcode": "ei tallennu"})).await;
    assert_eq!((answer.status, answer.key()), (422, "ERRORS_IN_BILL"));
    let told = validation(&app, &maija, &bill).await;
    assert_eq!((&told["valid"], &told["overridable"]), (&json!(false), &json!(false)));
    assert_eq!(told["problems"], answer.json["fields"], "asking beforehand tells the same");
    let fields = answer.json["fields"].as_array().unwrap();
    let fields: Vec<_> = fields.iter().map(|one| one["field"].as_str().unwrap()).collect();
    for missing in
        ["sharedCustomer", "billingdate", "billableitems[0].destination", "billableitems[0].alvPrice"]
    {
        assert!(fields.contains(&missing), "{missing} in {fields:?}");
    }
    assert_eq!(read(&app, &maija, &bill).await, bill, "nothing was stored");
    assert_eq!(events(&app, &bill).await, ["bill.created"]);
}

async fn trips_from_elsewhere_are_sent_when_told(app: TestApp) {
    let maija = app.worker().await;
    set_facts(&app, &maija, WorkerFacts { postal_code: "00100".into(), ..WorkerFacts::default() }).await;
    let customer = company(&app, &maija).await;
    let mut body = good_bill(customer);
    for (field, value) in json!({"kilometers": 60, "vehicleRegisterNumber": "ABC-123",
        "startdate": "02.11.2026", "time": "08:00", "returndate": "02.11.2026", "returntime": "19:00",
        "addressStart": "Mökkitie 1, 33100 Tampere", "addressStop": "Työkatu 2, 20100 Turku"})
    .as_object()
    .unwrap()
    {
        body["billableitems"][0][field] = value.clone();
    }
    let bill = create(&app, &maija, &body).await;
    let told = validation(&app, &maija, &bill).await;
    assert_eq!((&told["valid"], &told["overridable"]), (&json!(false), &json!(true)), "{told}");
    let refused = save(&app, &maija, &bill, &json!({"state": "PENDING"})).await;
    assert_eq!(
        refused.json["fields"],
        json!([{"field": "billableitems[0].addressStart", "key": "not_home_address"}])
    );
    let sent = save(&app, &maija, &bill, &json!({"state": "PENDING", "leftOutFromHome": true})).await;
    assert_eq!((sent.status, &sent.json["state"]), (200, &json!("PENDING")), "{}", sent.json);
}

async fn sending_without_a_due_date_takes_the_customers(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    let bill = create(&app, &maija, &good_bill(customer)).await;
    assert_eq!((&bill["exactDueDate"], &bill["calculatedDueDate"]), (&Value::Null, &json!("30.11.2026")));
    assert_eq!(validation(&app, &maija, &bill).await["valid"], true);
    let sent = save(&app, &maija, &bill, &json!({"state": "PENDING"})).await.json;
    assert_eq!((&sent["exactDueDate"], &sent["dueDate"]), (&json!("30.11.2026"), &json!(14)));
    assert_eq!((&sent["editable"], &sent["totalpriceWithAlv"]), (&json!(false), &json!(1255.00)));
}

async fn nobody_bills_anothers_private_person(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let (id, entry) = customer().individual("Ville Yksityinen").build();
    store_customer(&app, &maija, id, &entry).await;
    let nobody = CustomerId::from(uuid::Uuid::nil());
    assert_eq!(create(&app, &maija, &good_bill(id)).await["sharedCustomer"]["name"], "Ville Yksityinen");
    for stranger in [id, nobody] {
        let answer = app.post(&bills_of(&pekka)).token(&pekka.token).json(&good_bill(stranger)).send().await;
        assert_eq!(answer.status, 422, "{}", answer.json);
        assert_eq!(
            answer.json["fields"],
            json!([{"field": "sharedCustomer", "key": "validation.invalidChoice"}])
        );
        let own = create(&app, &pekka, &json!({})).await;
        let answer = save(&app, &pekka, &own, &good_bill(stranger)).await;
        assert_eq!(answer.status, 422);
    }
}

async fn choices_settle_each_other(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(
        &app,
        &maija,
        &json!({"alv": 25.5, "inverseALV": true, "separateReimbursements": true,
                "constructionReimbursements": true,
                "billableitems": [{"alv": 25.5, "alvPrice": 100}]}),
    )
    .await;
    assert_eq!((&bill["alv"], &bill["vatZeroReasonCode"]), (&json!(0), &Value::Null));
    assert_eq!(bill["separateReimbursements"], false);
    assert_eq!(bill["constructionReimbursements"], false);
    assert_eq!(bill["totalpriceWithAlv"], json!(100.00));
    assert_eq!(bill["billableitems"][0]["price"], json!(100.00));
    let refused = save(&app, &maija, &bill, &json!({"vatZeroReasonCode": 3})).await;
    assert_eq!((refused.status, refused.key()), (422, "VAT_ZERO_REASON_WITH_REVERSE_VAT"));
}

async fn too_much_is_refused_by_field(app: TestApp) {
    let maija = app.worker().await;
    let long = |length: usize| "x".repeat(length);
    for (body, field, key) in [
        (json!({"invoiceText": long(4001)}), "invoiceText", "validation.tooLong"),
        (json!({"yourcode": long(71)}), "yourcode", "validation.tooLong"),
        (json!({"yourcode": "a\u{0}b"}), "yourcode", "validation.invalid"),
        (json!({"billableitems": vec![json!({}); 201]}), "billableitems", "validation.tooMany"),
        (
            json!({"billableitems": [{"destination": long(501)}]}),
            "billableitems[0].destination",
            "validation.tooLong",
        ),
        (
            json!({"billableitems": [{"wayPoint": vec!["Pori"; 21]}]}),
            "billableitems[0].wayPoint",
            "validation.tooMany",
        ),
        (json!({"billableitems": [{"type": "GIFT"}]}), "billableitems[0].type", "validation.invalidChoice"),
        (
            json!({"billableitems": [{"alvPrice": "1.2.3"}]}),
            "billableitems[0].alvPrice",
            "validation.invalidNumber",
        ),
        (
            json!({"billableitems": [{"alvPrice": "100000000.01"}]}),
            "billableitems[0].alvPrice",
            "validation.amountTooLarge",
        ),
        (
            json!({"billableitems": [{"type": "AMOUNT", "hourlyprice": "900000000000"}]}),
            "billableitems[0].hourlyprice",
            "validation.amountTooLarge",
        ),
        (
            json!({"billableitems": [{"type": "AMOUNT", "hourlyprice": "1000", "billableWorkHours": "900000"}]}),
            "billableitems[0].hourlyprice",
            "validation.amountTooLarge",
        ),
        (json!({"sharedCustomer": {"id": "x"}}), "sharedCustomer.id", "validation.invalid"),
        (json!({"language": "swe"}), "language", "validation.invalidChoice"),
    ] {
        let answer = app.post(&bills_of(&maija)).token(&maija.token).json(&body).send().await;
        assert_eq!(answer.status, 422, "{field}");
        let found = &answer.json["fields"][0];
        assert_eq!((&found["field"], &found["key"]), (&json!(field), &json!(key)));
        assert_eq!(found["most"].is_string(), key.contains("too"), "{found}: the bound is named");
    }
}

async fn a_draft_is_deleted_once(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &json!({"billableitems": [{"alvPrice": 1, "hotelcost": 5}]})).await;
    let delete = |version: i64| {
        app.delete(&format!("{}?version={version}", path_of(&maija, &bill))).token(&maija.token).send()
    };
    let stale = delete(7).await;
    assert_eq!((stale.status, stale.key()), (409, "STALE_BILL"));
    assert_eq!(delete(1).await.status, 204);
    assert_eq!(delete(1).await.status, 404);
    assert_eq!(app.get(&path_of(&maija, &bill)).token(&maija.token).send().await.status, 404);
    assert_eq!(events(&app, &bill).await, ["bill.created", "bill.deleted"]);
}

async fn set_facts(app: &TestApp, who: &SignedIn, facts: WorkerFacts) {
    let mut tx = app.store.begin().await.unwrap();
    tx.set_worker_facts(who.id, &facts).await.unwrap();
    tx.commit().await.unwrap();
}

async fn the_summary_knows_who_is_signed_in(app: TestApp) {
    let maija = app.worker().await;
    let rate = Rate::from_millionths(150_000);
    let terms = CardTerms { base_rate: rate, above: None, valid_from: app.clock.today() };
    let mut tx = app.store.begin().await.unwrap();
    let card = NewTaxCard { id: app.new_id().unwrap(), person: maija.id, terms: &terms, at: app.clock.now() };
    tx.insert_tax_card(&card).await.unwrap();
    tx.commit().await.unwrap();
    let customer = company(&app, &maija).await;
    let body = good_bill(customer);
    let ask = |query: &str, token: Option<&str>| {
        let call = app.put(&format!("/api/calc/frombill{query}"));
        let call = if let Some(token) = token { call.token(token) } else { call };
        call.json(&body).send()
    };
    let own = ask("", Some(&maija.token)).await.json;
    assert_eq!(own, ask("?taxPercent=0.15", None).await.json);
    assert_ne!(own, ask("", None).await.json, "without a tax card the law takes more");
    let other = ask("?taxPercent=0.3", Some(&maija.token)).await.json;
    assert_eq!(other, ask("?taxPercent=0.3", None).await.json, "what is asked goes before what is known");

    // The bill's own figure is the same engine's.
    let bill = create(&app, &maija, &body).await;
    assert_eq!(bill["salaryPercent"], own["salaryPercent"]);
    assert_eq!(bill["totalpriceWithAlv"], own["totalBilling"]);

    let part = format!("/{}", bill["id"].as_str().unwrap());
    assert_eq!(ask(&part, Some(&maija.token)).await.json, own);
    assert_eq!(ask(&part, None).await.status, 401);
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    assert_eq!(ask(&part, Some(&pekka.token)).await.status, 404);
}

async fn a_copy_is_a_new_draft(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let customer = company(&app, &maija).await;
    let bill = create(&app, &maija, &good_bill(customer)).await;
    let bill = put_into(&app, &maija, &bill, BillState::Paid).await;
    let copy = |who: &SignedIn| {
        let call = app.post(&format!("{}/copy", path_of(&maija, &bill))).token(&who.token);
        call.header("idempotency-key", "copy-0001").send()
    };
    let made = copy(&maija).await;
    assert_eq!((made.status, &made.json["state"]), (201, &json!("OPEN")));
    assert_ne!(made.json["id"], bill["id"]);
    assert_ne!(made.json["billableitems"][0]["id"], bill["billableitems"][0]["id"]);
    assert_eq!(made.json["billableitems"][0]["date"], "16.11.2026");
    assert_eq!(made.json["totalprice"], bill["totalprice"]);
    let again = copy(&maija).await;
    assert_eq!((again.status, &again.json["id"]), (200, &made.json["id"]));
    assert_eq!(copy(&pekka).await.status, 404);
    let path = format!("{}/history", path_of(&maija, &made.json));
    let history = app.get(&path).token(&maija.token).send().await.json;
    assert_eq!(history["events"][0]["action"], "copied");
    assert_eq!(history["events"][0]["link"]["id"], bill["id"]);
}

async fn a_customer_written_anew_is_billed_as_it_is_now(app: TestApp) {
    let maija = app.worker().await;
    let old = company(&app, &maija).await;
    let bill = create(&app, &maija, &good_bill(old)).await;
    let (new, entry) = customer().named("Kulttuuritalo Oyj").build();
    let mut tx = app.store.begin().await.unwrap();
    let locked = tx.lock_own_customer(maija.id, old).await.unwrap().unwrap();
    let written =
        liksa_store::NewCustomer { id: new, maker: maija.id, entry: &entry, created_at: app.clock.now() };
    tx.replace_customer(&locked, &written).await.unwrap();
    tx.commit().await.unwrap();
    // A tab that was open still knows the old one.
    let saved = save(&app, &maija, &bill, &json!({"yourcode": "x"})).await.json;
    assert_eq!(saved["sharedCustomer"]["id"], new.to_string());
    assert_eq!(saved["sharedCustomer"]["name"], "Kulttuuritalo Oyj");
}

async fn an_employee_bills_no_reimbursements(app: TestApp) {
    app.add(person().email("pekka@liksa.example").employee().build()).await;
    let pekka = app.sign_in("pekka@liksa.example").await;
    let customer = company(&app, &pekka).await;
    let mut body = good_bill(customer);
    body["billReimbursementsFromCustomer"] = json!(true);
    let refused = json!([{"field": "billReimbursementsFromCustomer", "key": "validation.invalidChoice"}]);
    let made = app.post(&bills_of(&pekka)).token(&pekka.token).json(&body).send().await;
    assert_eq!((made.status, &made.json["fields"]), (422, &refused));
    let bill = create(&app, &pekka, &good_bill(customer)).await;
    for changes in [json!({}), json!({"state": "PENDING"})] {
        let mut changes = changes;
        changes["billReimbursementsFromCustomer"] = json!(true);
        let saved = save(&app, &pekka, &bill, &changes).await;
        assert_eq!((saved.status, &saved.json["fields"]), (422, &refused));
    }
    let maija = app.worker().await;
    let bill = create(&app, &maija, &body).await;
    assert_eq!(bill["billReimbursementsFromCustomer"], true);
    // Who becomes an employee no longer bills them, neither by an old draft nor by a copy of it.
    app.db.execute("UPDATE person SET worker_type = 'WORKER'").await.unwrap();
    let copied = app.post(&format!("{}/copy", path_of(&maija, &bill))).token(&maija.token).send().await.json;
    for draft in [read(&app, &maija, &bill).await, read(&app, &maija, &copied).await, copied] {
        assert_eq!(draft["billReimbursementsFromCustomer"], false, "{draft}");
    }
}

/// Shares have calls of their own: what a client sends back with the bill changes none.
async fn shares_are_not_saved_with_the_bill(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &good_bill(company(&app, &maija).await)).await;
    let changes = json!({
        "contractorBillableItems": [{"amount": 900, "state": "APPROVED"}],
        "extContractorBillableItems": [{"amount": 900, "state": "PAID"}],
    });
    let saved = save(&app, &maija, &bill, &changes).await;
    assert_eq!((saved.status, &saved.json["salaryPercent"]), (200, &bill["salaryPercent"]), "{}", saved.json);
    assert_eq!(saved.json["contractorBillableItems"], json!([]));
    assert_eq!(saved.json["extContractorBillableItems"], json!([]));
}
