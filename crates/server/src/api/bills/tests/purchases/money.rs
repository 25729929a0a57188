//! The money of purchases, calculated by hand:
//!
//! ```text
//! work            VAT-free                                   2000.00   VAT 510.00, to pay 2510.00
//! purchase A      paid at once: 200.00 + VAT 51.00            251.00   commission 200.00 × 7.5 % = 15.00
//! purchase B      waits: 100.00 + VAT 25.51 as printed        125.51
//! service fee     2000.00 × 6.9 %                             138.00
//! contracting     200.00 + 100.00 + 15.00                     315.00
//! all-in          2000.00 − 138.00 − 315.00                  1547.00
//! gross salary    1547.00 / 1.1998 = 1289.3815…              1289.38
//!   employer's    TyEL 17.10 % 220.48398                      220.48
//!                 unemployment 0.31 % 3.997078                  4.00
//!                 health insurance 1.91 % 24.627158            24.63
//!                 accident insurance 0.60 % 7.73628             7.74
//!                 group life 0.06 % 0.773628                    0.77   together 257.62, rounding 0.00
//!   withheld      tax 21.5 % 277.2167                         277.22
//!                 TyEL 7.30 % 94.12474                         94.12
//!                 unemployment 0.89 % 11.475482                11.48
//! to the account  1289.38 − 277.22 − 94.12 − 11.48            906.56
//! ```

use liksa_domain::ledger::Account;
use liksa_domain::worker_facts::Profile;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{SELLERS_ACCOUNT, buy, copy, invoice, purchases_of};
use crate::api::bills::tests::{create, good_bill};
use crate::api::provider::money_path::{MoneyPath, RUNS, by_reference, id, ok};
use crate::testing::{Answer, SignedIn, TestApp, texts_in};
use crate::tests::payment_fixtures::{ACCOUNT, StatementEntry, money, plain, statement};

both_engines! {
    two_purchases_become_a_salary_to_the_cent,
    nobody_pays_themselves,
    what_the_bank_refuses_is_paid_anew_once,
    money_that_came_back_is_owed_to_the_seller_again,
    a_bill_credited_before_its_salary_leaves_what_was_bought_to_its_worker,
    a_bill_credited_before_anything_left_pays_nothing,
    a_bill_credited_while_its_purchase_is_on_its_way_leaves_it_to_its_worker,
    a_customer_who_pays_makes_no_second_payment_of_a_purchase,
    a_payment_that_the_bank_takes_back_stops_what_waited_for_it,
}

pub const PAYOUTS: &str = "/api/provider/payouts";
const FILES: &str = "/api/provider/payouts/files";

pub struct Bought {
    pub case: MoneyPath,
    pub bill: Value,
    pub at_once: Value,
    pub waiting: Value,
}

impl Bought {
    /// A bill of 2000 € with both purchases, sent for approval.
    pub async fn prepare(app: TestApp) -> Self {
        let case = MoneyPath::prepare(app).await;
        let (app, worker) = (case.app(), &case.payments.worker);
        let mut body = good_bill(case.payments.customer);
        body["billableitems"][0]["alvPrice"] = json!(2000);
        let bill = create(app, worker, &body).await;
        let at_once = buy(app, worker, &bill, &json!({})).await;
        let printed = json!({"name": "Puutavara Oy", "amount": 100, "vatAmount": 25.51, "referenceNumber": null,
                             "message": "Lasku 55", "accountNumber": "FI5542345670000081"});
        let waiting = buy(app, worker, &bill, &printed).await;
        for (purchase, now) in [(&at_once, true), (&waiting, false)] {
            let path = format!("{}/{}/sendForPayment", purchases_of(&bill), id(purchase));
            ok(app.post(&path).json(&json!({"paynow": now})), worker).await;
        }
        let path = format!("/api/person/{}/bills/{}", worker.id, id(&bill));
        let mut body = ok(app.get(&path), worker).await;
        body["state"] = json!("PENDING");
        let sent = ok(app.put(&path).json(&body), worker).await;
        assert_eq!(sent["estimate"], json!(906.56));
        Self { case, bill, at_once, waiting }
    }

    pub async fn leave(&self) {
        self.send(&self.bill).await;
    }

    async fn send(&self, bill: &Value) {
        for verb in ["take", "approve"] {
            let path = format!("/api/provider/bills/{}/{verb}", id(bill));
            ok(self.case.app().put(&path), &self.case.clerk).await;
        }
        self.case.app().let_bills_leave().await;
    }

    pub async fn ready(&self) -> Vec<Value> {
        self.case.payments.get(PAYOUTS).await["ready"].as_array().unwrap().clone()
    }

    pub async fn make_file(&self, by: &SignedIn, payouts: &[Value]) -> Answer {
        let ids: Vec<&str> = payouts.iter().map(id).collect();
        let body = json!({"ids": ids, "payOn": "17.11.2026"});
        self.case.app().post(FILES).token(&by.token).json(&body).send().await
    }

    pub async fn approve(&self, by: &SignedIn, file: &Value) -> Answer {
        self.case.app().post(&format!("{FILES}/{}/approve", id(file))).token(&by.token).send().await
    }

    /// All that is ready, in an approved file.
    pub async fn in_file(&self) -> Vec<Value> {
        let ready = self.ready().await;
        let file = self.make_file(&self.case.payments.payroll, &ready).await;
        assert_eq!(file.status, 201, "{}", file.json);
        assert_eq!(self.approve(&self.case.approver, &file.json).await.status, 200);
        ready
    }

    pub async fn bank(&self, bank_id: &str, payout: &Value, sent: bool) {
        let amount = format!("{:.2}", payout["amount"].as_f64().unwrap());
        let amount = if sent { format!("-{amount}") } else { amount };
        let end_to_end_id = id(payout).replace('-', "");
        let entry = StatementEntry { end_to_end_id, reversal: !sent, ..plain(bank_id, &amount) };
        self.case.payments.receive(&[entry]).await;
    }

    pub async fn purchase(&self, purchase: &Value) -> (String, Value) {
        let bill = self.case.bill(&self.bill).await;
        let found = bill["extContractorBillableItems"].as_array().unwrap();
        let found = found.iter().find(|one| one["id"] == purchase["id"]).unwrap();
        (found["state"].as_str().unwrap().to_owned(), found["paid"].clone())
    }

    pub async fn balance(&self, account: Account) -> String {
        self.case.payments.balance(account).await.plain()
    }
}

async fn two_purchases_become_a_salary_to_the_cent(app: TestApp) {
    let test = Bought::prepare(app).await;
    let case = &test.case;
    assert!(test.ready().await.is_empty(), "nothing leaves before a clerk has approved the bill");
    test.leave().await;
    let ready = test.ready().await;
    assert_eq!(
        (ready.len(), &ready[0]["amount"], &ready[0]["due"]),
        (1, &json!(251.0), &json!("30.11.2026"))
    );
    let file = test.make_file(&case.payments.payroll, &ready).await.json;
    let own = test.approve(&case.payments.payroll, &file).await;
    assert_eq!((own.status, own.key()), (409, "APPROVED_BY_SAME_PERSON"));
    assert_eq!(test.make_file(&case.approver, &ready).await.key(), "PAYOUT_NOT_IN_STATE", "in one file");
    let approved = test.approve(&case.approver, &file).await;
    assert_eq!((approved.status, &approved.json["state"]), (200, &json!("APPROVED")), "{}", approved.json);
    let xml = case.app().get(&format!("{FILES}/{}/file", id(&file))).token(&case.approver.token);
    let xml = String::from_utf8(xml.send().await.body).unwrap();
    assert_eq!(texts_in(&xml, "CtrlSum"), ["251.00", "251.00"]);
    assert_eq!(texts_in(&xml, "IBAN"), [ACCOUNT, SELLERS_ACCOUNT]);
    assert_eq!(texts_in(&xml, "Ref"), ["1232"]);
    assert_eq!(texts_in(&xml, "EndToEndId"), [id(&ready[0]).replace('-', "")]);
    assert_eq!(test.purchase(&test.at_once).await, ("PAY_NOW".to_owned(), Value::Null), "the bank says when");
    assert_eq!(test.balance(Account::SubcontractingPayable).await, "0.00");

    // The same file of the bank twice books once.
    let end_to_end_id = id(&ready[0]).replace('-', "");
    let out = statement(&[StatementEntry { end_to_end_id, ..plain("out", "-251.00") }]);
    for status in [201, 200] {
        assert_eq!(case.payments.upload(out.clone()).await.status, status);
        case.app().run_jobs().await;
    }
    assert_eq!(test.purchase(&test.at_once).await, ("PAID".to_owned(), json!("16.11.2026")));
    assert_eq!(test.balance(Account::SubcontractingPayable).await, "200.00");
    let told = case.app().subjects_to("maija@liksa.example").await;
    assert!(told.iter().any(|subject| subject == "Ostolaskusi on maksettu: Valovuokraus Oy"), "{told:?}");

    case.payments.receive(&[by_reference("2510.00")]).await;
    let second = test.in_file().await;
    assert_eq!(
        (second.len(), &second[0]["amount"], &second[0]["message"]),
        (1, &json!(125.51), &json!("Lasku 55"))
    );
    test.bank("second", &second[0], true).await;
    assert_eq!(test.purchase(&test.waiting).await, ("PAID".to_owned(), json!("16.11.2026")));

    let run = case.payments.post(RUNS, &json!({})).await.json;
    assert_eq!(case.step(&case.payments.payroll, id(&run), "calculate").await.status, 200);
    case.app().run_jobs().await;
    let shown = case.payments.get(&format!("{RUNS}/{}", id(&run))).await;
    assert_eq!(case.approve_run(&case.approver, &shown).await.status, 200);
    case.app().run_jobs().await;
    assert_eq!(case.step(&case.approver, id(&run), "pay").await.status, 200);
    let worker = &case.payments.worker;
    let list = ok(case.app().get(&format!("/api/person/{}/salaries", worker.id)), worker).await;
    let path = format!("/api/person/{}/salaries/{}", worker.id, id(&list["salaries"][0]));
    let slip = ok(case.app().get(&path), worker).await["summary"].clone();
    let figures =
        ["contracting", "commission", "bruttoSalary", "taxamount", "salary"].map(|name| &slip[name]);
    let expected = [json!(315.0), json!(15.0), json!(1289.38), json!(277.22), json!(906.56)];
    assert_eq!(figures, expected.each_ref(), "{slip}");

    let path = "/api/provider/ledger/trial-balance?from=01.11.2026&until=30.11.2026";
    let balance = case.payments.get(path).await;
    let closing: Vec<(i64, String)> = balance["accounts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (one["account"]["number"].as_i64().unwrap(), format!("{:.2}", one["closing"].as_f64().unwrap()))
        })
        .collect();
    let expected = [
        (1700, "0.00"),
        (1763, "76.51"),   // 51.00 + 25.51
        (1910, "1226.93"), // 2510.00 − 251.00 − 125.51 − 906.56
        (2921, "-277.22"),
        (2922, "-24.63"),
        (2923, "-314.60"), // 220.48 + 94.12
        (2924, "-15.48"),  // 4.00 + 11.48
        (2925, "-7.74"),
        (2926, "-0.77"),
        (2939, "-510.00"),
        (2950, "0.00"),
        (2960, "0.00"),
        (2965, "0.00"), // 300.00 − 200.00 − 100.00
        (3000, "-138.00"),
        (3010, "-15.00"),
    ];
    let closing: Vec<(i64, &str)> = closing.iter().map(|(number, sum)| (*number, sum.as_str())).collect();
    assert_eq!(closing, expected);
    let vat = case.payments.get("/api/provider/vat?from=01.11.2026&until=30.11.2026").await;
    let figures = ["vat", "deductible", "toPay"].map(|name| &vat[name]);
    assert_eq!(figures, [&json!(510.0), &json!(76.51), &json!(433.49)]);
    case.payments.assert_sound().await;
}

/// Neither a payment out of one's own bill nor one to one's own account.
async fn nobody_pays_themselves(app: TestApp) {
    let test = Bought::prepare(app).await;
    let case = &test.case;
    let profile = Profile { iban: Some(SELLERS_ACCOUNT.parse().unwrap()), ..Profile::default() };
    let mut tx = case.app().store.begin().await.unwrap();
    tx.set_profile(case.approver.id, &profile).await.unwrap();
    tx.commit().await.unwrap();
    test.leave().await;
    let ready = test.ready().await;
    assert_eq!(test.make_file(&case.approver, &ready).await.key(), "OWN_MATTER");
    let file = test.make_file(&case.payments.payroll, &ready).await.json;
    assert_eq!(test.approve(&case.approver, &file).await.key(), "OWN_MATTER");
    let role = "INSERT INTO person_role (person_id, role) SELECT id, 'ROLE_PAYROLL' FROM person \
         WHERE email = 'maija@liksa.example'";
    case.app().db.execute(role).await.unwrap();
    let maija = case.app().sign_in("maija@liksa.example").await;
    assert_eq!(test.approve(&maija, &file).await.key(), "OWN_MATTER");
    assert_eq!(test.purchase(&test.at_once).await.0, "PAY_NOW");
}

async fn what_the_bank_refuses_is_paid_anew_once(app: TestApp) {
    let test = Bought::prepare(app).await;
    let case = &test.case;
    test.leave().await;
    let paid = test.in_file().await;
    let path = format!("{PAYOUTS}/{}", id(&paid[0]));
    let call = async |by: &SignedIn, path: String, body: Value| {
        case.app().post(&path).token(&by.token).json(&body).send().await
    };
    let again = async |by: &SignedIn| {
        call(by, format!("{path}/again"), json!({"accountNumber": "FI5542345670000081"})).await
    };
    assert_eq!(again(&case.approver).await.key(), "PAYOUT_NOT_IN_STATE", "it is on its way");
    let confirm = async |by: &SignedIn| call(by, format!("{path}/refusal/confirm"), json!({})).await;
    assert_eq!(confirm(&case.payments.payroll).await.key(), "PAYOUT_NOT_IN_STATE", "nobody has said so");
    let refusal = json!({"note": "Tili on suljettu"});
    assert_eq!(call(&case.approver, format!("{path}/refusal"), refusal).await.status, 200);
    assert_eq!(confirm(&case.approver).await.key(), "PROPOSED_BY_SAME_PERSON");
    assert_eq!(confirm(&case.payments.payroll).await.status, 200);
    let listed = case.payments.get(PAYOUTS).await;
    assert_eq!((&listed["refused"][0]["id"], &listed["ready"]), (&paid[0]["id"], &json!([])));
    let made = again(&case.approver).await;
    let iban = made.json["iban"].as_str().unwrap_or_default().replace(' ', "");
    assert_eq!((made.status, iban.as_str()), (201, "FI5542345670000081"), "{}", made.json);
    assert_eq!(again(&case.payments.payroll).await.key(), "PAYOUT_NOT_IN_STATE");
    let corrected = case.bill(&test.bill).await["extContractorBillableItems"][0]["accountNumber"].clone();
    assert_eq!(corrected.as_str().unwrap().replace(' ', ""), "FI5542345670000081", "the worker sees it too");
    // The bank pays the first one after all: the second is not paid.
    test.bank("late", &paid[0], true).await;
    assert_eq!(test.purchase(&test.at_once).await.0, "PAID");
    let listed = case.payments.get(PAYOUTS).await;
    assert_eq!((&listed["refused"], &listed["ready"]), (&json!([]), &json!([])));
    assert_eq!(test.balance(Account::SubcontractingPayable).await, "200.00");
}

async fn money_that_came_back_is_owed_to_the_seller_again(app: TestApp) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    let paid = test.in_file().await;
    test.bank("out", &paid[0], true).await;
    test.bank("back", &paid[0], false).await;
    assert_eq!(test.purchase(&test.at_once).await, ("PAY_NOW".to_owned(), Value::Null));
    for account in [Account::SubcontractingPayable, Account::DeductibleVat, Account::Bank] {
        assert_eq!(test.balance(account).await, "0.00", "{account:?}");
    }
    let path = format!("{PAYOUTS}/{}/again", id(&paid[0]));
    ok(test.case.app().post(&path).json(&json!({})), &test.case.approver).await;
    let second = test.in_file().await;
    test.bank("again", &second[0], true).await;
    assert_eq!(test.purchase(&test.at_once).await.0, "PAID");
    assert_eq!(test.balance(Account::Bank).await, "-251.00");
}

async fn a_bill_credited_before_its_salary_leaves_what_was_bought_to_its_worker(app: TestApp) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    let paid = test.in_file().await;
    test.bank("out", &paid[0], true).await;
    credit(&test).await;
    // 200.00 and the commission of 15.00; what waited is not paid.
    assert_eq!(test.balance(Account::DueFromWorkers).await, "215.00");
    assert_eq!(test.balance(Account::SubcontractingPayable).await, "0.00");
    assert_eq!(test.balance(Account::Commissions).await, "-15.00");
    let owed = test.case.app().store.owed(test.case.payments.worker.id).await.unwrap();
    assert_eq!(owed, money("215"));
    assert!(test.ready().await.is_empty());
    assert_eq!(
        parts(&test).await,
        [("PURCHASE", "200.00"), ("COMMISSION", "15.00"), ("SALARY", "-215.00")].map(named)
    );
    assert_eq!(bought_anew(&test).await, (422, "DUPLICATE_PURCHASE".to_owned()), "it was paid");
    test.case.payments.assert_sound().await;
    // What comes back is not owed, and not paid anew out of the credited bill.
    test.bank("back", &paid[0], false).await;
    for account in
        [Account::DueFromWorkers, Account::SubcontractingPayable, Account::Commissions, Account::Bank]
    {
        assert_eq!(test.balance(account).await, "0.00", "{account:?}");
    }
    assert_eq!(test.case.app().store.owed(test.case.payments.worker.id).await.unwrap(), money("0"));
    assert_eq!(parts(&test).await, [("SALARY", "0.00")].map(named));
    test.case.payments.assert_sound().await;
    assert_eq!(test.again(&paid[0]).await, (409, "PURCHASE_NOT_DUE".to_owned()));
    assert_eq!(bought_anew(&test).await.0, 201, "with another bill");
}

/// The invoice that is paid at once, on another draft.
pub async fn bought_anew(test: &Bought) -> (u16, String) {
    let (app, worker) = (test.case.app(), &test.case.payments.worker);
    let draft = create(app, worker, &good_bill(test.case.payments.customer)).await;
    let body = invoice(&copy(app, worker, &draft).await);
    let answer = app.post(&purchases_of(&draft)).token(&worker.token).json(&body).send().await;
    (answer.status, answer.key().to_owned())
}

async fn a_bill_credited_while_its_purchase_is_on_its_way_leaves_it_to_its_worker(app: TestApp) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    let on_its_way = test.in_file().await;
    credit(&test).await;
    assert_eq!(test.balance(Account::DueFromWorkers).await, "0.00", "the bank may refuse it");
    test.bank("out", &on_its_way[0], true).await;
    assert_eq!(test.balance(Account::DueFromWorkers).await, "215.00");
    assert_eq!(test.balance(Account::SubcontractingPayable).await, "0.00");
    assert_eq!(test.case.app().store.owed(test.case.payments.worker.id).await.unwrap(), money("215"));
    test.case.payments.assert_sound().await;
}

/// What is to be paid at once is a payment already, wherever that has come to.
async fn a_customer_who_pays_makes_no_second_payment_of_a_purchase(app: TestApp) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    let at_once = test.ready().await.remove(0);
    let file = test.make_file(&test.case.payments.payroll, std::slice::from_ref(&at_once)).await.json;
    let tamper = async |by: i32| {
        let changed = format!("UPDATE payout_file SET amount = amount + {by}");
        test.case.app().db.execute(&changed).await.unwrap();
    };
    tamper(100).await;
    assert_eq!(
        test.approve(&test.case.approver, &file).await.key(),
        "PAYOUT_FILE_CHANGED",
        "not what was seen"
    );
    tamper(-100).await;
    assert_eq!(test.approve(&test.case.approver, &file).await.status, 200);
    let path = format!("{PAYOUTS}/{}/refusal", id(&at_once));
    ok(test.case.app().post(&path).json(&json!({"note": "Tili on suljettu"})), &test.case.approver).await;
    ok(test.case.app().post(&format!("{path}/confirm")), &test.case.payments.payroll).await;
    test.case.payments.receive(&[by_reference("2510.00")]).await;
    let ready = test.ready().await;
    assert_eq!((ready.len(), &ready[0]["message"]), (1, &json!("Lasku 55")), "a refused one is made by hand");
    test.case.payments.assert_sound().await;
}

async fn a_payment_that_the_bank_takes_back_stops_what_waited_for_it(app: TestApp) {
    let test = Bought::prepare(app).await;
    let case = &test.case;
    test.leave().await;
    let taken_back = StatementEntry { reversal: true, ..by_reference("-2510.00") };
    let amounts = async || {
        let ready = test.ready().await;
        let mut amounts: Vec<_> = ready.iter().map(|payout| payout["amount"].to_string()).collect();
        amounts.sort_unstable();
        amounts
    };
    case.payments.receive(&[by_reference("2510.00")]).await;
    assert_eq!(amounts().await, ["125.51", "251.0"]);
    case.payments.receive(&[taken_back]).await;
    assert_eq!(amounts().await, ["251.0"], "what is paid at once does not wait for the customer");
    // Once a salary bears it, the seller is paid whatever the customer does.
    case.payments.receive(&[StatementEntry { id: "again".into(), ..by_reference("2510.00") }]).await;
    let run = case.payments.post(RUNS, &json!({})).await.json;
    assert_eq!(case.step(&case.payments.payroll, id(&run), "calculate").await.status, 200);
    case.app().run_jobs().await;
    let shown = case.payments.get(&format!("{RUNS}/{}", id(&run))).await;
    assert_eq!(case.approve_run(&case.approver, &shown).await.status, 200);
    let again = StatementEntry { id: "back".into(), reversal: true, ..by_reference("-2510.00") };
    case.payments.receive(&[again]).await;
    assert_eq!(amounts().await, ["125.51", "251.0"]);
}

async fn a_bill_credited_before_anything_left_pays_nothing(app: TestApp) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    assert_eq!(test.ready().await.len(), 1);
    credit(&test).await;
    assert!(test.ready().await.is_empty());
    assert_eq!(test.balance(Account::DueFromWorkers).await, "0.00");
    test.case.payments.assert_sound().await;
    assert_eq!(parts(&test).await, [("SALARY", "0.00")].map(named));
    assert_eq!(bought_anew(&test).await.0, 201, "it was never paid");
}

pub async fn credit(test: &Bought) {
    let worker = &test.case.payments.worker;
    let path = format!("/api/person/{}/bills/{}/correct", worker.id, id(&test.bill));
    let correction = ok(test.case.app().post(&path), worker).await;
    test.send(&correction["creditNote"]).await;
}

fn named((kind, amount): (&str, &str)) -> (String, String) {
    (kind.to_owned(), amount.to_owned())
}

/// Where the money of the bill went. The customer pays nothing any more.
async fn parts(test: &Bought) -> Vec<(String, String)> {
    let path = format!("/api/bill/{}/money", id(&test.bill));
    let told = ok(test.case.app().get(&path), &test.case.payments.worker).await;
    assert_eq!(told["total"], json!(0.0));
    let part = |part: &Value| {
        named((part["kind"].as_str().unwrap(), &format!("{:.2}", part["amount"].as_f64().unwrap())))
    };
    told["parts"].as_array().unwrap().iter().map(part).collect()
}
