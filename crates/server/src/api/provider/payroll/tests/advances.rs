//! Advances from the request to the salary that pays them back.

mod meanwhile;
mod money;
mod parties;
mod told;

use std::pin::pin;

use jiff::ToSpan;
use jiff::civil::date;
use liksa_actions::advances::{self, AdvanceRequest};
use liksa_actions::bills::{Closing, close_within};
use liksa_actions::payments::{BookedBy, Outcome, Transaction, book};
use liksa_actions::{Error, payouts};
use liksa_domain::advance::AdvanceState;
use liksa_domain::bill::{Bill, BillState, Pricing, Row};
use liksa_domain::ids::{AdvanceId, BillId, PayoutFileId, PayoutId, PersonId, RowId};
use liksa_domain::payments::PaymentState;
use liksa_domain::payout::{OtherAccount, PayoutFileBody, PayoutState};
use liksa_domain::problem::ErrorKey;
use liksa_domain::settings::{AdvancesForm, ProviderForm};
use liksa_money::Money;
use liksa_store::{Advance, BillCredited, MadeSettings, Payout};
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};

use super::{PayrollTest, STANDARD};
use crate::testing::{SignedIn, TestApp, must_wait};

both_engines! {
    of_two_requests_at_once_one_is_made,
    an_advance_and_a_credit_at_once_leave_nobody_with_both,
    a_run_and_a_payment_file_at_once_agree_on_an_advance,
    nothing_is_advanced_on_a_bill_as_it_was_before_a_credit_note,
    small_advances_of_one_person_count_together,
    what_is_asked_for_while_the_bill_leaves_is_granted_by_rule,
    a_worker_is_told_that_other_salaries_pay_an_advance_back,
    the_limit_is_found_to_the_cent,
    what_is_too_much_for_the_person_is_refused_on_any_bill,
    two_people_grant_a_large_advance,
    what_is_small_is_granted_by_rule_when_the_bill_has_left,
    a_bill_with_an_advance_is_not_opened,
    a_returned_bill_ends_its_requests,
}

on_sqlite! {
    the_history_of_a_bill_tells_no_more_of_an_advance_than_its_mails,
    an_amount_that_cannot_be_read_is_not_all_there_is,
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// Why an action was refused.
fn refused<T: std::fmt::Debug>(result: Result<T, Error>) -> ErrorKey {
    match result {
        Err(Error::Conflict(key)) => key,
        other => panic!("{other:?}"),
    }
}

impl PayrollTest {
    /// A bill in a state with rows of these prices.
    pub(super) async fn bill_in(
        &self,
        state: BillState,
        person: PersonId,
        prices: &[&str],
    ) -> (BillId, Vec<RowId>) {
        let rows: Vec<Row> = prices
            .iter()
            .map(|price| Row {
                id: Some(self.app.new_id().unwrap()),
                destination: "Keikka".into(),
                pricing: Pricing::Contract { price: Some(money(price)) },
                ..Row::empty(date(2026, 11, 2), STANDARD)
            })
            .collect();
        let ids = rows.iter().filter_map(|row| row.id).collect();
        let (billing_date, customer) = (Some(date(2026, 11, 2)), Some(self.customer_of(person).await));
        let bill = Bill { state, billing_date, customer, rows, ..Bill::draft(STANDARD) };
        (self.sent(person, bill).await, ids)
    }

    /// The provider's terms of advances from now on.
    async fn set_terms(&self, advances: AdvancesForm) {
        let form = ProviderForm { advances, ..ProviderForm::made_up() };
        let (valid_from, made_at, made_by) = (date(2026, 1, 1), self.app.clock.now(), self.first.id);
        let mut tx = self.app.store.begin().await.unwrap();
        tx.insert_settings(&MadeSettings { valid_from, made_at, made_by, form }).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn closed_bill(&self, person: PersonId, prices: &[&str]) -> (BillId, Vec<RowId>) {
        self.bill_in(BillState::Closed, person, prices).await
    }

    async fn ask_advance(
        &self,
        person: PersonId,
        bill: BillId,
        rows: &[RowId],
        amount: Option<&str>,
    ) -> Result<Advance, Error> {
        let request = AdvanceRequest { rows: rows.to_vec(), amount: amount.map(money) };
        advances::ask(self.app.state(), person, bill, &request).await
    }

    /// An advance of all that the rows allow, granted.
    async fn granted(&self, person: PersonId, bill: BillId, rows: &[RowId]) -> Advance {
        let asked = self.ask_advance(person, bill, rows, None).await.unwrap();
        let mut advance = advances::grant(self.app.state(), self.first.id, asked.id).await.unwrap();
        if advance.state == AdvanceState::Requested {
            advance = advances::grant(self.app.state(), self.second.id, asked.id).await.unwrap();
        }
        assert_eq!(advance.state, AdvanceState::Granted);
        advance
    }

    async fn advance(&self, id: AdvanceId) -> Advance {
        self.app.store.advance(id).await.unwrap().unwrap()
    }

    /// The newest payout of an advance.
    async fn payout(&self, advance: &Advance) -> Payout {
        let all = self.app.store.payouts_of_bill(advance.bill).await.unwrap();
        all.into_iter().rfind(|payout| payout.thing.advance() == Some(advance.id)).unwrap()
    }

    /// Puts the payout of an advance into a file that another person approves.
    pub(super) async fn approve_payout(&self, advance: &Advance) -> Result<PayoutId, Error> {
        let payout = self.payout(advance).await.id;
        let file = self.make_payout_file(advance).await?;
        payouts::approve_file(self.app.state(), self.second.id, file).await?;
        self.later();
        Ok(payout)
    }

    /// A file with the payout of an advance that waits for its approval.
    async fn payout_file(&self, advance: &Advance) -> PayoutFileId {
        self.make_payout_file(advance).await.unwrap()
    }

    async fn make_payout_file(&self, advance: &Advance) -> Result<PayoutFileId, Error> {
        let payout = self.payout(advance).await.id;
        let body = PayoutFileBody { ids: Some(vec![payout]), pay_on: Some("17.11.2026".into()) };
        Ok(payouts::make_file(self.app.state(), self.first.id, &body).await?.id)
    }

    /// A calculation that comes after this knows of what was before.
    fn later(&self) {
        self.app.clock.advance(1.minute());
    }

    /// The bank reports a movement that names the payout.
    pub(super) async fn bank_moves(&self, bank_id: &str, payout: PayoutId, sent: bool) -> PaymentState {
        let amount = self.app.store.payout(payout).await.unwrap().unwrap().amount;
        let transaction = Transaction {
            id: bank_id.to_owned(),
            amount: if sent { amount.negated().unwrap() } else { amount },
            references: vec![],
            end_to_end_id: Some(payout.to_string().replace('-', "")),
            reversal: !sent,
            ..self.payment(1001, amount)
        };
        let mut tx = self.app.store.begin().await.unwrap();
        let ids = (self.app.new_id().unwrap(), None);
        let booked = book(&mut tx, BookedBy::program(self.app.state()), ids, &transaction).await.unwrap();
        tx.commit().await.unwrap();
        self.later();
        match booked {
            Outcome::Booked(state) => state,
            other => panic!("{other:?}"),
        }
    }

    /// An advance that the bank has paid.
    async fn paid_advance(&self, person: PersonId, bill: BillId, rows: &[RowId]) -> Advance {
        let advance = self.granted(person, bill, rows).await;
        let payout = self.approve_payout(&advance).await.unwrap();
        assert_eq!(self.bank_moves(&format!("B{payout}"), payout, true).await, PaymentState::Confirmed);
        self.advance(advance.id).await
    }

    /// The customer pays all of a bill.
    pub(super) async fn pay_whole(&self, bill: BillId) {
        let stored = self.app.store.bill(bill).await.unwrap().unwrap();
        self.pay_bill(bill, stored.open_amount()).await;
    }

    async fn reductions(&self, run: &str) -> Vec<String> {
        let salaries = self.salaries(run).await;
        salaries.iter().map(|salary| salary["summary"]["reductions"].to_string()).collect()
    }
}

async fn the_limit_is_found_to_the_cent(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000", "500"]).await;
    let offer = async |rows: &[RowId]| advances::offer(test.app.state(), maija, bill, rows).await.unwrap();
    // 1000 − 69 = 931; 931 / 1.0251 = 908.20; less a fifth 726.56; of that 70 % is 508.592.
    let first = offer(&rows[..1]).await;
    let limit = first.limit.unwrap();
    assert_eq!((limit.estimated_net, limit.limit), (money("726.56"), money("508.59")));
    assert_eq!(first.refused, None);
    // 1500 − 103.50 = 1396.50; / 1.0251 = 1362.31; less 272.46 is 1089.85; 70 % is 762.895.
    assert_eq!(offer(&rows).await.limit.unwrap().limit, money("762.90"));
    let too_much = test.ask_advance(maija, bill, &rows[..1], Some("508.60")).await;
    assert_eq!(refused(too_much), ErrorKey::AdvanceTooBig);
    let asked = test.ask_advance(maija, bill, &rows[..1], Some("200.00")).await.unwrap();
    assert_eq!((asked.state, asked.amount), (AdvanceState::Requested, money("200")));
    // 500 − 34.50 = 465.50; / 1.0251 = 454.10; less 90.82 is 363.28; 70 % is 254.296, less the 200 that are out.
    let second = offer(&rows[1..]).await.limit.unwrap();
    assert_eq!((second.out_on_bill, second.limit), (money("200"), money("54.30")));
    for (rows, key) in [
        (vec![], ErrorKey::NoRowsSelected),
        (rows.clone(), ErrorKey::RowsAlreadyHandled),
        (vec![test.app.new_id().unwrap()], ErrorKey::CannotCreateAdvance),
    ] {
        assert_eq!(offer(&rows).await.refused, Some(key));
        assert_eq!(refused(test.ask_advance(maija, bill, &rows, None).await), key);
    }
    let shown = test.app.store.bill(bill).await.unwrap().unwrap();
    assert_eq!(advances::handled_rows(&shown.advances), [rows[0]].into());
    // What was taken back is free again.
    advances::withdraw(test.app.state(), maija, bill, asked.id).await.unwrap();
    assert_eq!(offer(&rows).await.limit.unwrap().limit, money("762.90"));
}

async fn what_is_too_much_for_the_person_is_refused_on_any_bill(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (first, rows) = test.closed_bill(maija, &["5000"]).await;
    assert_eq!(test.ask_advance(maija, first, &rows, None).await.unwrap().amount, money("2000"));
    let (second, rows) = test.closed_bill(maija, &["1000"]).await;
    assert_eq!(refused(test.ask_advance(maija, second, &rows, None).await), ErrorKey::AdvanceTooBig);
}

async fn of_two_requests_at_once_one_is_made(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let (one, two) =
        tokio::join!(test.ask_advance(maija, bill, &rows, None), test.ask_advance(maija, bill, &rows, None));
    let (made, other) = if one.is_ok() { (one, two) } else { (two, one) };
    assert_eq!(made.unwrap().amount, money("508.59"));
    assert_eq!(refused(other), ErrorKey::RowsAlreadyHandled);
    // Nor do two on different bills exceed what one person may have.
    let ville = test.worker(2).await;
    let (left, left_rows) = test.closed_bill(ville, &["4000"]).await;
    let (right, right_rows) = test.closed_bill(ville, &["4000"]).await;
    let (one, two) = tokio::join!(
        test.ask_advance(ville, left, &left_rows, Some("1500")),
        test.ask_advance(ville, right, &right_rows, Some("1500"))
    );
    assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
}

async fn two_people_grant_a_large_advance(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let asked = test.ask_advance(maija, bill, &rows, None).await.unwrap();
    let grant = async |by| advances::grant(test.app.state(), by, asked.id).await;
    let first = grant(test.first.id).await.unwrap();
    assert_eq!((first.state, first.first_by), (AdvanceState::Requested, Some(test.first.id)));
    assert!(test.app.store.payouts_of_bill(bill).await.unwrap().is_empty());
    assert_eq!(refused(grant(test.first.id).await), ErrorKey::ApprovedBySamePerson);
    assert_eq!(grant(test.second.id).await.unwrap().state, AdvanceState::Granted);
    let payout = test.payout(&asked).await;
    assert_eq!((payout.state, payout.amount), (PayoutState::Ready, money("508.59")));
    assert_eq!(refused(grant(test.second.id).await), ErrorKey::AdvanceNotInState);
    // Up to the limit one is enough.
    let pekka = test.worker(2).await;
    let (bill, rows) = test.closed_bill(pekka, &["900"]).await;
    let asked = test.ask_advance(pekka, bill, &rows, Some("400")).await.unwrap();
    let granted = advances::grant(test.app.state(), test.first.id, asked.id).await.unwrap();
    assert_eq!(granted.state, AdvanceState::Granted);
}

async fn what_is_small_is_granted_by_rule_when_the_bill_has_left(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let form = AdvancesForm { granted_up_to: "300".into(), ..AdvancesForm::default() };
    test.set_terms(form).await;
    let (bill, rows) = test.closed_bill(maija, &["1000", "500"]).await;
    let large = test.ask_advance(maija, bill, &rows[..1], Some("300.01")).await.unwrap();
    test.app.run_jobs().await;
    assert_eq!(test.advance(large.id).await.state, AdvanceState::Requested);
    advances::withdraw(test.app.state(), maija, bill, large.id).await.unwrap();
    let small = test.ask_advance(maija, bill, &rows[..1], Some("300")).await.unwrap();
    test.app.run_jobs().await;
    let small = test.advance(small.id).await;
    assert_eq!((small.state, small.decided_by), (AdvanceState::Granted, None));
    // What is asked for beside it waits for payroll.
    let pekka = test.worker(2).await;
    let (bill, rows) = test.closed_bill(pekka, &["1000", "1000"]).await;
    let large = test.ask_advance(pekka, bill, &rows[..1], Some("300.01")).await.unwrap();
    let small = test.ask_advance(pekka, bill, &rows[1..], Some("100")).await.unwrap();
    test.app.run_jobs().await;
    assert_eq!(test.advance(small.id).await.state, AdvanceState::Granted);
    assert_eq!(test.advance(large.id).await.state, AdvanceState::Requested);
    let early = test.bill_in(BillState::Taken, maija, &["100"]).await;
    let waiting = test.ask_advance(maija, early.0, &early.1, Some("10")).await.unwrap();
    test.app.run_jobs().await;
    assert_eq!(test.advance(waiting.id).await.state, AdvanceState::Requested, "not before it has left");
}

async fn small_advances_of_one_person_count_together(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.set_terms(AdvancesForm { granted_up_to: "100".into(), ..AdvancesForm::default() }).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"; 5]).await;
    let ask = async |row: usize, amount: &str| {
        let asked = test.ask_advance(maija, bill, &rows[row..=row], Some(amount)).await.unwrap();
        test.app.run_jobs().await;
        (asked.id, test.advance(asked.id).await.state)
    };
    assert_eq!(ask(0, "60").await.1, AdvanceState::Granted);
    assert_eq!(ask(1, "40").await.1, AdvanceState::Granted);
    let (third, state) = ask(2, "40").await;
    assert_eq!(state, AdvanceState::Requested, "140 € would be out by rule");
    // One person grants up to 500 € of one worker, two what is above.
    let grant =
        async |id: AdvanceId| advances::grant(test.app.state(), test.first.id, id).await.unwrap().state;
    assert_eq!(grant(third).await, AdvanceState::Granted);
    let (fourth, _) = ask(3, "360").await;
    assert_eq!(grant(fourth).await, AdvanceState::Granted);
    let (fifth, _) = ask(4, "1").await;
    let listed = test.read("/api/provider/advances?state=REQUESTED").await["advances"][0].clone();
    assert_eq!(listed["needsSecondPerson"], json!(true), "{listed}");
    assert_eq!(grant(fifth).await, AdvanceState::Requested, "501 €");
    let second = advances::grant(test.app.state(), test.second.id, fifth).await.unwrap();
    assert_eq!(second.state, AdvanceState::Granted);
}

async fn what_is_asked_for_while_the_bill_leaves_is_granted_by_rule(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.set_terms(AdvancesForm { granted_up_to: "100".into(), ..AdvancesForm::default() }).await;
    let (bill, rows) = test.bill_in(BillState::Approved, maija, &["1000"]).await;
    let read_before = test.app.store.bill(bill).await.unwrap().unwrap();
    let asked = test.ask_advance(maija, bill, &rows, Some("50")).await.unwrap();
    test.app.run_jobs().await;
    assert_eq!(test.advance(asked.id).await.state, AdvanceState::Requested, "not before it has left");
    liksa_actions::bills::close(test.app.state(), None, &read_before).await.unwrap();
    test.app.run_jobs().await;
    assert_eq!(test.advance(asked.id).await.state, AdvanceState::Granted);
}

async fn a_worker_is_told_that_other_salaries_pay_an_advance_back(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let told = async || {
        test.app.run_jobs().await;
        let subjects = test.app.subjects_to("worker1@liksa.example").await;
        subjects.iter().filter(|subject| subject.starts_with("Ennakko peritään muista palkoistasi")).count()
    };
    let left = async || {
        let (bill, rows) = test.closed_bill(maija, &["500"]).await;
        let advance = test.granted(maija, bill, &rows).await;
        test.approve_payout(&advance).await.unwrap();
        (bill, advance.id)
    };
    let (_, advance) = left().await;
    assert_eq!(told().await, 0);
    advances::recover(test.app.state(), test.first.id, advance, "Konkurssi").await.unwrap();
    assert_eq!(told().await, 1);
    let text = &test.app.store.newest_mails(1).await.unwrap()[0].text;
    assert!(text.contains("Asiakas ei ole maksanut") && !text.contains("Konkurssi"), "{text}");
    let (bill, _) = left().await;
    test.credited(bill).await;
    assert_eq!(told().await, 2);
}

async fn the_history_of_a_bill_tells_no_more_of_an_advance_than_its_mails(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let SignedIn { id: maija, token } = test.app.worker().await;
    test.equip(1, maija).await;
    let told = async |bill: BillId| {
        let path = format!("/api/person/{maija}/bills/{bill}/history");
        let history = test.app.get(&path).token(&token).send().await.json;
        let event = history["events"].as_array().unwrap().last().unwrap().clone();
        (event["action"].clone(), event["reason"].clone(), event["lapse"].clone())
    };
    let granted = async || {
        let (bill, rows) = test.closed_bill(maija, &["100"]).await;
        (bill, test.granted(maija, bill, &rows).await)
    };
    let (bill, advance) = granted().await;
    test.approve_payout(&advance).await.unwrap();
    advances::recover(test.app.state(), test.first.id, advance.id, "Konkurssi").await.unwrap();
    assert_eq!(told(bill).await, (json!("advanceFreed"), Value::Null, Value::Null), "for the provider alone");
    let listed = test.read("/api/provider/advances").await["advances"][0].clone();
    assert_eq!(listed["dueReason"], "Konkurssi");
    let (bill, advance) = granted().await;
    test.approve_payout(&advance).await.unwrap();
    test.credited(bill).await;
    assert_eq!(told(bill).await, (json!("advanceFreed"), Value::Null, json!("BILL_CREDITED")));
    let (bill, _) = granted().await;
    test.credited(bill).await;
    assert_eq!(told(bill).await, (json!("advanceLapsed"), Value::Null, json!("BILL_CREDITED")));
    let (bill, advance) = granted().await;
    advances::refuse(test.app.state(), test.first.id, advance.id, "Tili vaihtuu").await.unwrap();
    assert_eq!(told(bill).await, (json!("advanceRefused"), json!("Tili vaihtuu"), Value::Null));
}

async fn an_amount_that_cannot_be_read_is_not_all_there_is(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let SignedIn { id: maija, token } = test.app.worker().await;
    test.equip(1, maija).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let path = format!("/api/person/{maija}/bills/{bill}/advancePayment");
    // The last is a text that JSON allows and no string can hold.
    let fields = ["amount", "amount", "advancePaymentAmount", "advancePaymentAmount"];
    for (amount, field) in ["true", "[]", r#"{"ids": true}"#, r#""\ud800""#].into_iter().zip(fields) {
        let body = format!(r#"{{"ids": {}, "advancePaymentAmount": {amount}}}"#, json!(rows));
        let refused = test.app.post(&path).token(&token).body("application/json", body).send().await;
        let named = &refused.json["fields"][0]["field"];
        assert_eq!((refused.status, named), (422, &json!(field)), "{amount}: {}", refused.json);
    }
    let body = json!({"ids": rows, "advancePaymentAmount": "10,50"});
    let asked = test.app.post(&path).token(&token).json(&body).send().await;
    assert_eq!(asked.status, 201, "{}", asked.json);
    assert_eq!(asked.json["advancePayment"]["amount"], 10.5);
}

async fn a_bill_with_an_advance_is_not_opened(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    for state in [BillState::Pending, BillState::Taken, BillState::Approved] {
        let (bill, rows) = test.bill_in(state, maija, &["1000"]).await;
        let asked = test.ask_advance(maija, bill, &rows, Some("1")).await.unwrap();
        let open = async || liksa_actions::bills::open(test.app.state(), maija, bill).await;
        match open().await {
            Err(liksa_actions::bills::Refusal::Conflict(key, _)) => {
                assert_eq!(key, ErrorKey::HasAdvancePayments, "{state:?}");
            }
            other => panic!("{other:?}"),
        }
        advances::withdraw(test.app.state(), maija, bill, asked.id).await.unwrap();
        assert!(open().await.is_ok(), "{state:?}");
    }
}

async fn a_returned_bill_ends_its_requests(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.bill_in(BillState::Taken, maija, &["1000"]).await;
    let asked = test.ask_advance(maija, bill, &rows, None).await.unwrap();
    let state = test.app.state();
    liksa_actions::bills::return_to_worker(state, test.first.id, bill, "Päivä puuttuu").await.unwrap();
    let ended = test.advance(asked.id).await;
    assert_eq!((ended.state, ended.reason.as_str()), (AdvanceState::Refused, "BILL_OPENED"));
    // The draft can be deleted with all that was asked for on it.
    liksa_actions::bills::delete(state, maija, bill, None).await.unwrap();
    assert_eq!(test.app.store.advance(asked.id).await.unwrap(), None);
}

async fn an_advance_and_a_credit_at_once_leave_nobody_with_both(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, pekka) = (test.worker(1).await, test.worker(2).await);
    // The payment file is first: the money leaves, and any salary pays it back.
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.granted(maija, bill, &rows).await;
    test.approve_payout(&advance).await.unwrap();
    test.credited(bill).await;
    let after = test.advance(advance.id).await;
    assert_eq!((after.is_out, after.due_at.is_some()), (true, true));
    test.assert_sound().await;
    // The credit note is first: who approves the file at the same time waits for it, and is told.
    let (bill, rows) = test.closed_bill(pekka, &["1000"]).await;
    let advance = test.granted(pekka, bill, &rows).await;
    let (file, credit_note) = (test.payout_file(&advance).await, test.credit_note(bill).await);
    let (at, today) = (test.app.clock.now(), test.app.clock.today());
    let (settings, law) = (test.app.settings_on(today).await.unwrap(), test.app.law().await.unwrap());
    let note = test.app.store.bill(credit_note).await.unwrap().unwrap();
    let original = test.app.store.bill(bill).await.unwrap().unwrap();
    let delivery = test.app.new_id().unwrap();
    let (original, prices, actor) = (Some(&original), &settings.prices, None);
    let closing = Closing { bill: &note, original, actor, delivery, prices, law: &law, at, today };
    let mut tx = test.app.store.begin().await.unwrap();
    close_within(&mut tx, &closing).await.unwrap();
    let mut approving = pin!(payouts::approve_file(test.app.state(), test.second.id, file));
    must_wait(approving.as_mut()).await;
    tx.commit().await.unwrap();
    assert_eq!(refused(approving.await), ErrorKey::PayoutFileChanged);
    let after = test.advance(advance.id).await;
    assert_eq!((after.state, after.is_out), (AdvanceState::Refused, false));
    // A request is refused once the bill is credited.
    assert_eq!(refused(test.ask_advance(pekka, bill, &rows, None).await), ErrorKey::AdvanceCannotBeAsked);
}

async fn a_run_and_a_payment_file_at_once_agree_on_an_advance(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.granted(maija, bill, &rows).await;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    test.later();
    let (left, approved) =
        tokio::join!(test.approve_payout(&advance), test.step(&test.second, &run, "approve"));
    let after = test.advance(advance.id).await;
    match left {
        Ok(_) => assert_eq!((approved.status, approved.key(), after.is_out), (409, "RUN_CHANGED", true)),
        Err(_) => assert_eq!((approved.status, after.state), (200, AdvanceState::Refused)),
    }
    test.assert_sound().await;
}

async fn nothing_is_advanced_on_a_bill_as_it_was_before_a_credit_note(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000", "500"]).await;
    let asked = test.ask_advance(maija, bill, &rows[..1], None).await.unwrap();
    let crediting = async |to: BillState| {
        let original = test.app.store.bill(bill).await.unwrap().unwrap();
        let (credited, released, at) = (money("100"), Money::ZERO, test.app.clock.now());
        let mut tx = test.app.store.begin().await.unwrap();
        let change = BillCredited { credited, released, to, paid_on: None, at };
        assert!(tx.credit_bill(&original, &change).await.unwrap());
        tx
    };
    let tx = crediting(BillState::Closed).await;
    let mut granting = pin!(advances::grant(test.app.state(), test.first.id, asked.id));
    must_wait(granting.as_mut()).await;
    tx.commit().await.unwrap();
    assert_eq!(refused(granting.await), ErrorKey::AdvanceNotInState, "it is looked at again");
    let tx = crediting(BillState::Credited).await;
    let mut asking = pin!(test.ask_advance(maija, bill, &rows[1..], Some("1")));
    must_wait(asking.as_mut()).await;
    tx.commit().await.unwrap();
    assert_eq!(refused(asking.await), ErrorKey::AdvanceCannotBeAsked);
}

/// Makes a payout anew with the account that the worker has now.
async fn make_again(test: &PayrollTest, payout: PayoutId) -> Payout {
    let other = OtherAccount::default();
    payouts::make_again(test.app.state(), test.first.id, payout, &other).await.unwrap()
}
