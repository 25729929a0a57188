//! A part of a sent bill is credited.

use jiff::civil::Date;
use liksa_domain::ids::CustomerId;
use liksa_domain::ledger::Account;
use liksa_domain::person::Role;
use liksa_money::Money;
use liksa_test_support::{both_engines, customer, on_sqlite};
use serde_json::{Value, json};

use super::purchases::{buy, copy, invoice, purchases_of, share_with};
use super::sending::{booked, handled, provider};
use super::{company, create, events, good_bill, key_of, path_of, read, save, somebody, store_customer};
use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    a_part_lowers_what_the_customer_owes,
    parts_that_are_the_whole_leave_what_a_full_credit_leaves,
    of_two_parts_at_once_that_are_too_much_one_is_sent,
    bills_are_offered_with_what_is_left_of_them,
    a_bill_that_others_get_something_of_is_no_credit_note,
    the_list_of_customers_tells_what_one_has_billed_less_what_was_credited,
}

on_sqlite! {
    a_bill_below_zero_names_the_bill_that_it_credits,
    only_ones_own_bill_to_the_same_customer_is_credited,
    a_bill_of_zero_is_not_sent,
    a_bill_that_is_partly_credited_is_not_credited_as_a_whole,
    a_part_credit_made_again_by_its_key_is_the_same,
    a_row_of_a_part_credit_is_saved_below_zero,
}

struct Test {
    app: TestApp,
    maija: SignedIn,
    clerk: SignedIn,
    customer: CustomerId,
}

impl Test {
    async fn of(app: TestApp) -> Self {
        let maija = app.worker().await;
        let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
        let customer = company(&app, &maija).await;
        Self { app, maija, clerk, customer }
    }

    /// A bill of 1000 euros and VAT that has gone to the customer.
    async fn sent(&self) -> Value {
        let bill = handled(&self.app, &self.maija, &self.clerk, &good_bill(self.customer)).await;
        self.app.let_bills_leave().await;
        self.read(&bill).await
    }

    /// Another customer.
    async fn person(&self) -> CustomerId {
        let (id, entry) = customer().individual("Kalle Kirje").build();
        store_customer(&self.app, &self.maija, id, &entry).await;
        id
    }

    async fn read(&self, bill: &Value) -> Value {
        read(&self.app, &self.maija, bill).await
    }

    async fn save(&self, bill: &Value, changes: &Value) -> Answer {
        save(&self.app, &self.maija, bill, changes).await
    }

    async fn credit_part(&self, bill: &Value, key: Option<&str>) -> Answer {
        let path = format!("{}/credit-part", path_of(&self.maija, bill));
        let call = self.app.post(&path).token(&self.maija.token);
        match key {
            Some(key) => call.header("idempotency-key", key).send().await,
            None => call.send().await,
        }
    }

    /// A draft that credits so much of the bill, without VAT.
    async fn part(&self, bill: &Value, price: &Value) -> Value {
        let draft = self.credit_part(bill, None).await;
        assert_eq!(draft.status, 201, "{}", draft.json);
        let mut rows = draft.json["billableitems"].clone();
        rows[0]["alvPrice"] = price.clone();
        rows[0]["price"] = Value::Null;
        let saved = self.save(&draft.json, &json!({"billableitems": rows})).await;
        assert_eq!(saved.status, 200, "{}", saved.json);
        saved.json
    }

    async fn send(&self, draft: &Value) -> Answer {
        self.save(draft, &json!({"state": "PENDING"})).await
    }

    /// Credits so much of the bill, through to the customer.
    async fn credited(&self, bill: &Value, price: &Value) -> Value {
        let draft = self.part(bill, price).await;
        let sent = self.send(&draft).await;
        assert_eq!(sent.status, 200, "{}", sent.json);
        for verb in ["take", "approve"] {
            assert_eq!(provider(&self.app, &self.clerk, &draft, verb).await.status, 200);
        }
        self.app.let_bills_leave().await;
        self.read(&draft).await
    }

    async fn balances(&self) -> Vec<Money> {
        let mut balances = vec![];
        for account in Account::ALL {
            balances.push(booked(&self.app, *account).await);
        }
        balances
    }

    async fn assert_sound(&self) {
        for finding in self.app.store.check(self.app.clock.now()).await.unwrap() {
            assert_eq!(finding.problems, [], "{:?}", finding.question);
        }
    }
}

fn refused(answer: &Answer) -> Vec<(&str, &str)> {
    assert_eq!((answer.status, answer.key()), (422, key_of(&answer.json["fields"])), "{}", answer.json);
    let fields = answer.json["fields"].as_array().unwrap().iter();
    fields.map(|found| (found["field"].as_str().unwrap(), found["key"].as_str().unwrap())).collect()
}

async fn a_part_lowers_what_the_customer_owes(app: TestApp) {
    let test = Test::of(app).await;
    let bill = test.sent().await;
    let draft = test.credit_part(&bill, None).await.json;
    assert_eq!((&draft["state"], &draft["editable"]), (&json!("OPEN"), &json!(true)));
    assert_eq!(draft["billableitems"][0]["alvPrice"], json!(-1000.00), "all of it, to be trimmed");
    assert_eq!((&draft["creditOf"]["id"], &draft["exactDueDate"]), (&bill["id"], &Value::Null));
    assert_eq!(test.read(&bill).await["leftToCredit"], json!(1255.00), "a draft takes nothing yet");

    let note = test.credited(&bill, &json!(-200)).await;
    assert_eq!((&note["state"], &note["billNumber"]), (&json!("PAID"), &json!(1002)));
    assert_eq!(note["totalpriceWithAlv"], json!(-251.00));
    let now = test.read(&bill).await;
    assert_eq!(now["state"], "CLOSED");
    assert_eq!((&now["openAmount"], &now["creditedAmount"]), (&json!(1004.00), &json!(251.00)));
    assert_eq!(now["leftToCredit"], json!(1004.00));
    let overdue = test.app.store.overdue_page(Date::MAX, None, 10).await.unwrap();
    let asked: Vec<Money> = overdue.bills.iter().map(|bill| bill.billed).collect();
    assert_eq!(
        (asked, overdue.owed),
        (vec![Money::euros(1004)], Money::euros(1004)),
        "no interest on the part"
    );
    let mut listed: Vec<_> = now["creditedBy"].as_array().unwrap().iter().map(|note| &note["id"]).collect();
    let mut made = vec![&draft["id"], &note["id"]];
    for ids in [&mut listed, &mut made] {
        ids.sort_by_key(|id| id.as_str());
    }
    assert_eq!(listed, made);
    assert_eq!(booked(&test.app, Account::Receivables).await, "1004".parse().unwrap());
    assert_eq!(booked(&test.app, Account::VatPayable).await, "-204".parse().unwrap());
    assert_eq!(booked(&test.app, Account::AwaitingSalary).await, "-800".parse().unwrap());
    assert!(events(&test.app, &bill).await.contains(&"bill.part_credited"));
    test.assert_sound().await;
}

async fn parts_that_are_the_whole_leave_what_a_full_credit_leaves(app: TestApp) {
    let test = Test::of(app).await;
    let before = test.balances().await;
    let bill = test.sent().await;
    // 25.5 % of 333.33 and of 666.67 are rounded apart.
    test.credited(&bill, &json!(-333.33)).await;
    assert_eq!(test.read(&bill).await["state"], "CLOSED");
    test.credited(&bill, &json!(-666.67)).await;
    let now = test.read(&bill).await;
    assert_eq!((&now["state"], &now["leftToCredit"]), (&json!("HYVITETTY"), &json!(0.00)));
    assert_eq!(test.balances().await, before);
    let again = test.credit_part(&bill, None).await;
    assert_eq!((again.status, again.key()), (409, "ALREADY_CREDITED"));
    test.assert_sound().await;
}

async fn of_two_parts_at_once_that_are_too_much_one_is_sent(app: TestApp) {
    let test = Test::of(app).await;
    let bill = test.sent().await;
    let (one, other) = (test.part(&bill, &json!(-600)).await, test.part(&bill, &json!(-600)).await);
    let (one, other) = tokio::join!(test.send(&one), test.send(&other));
    let (sent, left_over) = if one.status == 200 { (one, other) } else { (other, one) };
    assert_eq!(sent.status, 200, "{}", sent.json);
    assert_eq!(refused(&left_over), [("creditOf", "CREDIT_MORE_THAN_LEFT")]);
    assert_eq!(test.read(&bill).await["leftToCredit"], json!(502.00));

    // Taken back, it leaves room for another.
    let path = format!("/api/person/bill/{}/open", sent.json["id"].as_str().unwrap());
    assert_eq!(test.app.put(&path).token(&test.maija.token).send().await.status, 200);
    assert_eq!(test.read(&bill).await["leftToCredit"], json!(1255.00));
    let third = test.part(&bill, &json!(-1000)).await;
    assert_eq!(test.send(&third).await.status, 200);
    let opened = test.read(&sent.json).await;
    assert_eq!(refused(&test.send(&opened).await), [("creditOf", "CREDIT_MORE_THAN_LEFT")]);
}

async fn bills_are_offered_with_what_is_left_of_them(app: TestApp) {
    let test = Test::of(app).await;
    let (bill, other) = (test.sent().await, test.sent().await);
    let draft = test.part(&bill, &json!(-400)).await;
    assert_eq!(test.send(&draft).await.status, 200);
    let offered = |who: &SignedIn, customer: CustomerId| {
        let path = format!("/api/person/{}/creditable-bills?customer={customer}", who.id);
        test.app.get(&path).token(&who.token).send()
    };
    let bills = offered(&test.maija, test.customer).await.json["bills"].clone();
    let found: Vec<_> =
        bills.as_array().unwrap().iter().map(|bill| (&bill["billNumber"], &bill["leftToCredit"])).collect();
    assert_eq!(
        found,
        [(&other["billNumber"], &json!(1255.00)), (&bill["billNumber"], &json!(753.00))],
        "the newest first, without what waits for approval"
    );
    let another = test.person().await;
    assert_eq!(offered(&test.maija, another).await.json["bills"], json!([]));
    let pekka = somebody(&test.app, "pekka@liksa.example", Role::User).await;
    assert_eq!(offered(&pekka, test.customer).await.json["bills"], json!([]));

    let path = format!("/api/provider/bills/{}", draft["id"].as_str().unwrap());
    let review = test.app.get(&path).token(&test.clerk.token).send().await.json;
    assert_eq!(review["credits"]["billNumber"], bill["billNumber"]);
    assert_eq!(review["credits"]["leftToCredit"], json!(753.00));
}

async fn a_bill_below_zero_names_the_bill_that_it_credits(app: TestApp) {
    let test = Test::of(app).await;
    let bill = test.sent().await;
    let mut below = good_bill(test.customer);
    below["billableitems"][0]["alvPrice"] = json!(-100);
    let draft = create(&test.app, &test.maija, &below).await;
    assert_eq!(refused(&test.send(&draft).await), [("creditOf", "CREDIT_OF_REQUIRED")]);
    let path = format!("/api/person/bill/{}/validate", draft["id"].as_str().unwrap());
    let found = test.app.get(&path).token(&test.maija.token).send().await.json;
    assert_eq!(found["problems"][0]["key"], "CREDIT_OF_REQUIRED");

    let chosen = test.save(&draft, &json!({"creditOf": {"id": bill["id"]}})).await;
    assert_eq!(chosen.status, 200, "{}", chosen.json);
    assert_eq!(chosen.json["billableitems"][0]["alvPrice"], json!(-100.00), "as it was written");
    assert_eq!(chosen.json["totalpriceWithAlv"], json!(-125.50));
    let found = test.app.get(&path).token(&test.maija.token).send().await.json;
    assert_eq!(found["valid"], true, "{found}");
    assert_eq!(test.send(&chosen.json).await.status, 200);

    // One that asks for money credits nothing.
    let mut above = good_bill(test.customer);
    above["creditOf"] = json!({"id": bill["id"]});
    let draft = create(&test.app, &test.maija, &above).await;
    assert_eq!(refused(&test.send(&draft).await), [("creditOf", "CREDIT_NOT_NEGATIVE")]);
}

/// It would pay them without a customer's money, as its own salary takes back what they get.
async fn a_bill_that_others_get_something_of_is_no_credit_note(app: TestApp) {
    let test = Test::of(app).await;
    let bill = test.sent().await;
    let mut below = good_bill(test.customer);
    below["billableitems"][0]["alvPrice"] = json!(-100);
    let pekka = somebody(&test.app, "pekka@liksa.example", Role::User).await;
    let shared = create(&test.app, &test.maija, &below).await;
    share_with(&test.app, &pekka, &shared).await;
    let bought = create(&test.app, &test.maija, &below).await;
    buy(&test.app, &test.maija, &bought, &json!({})).await;
    for draft in [&shared, &bought] {
        for state in ["OPEN", "PENDING"] {
            let as_note = json!({"creditOf": {"id": bill["id"]}, "state": state});
            let answer = test.save(&test.read(draft).await, &as_note).await;
            assert_eq!(refused(&answer), [("creditOf", "CREDIT_NOTE_SHARED")], "{state}");
        }
        let left = test.read(draft).await;
        assert_eq!((&left["creditOf"], &left["state"]), (&Value::Null, &json!("OPEN")));
    }

    // And one that is a credit note gives nothing to others.
    let note = test.part(&bill, &json!(-100)).await;
    let id = note["id"].as_str().unwrap();
    let share =
        json!({"email": "pekka@liksa.example", "date": "03.11.2026", "amount": 50, "description": "Miksaus"});
    let path = format!("/api/bill/{id}/contractoritems");
    let added = test.app.post(&path).token(&test.maija.token).json(&share).send().await;
    assert_eq!((added.status, added.key()), (409, "invoiceDisabled"));
    let purchase = invoice(&copy(&test.app, &test.maija, &shared).await);
    let added = test.app.post(&purchases_of(&note)).token(&test.maija.token).json(&purchase).send().await;
    assert_eq!((added.status, added.key()), (409, "invoiceDisabled"));
}

async fn only_ones_own_bill_to_the_same_customer_is_credited(app: TestApp) {
    let test = Test::of(app).await;
    let bill = test.sent().await;
    let mut below = good_bill(test.customer);
    below["billableitems"][0]["alvPrice"] = json!(-100);
    below["creditOf"] = json!({"id": bill["id"]});
    let pekka = somebody(&test.app, "pekka@liksa.example", Role::User).await;
    let path = format!("/api/person/{}/bills", pekka.id);
    let others = test.app.post(&path).token(&pekka.token).json(&below).send().await;
    below["creditOf"] = json!({"id": "0193b000-0000-7000-8000-000000000001"});
    let nobodys = test.app.post(&path).token(&pekka.token).json(&below).send().await;
    assert_eq!(
        (others.status, &others.json["fields"]),
        (422, &nobodys.json["fields"]),
        "as if there were none"
    );
    assert_eq!(others.json["fields"][0]["field"], "creditOf");
    let taken = test.app.post(&format!("{}/credit-part", path_of(&test.maija, &bill))).token(&pekka.token);
    assert_eq!(taken.send().await.status, 404);

    let draft = create(&test.app, &test.maija, &good_bill(test.customer)).await;
    below["creditOf"] = json!({"id": draft["id"]});
    let path = format!("/api/person/{}/bills", test.maija.id);
    let unsent = test.app.post(&path).token(&test.maija.token).json(&below).send().await;
    assert_eq!((unsent.status, &unsent.json["fields"][0]["field"]), (422, &json!("creditOf")));

    let part = test.part(&bill, &json!(-100)).await;
    let another = test.person().await;
    let moved = test.save(&part, &json!({"sharedCustomer": {"id": another.to_string()}})).await;
    assert_eq!(moved.status, 200, "{}", moved.json);
    assert_eq!(refused(&test.send(&moved.json).await), [("creditOf", "CREDIT_OF_OTHER_CUSTOMER")]);
}

async fn a_bill_of_zero_is_not_sent(app: TestApp) {
    let test = Test::of(app).await;
    let mut nothing = good_bill(test.customer);
    nothing["billableitems"][0]["alvPrice"] = json!(0);
    let draft = create(&test.app, &test.maija, &nothing).await;
    assert_eq!(refused(&test.send(&draft).await), [("billableitems", "BILLED_AMOUNT_NOT_ENOUGH")]);
    let bill = test.sent().await;
    let draft = test.part(&bill, &json!(0)).await;
    assert_eq!(refused(&test.send(&draft).await), [("billableitems", "BILLED_AMOUNT_NOT_ENOUGH")]);
}

async fn a_bill_that_is_partly_credited_is_not_credited_as_a_whole(app: TestApp) {
    let test = Test::of(app).await;
    let bill = test.sent().await;
    test.credited(&bill, &json!(-200)).await;
    let path = format!("{}/correct", path_of(&test.maija, &bill));
    let whole = test.app.post(&path).token(&test.maija.token).send().await;
    assert_eq!((whole.status, whole.key()), (409, "PARTLY_CREDITED"));
    test.credited(&bill, &json!(-800)).await;
    assert_eq!(test.read(&bill).await["state"], "HYVITETTY");
}

async fn a_part_credit_made_again_by_its_key_is_the_same(app: TestApp) {
    let test = Test::of(app).await;
    let bill = test.sent().await;
    let first = test.credit_part(&bill, Some("part-credit-1")).await;
    let again = test.credit_part(&bill, Some("part-credit-1")).await;
    assert_eq!((first.status, again.status, &again.json["id"]), (201, 200, &first.json["id"]));
    let draft = create(&test.app, &test.maija, &good_bill(test.customer)).await;
    let unsent = test.credit_part(&draft, Some("part-credit-2")).await;
    assert_eq!((unsent.status, unsent.key()), (409, "ILLEGAL_TRANSITION"));
}

async fn a_row_of_a_part_credit_is_saved_below_zero(app: TestApp) {
    let test = Test::of(app).await;
    let bill = test.sent().await;
    let draft = test.part(&bill, &json!(-200)).await;
    let mut row = draft["billableitems"][0].clone();
    row["alvPrice"] = json!(-300);
    row["price"] = Value::Null;
    let path = format!("/api/billableitem/{}?version={}", row["id"].as_str().unwrap(), draft["version"]);
    let saved = test.app.put(&path).token(&test.maija.token).json(&row).send().await;
    assert_eq!(saved.status, 200, "{}", saved.json);
    assert_eq!(saved.json["totalprice"], json!(-300.00));
    assert_eq!(saved.json["creditOf"]["id"], bill["id"]);
}

async fn the_list_of_customers_tells_what_one_has_billed_less_what_was_credited(app: TestApp) {
    let test = Test::of(app).await;
    let pekka = somebody(&test.app, "pekka@liksa.example", Role::User).await;
    let path = |who: &SignedIn| format!("/api/person/{}/sharedcustomers", who.id);
    let listed = async |who: &SignedIn| -> Vec<Value> {
        let list = test.app.get(&path(who)).token(&who.token).send().await;
        list.json["customers"].as_array().unwrap().clone()
    };
    let billed = async |who: &SignedIn| -> Vec<(f64, Value)> {
        let facts = |one: &Value| (one["billed"].as_f64().unwrap(), one["lastBilled"].clone());
        listed(who).await.iter().map(facts).collect()
    };
    for who in [&test.maija, &pekka] {
        let saved = test.app.post(&format!("{}/{}", path(who), test.customer)).token(&who.token).send().await;
        assert_eq!(saved.status, 200, "{}", saved.json);
    }
    create(&test.app, &test.maija, &good_bill(test.customer)).await;
    handled(&test.app, &test.maija, &test.clerk, &good_bill(test.customer)).await;
    assert_eq!(billed(&test.maija).await, [(0.0, Value::Null)], "a draft, and one that has not left");

    test.app.let_bills_leave().await;
    let bill = test.sent().await;
    assert_eq!(billed(&test.maija).await, [(2000.0, json!("16.11.2026"))]);
    test.credited(&bill, &json!(-400)).await;
    assert_eq!(billed(&test.maija).await, [(1600.0, json!("16.11.2026"))]);
    assert_eq!(billed(&pekka).await, [(0.0, Value::Null)], "nobody sees what another has billed");

    let mut changed = listed(&test.maija).await[0].clone();
    changed["termofpayment"] = json!(30);
    let id = changed["id"].as_str().unwrap().to_owned();
    let answer = test
        .app
        .put(&format!("/api/sharedcustomers/{id}"))
        .token(&test.maija.token)
        .json(&changed)
        .send()
        .await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_ne!(answer.json["id"], json!(id));
    assert_eq!(billed(&test.maija).await, [(1600.0, json!("16.11.2026"))], "older records count");

    let other = test.person().await;
    let saved =
        test.app.post(&format!("{}/{other}", path(&test.maija))).token(&test.maija.token).send().await;
    assert_eq!(saved.status, 200, "{}", saved.json);
    let (sums, _): (Vec<f64>, Vec<Value>) = billed(&test.maija).await.into_iter().unzip();
    assert_eq!(sums.len(), 2);
    assert!(sums.contains(&0.0) && sums.contains(&1600.0), "each customer its own: {sums:?}");
}
