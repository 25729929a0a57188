//! What a worker is shown before a salary, and what is said where the salary differs.

use jiff::ToSpan;
use jiff::civil::date;
use liksa_demo::history::identity;
use liksa_domain::bill::BillState;
use liksa_domain::bill::life::BillStatus;
use liksa_domain::ids::{BillId, CustomerId};
use liksa_domain::tax_card::{AboveCeiling, CardTerms};
use liksa_domain::worker_facts::WorkerFacts;
use liksa_money::{Money, Rate};
use liksa_store::{NewRecovery, NewTaxCard};
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use super::{PayrollTest, RUNS};
use crate::api::bills::tests::{company, create, good_bill};
use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    estimates_know_what_was_paid_this_year,
    a_salary_that_differs_says_by_which_line_and_why,
}

on_sqlite! {
    estimates_know_the_fees_of_the_month_and_the_debt,
    what_cannot_be_calculated_is_null_on_the_wire,
}

impl PayrollTest {
    /// A worker who signs in, with 20 % of tax and 40 % above the ceiling, or without a tax card.
    pub(super) async fn signed_in(&self, ceiling: impl Into<Option<i32>>) -> SignedIn {
        let worker = person().email("maija@liksa.example").build();
        let id = worker.id;
        self.app.add(worker).await;
        let (born, now) = (date(1990, 1, 1), self.app.clock.now());
        let profile = identity::profile(born, 9, "Sturenkatu 4", "Helsinki").unwrap();
        let facts = WorkerFacts { birth_date: Some(born), ..WorkerFacts::default() };
        let mut tx = self.app.store.begin().await.unwrap();
        tx.set_profile(id, &profile).await.unwrap();
        tx.set_worker_facts(id, &facts).await.unwrap();
        if let Some(ceiling) = ceiling.into() {
            let above = AboveCeiling { ceiling: Money::euros(ceiling), rate: Rate::from_millionths(400_000) };
            let (base_rate, valid_from) = (Rate::from_millionths(200_000), date(2026, 1, 1));
            let terms = CardTerms { base_rate, above: Some(above), valid_from };
            let card = NewTaxCard { id: self.app.new_id().unwrap(), person: id, terms: &terms, at: now };
            tx.insert_tax_card(&card).await.unwrap();
        }
        tx.commit().await.unwrap();
        self.app.sign_in("maija@liksa.example").await
    }

    /// Every place that estimates a bill of this price, which all agree.
    async fn estimated(&self, maija: &SignedIn, customer: CustomerId, euros: i32) -> String {
        let mut body = good_bill(customer);
        body["billableitems"][0]["alvPrice"] = json!(euros);
        let made = create(&self.app, maija, &body).await;
        let saved = self.put_bill(maija, &made, "OPEN").await.json;
        let live = self.ask(maija, "/api/calc/frombill", &body).await["salary"].clone();
        let own = json!({"price": euros, "alv": 25.5, "own": true});
        let calculator = self.ask(maija, "/api/calc", &own).await["salary"].clone();
        let found = [&made["estimate"], &saved["estimate"], &live, &calculator].map(Value::to_string);
        let sent = self.put_bill(maija, &saved, "PENDING").await.json["estimate"].to_string();
        assert!(found.iter().all(|one| *one == sent), "{found:?} {sent}");
        sent
    }

    pub(super) async fn put_bill(&self, who: &SignedIn, bill: &Value, state: &str) -> Answer {
        let mut body = bill.clone();
        body["state"] = json!(state);
        let path = format!("/api/person/{}/bills/{}", who.id, bill["id"].as_str().unwrap());
        let answer = self.app.put(&path).token(&who.token).json(&body).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer
    }

    pub(super) async fn ask(&self, who: &SignedIn, path: &str, body: &Value) -> Value {
        let answer = self.app.put(path).token(&who.token).json(body).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn read_bill(&self, who: &SignedIn, bill: &Value) -> Value {
        let path = format!("/api/person/{}/bills/{}", who.id, bill["id"].as_str().unwrap());
        self.app.get(&path).token(&who.token).send().await.json
    }
}

async fn estimates_know_what_was_paid_this_year(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.signed_in(2000).await;
    let customer = company(&test.app, &maija).await;
    let draft = create(&test.app, &maija, &good_bill(customer)).await;
    assert_eq!(draft["estimate"], json!(726.56));
    assert_eq!(test.estimated(&maija, customer, 1000).await, "726.56");

    test.paid_bill(maija.id, 3000).await;
    let run = test.calculated().await;
    assert_eq!(test.read_bill(&maija, &draft).await["estimate"], json!(726.56), "nothing is approved yet");
    test.pay(&run).await;
    // Past the ceiling. The draft says so although nobody saved it again.
    assert_eq!(test.read_bill(&maija, &draft).await["estimate"], json!(544.92));
    assert_eq!(test.estimated(&maija, customer, 1000).await, "544.92");

    // The salary that is wanted is found for the worker who asks, too.
    let wanted = test.ask(&maija, "/api/calc", &json!({"salary": "544,92", "own": true})).await;
    assert_eq!((&wanted["salary"], &wanted["amount"]), (&json!(544.92), &json!(1000.0)), "{wanted}");
    // Strangers are told what they were told before, also by a worker who asks about somebody else.
    let question = json!({"price": 1000, "taxPercent": 0.2});
    assert_eq!(test.ask(&maija, "/api/calc", &question).await["salary"], json!(726.56));
    let stranger = test.app.put("/api/calc").json(&question).send().await;
    assert_eq!(stranger.json["salary"], json!(726.56));
    let nobody = test.app.put("/api/calc").json(&json!({"price": 1000, "own": true})).send().await;
    assert_eq!(nobody.status, 401);
}

async fn estimates_know_the_fees_of_the_month_and_the_debt(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.signed_in(900_000).await;
    let customer = company(&test.app, &maija).await;
    let credited = create(&test.app, &maija, &good_bill(customer)).await;
    assert_eq!(test.estimated(&maija, customer, 19_500).await, "14827.82");
    assert_eq!(test.estimated(&maija, customer, 3000).await, "2179.69");
    let mut tx = test.app.store.begin().await.unwrap();
    let recovery = NewRecovery {
        id: test.app.new_id().unwrap(),
        person: maija.id,
        credit_note: credited["id"].as_str().unwrap().parse().ok(),
        salary: None,
        amount: "726.56".parse().unwrap(),
        made_at: test.app.clock.now(),
    };
    tx.add_recovery(&recovery).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(test.estimated(&maija, customer, 3000).await, "1453.13");

    // The debt is taken from this salary, which also pays the whole fee of the month.
    test.paid_bill(maija.id, 8000).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    assert_eq!(test.estimated(&maija, customer, 19_500).await, "15218.02");
}

async fn a_salary_that_differs_says_by_which_line_and_why(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.signed_in(2000).await;
    let customer = company(&test.app, &maija).await;
    let draft = create(&test.app, &maija, &good_bill(customer)).await;
    let sent = test.put_bill(&maija, &draft, "PENDING").await.json;
    assert_eq!(sent["estimate"], json!(726.56));
    test.paid_bill(maija.id, 3000).await;
    let first = test.calculated().await;
    test.pay(&first).await;

    // Its customer pays. How a bill comes there is tested elsewhere.
    test.app.clock.advance(1.minute());
    let id: BillId = sent["id"].as_str().unwrap().parse().unwrap();
    let stored = test.app.store.bill(id).await.unwrap().unwrap();
    let paid = BillStatus { state: BillState::Paid, open_request: false };
    let mut tx = test.app.store.begin().await.unwrap();
    assert!(tx.move_bill(&stored, paid, test.app.clock.now()).await.unwrap());
    tx.number_bill(id).await.unwrap();
    tx.commit().await.unwrap();
    let run = test.calculated().await;
    let salary = test.salaries(&run).await[0].clone();
    let (person, salary) = (maija.id, salary["id"].as_str().unwrap());
    let because = json!({
        "estimate": 726.56,
        "salary": 544.92,
        "lines": [{"line": "TAX", "estimated": 181.64, "actual": 363.28, "reason": "CEILING"}],
    });
    let staff = test.read(&format!("{RUNS}/{run}/salaries/{salary}")).await;
    assert_eq!(staff["explanation"], because);
    test.pay(&run).await;
    let slip = test.app.get(&format!("/api/person/{person}/salaries/{salary}")).token(&maija.token);
    let slip = slip.send().await.json;
    assert_eq!(slip["explanation"], because);
    let pdf = test.app.get(slip["salaryurl"].as_str().unwrap()).token(&maija.token).send().await;
    assert_eq!((pdf.status, pdf.body.starts_with(b"%PDF-")), (200, true));

    // The first was as it had been shown.
    let shown = test.salaries(&first).await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(test.read(&format!("{RUNS}/{first}/salaries/{shown}")).await["explanation"], json!(null));
}

async fn what_cannot_be_calculated_is_null_on_the_wire(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.signed_in(2000).await;
    let customer = company(&test.app, &maija).await;
    let mut body = good_bill(customer);
    body["billableitems"][0]["fulldaycompensation"] = json!(40);
    let bill = create(&test.app, &maija, &body).await;
    assert_eq!((&bill["totalprice"], &bill["totalpriceWithAlv"]), (&json!(1000.0), &json!(1255.0)));
    assert_eq!((&bill["salaryPercent"], &bill["estimate"]), (&json!(null), &json!(null)));

    body["billableitems"][0]["date"] = json!("02.11.1999");
    let bill = create(&test.app, &maija, &body).await;
    for field in ["totalprice", "totalpriceWithAlv", "salaryPercent", "estimate"] {
        assert_eq!(bill[field], json!(null), "{field}");
        assert_eq!(test.read_bill(&maija, &bill).await[field], json!(null), "{field}");
    }
    let list = test.app.get(&format!("/api/person/{}/bills", maija.id)).token(&maija.token).send().await;
    let cards = list.json["bills"].as_array().unwrap().clone();
    let card = cards.iter().find(|card| card["id"] == bill["id"]).unwrap();
    assert_eq!((&card["totalpriceWithAlv"], &card["salaryPercent"]), (&json!(null), &json!(null)));
}
