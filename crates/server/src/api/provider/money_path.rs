//! The whole way of the money, from a worker's hours to the slip, through HTTP and the jobs alone.
//!
//! No expected amount comes from the program. Each was calculated by hand, as shown beside it:
//!
//! ```text
//! work            37.5 h × 62.345 € = 2337.9375              2337.94
//! trip            352 km × 0.55 € = 193.60, full day 54.00   247.60
//! parking         by receipt                                  23.40    reimbursements 271.00
//! VAT-free        2337.94 + 247.60 + 23.40: an employee      2608.94
//!                 bills them in the prices of rows
//! VAT             2608.94 × 25.5 % = 665.2797                 665.28
//! to pay          2608.94 + 665.28                           3274.22
//! service fee     2608.94 × 6.9 % = 180.01686                 180.02
//! all-in          2608.94 − 180.02 − 271.00                  2157.92
//! gross salary    2157.92 / 1.1998 = 1798.5664…              1798.57
//!   employer's    TyEL 17.10 % 307.55547                      307.56
//!                 unemployment 0.31 % 5.575567                  5.58
//!                 health insurance 1.91 % 34.352687            34.35
//!                 accident insurance 0.60 % 10.79142           10.79
//!                 group life 0.06 % 1.079142                    1.08   together 359.36
//!   rounding      2157.92 − 1798.57 − 359.36                   −0.01
//!   withheld      tax 21.5 % 386.69255                        386.69
//!                 TyEL 7.30 % 131.29561                       131.30
//!                 unemployment 0.89 % 16.007273                16.01
//! net             1798.57 − 386.69 − 131.30 − 16.01          1264.57
//! to the account  1264.57 + 271.00                           1535.57
//! ```

use std::fs;

use jiff::civil::date;
use liksa_domain::customer::SendMethod;
use liksa_domain::ledger::Account;
use liksa_domain::person::Role;
use liksa_domain::worker_facts::Profile;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_test_support::{both_engines, customer};
use serde_json::{Value, json};

use crate::api::bills::tests::somebody;
use crate::testing::{Answer, Call, PDF, SignedIn, TestApp, texts_in};
use crate::tests::payment_fixtures::{
    ACCOUNT, PaymentsTest, StatementEntry, add_customer, money, plain, statement,
};

both_engines! {
    hours_become_a_salary_to_the_cent,
    an_overpayment_is_refunded_with_the_salaries,
}

pub const CUSTOMERS_ACCOUNT: &str = "FI5542345670000081";
pub const WORKERS_ACCOUNT: &str = "FI5810171000000122";
pub const RUNS: &str = "/api/provider/payroll/runs";

async fn hours_become_a_salary_to_the_cent(app: TestApp) {
    let case = MoneyPath::prepare(app).await;
    let bill = case.write_and_send().await;
    case.approve(&bill).await;
    case.reach_the_customer(&bill).await;
    case.receive_payment(&bill).await;
    let run = case.calculate().await;
    case.pay_by_two_people(&run).await;
    case.check_bank_file_and_wage_report(&run).await;
    case.read_slip(&bill).await;
    case.balance_the_books().await;
}

/// The approver of a run is responsible for its file: a refund that they asked for themselves waits for another
/// approver, and one that they have not seen is not approved.
async fn an_overpayment_is_refunded_with_the_salaries(app: TestApp) {
    let case = MoneyPath::prepare(app).await;
    let bill = case.write_and_send().await;
    case.approve(&bill).await;
    case.app().let_bills_leave().await;
    // Ten euros too much, and then another five.
    case.payments.receive(&[by_reference("3284.22"), by_reference("5.00")]).await;
    let refund = async |amount: f64, by: &SignedIn| {
        let refundable = case.payments.get("/api/provider/payments?state=REFUNDABLE").await;
        let payments = refundable["payments"].as_array().unwrap();
        let payment = payments.iter().find(|one| one["rest"] == json!(amount)).unwrap();
        let to =
            json!({"version": payment["version"], "iban": CUSTOMERS_ACCOUNT, "name": "Kulttuuritalo Oy"});
        let path = format!("/api/provider/payments/{}/refund", id(payment));
        ok(case.app().post(&path).json(&to), by).await;
    };
    refund(5.0, &case.approver).await;
    let run = case.calculate().await;
    let look = async |who: &SignedIn| ok(case.app().get(&format!("{RUNS}/{run}")), who).await;
    let refunds_for = async |who: &SignedIn| {
        let shown = look(who).await;
        shown["refunds"].as_array().unwrap().iter().map(|one| one["amount"].clone()).collect::<Vec<_>>()
    };
    let shown = look(&case.approver).await;
    refund(10.0, &case.payments.payroll).await;
    let unseen = case.approve_run(&case.approver, &shown).await;
    assert_eq!((unseen.status, unseen.key()), (409, "REFUNDS_CHANGED"));
    assert_eq!(look(&case.approver).await["state"], "CALCULATED");
    assert_eq!(refunds_for(&case.approver).await, [json!(10.0)], "what the approver would approve");
    assert_eq!(refunds_for(&case.payments.payroll).await, [json!(5.0)]);
    let shown = look(&case.approver).await;
    assert_eq!(case.approve_run(&case.approver, &shown).await.status, 200);
    assert_eq!(
        refunds_for(&case.payments.payroll).await,
        [json!(10.0)],
        "what was approved, for every viewer"
    );
    case.app().run_jobs().await;
    assert!(refunds_for(&case.approver).await.is_empty(), "it is in the file");
    let bank = case.file(&run, "BANK").await;
    assert_eq!(texts_in(&bank, "CtrlSum"), ["1545.57", "1535.57", "10.00"]);
    assert_eq!(texts_in(&bank, "IBAN"), [ACCOUNT, WORKERS_ACCOUNT, ACCOUNT, CUSTOMERS_ACCOUNT]);

    let end_to_end_id = texts_in(&bank, "EndToEndId")[1].to_owned();
    case.payments.receive(&[StatementEntry { end_to_end_id, ..plain("out", "-10.00") }]).await;
    let refundable = case.app().store.balance_before(Account::Refundable, date(2027, 1, 1)).await.unwrap();
    assert_eq!(refundable, money("-5"));
    case.payments.assert_sound().await;
}

/// A payment of the bill, whose number is 1001.
pub fn by_reference(amount: &str) -> StatementEntry {
    StatementEntry { references: vec![("10016".into(), None)], ..plain(amount, amount) }
}

/// The body of an approval: the refunds that the run showed.
fn seen(run: &Value) -> Value {
    let refunds = run["refunds"].as_array().unwrap();
    json!({"refunds": refunds.iter().map(id).collect::<Vec<_>>()})
}

/// Everyone who takes part.
pub struct MoneyPath {
    /// The worker, the customer, and the user who makes the run.
    pub payments: PaymentsTest,
    pub clerk: SignedIn,
    /// The user who approves the run.
    pub approver: SignedIn,
}

fn assert_amounts(found: &Value, expected: &[(&str, &str)]) {
    for (name, amount) in expected {
        let found = found[name].as_f64().map(|euros| format!("{euros:.2}"));
        assert_eq!(found.as_deref(), Some(*amount), "{name}");
    }
}

pub fn id(of: &Value) -> &str {
    of["id"].as_str().unwrap()
}

pub async fn ok(call: Call, by: &SignedIn) -> Value {
    let answer = call.token(&by.token).send().await;
    assert!((200..300).contains(&answer.status), "{} {}", answer.status, answer.json);
    answer.json
}

impl MoneyPath {
    /// An employee whose terms and tax card payroll has entered.
    pub async fn prepare(app: TestApp) -> Self {
        let worker = app.worker().await;
        let payroll = somebody(&app, "payroll@liksa.example", Role::Payroll).await;
        let approver = somebody(&app, "payroll2@liksa.example", Role::Payroll).await;
        let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
        let by_mail = customer().with(|details| details.send_method = SendMethod::Email);
        let customer = add_customer(&app, &worker, by_mail).await;
        let profile = Profile {
            iban: Some(WORKERS_ACCOUNT.parse().unwrap()),
            personal_id: Some("010190-900P".parse().unwrap()),
            ..Profile::default()
        };
        let facts = WorkerFacts {
            postal_code: "00500".into(),
            birth_date: Some(date(1990, 1, 1)),
            ..WorkerFacts::default()
        };
        let mut tx = app.store.begin().await.unwrap();
        tx.set_profile(worker.id, &profile).await.unwrap();
        tx.set_worker_facts(worker.id, &facts).await.unwrap();
        tx.commit().await.unwrap();

        let terms = app.put(&format!("/api/provider/workers/{}/terms", worker.id));
        ok(terms.json(&json!({"version": 1, "workerType": "WORKER", "professionCode": "2652"})), &payroll)
            .await;
        let sent = app.post(&format!("/api/person/{}/taxcard", worker.id));
        let card = ok(sent.file("verokortti.pdf", PDF), &worker).await;
        let figures =
            json!({"baseRate": 21.5, "ceiling": 45000, "additionalRate": 41.5, "validFrom": "01.01.2026"});
        let handled = app.put(&format!("/api/provider/tax-cards/{}", id(&card))).json(&figures);
        ok(handled, &payroll).await;
        Self { payments: PaymentsTest { app, worker, payroll, customer }, clerk, approver }
    }

    pub fn app(&self) -> &TestApp {
        &self.payments.app
    }

    pub async fn bill(&self, bill: &Value) -> Value {
        let path = format!("/api/person/{}/bills/{}", self.payments.worker.id, id(bill));
        ok(self.app().get(&path), &self.payments.worker).await
    }

    /// Hours, a trip and parking, whose receipt comes last.
    pub async fn write_and_send(&self) -> Value {
        let worker = &self.payments.worker;
        let body = json!({
            "sharedCustomer": {"id": self.payments.customer.to_string()},
            "billingdate": "16.11.2026", "alv": 25.5,
            "billableitems": [
                {"type": "AMOUNT", "date": "03.11.2026", "destination": "Äänitys", "hourlyprice": 62.345,
                 "billableWorkHours": 37.5},
                {"type": "CONTRACT", "date": "04.11.2026", "destination": "Matka Tampereelle", "alvPrice": 247.60,
                 "kilometers": 352, "roundtrip": true, "vehicleRegisterNumber": "ABC-123",
                 "addressStart": "Vaasankatu 12, 00500 Helsinki", "addressStop": "Hämeenkatu 5, 33100 Tampere",
                 "startdate": "04.11.2026", "time": "07:30", "returndate": "04.11.2026", "returntime": "19:30",
                 "fulldaycompensation": 1},
                {"type": "CONTRACT", "date": "04.11.2026", "destination": "Pysäköinti", "alvPrice": 23.40,
                 "othercost": 23.40},
            ],
        });
        let bills = format!("/api/person/{}/bills", worker.id);
        let draft = ok(self.app().post(&bills).json(&body), worker).await;
        let path = format!("{bills}/{}", id(&draft));
        let sent = async || {
            let mut body = self.bill(&draft).await;
            body["state"] = json!("PENDING");
            self.app().put(&path).token(&worker.token).json(&body).send().await
        };
        let missing = json!([{"field": "billableitems[2].othercost", "key": "RECEIPT_REQUIRED"}]);
        assert_eq!(sent().await.json["fields"], missing);
        let receipts = format!("/api/billableitem/{}/receipt", id(&draft["billableitems"][2]));
        ok(self.app().post(&receipts).file("pysakointi.pdf", PDF), worker).await;
        let sent = sent().await;
        assert_eq!((sent.status, &sent.json["state"]), (200, &json!("PENDING")), "{}", sent.json);
        assert_amounts(&sent.json, &[("totalprice", "2608.94"), ("totalpriceWithAlv", "3274.22")]);
        sent.json
    }

    /// A clerk takes the next bill of the queue, looks at it and its receipt, and approves it.
    pub async fn approve(&self, bill: &Value) {
        let queue = ok(self.app().get("/api/provider/bills?queue=pending"), &self.clerk).await;
        assert_eq!((&queue["total"], &queue["bills"][0]["id"]), (&json!(1), &bill["id"]));
        let path = format!("/api/provider/bills/{}", id(bill));
        ok(self.app().put(&format!("{path}/take")), &self.clerk).await;
        let review = ok(self.app().get(&path), &self.clerk).await;
        let remarks: Vec<&Value> =
            review["remarks"].as_array().unwrap().iter().map(|one| &one["key"]).collect();
        assert_eq!(remarks, ["review.firstBillToCustomer"], "the way is as long as it should be");
        let receipt = id(&review["bill"]["billableitems"][2]["receipts"][0]);
        let receipt = self.app().get(&format!("/api/billableitem/receipt/{receipt}"));
        assert_eq!(receipt.token(&self.clerk.token).send().await.body, PDF);
        let approved = ok(self.app().put(&format!("{path}/approve")), &self.clerk).await;
        assert_eq!(approved["state"], "APPROVED");
    }

    /// The jobs number the bill, print it and mail it.
    async fn reach_the_customer(&self, bill: &Value) {
        self.app().let_bills_leave().await;
        let closed = self.bill(bill).await;
        assert_eq!((&closed["state"], &closed["billNumber"]), (&json!("CLOSED"), &json!(1001)));
        assert_eq!(closed["delivery"]["state"], "SENT");
        let stored = self.app().store.delivery_of(id(bill).parse().unwrap()).await.unwrap().unwrap();
        let mail = self.app().store.mail(stored.mail.unwrap()).await.unwrap().unwrap();
        assert_eq!(mail.to.as_str(), "laskut@kulttuuritalo.example");
        let said = mail.text.replace('\u{a0}', " ");
        assert!(said.contains("3 274,22 €") && said.contains("10016"), "{said}");
        let outbox = fs::read_dir(self.app().config.data_dir.join("outbox/mail")).unwrap();
        assert_eq!(outbox.count(), 2, "the worker is told of the approval");
        assert_eq!(self.app().subjects_to("laskut@kulttuuritalo.example").await.len(), 1);
        let pdf = self.app().get(&format!("/api/bill/{}/pdf", id(bill)));
        let pdf = pdf.token(&self.payments.worker.token).send().await.body;
        assert!(pdf.starts_with(b"%PDF-"));
        let (file, name) = mail.attachment.unwrap();
        let attached = self.app().store.file(file).await.unwrap().unwrap();
        assert_eq!(name, "Lasku-1001.pdf");
        assert_eq!(self.app().files.read(&attached.blob).await.unwrap(), pdf);
    }

    async fn receive_payment(&self, bill: &Value) {
        let file = statement(&[by_reference("3274.22")]);
        for status in [201, 200] {
            assert_eq!(self.payments.upload(file.clone()).await.status, status, "the same file once more");
            self.app().run_jobs().await;
        }
        let paid = self.bill(bill).await;
        assert_eq!((&paid["state"], &paid["paidOn"]), (&json!("PAID"), &json!("16.11.2026")));
        assert_eq!(self.payments.counts().await, [("MATCHED".to_owned(), 1)]);
    }

    pub async fn step(&self, by: &SignedIn, run: &str, step: &str) -> Answer {
        self.app().post(&format!("{RUNS}/{run}/{step}")).token(&by.token).send().await
    }

    /// Approves the run as it was shown.
    pub async fn approve_run(&self, by: &SignedIn, shown: &Value) -> Answer {
        let path = format!("{RUNS}/{}/approve", id(shown));
        self.app().post(&path).token(&by.token).json(&seen(shown)).send().await
    }

    /// The dry run: one salary, of which nothing has left the test.
    pub async fn calculate(&self) -> String {
        let made = self.payments.post(RUNS, &json!({})).await;
        assert_eq!((made.status, &made.json["payday"]), (201, &json!("20.11.2026")));
        let run = id(&made.json).to_owned();
        assert_eq!(self.step(&self.payments.payroll, &run, "calculate").await.status, 200);
        self.app().run_jobs().await;
        let shown = self.payments.get(&format!("{RUNS}/{run}/salaries")).await;
        let salaries = shown["salaries"].as_array().unwrap();
        assert_eq!((salaries.len(), &salaries[0]["problems"]), (1, &json!([])));
        // What the worker was shown when sending the bill.
        assert_amounts(&salaries[0], &[("estimate", "1535.57")]);
        assert_salary(&salaries[0]["summary"]);
        run
    }

    async fn pay_by_two_people(&self, run: &str) {
        let shown = self.payments.get(&format!("{RUNS}/{run}")).await;
        let own = self.approve_run(&self.payments.payroll, &shown).await;
        assert_eq!((own.status, own.key()), (409, "APPROVED_BY_SAME_PERSON"));
        assert_eq!(self.approve_run(&self.approver, &shown).await.status, 200);
        self.app().run_jobs().await;
        let paid = self.step(&self.approver, run, "pay").await;
        assert_eq!((paid.status, &paid.json["state"]), (200, &json!("PAID")), "{}", paid.json);
        assert_amounts(
            &paid.json["totals"],
            &[("salary", "1535.57"), ("tyel", "438.86"), ("unemployment", "21.59")],
        );
        let due = &paid.json["dues"][0];
        assert_eq!(due["kind"], "TAX_AND_HEALTH_INSURANCE");
        assert_amounts(due, &[("amount", "421.04")]); // 386.69 + 34.35
    }

    pub async fn file(&self, run: &str, kind: &str) -> String {
        let files = self.payments.get(&format!("{RUNS}/{run}/files")).await;
        let file = files["files"].as_array().unwrap().iter().find(|file| file["kind"] == kind).unwrap();
        let path = format!("{RUNS}/{run}/files/{}", id(file));
        let file = self.app().get(&path).token(&self.approver.token).send().await;
        String::from_utf8(file.body).unwrap()
    }

    async fn check_bank_file_and_wage_report(&self, run: &str) {
        let bank = self.file(run, "BANK").await;
        assert_eq!(texts_in(&bank, "NbOfTxs"), ["1", "1"], "of the file, and of its batch");
        assert_eq!(texts_in(&bank, "CtrlSum"), ["1535.57", "1535.57"]);
        assert_eq!(texts_in(&bank, "InstdAmt"), ["1535.57"]);
        assert_eq!(texts_in(&bank, "IBAN"), [ACCOUNT, WORKERS_ACCOUNT]);
        assert_eq!(texts_in(&bank, "EndToEndId"), ["PALKKA-1"]);
        let report = self.file(run, "WAGE_REPORT").await;
        assert_eq!(texts_in(&report, "PaymentDate"), ["2026-11-20"]);
        let codes = texts_in(&report, "TransactionCode");
        let reported: Vec<_> = codes.into_iter().zip(texts_in(&report, "Amount")).collect();
        let wages = [("101", "1798.57"), ("311", "193.60"), ("331", "54.00")];
        let withheld = [("402", "386.69"), ("413", "131.30"), ("414", "16.01")];
        assert_eq!(reported, [wages, withheld].concat());
        assert_eq!(texts_in(&report, "Kilometers"), ["352"]);
    }

    /// The worker finds the slip in the list, opens it, prints it, and comes to it from the bill.
    async fn read_slip(&self, bill: &Value) {
        let worker = &self.payments.worker;
        let list = ok(self.app().get(&format!("/api/person/{}/salaries", worker.id)), worker).await;
        let slip = &list["salaries"][0];
        assert_eq!((&list["total"], &slip["payday"]), (&json!(1), &json!("20.11.2026")));
        assert_amounts(slip, &[("salary", "1535.57"), ("alvtotal", "3274.22"), ("costs", "180.02")]);
        let page =
            ok(self.app().get(&format!("/api/person/{}/salaries/{}", worker.id, id(slip))), worker).await;
        assert_salary(&page["summary"]);
        let reimbursed = [("kilometers", "193.60"), ("days", "54.00"), ("expenses", "23.40")];
        assert_amounts(&page["reimbursements"], &reimbursed);
        // The rates by which the figures were made, and not such that a reader would have to guess.
        assert_eq!(page["servicePercent"], json!(6.9));
        let rates =
            ["employerTyel", "employerUnemployment", "healthInsurance", "accidentInsurance", "groupLife"];
        assert_eq!(rates.map(|rate| &page["contributions"][rate]), [17.1, 0.31, 1.91, 0.6, 0.06]);
        assert_eq!(["tyel", "unemployment"].map(|rate| &page["contributions"][rate]), [7.3, 0.89]);
        assert_amounts(&page["year"], &[("grossSalary", "1798.57"), ("tax", "386.69")]);
        assert_amounts(&page["bills"][0], &[("total", "2608.94"), ("estimate", "1535.57")]);
        let pdf = self.app().get(page["salaryurl"].as_str().unwrap()).token(&worker.token).send().await;
        assert_eq!((pdf.status, pdf.body.starts_with(b"%PDF-")), (200, true));
        assert_eq!(self.bill(bill).await["paidIn"]["salaryId"], slip["id"]);
    }

    /// All money that came in was paid out, or is a debt on an account.
    async fn balance_the_books(&self) {
        let balance =
            self.payments.get("/api/provider/ledger/trial-balance?from=01.11.2026&until=30.11.2026").await;
        let accounts = balance["accounts"].as_array().unwrap().iter();
        let closing: Vec<(i64, String)> = accounts
            .map(|one| (one["account"]["number"].as_i64().unwrap(), one["closing"].as_f64().unwrap()))
            .map(|(number, euros)| (number, format!("{euros:.2}")))
            .collect();
        let expected = [
            (1700, "0.00"),    // receivables: 3274.22 − 3274.22
            (1910, "1738.65"), // bank: 3274.22 − 1535.57
            (2921, "-386.69"), // tax
            (2922, "-34.35"),  // health insurance
            (2923, "-438.86"), // TyEL: 307.56 + 131.30
            (2924, "-21.59"),  // unemployment: 5.58 + 16.01
            (2925, "-10.79"),  // accident insurance
            (2926, "-1.08"),   // group life
            (2939, "-665.28"), // VAT
            (2950, "0.00"),    // salaries: 1535.57 − 1535.57
            (2960, "0.00"),    // awaiting salary: 2608.94 − 2608.94
            (3000, "-180.02"), // service fees
            (8990, "0.01"),    // rounding
        ];
        let moved: Vec<(i64, &str)> =
            closing.iter().map(|(number, euros)| (*number, euros.as_str())).collect();
        assert_eq!(moved, expected);
        assert_eq!(balance["debit"], balance["credit"]);
        let vat = self.payments.get("/api/provider/vat?from=01.11.2026&until=30.11.2026").await;
        assert_amounts(&vat, &[("vat", "665.28")]);
        self.payments.assert_sound().await;
    }
}

/// Every line of the salary, as it stands above.
fn assert_salary(summary: &Value) {
    assert_amounts(
        summary,
        &[
            ("amount", "2608.94"),
            ("totalBillingWithoutAlv", "2608.94"),
            ("totalBilling", "3274.22"),
            ("serviceFee", "180.02"),
            ("contracting", "0.00"),
            ("total_reimbursements", "271.00"),
            ("billableAmountToBePaid", "2157.92"),
            ("bruttoSalary", "1798.57"),
            ("holidaybonusamount", "148.51"), // 1798.57 × 9 / 109 = 148.5058
            ("employerCosts", "359.36"),
            ("employerTyel", "307.56"),
            ("employerUnemployment", "5.58"),
            ("sotu_total", "34.35"),
            ("accidentInsurance_total", "10.79"),
            ("groupLife", "1.08"),
            ("rounding", "-0.01"),
            ("taxamount", "386.69"),
            ("tyel", "131.30"),
            ("unemploymentAmount", "16.01"),
            ("employeeCost", "147.31"),
            ("yel", "0.00"),
            ("distraint", "0.00"),
            ("reductions", "0.00"),
            ("net", "1264.57"),
            ("salary", "1535.57"),
        ],
    );
}
