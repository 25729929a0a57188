//! Books that are closed never change, whatever happens afterwards.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::{Date, date};
use liksa_actions::advances::{self, AdvanceRequest};
use liksa_actions::{payouts, payroll};
use liksa_domain::bill::ReceiptVat;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{BillId, PayoutId};
use liksa_domain::ledger::{Account, EntryKind};
use liksa_domain::payout::PayoutFileBody;
use liksa_domain::person::Role;
use liksa_store::AccountLine;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use crate::api::bills::tests::purchases::{buy, purchases_of};
use crate::api::bills::tests::{create, good_bill};
use crate::api::provider::money_path::{CUSTOMERS_ACCOUNT, MoneyPath, RUNS, by_reference, id, ok};
use crate::testing::{Answer, SignedIn, TestApp, texts_in};
use crate::tests::payment_fixtures::{PaymentsTest, StatementEntry, paid, plain};

both_engines! {
    no_action_changes_closed_books,
    books_are_closed_once,
}

on_sqlite! {
    books_are_closed_by_the_month_and_for_good,
}

const CLOSINGS: &str = "/api/provider/ledger/closings";
/// When the bank booked, and the payday: days of closed books.
const BANK_DAY: Date = date(2026, 11, 16);
const PAYDAY: Date = date(2026, 11, 20);
/// Of the run whose approval is undone.
const UNDONE_PAYDAY: Date = date(2026, 11, 27);
const FIRST_OPEN_DAY: Date = date(2026, 12, 1);
const TODAY: Date = date(2026, 12, 14);

async fn close(app: &TestApp, by: &SignedIn, until: &str) -> Answer {
    app.post(CLOSINGS).token(&by.token).json(&json!({"until": until})).send().await
}

/// The days on which events of each kind happened below, after the books of their month were closed.
fn days_of_events(kind: EntryKind) -> &'static [Date] {
    match kind {
        EntryKind::PaymentReceived
        | EntryKind::RefundPaid
        | EntryKind::RemittancePaid
        | EntryKind::RemittanceReturned
        | EntryKind::PurchasePaid
        | EntryKind::PurchaseReturned
        | EntryKind::PurchaseDebtUndone
        | EntryKind::AdvancePaid
        | EntryKind::AdvanceReturned => &[BANK_DAY],
        EntryKind::Salary => &[PAYDAY, UNDONE_PAYDAY],
        EntryKind::SalaryReversed => &[UNDONE_PAYDAY],
        EntryKind::SalariesPaid => &[PAYDAY],
        EntryKind::ReceiptVat => &[PAYDAY, TODAY],
        EntryKind::InvoiceSent
        | EntryKind::PaymentMatched
        | EntryKind::SalaryTakenBack
        | EntryKind::PurchaseRecovered => &[TODAY],
    }
}

async fn no_action_changes_closed_books(app: TestApp) {
    let mut case = MoneyPath::prepare(app).await;
    let november = November::begin(&case).await;
    case.app().clock.advance((28 * 24).hours());
    sign_in_again(&mut case).await;
    for until in ["31.10.2026", "30.11.2026"] {
        let closed = close(case.app(), &case.approver, until).await;
        assert_eq!((closed.status, &closed.json["closedUntil"]), (201, &json!(until)), "{}", closed.json);
    }
    let before = books(&case.payments).await;
    let entries = lines(&case).await.iter().map(|line| line.entry).max().unwrap();

    november.go_on(&case).await;

    assert!(books(&case.payments).await == before, "closed books have changed");
    let late: Vec<_> = lines(&case).await.into_iter().filter(|line| line.entry > entries).collect();
    for kind in EntryKind::ALL {
        let of_kind: Vec<_> = late.iter().filter(|line| line.kind == *kind).collect();
        let booked: BTreeSet<_> = of_kind.iter().map(|line| (line.date, line.happened_on)).collect();
        let expected = days_of_events(*kind).iter().map(|event| match *event {
            TODAY => (TODAY, None),
            event => (FIRST_OPEN_DAY, Some(event)),
        });
        assert_eq!(booked, expected.collect(), "{kind:?}");
    }
    case.payments.assert_sound().await;
}

/// What is under way when the month ends.
struct November {
    salaried: Value,
    run: String,
    undone_run: String,
    pending: Value,
    /// Of an advance that is in a payment file.
    payout: PayoutId,
}

impl November {
    /// A bill is paid with ten euros too much, which are refunded; its salary is approved and not booked yet, and so is
    /// that of a second bill in another run. A third one waits for a clerk.
    async fn begin(case: &MoneyPath) -> Self {
        let salaried = case.write_and_send().await;
        case.approve(&salaried).await;
        tick_a_receipt(case, &salaried).await;
        case.app().let_bills_leave().await;
        case.payments.receive(&[by_reference("3284.22")]).await;
        let refundable = case.payments.single("REFUNDABLE").await;
        let to = json!({"iban": CUSTOMERS_ACCOUNT, "name": "Kulttuuritalo Oy"});
        decide(&case.payments, &refundable, "refund", to).await;
        let payout = advance(case).await;
        let run = case.calculate().await;
        let second = sent_for_approval(case).await;
        send(case, &second).await;
        let second = case.app().store.bill(id(&second).parse().unwrap()).await.unwrap().unwrap();
        let sum = second.figures.total_with_vat.plain();
        case.payments.receive(&[paid("second", second.number.unwrap(), &sum)]).await;
        approve(case, &run).await;
        // The other run knows of this one.
        case.app().clock.advance(1.minute());
        let made = case.payments.post(RUNS, &json!({"payday": format_date(UNDONE_PAYDAY)})).await;
        let undone_run = id(&made.json).to_owned();
        assert_eq!(case.step(&case.payments.payroll, &undone_run, "calculate").await.status, 200);
        // Not by the job: the other run would be booked with it.
        payroll::calculate(case.app(), undone_run.parse().unwrap()).await.unwrap();
        approve(case, &undone_run).await;
        Self { salaried, run, undone_run, pending: sent_for_approval(case).await, payout }
    }

    /// All that books, with the bank's days and the payday in November.
    async fn go_on(&self, case: &MoneyPath) {
        let (app, payments) = (case.app(), &case.payments);
        // The salaries are booked; those of one run are reversed, the others paid.
        app.run_jobs().await;
        let path = format!("{RUNS}/{}/unapprove", self.undone_run);
        ok(app.post(&path).json(&json!({"reason": "Väärä päivä"})), &payments.payroll).await;
        app.run_jobs().await;
        let paid_run = case.step(&case.approver, &self.run, "pay").await;
        assert_eq!(paid_run.status, 200, "{}", paid_run.json);
        let end_to_end_id = texts_in(&case.file(&self.run, "BANK").await, "EndToEndId")[1].to_owned();
        payments.receive(&[StatementEntry { end_to_end_id, ..plain("out", "-10.00") }]).await;

        remit(case).await;
        purchase(case).await;
        out_and_back(payments, "advance", (self.payout.to_string(), "10.00".to_owned())).await;

        send(case, &self.pending).await;

        let (_, paid_bill) = payments.sent("100").await;
        let (open_bill, _) = payments.sent_due("50", date(2026, 11, 1), None).await;
        let found = [paid("paid", paid_bill, "100"), plain("nameless", "50")];
        payments.receive(&found).await;
        payments.receive(&[StatementEntry { reversal: true, ..paid("back", paid_bill, "-100") }]).await;
        let reminded = json!({"billIds": [open_bill.to_string()], "withoutInterest": true});
        assert_eq!(payments.post("/api/provider/reminders", &reminded).await.status, 200);
        let parts = json!({"parts": [{"billId": open_bill.to_string(), "amount": 50}]});
        decide(payments, &payments.single("UNMATCHED").await, "match", parts).await;
        let matched = payments.get("/api/provider/payments?state=MATCHED").await;
        let matched =
            matched["payments"].as_array().unwrap().iter().find(|one| one["amount"] == 50.0).unwrap();
        let matched = payments.get(&format!("/api/provider/payments/{}", id(matched))).await;
        decide(payments, &matched, "unmatch", json!({})).await;
        decide(payments, &payments.single("UNMATCHED").await, "set-aside", json!({"note": "Ei meille"}))
            .await;

        // The bill is credited: what was paid for it goes back, and its salary is owed.
        let worker = &payments.worker;
        let path = format!("/api/person/{}/bills/{}/correct", worker.id, id(&self.salaried));
        let correction = ok(app.post(&path), worker).await;
        send(case, &correction["creditNote"]).await;
        app.run_jobs().await;
    }
}

/// The parking is taken for a VAT invoice to the provider.
async fn tick_a_receipt(case: &MoneyPath, bill: &Value) {
    let store = &case.app().store;
    let receipts = store.receipt_vat_of(id(bill).parse().unwrap()).await.unwrap();
    let vat = Some("4.75".parse().unwrap());
    let mut tx = store.begin().await.unwrap();
    tx.set_receipt_vat(&ReceiptVat { vat, ..receipts[0].clone() }).await.unwrap();
    tx.commit().await.unwrap();
}

/// What is owed to the pension insurer is paid, and comes back.
async fn remit(case: &MoneyPath) {
    const REMITTANCES: &str = "/api/provider/remittances";
    let listed = case.payments.get(REMITTANCES).await;
    let owed = listed["owed"].as_array().unwrap().iter().find(|one| one["kind"] == "TYEL").unwrap();
    let body =
        json!({"kind": "TYEL", "until": owed["until"], "amount": owed["toPay"], "payOn": "31.12.2026"});
    let made = case.payments.post(REMITTANCES, &body).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let approval = json!({"remittances": [id(&made.json)]});
    ok(case.app().post(&format!("{REMITTANCES}/approve")).json(&approval), &case.approver).await;
    let paid = (id(&made.json).to_owned(), owed["toPay"].to_string());
    out_and_back(&case.payments, "tyel", paid).await;
}

/// The bank pays what has this id, and its money comes back.
async fn out_and_back(payments: &PaymentsTest, bank_id: &str, (id, amount): (String, String)) {
    let end_to_end_id = id.replace('-', "");
    let out = StatementEntry { end_to_end_id, ..plain(bank_id, &format!("-{amount}")) };
    let back = StatementEntry { reversal: true, ..plain(&format!("{bank_id} back"), &amount) };
    let back = StatementEntry { end_to_end_id: out.end_to_end_id.clone(), ..back };
    payments.receive(&[out]).await;
    payments.receive(&[back]).await;
}

/// An advance on a sent bill, in a payment file.
async fn advance(case: &MoneyPath) -> PayoutId {
    let bill = sent_for_approval(case).await;
    send(case, &bill).await;
    let (app, bill): (_, BillId) = (case.app(), id(&bill).parse().unwrap());
    let rows = app.store.bill(bill).await.unwrap().unwrap().bill.rows;
    let rows = rows.iter().filter_map(|row| row.id).collect();
    let request = AdvanceRequest { rows, amount: Some("10".parse().unwrap()) };
    let (maker, approver) = (case.payments.payroll.id, case.approver.id);
    let asked = advances::ask(app.state(), case.payments.worker.id, bill, &request).await.unwrap();
    advances::grant(app.state(), maker, asked.id).await.unwrap();
    let payout = app.store.payouts_of_bill(bill).await.unwrap().pop().unwrap().id;
    let body = PayoutFileBody { ids: Some(vec![payout]), pay_on: Some("20.11.2026".into()) };
    let file = payouts::make_file(app.state(), maker, &body).await.unwrap();
    payouts::approve_file(app.state(), approver, file.id).await.unwrap();
    payout
}

/// A purchase is paid at once; its bill is credited, and the money comes back.
async fn purchase(case: &MoneyPath) {
    const FILES: &str = "/api/provider/payouts/files";
    let (app, worker) = (case.app(), &case.payments.worker);
    let mut body = good_bill(case.payments.customer);
    body["billingdate"] = json!(format_date(app.clock.today()));
    let mut bill = create(app, worker, &body).await;
    let bought = buy(app, worker, &bill, &json!({"duedate": "31.12.2026"})).await;
    let path = format!("{}/{}/sendForPayment", purchases_of(&bill), id(&bought));
    ok(app.post(&path).json(&json!({"paynow": true})), worker).await;
    bill["state"] = json!("PENDING");
    ok(app.put(&format!("/api/person/{}/bills/{}", worker.id, id(&bill))).json(&bill), worker).await;
    send(case, &bill).await;
    let ready = case.payments.get("/api/provider/payouts").await["ready"][0].clone();
    let made = case.payments.post(FILES, &json!({"ids": [id(&ready)], "payOn": "15.12.2026"})).await;
    ok(app.post(&format!("{FILES}/{}/approve", id(&made.json))), &case.approver).await;
    let end_to_end_id = id(&ready).replace('-', "");
    let out = StatementEntry { end_to_end_id, ..plain("bought", "-251.00") };
    let back = StatementEntry { reversal: true, ..plain("bought back", "251.00") };
    let back = StatementEntry { end_to_end_id: out.end_to_end_id.clone(), ..back };
    case.payments.receive(&[out]).await;
    let path = format!("/api/person/{}/bills/{}/correct", worker.id, id(&bill));
    let correction = ok(app.post(&path), worker).await;
    send(case, &correction["creditNote"]).await;
    case.payments.receive(&[back]).await;
}

/// A bill that the worker has sent for approval.
async fn sent_for_approval(case: &MoneyPath) -> Value {
    let worker = &case.payments.worker;
    let mut bill = create(case.app(), worker, &good_bill(case.payments.customer)).await;
    bill["state"] = json!("PENDING");
    let path = format!("/api/person/{}/bills/{}", worker.id, id(&bill));
    ok(case.app().put(&path).json(&bill), worker).await
}

async fn approve(case: &MoneyPath, run: &str) {
    let shown = ok(case.app().get(&format!("{RUNS}/{run}")), &case.approver).await;
    let approved = case.approve_run(&case.approver, &shown).await;
    assert_eq!(approved.status, 200, "{}", approved.json);
}

/// A clerk takes and approves a bill, and it leaves.
async fn send(case: &MoneyPath, bill: &Value) {
    for verb in ["take", "approve"] {
        ok(case.app().put(&format!("/api/provider/bills/{}/{verb}", id(bill))), &case.clerk).await;
    }
    case.app().let_bills_leave().await;
    assert_ne!(case.bill(bill).await["billNumber"], Value::Null);
}

async fn decide(payments: &PaymentsTest, payment: &Value, verb: &str, mut body: Value) {
    body["version"] = payment["payment"]["version"].clone();
    let path = format!("/api/provider/payments/{}/{verb}", id(&payment["payment"]));
    let answer = payments.post(&path, &body).await;
    assert_eq!(answer.status, 200, "{verb}: {}", answer.json);
}

/// Weeks later every session has run out.
async fn sign_in_again(case: &mut MoneyPath) {
    case.payments.worker = case.app().sign_in("maija@liksa.example").await;
    case.payments.payroll = case.app().sign_in("payroll@liksa.example").await;
    case.approver = case.app().sign_in("payroll2@liksa.example").await;
    case.clerk = case.app().sign_in("clerk@liksa.example").await;
}

async fn lines(case: &MoneyPath) -> Vec<AccountLine> {
    case.app().store.ledger_lines((date(2026, 1, 1), date(2027, 12, 31)), (0, 0), 10_000).await.unwrap()
}

/// Everything that can be read of the closed months, byte for byte.
async fn books(payments: &PaymentsTest) -> Vec<(String, Vec<u8>)> {
    let mut all = vec![];
    for period in ["from=01.10.2026&until=31.10.2026", "from=01.11.2026&until=30.11.2026"] {
        let mut paths = vec![
            format!("ledger/trial-balance?{period}"),
            format!("vat?{period}"),
            format!("ledger/export?format=csv&{period}"),
            format!("ledger/export?format=sie&{period}"),
        ];
        paths.extend(Account::ALL.iter().map(|one| format!("ledger/accounts/{}?{period}", one.number())));
        for path in paths {
            let call = payments.app.get(&format!("/api/provider/{path}"));
            let answer = call.token(&payments.payroll.token).send().await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.json);
            all.push((path, answer.body));
        }
    }
    all
}

async fn books_are_closed_once(app: TestApp) {
    let payroll = app.staff("payroll@liksa.example", Role::Payroll).await;
    let other = app.staff("payroll2@liksa.example", Role::Payroll).await;
    let (one, two) = tokio::join!(close(&app, &payroll, "31.10.2026"), close(&app, &other, "31.10.2026"));
    let mut answers = [(one.status, one.key()), (two.status, two.key())];
    answers.sort_unstable();
    assert_eq!(answers, [(201, ""), (409, "BOOKS_ALREADY_CLOSED")]);
    let earlier = close(&app, &payroll, "30.09.2026").await;
    assert_eq!((earlier.status, earlier.key()), (409, "BOOKS_ALREADY_CLOSED"), "never backwards");
    let events = app.store.audit_of("ledger:books").await.unwrap();
    assert_eq!(events.len(), 1);
    assert!(events[0].detail.contains("31.10.2026"), "{}", events[0].detail);
}

async fn books_are_closed_by_the_month_and_for_good(app: TestApp) {
    let payroll = app.add(person().email("payroll@liksa.example").roles(&[Role::Payroll]).build()).await;
    let payroll = app.sign_in(payroll.email.as_str()).await;
    let read = async |path: &str| app.get(path).token(&payroll.token).send().await.json;
    assert_eq!(read(CLOSINGS).await, json!({"closedUntil": null, "closings": []}));
    for (until, key) in [
        (json!(null), "validation.required"),
        (json!("31.02.2026"), "validation.invalidDate"),
        (json!("30.10.2026"), "NOT_A_MONTH_END"),
        (json!("30.11.2026"), "PERIOD_NOT_OVER"),
    ] {
        let refused = app.post(CLOSINGS).token(&payroll.token).json(&json!({"until": until})).send().await;
        let field = &refused.json["fields"][0];
        assert_eq!((refused.status, &field["field"], &field["key"]), (422, &json!("until"), &json!(key)));
    }
    for until in ["30.09.2026", "31.10.2026"] {
        assert_eq!(close(&app, &payroll, until).await.status, 201);
    }
    let closings = read(CLOSINGS).await;
    assert_eq!(closings["closedUntil"], "31.10.2026");
    let told: Vec<_> = closings["closings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["until"], &one["closedBy"]))
        .collect();
    let by = json!("Maija Meikäläinen");
    assert_eq!(told, [(&json!("31.10.2026"), &by), (&json!("30.09.2026"), &by)]);
    assert_eq!(read("/api/provider/vat").await["closedUntil"], "31.10.2026");
    assert_eq!(read("/api/provider/ledger/trial-balance").await["closedUntil"], "31.10.2026");
}
