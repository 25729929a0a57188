//! Sent bills and bank statements for tests.

use std::fmt::Write as _;

use jiff::civil::{Date, date};
use liksa_domain::bill::{Bill, BillFigures, BillState};
use liksa_domain::customer::SendMethod;
use liksa_domain::ids::{BillId, CustomerId};
use liksa_domain::ledger::{Account, entries};
use liksa_domain::payments::reference_of;
use liksa_domain::person::Role;
use liksa_domain::vat::{self, VatRounding};
use liksa_money::{Money, Rate};
use liksa_store::{NewBill, NewCustomer, StoredBill, WrittenBill};
use liksa_test_support::{CustomerBuilder, customer, person};
use serde_json::Value;

use crate::testing::{Answer, SignedIn, TestApp};

/// The account of the made-up provider.
pub const ACCOUNT: &str = "FI2112345600000785";
pub const DUE: Date = date(2026, 11, 30);

/// A worker with a customer, and a payroll user who handles payments.
pub struct PaymentsTest {
    pub app: TestApp,
    pub worker: SignedIn,
    pub payroll: SignedIn,
    pub customer: CustomerId,
}

/// One entry of a bank statement.
#[derive(Clone)]
pub struct StatementEntry {
    pub id: String,
    /// Negative what goes out.
    pub amount: String,
    pub references: Vec<(String, Option<String>)>,
    pub payer: String,
    pub message: String,
    pub end_to_end_id: String,
    pub reversal: bool,
}

pub fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// A payment with the reference of a bill.
pub fn paid(id: &str, number: i64, amount: &str) -> StatementEntry {
    let reference = reference_of(number).unwrap().as_str().to_owned();
    StatementEntry { references: vec![(reference, None)], ..plain(id, amount) }
}

/// A payment without any reference.
pub fn plain(id: &str, amount: &str) -> StatementEntry {
    StatementEntry {
        id: id.into(),
        amount: amount.into(),
        references: vec![],
        payer: "Kulttuuritalo Oy".into(),
        message: String::new(),
        end_to_end_id: String::new(),
        reversal: false,
    }
}

/// A camt.053 with these entries.
pub fn statement(lines: &[StatementEntry]) -> String {
    statement_of(ACCOUNT, "EUR", lines)
}

pub fn statement_of(account: &str, currency: &str, lines: &[StatementEntry]) -> String {
    let mut entries = String::new();
    for line in lines {
        let (way, amount) = match line.amount.strip_prefix('-') {
            Some(amount) => ("DBIT", amount),
            None => ("CRDT", line.amount.as_str()),
        };
        let mut remittance = String::new();
        for (reference, told) in &line.references {
            let told = told.as_ref().map_or_else(String::new, |told| {
                let (tag, told) =
                    told.strip_prefix('-').map_or(("RmtdAmt", told.as_str()), |told| ("CdtNoteAmt", told));
                format!("<RfrdDocAmt><{tag} Ccy=\"EUR\">{told}</{tag}></RfrdDocAmt>")
            });
            write!(remittance, "<Strd>{told}<CdtrRefInf><Ref>{reference}</Ref></CdtrRefInf></Strd>").unwrap();
        }
        write!(
            entries,
            "<Ntry><Amt Ccy=\"{currency}\">{amount}</Amt><CdtDbtInd>{way}</CdtDbtInd><RvslInd>{}</RvslInd>\
             <Sts>BOOK</Sts><BookgDt><Dt>2026-11-16</Dt></BookgDt><AcctSvcrRef>{}</AcctSvcrRef><NtryDtls><TxDtls>\
             <Refs><EndToEndId>{}</EndToEndId></Refs><RltdPties><Dbtr><Nm>{}</Nm></Dbtr></RltdPties>\
             <RmtInf><Ustrd>{}</Ustrd>{remittance}</RmtInf></TxDtls></NtryDtls></Ntry>",
            line.reversal, line.id, line.end_to_end_id, line.payer, line.message
        )
        .unwrap();
    }
    format!(
        "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt>\
         <Stmt><Id>1</Id><Acct><Id><IBAN>{account}</IBAN></Id></Acct>{entries}</Stmt></BkToCstmrStmt></Document>"
    )
}

/// A batch of a bank file: one entry, or the payments that it is made of.
#[derive(Clone, Copy)]
pub struct BatchEntry<'a> {
    pub id: &'a str,
    /// Negative what goes out.
    pub sum: &'a str,
    pub reversal: bool,
    /// Each with its own id, amount and reference.
    pub parts: &'a [(&'a str, &'a str, i64)],
}

/// A bank file with batches. The kind is `camt.053` or `camt.054`; the message id makes it a file of its own.
pub fn batch_file(kind: &str, message_id: &str, batches: &[BatchEntry<'_>]) -> String {
    let mut entries = String::new();
    for BatchEntry { id, sum, reversal, parts } in batches {
        let way = if sum.starts_with('-') { "DBIT" } else { "CRDT" };
        let mut details = String::new();
        for (own, amount, number) in *parts {
            let reference =
                reference_of(*number).map(|number| number.as_str().to_owned()).unwrap_or_default();
            let amount = amount.trim_start_matches('-');
            write!(
                details,
                "<TxDtls><Refs><AcctSvcrRef>{own}</AcctSvcrRef></Refs><AmtDtls><TxAmt><Amt Ccy=\"EUR\">{amount}</Amt>\
                 </TxAmt></AmtDtls><RmtInf><Strd><CdtrRefInf><Ref>{reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>"
            )
            .unwrap();
        }
        let details = if details.is_empty() { details } else { format!("<NtryDtls>{details}</NtryDtls>") };
        write!(
            entries,
            "<Ntry><Amt Ccy=\"EUR\">{}</Amt><CdtDbtInd>{way}</CdtDbtInd><RvslInd>{reversal}</RvslInd><Sts>BOOK</Sts>\
             <BookgDt><Dt>2026-11-16</Dt></BookgDt><AcctSvcrRef>{id}</AcctSvcrRef>{details}</Ntry>",
            sum.trim_start_matches('-')
        )
        .unwrap();
    }
    let (message, statement) = match kind {
        "camt.053" => ("BkToCstmrStmt", "Stmt"),
        _ => ("BkToCstmrDbtCdtNtfctn", "Ntfctn"),
    };
    format!(
        "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:{kind}.001.02\"><{message}>\
         <GrpHdr><MsgId>{message_id}</MsgId></GrpHdr><{statement}><Id>1</Id>\
         <Acct><Id><IBAN>{ACCOUNT}</IBAN></Id></Acct>{entries}</{statement}></{message}></Document>"
    )
}

pub async fn add_customer(app: &TestApp, maker: &SignedIn, builder: CustomerBuilder) -> CustomerId {
    let (id, entry) = builder.build();
    let mut tx = app.store.begin().await.unwrap();
    let new = NewCustomer { id, maker: maker.id, entry: &entry, created_at: app.clock.now() };
    assert!(tx.insert_customer(&new).await.unwrap());
    tx.commit().await.unwrap();
    id
}

impl PaymentsTest {
    pub async fn of(app: TestApp) -> Self {
        let worker = app.worker().await;
        app.add(person().email("palkat@liksa.example").roles(&[Role::Payroll]).build()).await;
        let payroll = app.sign_in("palkat@liksa.example").await;
        let customer = add_customer(&app, &worker, customer()).await;
        Self { app, worker, payroll, customer }
    }

    /// The same with a customer who gets letters on paper.
    pub async fn with_customer_by_post(self) -> Self {
        let by_post = customer().individual("Kalle Kirje").with(|details| {
            details.send_method = SendMethod::Paper;
            details.email = String::new();
        });
        let customer = add_customer(&self.app, &self.worker, by_post).await;
        Self { customer, ..self }
    }

    /// A bill that was sent.
    pub async fn sent(&self, sum: &str) -> (BillId, i64) {
        self.sent_due(sum, DUE, None).await
    }

    pub async fn sent_due(&self, sum: &str, due: Date, credit_of: Option<BillId>) -> (BillId, i64) {
        self.sent_on(sum, (date(2026, 10, 1), due), credit_of).await
    }

    pub async fn sent_on(
        &self,
        sum: &str,
        (billed_on, due): (Date, Date),
        credit_of: Option<BillId>,
    ) -> (BillId, i64) {
        let id = self.app.new_id().unwrap();
        let bill = Bill {
            // A credit note is settled when it goes to the customer.
            state: if credit_of.is_some() { BillState::Paid } else { BillState::Closed },
            is_credit_note: credit_of.is_some(),
            customer: Some(self.customer),
            billing_date: Some(billed_on),
            due_date: Some(due),
            ..Bill::draft(Rate::ZERO)
        };
        let figures = BillFigures { total: money(sum), total_with_vat: money(sum), ..BillFigures::default() };
        let content = WrittenBill { id, bill: &bill, figures, found_by: "", saved_at: self.app.clock.now() };
        let mut tx = self.app.store.begin().await.unwrap();
        let new = NewBill { person: self.worker.id, credit_of, correction_of: None, content };
        tx.insert_bill(&new).await.unwrap();
        let number = tx.number_bill(id).await.unwrap();
        let totals = vat::totals(VatRounding::ByLine, &[(Rate::ZERO, money(sum))]).unwrap();
        let today = self.app.clock.today();
        let entry = entries::invoice_sent(id, self.worker.id, today, &totals).unwrap();
        tx.post(&entry, self.app.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        (id, number)
    }

    pub async fn bill(&self, id: BillId) -> StoredBill {
        self.app.store.bill(id).await.unwrap().unwrap()
    }

    pub async fn get(&self, path: &str) -> Value {
        let answer = self.app.get(path).token(&self.payroll.token).send().await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.json);
        answer.json
    }

    /// Another payroll clerk.
    pub async fn second_clerk(&self) -> SignedIn {
        self.app.add(person().email("toinen@liksa.example").roles(&[Role::Payroll]).build()).await;
        self.app.sign_in("toinen@liksa.example").await
    }

    /// Uploads a file and books it.
    pub async fn receive_file(&self, xml: String) {
        let answer = self.upload(xml).await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        self.app.run_jobs().await;
    }

    /// What the ledger has on an account.
    pub async fn balance(&self, account: Account) -> Money {
        self.app.store.balance_before(account, date(2030, 1, 1)).await.unwrap()
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.app.post(path).token(&self.payroll.token).json(body).send().await
    }

    pub async fn upload(&self, xml: impl Into<Vec<u8>>) -> Answer {
        let call = self.app.post("/api/provider/bank-files").token(&self.payroll.token);
        call.file("tiliote.xml", &xml.into()).send().await
    }

    /// Uploads the entries and books them.
    pub async fn receive(&self, lines: &[StatementEntry]) {
        let answer = self.upload(statement(lines)).await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        self.app.run_jobs().await;
    }

    /// The only payment in a state, with its details.
    pub async fn single(&self, state: &str) -> Value {
        let page = self.get(&format!("/api/provider/payments?state={state}")).await;
        let payments = page["payments"].as_array().unwrap();
        assert_eq!(payments.len(), 1, "{page}");
        self.get(&format!("/api/provider/payments/{}", payments[0]["id"].as_str().unwrap())).await
    }

    /// How many payments are in each state, by the states' names.
    pub async fn counts(&self) -> Vec<(String, i64)> {
        let page = self.get("/api/provider/payments").await;
        let count = |of: &Value| (of["state"].as_str().unwrap().to_owned(), of["count"].as_i64().unwrap());
        let mut counts: Vec<_> = page["counts"].as_array().unwrap().iter().map(count).collect();
        counts.sort();
        counts
    }

    /// The consistency checks of the store find nothing.
    pub async fn assert_sound(&self) {
        for finding in self.app.store.check(self.app.clock.now()).await.unwrap() {
            assert_eq!(finding.problems, [], "{:?}", finding.question);
        }
    }
}
