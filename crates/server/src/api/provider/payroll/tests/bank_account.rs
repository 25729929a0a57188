//! What the bank books of a payment file as one sum is recognized, and the bank account stays explained.

use std::fmt::Write as _;

use liksa_domain::audit::Action;
use liksa_domain::ids::PayrollRunId;
use liksa_domain::ledger::Account;
use liksa_money::Money;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{PayrollTest, RUNS};
use crate::testing::{TestApp, texts_in};
use crate::tests::payment_fixtures::{ACCOUNT, money};

both_engines! {
    salaries_as_one_sum_are_confirmed_by_the_name_of_the_file,
    salaries_as_one_sum_are_confirmed_by_sum_and_payday,
    salaries_as_several_sums_are_confirmed_up_to_what_was_paid,
    a_salary_by_itself_is_confirmed_by_its_number_and_sum_once,
    a_salary_beside_the_sum_of_all_is_not_confirmed,
    refunds_as_one_sum_are_paid,
    a_refund_is_paid_by_its_own_amount_alone,
    what_left_twice_is_nobodys_money_when_it_is_back,
}

const PAYDAY: &str = "2026-11-20";

/// An entry of what left the account.
struct Out {
    id: &'static str,
    /// Negative what came back.
    amount: Money,
    /// What the bank says of the batch, if anything.
    order: Option<String>,
    /// The end-to-end ids and amounts of what it is made of.
    details: Vec<(String, Money)>,
}

fn out(id: &'static str, amount: Money, order: Option<&str>) -> Out {
    Out { id, amount, order: order.map(str::to_owned), details: vec![] }
}

/// A file of the bank of one day: a statement if it has a balance, else a notification.
fn bank_file(day: &str, balance: Option<Money>, entries: &[Out]) -> String {
    let mut xml = String::new();
    if let Some(balance) = balance {
        write!(
            xml,
            "<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">{}</Amt>\
             <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>",
            balance.plain()
        )
        .unwrap();
    }
    for Out { id, amount, order, details } in entries {
        let (way, amount) = if amount.is_negative() { ("CRDT", minus(*amount)) } else { ("DBIT", *amount) };
        let order = order.as_ref().map_or_else(String::new, |order| {
            format!("<Btch><PmtInfId>{order}</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>")
        });
        let mut of = String::new();
        for (end_to_end_id, amount) in details {
            write!(
                of,
                "<TxDtls><Refs><AcctSvcrRef>{id}-{end_to_end_id}</AcctSvcrRef><EndToEndId>{end_to_end_id}</EndToEndId>\
                 </Refs><AmtDtls><TxAmt><Amt Ccy=\"EUR\">{}</Amt></TxAmt></AmtDtls></TxDtls>",
                amount.plain().trim_start_matches('-')
            )
            .unwrap();
        }
        write!(
            xml,
            "<Ntry><Amt Ccy=\"EUR\">{}</Amt><CdtDbtInd>{way}</CdtDbtInd><Sts>BOOK</Sts>\
             <BookgDt><Dt>{day}</Dt></BookgDt><AcctSvcrRef>{id}</AcctSvcrRef>\
             <NtryDtls>{order}{of}</NtryDtls></Ntry>",
            amount.plain()
        )
        .unwrap();
    }
    let (kind, message, statement) = match balance {
        Some(_) => ("camt.053", "BkToCstmrStmt", "Stmt"),
        None => ("camt.054", "BkToCstmrDbtCdtNtfctn", "Ntfctn"),
    };
    format!(
        "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:{kind}.001.02\"><{message}>\
         <{statement}><Id>1</Id><Acct><Id><IBAN>{ACCOUNT}</IBAN></Id></Acct>{xml}</{statement}></{message}></Document>"
    )
}

/// A run of two salaries that is paid, and what its payment file says.
struct PaidRun {
    run: String,
    /// What its payment file calls its parts.
    parts: Vec<String>,
    /// With their end-to-end ids.
    salaries: Vec<(String, Money)>,
    sum: Money,
    /// On the bank account before.
    balance: Money,
}

impl PayrollTest {
    async fn receive(&self, xml: String) {
        let call = self.app.post("/api/provider/bank-files").token(&self.first.token);
        let answer = call.file("tiliote.xml", xml.as_bytes()).send().await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        self.app.run_jobs().await;
    }

    /// Of payments in a state their amounts, the smallest first.
    async fn amounts(&self, state: &str) -> Vec<Money> {
        let page = self.read(&format!("/api/provider/payments?state={state}")).await;
        let amount = |one: &Value| one["amount"].to_string().parse().unwrap();
        let mut amounts: Vec<Money> = page["payments"].as_array().unwrap().iter().map(amount).collect();
        amounts.sort_unstable();
        amounts
    }

    /// Two workers, of whom each has a bill that is paid.
    async fn two_paid_bills(&self) {
        for (number, euros) in [(1, 1000), (2, 500)] {
            let worker = self.worker(number).await;
            self.paid_bill(worker, euros).await;
        }
    }

    /// A bill of another worker is paid with so much too much, which is to go back.
    async fn refund(&self, worker: u32, euros: i32) -> String {
        let worker = self.worker(worker).await;
        let bill = self.paid_bill(worker, 100).await;
        self.pay_bill(bill, Money::euros(euros)).await;
        let refundable = self.read("/api/provider/payments?state=REFUNDABLE").await;
        let payment = &refundable["payments"][0];
        let path = format!("/api/provider/payments/{}/refund", payment["id"].as_str().unwrap());
        let body = json!({
            "version": payment["version"], "iban": "FI55 4234 5670 0000 81", "name": "Kulttuuritalo Oy",
        });
        let refunded = self.app.post(&path).token(&self.first.token).json(&body).send().await;
        assert_eq!(refunded.status, 200, "{}", refunded.json);
        refunded.json["refunds"][0]["id"].as_str().unwrap().to_owned()
    }

    /// Whether the audit log has it that the one refund was paid.
    async fn tells_of_paid_refund(&self) -> bool {
        let refunded = self.read("/api/provider/payments?state=REFUNDED").await;
        let payment = refunded["payments"][0]["id"].as_str().unwrap();
        let events = self.app.store.audit_of(&format!("payment:{payment}")).await.unwrap();
        events.iter().any(|event| event.action == Action::RefundPaid)
    }

    /// A run of all that is paid. A statement says before that the account had 5000 € of its own.
    async fn run_after_statement(&self, refunds: &[String]) -> PaidRun {
        let balance = self.balance(Account::Bank).await.plus(money("5000")).unwrap();
        self.receive(bank_file("2026-11-16", Some(balance), &[])).await;
        self.assert_sound().await;
        let run = self.calculated().await;
        let approve = self.app.post(&format!("{RUNS}/{run}/approve")).token(&self.second.token);
        let approved = approve.json(&json!({"refunds": refunds})).send().await;
        assert_eq!(approved.status, 200, "{}", approved.json);
        self.app.run_jobs().await;
        assert_eq!(self.step(&self.second, &run, "pay").await.status, 200);
        let files = self.app.store.payroll_files(run.parse::<PayrollRunId>().unwrap()).await.unwrap();
        let file = format!("{RUNS}/{run}/files/{}", files[0].file);
        let xml = self.app.get(&file).token(&self.second.token).send().await.body;
        let xml = String::from_utf8(xml).unwrap();
        let of = |salary: &Value| {
            let amount: Money = salary["summary"]["salary"].to_string().parse().unwrap();
            (format!("PALKKA-{}", salary["number"]), amount)
        };
        let salaries: Vec<_> = self.salaries(&run).await.iter().map(of).collect();
        let sum = Money::sum(salaries.iter().map(|(_, amount)| *amount)).unwrap();
        let parts = texts_in(&xml, "PmtInfId").into_iter().map(str::to_owned).collect();
        PaidRun { run, parts, salaries, sum, balance }
    }
}

fn minus(amount: Money) -> Money {
    amount.negated().unwrap()
}

async fn salaries_as_one_sum_are_confirmed_by_the_name_of_the_file(app: TestApp) {
    let test = PayrollTest::of(app).await;
    test.two_paid_bills().await;
    let paid = test.run_after_statement(&[]).await;
    let rent = money("700");
    let after = paid.balance.minus(paid.sum).unwrap().minus(rent).unwrap();
    let whole = out("SALARIES1", paid.sum, Some(&paid.parts[0]));
    test.receive(bank_file(PAYDAY, Some(after), &[whole, out("RENT", rent, None)])).await;
    assert_eq!(test.amounts("CONFIRMED").await, [minus(paid.sum)]);
    assert_eq!(test.amounts("OUTGOING").await, [minus(rent)]);
    test.assert_sound().await;

    // A notification names each salary: the same money once more.
    let details = Out { details: paid.salaries.clone(), ..out("SALARIES1", paid.sum, Some(&paid.parts[0])) };
    test.receive(bank_file(PAYDAY, None, &[details])).await;
    let mut each: Vec<Money> = paid.salaries.iter().map(|(_, amount)| minus(*amount)).collect();
    each.sort_unstable();
    assert_eq!(test.amounts("CONFIRMED").await, each);
    assert_eq!(test.amounts("DIVIDED").await, [Money::ZERO]);
    let files = test.read("/api/provider/bank-files").await;
    assert!(files["files"].as_array().unwrap().iter().all(|file| file["remarks"] == json!([])), "{files}");
    test.assert_sound().await;
}

async fn salaries_as_one_sum_are_confirmed_by_sum_and_payday(app: TestApp) {
    let test = PayrollTest::of(app).await;
    test.two_paid_bills().await;
    let paid = test.run_after_statement(&[]).await;
    let after = paid.balance.minus(paid.sum).unwrap().minus(paid.sum).unwrap();
    // The bank says nothing of where they were ordered; the same sum for something else is no salary.
    let entries = [out("SALARIES1", paid.sum, None), out("CHANCE", paid.sum, None)];
    test.receive(bank_file(PAYDAY, Some(after), &entries)).await;
    assert_eq!(test.amounts("CONFIRMED").await, [minus(paid.sum)]);
    assert_eq!(test.amounts("OUTGOING").await, [minus(paid.sum)]);
    test.assert_sound().await;
}

async fn salaries_as_several_sums_are_confirmed_up_to_what_was_paid(app: TestApp) {
    let test = PayrollTest::of(app).await;
    test.two_paid_bills().await;
    let paid = test.run_after_statement(&[]).await;
    let [(_, one), (_, two)] = &paid.salaries[..] else { panic!("two salaries") };
    let order = paid.parts[0].as_str();
    let entries =
        [out("SUM1", *one, Some(order)), out("SUM2", *two, Some(order)), out("SUM3", *two, Some(order))];
    // The bank took one of them twice, which is to be seen.
    let after = paid.balance.minus(paid.sum).unwrap().minus(*two).unwrap();
    test.receive(bank_file(PAYDAY, Some(after), &entries)).await;
    assert_eq!(test.amounts("CONFIRMED").await.len(), 2);
    assert_eq!(test.amounts("OUTGOING").await, [minus(*two)]);
    test.assert_sound().await;
}

/// A salary that the bank booked by itself.
fn single(id: &'static str, (named, amount): (&str, Money)) -> Out {
    Out { details: vec![(named.to_owned(), amount)], ..out(id, amount, None) }
}

async fn a_salary_by_itself_is_confirmed_by_its_number_and_sum_once(app: TestApp) {
    let test = PayrollTest::of(app).await;
    test.two_paid_bills().await;
    let mut paid = test.run_after_statement(&[]).await;
    // The smaller one first: a second payment of it would fit into what is left.
    paid.salaries.sort_by_key(|(_, amount)| *amount);
    let [(one, of_one), (two, of_two)] = &paid.salaries[..] else { panic!("two salaries") };
    let other = of_two.plus(money("0.01")).unwrap();
    // The first left twice, and the second with another sum than was asked for.
    let entries = [single("S1", (one, *of_one)), single("S2", (one, *of_one)), single("S3", (two, other))];
    let gone = Money::sum([*of_one, *of_one, other]).unwrap();
    test.receive(bank_file(PAYDAY, Some(paid.balance.minus(gone).unwrap()), &entries)).await;
    assert_eq!(test.amounts("CONFIRMED").await, [minus(*of_one)]);
    let mut listed = [minus(*of_one), minus(other)];
    listed.sort_unstable();
    assert_eq!(test.amounts("OUTGOING").await, listed);
    let runs = test.read("/api/provider/payroll/runs").await;
    let again = |id: &str| {
        let number: i64 = id.strip_prefix("PALKKA-").unwrap().parse().unwrap();
        let left = runs["leftAgain"].as_array().unwrap();
        left.iter().find(|left| left["number"] == number).unwrap()
    };
    assert_eq!(runs["leftAgain"].as_array().unwrap().len(), 2);
    for (id, left, salary) in [(one, of_one, of_one), (two, &other, of_two)] {
        let told = ["amount", "salary", "day", "runId"].map(|name| again(id)[name].clone());
        assert_eq!(told, [json!(left), json!(salary), json!("20.11.2026"), json!(paid.run)]);
    }

    // The sum of both is more than what is left of the salaries.
    let after = paid.balance.minus(gone).unwrap().minus(paid.sum).unwrap();
    let whole = out("SALARIES1", paid.sum, Some(&paid.parts[0]));
    test.receive(bank_file("2026-11-27", Some(after), &[whole])).await;
    assert_eq!(test.amounts("CONFIRMED").await, [minus(*of_one)]);
    test.receive(bank_file("2026-11-28", None, &[single("S4", (two, *of_two))])).await;
    assert_eq!(test.amounts("CONFIRMED").await.len(), 2);
}

async fn a_salary_beside_the_sum_of_all_is_not_confirmed(app: TestApp) {
    let test = PayrollTest::of(app).await;
    test.two_paid_bills().await;
    let paid = test.run_after_statement(&[]).await;
    let (one, of_one) = &paid.salaries[0];
    let whole = out("SALARIES1", paid.sum, Some(&paid.parts[0]));
    let after = paid.balance.minus(paid.sum).unwrap().minus(*of_one).unwrap();
    test.receive(bank_file(PAYDAY, Some(after), &[whole, single("S1", (one, *of_one))])).await;
    assert_eq!(test.amounts("CONFIRMED").await, [minus(paid.sum)]);
    assert_eq!(test.amounts("OUTGOING").await, [minus(*of_one)]);
}

async fn refunds_as_one_sum_are_paid(app: TestApp) {
    let test = PayrollTest::of(app).await;
    test.two_paid_bills().await;
    let refunds = [test.refund(3, 10).await, test.refund(4, 20).await];
    let paid = test.run_after_statement(&refunds).await;
    assert_eq!(paid.parts.len(), 2);
    let back = Money::euros(30);
    let after = paid.balance.minus(paid.sum).unwrap().minus(back).unwrap();
    let entries =
        [out("SALARIES1", paid.sum, Some(&paid.parts[0])), out("REFUNDS1", back, Some(&paid.parts[1]))];
    test.receive(bank_file(PAYDAY, Some(after), &entries)).await;
    assert_eq!(test.amounts("CONFIRMED").await, [minus(paid.sum), minus(back)]);
    assert_eq!(test.balance(Account::Refundable).await, Money::ZERO);
    assert_eq!(test.run(&paid.run).await["state"], "PAID");
    test.assert_sound().await;
}

async fn a_refund_is_paid_by_its_own_amount_alone(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let refund = test.refund(3, 10).await;
    let paid = test.run_after_statement(std::slice::from_ref(&refund)).await;
    let (asked, other) = (Money::euros(10), Money::euros(12));
    let after = paid.balance.minus(other).unwrap();
    test.receive(bank_file(PAYDAY, Some(after), &[single("R1", (&refund, other))])).await;
    assert_eq!(test.amounts("OUTGOING").await, [minus(other)]);
    assert_eq!(test.balance(Account::Refundable).await, minus(asked), "it waits for the bank");
    assert!(!test.tells_of_paid_refund().await);
    test.receive(bank_file("2026-11-23", None, &[single("R2", (&refund, asked))])).await;
    assert_eq!(test.amounts("CONFIRMED").await, [minus(asked)]);
    assert_eq!(test.balance(Account::Refundable).await, Money::ZERO);
    assert!(test.tells_of_paid_refund().await);
}

/// Neither a salary nor a refund is booked twice: what comes back of the second would else be paid once more.
async fn what_left_twice_is_nobodys_money_when_it_is_back(app: TestApp) {
    let test = PayrollTest::of(app).await;
    test.two_paid_bills().await;
    let refund = test.refund(3, 10).await;
    let paid = test.run_after_statement(std::slice::from_ref(&refund)).await;
    let ((salary, of_salary), of_refund) = (&paid.salaries[0], Money::euros(10));
    let both = of_salary.plus(of_refund).unwrap();
    let entries = [
        single("S1", (salary, *of_salary)),
        single("S2", (salary, *of_salary)),
        single("R1", (&refund, of_refund)),
        single("R2", (&refund, of_refund)),
    ];
    let after = paid.balance.minus(both).unwrap().minus(both).unwrap();
    test.receive(bank_file(PAYDAY, Some(after), &entries)).await;
    assert_eq!(test.amounts("OUTGOING").await, [minus(*of_salary), minus(of_refund)]);

    let back = [single("S3", (salary, minus(*of_salary))), single("R3", (&refund, minus(of_refund)))];
    test.receive(bank_file("2026-11-23", Some(after.plus(both).unwrap()), &back)).await;
    assert_eq!(test.amounts("UNMATCHED").await, []);
    assert_eq!(test.amounts("REVERSAL").await, [of_refund, *of_salary]);
    assert_eq!(test.read(RUNS).await["leftAgain"], json!([]));
    assert_eq!(test.balance(Account::UnmatchedPayments).await, Money::ZERO);
}
