//! What the tests of payments begin with.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::SignedDuration;
use jiff::civil::{Date, date};
use liksa_domain::bill::{Bill, BillFigures, BillState};
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{BankFileId, BillId, CustomerId, Id, PaymentId, PayrollRunId, PersonId};
use liksa_domain::payments::{LatePeriod, PartKind, PaymentState, Reminder};
use liksa_money::{Money, Rate};
use liksa_store::{
    BillPaid, Files, FilesAddress, NewBankFile, NewBill, NewClosing, NewCustomer, NewFile, NewPayment,
    NewPerson, NewRefund, NewReminder, Receivable, Store, WrittenBill,
};
use liksa_test_support::{TestDb, customer, fixed_now, person};
use uuid::Uuid;

pub const ACCOUNT: &str = "FI2112345600000785";
pub const DAY: Date = date(2026, 11, 2);

pub fn new_id<T: Id>() -> T {
    T::new(fixed_now(), *Uuid::new_v4().as_bytes().first_chunk().unwrap())
}

pub fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// A worker and a customer, so that bills can be sent.
pub struct Fixture {
    pub store: Store,
    pub person: PersonId,
    pub customer: CustomerId,
}

impl Fixture {
    pub async fn of(db: &TestDb) -> Self {
        let person = person().build();
        let (customer, entry) = customer().named("Kulttuuritalo Oy").build();
        let mut tx = db.store.begin().await.unwrap();
        let new = NewPerson { person: &person, password_hash: "", created_at: fixed_now() };
        tx.insert_person(&new).await.unwrap();
        let new = NewCustomer { id: customer, maker: person.id, entry: &entry, created_at: fixed_now() };
        assert!(tx.insert_customer(&new).await.unwrap());
        tx.commit().await.unwrap();
        Self { store: db.store.clone(), person: person.id, customer }
    }

    /// A bill that has gone out.
    pub async fn sent(&self, sum: &str, due: Date) -> (BillId, i64) {
        self.in_state(BillState::Closed, sum, due, None).await
    }

    pub async fn in_state(
        &self,
        state: BillState,
        sum: &str,
        due: Date,
        credit_of: Option<BillId>,
    ) -> (BillId, i64) {
        let id = new_id();
        let draft = Bill::draft(Rate::ZERO);
        let bill = Bill { state, customer: Some(self.customer), due_date: Some(due), ..draft };
        let figures = BillFigures { total: money(sum), total_with_vat: money(sum), ..BillFigures::default() };
        let content = WrittenBill { id, bill: &bill, figures, found_by: "", saved_at: fixed_now() };
        let mut tx = self.store.begin().await.unwrap();
        let new = NewBill { person: self.person, credit_of, correction_of: None, content };
        tx.insert_bill(&new).await.unwrap();
        let number = tx.number_bill(id).await.unwrap();
        tx.commit().await.unwrap();
        (id, number)
    }

    pub async fn payment(&self, amount: &str) -> PaymentId {
        let new = payment(amount);
        let mut tx = self.store.begin().await.unwrap();
        assert!(tx.insert_payment(&new).await.unwrap());
        tx.commit().await.unwrap();
        new.id
    }

    /// A bank file with a content of its own. Later ones have higher ids.
    pub async fn bank_file(
        &self,
        account: &str,
        days: Option<(Date, Date)>,
        closing: Option<NewClosing>,
    ) -> BankFileId {
        static FILES: AtomicI64 = AtomicI64::new(0);
        let place = SignedDuration::from_millis(FILES.fetch_add(1, Ordering::SeqCst));
        let uploaded_at = fixed_now().checked_add(place).unwrap();
        let id = BankFileId::new(uploaded_at, [0; 10]);
        let folder = tempfile::tempdir().unwrap();
        let files = Files::open(&FilesAddress::Folder(folder.path().to_owned()), self.store.clone()).unwrap();
        let content = files.put(new_id(), id.to_string().as_bytes(), fixed_now()).await.unwrap();
        let mut tx = self.store.begin().await.unwrap();
        let new = NewFile {
            content: &content,
            purpose: FilePurpose::BankFile,
            owner: None,
            name: "tiliote.xml",
            media_type: MediaType::Xml,
            created_at: fixed_now(),
        };
        let file = tx.insert_file(&new).await.unwrap();
        let new = NewBankFile {
            id,
            file,
            sha256: content.sha256,
            uploaded_by: self.person,
            uploaded_at,
            transactions: 3,
            days,
            account,
            closing,
        };
        assert_eq!(tx.insert_bank_file(&new).await.unwrap(), id);
        tx.commit().await.unwrap();
        id
    }

    pub async fn refund(&self, payment: PaymentId, amount: &str) {
        let (iban, name) = ("FI5542345670000081", "Kulttuuritalo Oy");
        let (made_by, made_at) = (self.person, fixed_now());
        let new = NewRefund { id: new_id(), payment, iban, name, amount: money(amount), made_by, made_at };
        let mut tx = self.store.begin().await.unwrap();
        tx.insert_refund(&new).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn run(&self) -> PayrollRunId {
        let mut tx = self.store.begin().await.unwrap();
        let (run, _) = tx.make_run(new_id(), date(2026, 11, 20), self.person, fixed_now()).await.unwrap();
        tx.commit().await.unwrap();
        run
    }

    /// Pays as much of the bill as is owed, as booking does.
    pub async fn pay(&self, number: i64, payment: PaymentId, amount: Money) {
        let mut tx = self.store.begin().await.unwrap();
        let Receivable { mut owed, state, .. } = tx.lock_receivables(&[number]).await.unwrap()[0];
        let parts = owed.pay(amount).unwrap();
        tx.add_parts(payment, &parts).await.unwrap();
        let own = parts.iter().filter(|part| part.kind == PartKind::Bill).map(|part| part.amount);
        let done = owed.own.is_zero();
        let paid = BillPaid {
            bill: owed.bill,
            added: Money::sum(own).unwrap(),
            from: state,
            to: if done { BillState::Paid } else { state },
            paid_on: done.then_some(DAY),
            at: fixed_now(),
        };
        tx.pay_bill(&paid).await.unwrap();
        let given = Money::sum(parts.iter().map(|part| part.amount)).unwrap();
        let rest = amount.minus(given).unwrap();
        let state = if rest.is_zero() { PaymentState::Matched } else { PaymentState::Refundable };
        tx.settle_payment(payment, state, rest).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn owed(&self, number: i64) -> Receivable {
        let mut tx = self.store.begin().await.unwrap();
        tx.lock_receivables(&[number]).await.unwrap()[0]
    }
}

pub fn payment(amount: &str) -> NewPayment<'_> {
    let id: PaymentId = new_id();
    NewPayment {
        id,
        bank_file: None,
        account: ACCOUNT,
        bank_id: Box::leak(id.to_string().into_boxed_str()),
        batch_id: None,
        amount: money(amount),
        divided: Money::ZERO,
        booking_date: DAY,
        value_date: DAY,
        payer_name: "Kulttuuritalo",
        payer_iban: Some("FI5542345670000081"),
        reference: "10016",
        message: "kiitos",
        end_to_end_id: "",
        ordered_as: "",
        created_at: fixed_now(),
    }
}

pub fn reminder(number: u8) -> Reminder {
    let period = LatePeriod {
        from: date(2026, 3, 2),
        until: date(2026, 3, 15),
        rate: Rate::from_millionths(95_000),
        amount: money("3.64"),
    };
    Reminder {
        number,
        date: date(2026, 3, 15),
        pay_by: date(2026, 3, 29),
        fee: money("5"),
        interest: vec![period],
    }
}

pub fn new_reminder(bill: BillId, reminder: &Reminder) -> NewReminder<'_> {
    NewReminder {
        id: new_id(),
        bill,
        reminder,
        interest: reminder.interest_total().unwrap(),
        paid: Money::ZERO,
        made_by: None,
        made_at: fixed_now(),
    }
}
