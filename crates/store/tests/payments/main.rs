//! Payments, what bills are owed, refunds and reminders, as both engines keep them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod plans;

use std::collections::BTreeSet;

use jiff::civil::{Date, date};
use liksa_domain::bill::{Bill, BillFigures, BillState};
use liksa_domain::customer::PartyRole;
use liksa_domain::ids::{BillId, Id, PaymentId, PayrollRunId, PersonId, RefundId, ReminderId};
use liksa_domain::payments::{
    BillSearch, LatePeriod, Mentioned, Part, PartKind, PaymentSearch, PaymentState, RefundState, Reminder,
    ReminderState,
};
use liksa_money::{Money, Rate};
use liksa_store::{
    BillPaid, CandidateQuery, NewBill, NewCustomer, NewPayment, NewPerson, NewRefund, NewReminder,
    Receivable, Refund, Store, WrittenBill, statements,
};
use liksa_test_support::{TestDb, both_engines, customer, fixed_now, person};
use uuid::Uuid;

both_engines! {
    a_movement_is_taken_in_once,
    of_many_at_once_one_takes_it_in,
    a_bill_is_owed_what_has_not_come,
    of_two_at_once_each_sees_what_the_other_paid,
    parts_add_up_and_can_be_taken_back,
    a_payment_is_held_only_as_it_was_read,
    what_paid_a_credited_bill_waits,
    a_reversal_finds_its_payment,
    refunds_go_into_one_file,
    only_refunds_that_were_seen_are_approved,
    reminders_are_made_once_and_ask_for_their_fees,
    overdue_bills_come_by_age,
    candidates_are_found_three_ways,
    open_bills_are_searched_by_number_amount_and_name,
    reminders_are_paged_by_state,
    pages_and_counts_go_by_state,
    payments_are_searched_by_payer_reference_and_amount,
    lists_are_read_from_indexes,
    the_check_sees_money_that_went_astray,
}

const ACCOUNT: &str = "FI2112345600000785";
const DAY: Date = date(2026, 11, 2);

fn new_id<T: Id>() -> T {
    T::new(fixed_now(), *Uuid::new_v4().as_bytes().first_chunk().unwrap())
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// A worker and a customer, so that bills can be sent.
struct House {
    store: Store,
    person: PersonId,
    customer: liksa_domain::ids::CustomerId,
}

impl House {
    async fn of(db: &TestDb) -> Self {
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
    async fn sent(&self, sum: &str, due: Date) -> (BillId, i64) {
        self.in_state(BillState::Closed, sum, due, None).await
    }

    async fn in_state(
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

    async fn payment(&self, amount: &str) -> PaymentId {
        let new = payment(amount);
        let mut tx = self.store.begin().await.unwrap();
        assert!(tx.insert_payment(&new).await.unwrap());
        tx.commit().await.unwrap();
        new.id
    }

    async fn refund(&self, payment: PaymentId, amount: &str) {
        let (iban, name) = ("FI5542345670000081", "Kulttuuritalo Oy");
        let (made_by, made_at) = (self.person, fixed_now());
        let new = NewRefund { id: new_id(), payment, iban, name, amount: money(amount), made_by, made_at };
        let mut tx = self.store.begin().await.unwrap();
        tx.insert_refund(&new).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn run(&self) -> PayrollRunId {
        let mut tx = self.store.begin().await.unwrap();
        let (run, _) = tx.make_run(new_id(), date(2026, 11, 20), self.person, fixed_now()).await.unwrap();
        tx.commit().await.unwrap();
        run
    }

    /// Pays as much of the bill as is owed, as booking does.
    async fn pay(&self, number: i64, payment: PaymentId, amount: Money) {
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

    async fn owed(&self, number: i64) -> Receivable {
        let mut tx = self.store.begin().await.unwrap();
        tx.lock_receivables(&[number]).await.unwrap()[0]
    }
}

fn payment(amount: &str) -> NewPayment<'_> {
    let id: PaymentId = new_id();
    NewPayment {
        id,
        bank_file: None,
        account: ACCOUNT,
        bank_id: Box::leak(id.to_string().into_boxed_str()),
        amount: money(amount),
        booking_date: DAY,
        value_date: DAY,
        payer_name: "Kulttuuritalo",
        payer_iban: Some("FI5542345670000081"),
        reference: "10016",
        message: "kiitos",
        end_to_end_id: "",
        created_at: fixed_now(),
    }
}

fn reminder(number: u8) -> Reminder {
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

fn new_reminder(bill: BillId, reminder: &Reminder) -> NewReminder<'_> {
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

async fn a_movement_is_taken_in_once(db: TestDb) {
    let new = payment("12.50");
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.insert_payment(&new).await.unwrap());
    let again = NewPayment { bank_id: new.bank_id, ..payment("99") };
    assert!(!tx.insert_payment(&again).await.unwrap(), "the bank's id tells, not the amount");
    let elsewhere = NewPayment { bank_id: new.bank_id, account: "FI5542345670000081", ..payment("1") };
    assert!(tx.insert_payment(&elsewhere).await.unwrap());
    tx.commit().await.unwrap();
    let stored = db.store.payment(new.id).await.unwrap().unwrap();
    assert_eq!(
        (stored.amount, stored.rest, stored.state),
        (money("12.50"), money("12.50"), PaymentState::Unmatched)
    );
    assert_eq!((stored.payer_name.as_str(), stored.reference.as_str()), ("Kulttuuritalo", "10016"));
    assert_eq!((stored.value_date, stored.version), (DAY, 1));
}

async fn of_many_at_once_one_takes_it_in(db: TestDb) {
    let new = payment("1");
    let tries = (0..8).map(|_| {
        let (store, bank_id) = (db.store.clone(), new.bank_id);
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            let first = tx.insert_payment(&NewPayment { bank_id, ..payment("1") }).await.unwrap();
            tx.commit().await.unwrap();
            first
        })
    });
    let mut firsts = 0;
    for one in tries.collect::<Vec<_>>() {
        firsts += usize::from(one.await.unwrap());
    }
    assert_eq!(firsts, 1);
}

async fn a_bill_is_owed_what_has_not_come(db: TestDb) {
    let house = House::of(&db).await;
    let (bill, number) = house.sent("100", DAY).await;
    let (note, note_number) = house.in_state(BillState::Closed, "-100", DAY, Some(bill)).await;
    assert_eq!(house.owed(number).await.owed.own, money("100"));
    let of_note = house.owed(note_number).await;
    assert_eq!((of_note.owed.bill, of_note.credit_of, of_note.owed.own), (note, Some(bill), Money::ZERO));
    let payment = house.payment("30").await;
    house.pay(number, payment, money("30")).await;
    let part = house.owed(number).await;
    assert_eq!((part.owed.own, part.state), (money("70"), BillState::Closed));
    let payment = house.payment("80").await;
    house.pay(number, payment, money("80")).await;
    let paid = house.store.bill(bill).await.unwrap().unwrap();
    assert_eq!((paid.bill.state, paid.paid_amount, paid.paid_on), (BillState::Paid, money("100"), Some(DAY)));
    assert_eq!(house.store.payment(payment).await.unwrap().unwrap().rest, money("10"));
    let mut came: Vec<Money> =
        house.store.payments_of_bill(bill).await.unwrap().iter().map(|part| part.amount).collect();
    // Both came in the same moment of the test.
    came.sort_unstable();
    assert_eq!(came, [money("30"), money("70")]);
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.lock_receivables(&[999_999]).await.unwrap(), []);
    assert_eq!(tx.lock_receivables_by_id(&[bill, new_id()]).await.unwrap().len(), 1);
}

async fn of_two_at_once_each_sees_what_the_other_paid(db: TestDb) {
    let house = House::of(&db).await;
    let (bill, number) = house.sent("100", DAY).await;
    let tries = (0..6).map(|_| {
        let house = House { store: house.store.clone(), ..house };
        tokio::spawn(async move {
            let payment = house.payment("30").await;
            house.pay(number, payment, money("30")).await;
            house.store.payment(payment).await.unwrap().unwrap().rest
        })
    });
    let mut rests = Money::ZERO;
    for one in tries.collect::<Vec<_>>() {
        rests = rests.plus(one.await.unwrap()).unwrap();
    }
    let stored = db.store.bill(bill).await.unwrap().unwrap();
    assert_eq!((stored.paid_amount, rests), (money("100"), money("80")));
}

async fn parts_add_up_and_can_be_taken_back(db: TestDb) {
    let house = House::of(&db).await;
    let (bill, number) = house.sent("100", DAY).await;
    let payment = house.payment("50").await;
    let part = |kind, amount: &str| Part { bill, kind, amount: money(amount) };
    let mut tx = db.store.begin().await.unwrap();
    tx.add_parts(payment, &[part(PartKind::Bill, "20"), part(PartKind::Fee, "5")]).await.unwrap();
    tx.add_parts(payment, &[part(PartKind::Bill, "10")]).await.unwrap();
    tx.commit().await.unwrap();
    let parts = db.store.parts_of_payment(payment).await.unwrap();
    let kinds: Vec<_> = parts.iter().map(|part| (part.part.kind, part.part.amount, part.number)).collect();
    assert_eq!(kinds, [(PartKind::Bill, money("30"), number), (PartKind::Fee, money("5"), number)]);
    assert_eq!(parts[0].customer, "Kulttuuritalo Oy");
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.parts_of(payment).await.unwrap().len(), 2);
    let removed = tx.remove_parts(payment).await.unwrap();
    assert_eq!(removed, [part(PartKind::Bill, "30"), part(PartKind::Fee, "5")]);
    assert_eq!(tx.remove_parts(payment).await.unwrap(), []);
}

async fn a_payment_is_held_only_as_it_was_read(db: TestDb) {
    let house = House::of(&db).await;
    let payment = house.payment("50").await;
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.lock_payment(payment, 1).await.unwrap().is_some());
    tx.set_aside_payment(payment, "korko").await.unwrap();
    assert!(tx.lock_payment(payment, 1).await.unwrap().is_none());
    let held = tx.lock_payment(payment, 2).await.unwrap().unwrap();
    assert_eq!((held.state, held.note.as_str()), (PaymentState::SetAside, "korko"));
    assert!(tx.lock_payment(new_id(), 1).await.unwrap().is_none());
}

async fn what_paid_a_credited_bill_waits(db: TestDb) {
    let house = House::of(&db).await;
    let (bill, number) = house.sent("100", DAY).await;
    let payment = house.payment("100").await;
    house.pay(number, payment, money("100")).await;
    let stored = db.store.bill(bill).await.unwrap().unwrap();
    let mut tx = db.store.begin().await.unwrap();
    let credited = liksa_domain::bill::life::Standing { state: BillState::Credited, open_request: false };
    assert!(tx.move_bill(&stored, credited, fixed_now()).await.unwrap());
    let released = tx.release_parts(bill).await.unwrap();
    assert_eq!(
        released.iter().map(|(of, amount)| (of.id, *amount)).collect::<Vec<_>>(),
        [(payment, money("100"))]
    );
    tx.forget_paid(bill).await.unwrap();
    assert!(tx.lock_released(bill).await.unwrap().is_empty(), "not before the payment is said to wait");
    tx.settle_payment(payment, PaymentState::Refundable, money("100")).await.unwrap();
    assert_eq!(tx.lock_released(bill).await.unwrap().len(), 1);
    assert!(tx.release_parts(bill).await.unwrap().is_empty());
    tx.commit().await.unwrap();
    let bill = db.store.bill(bill).await.unwrap().unwrap();
    assert_eq!((bill.paid_amount, bill.paid_on), (Money::ZERO, None));
}

async fn a_reversal_finds_its_payment(db: TestDb) {
    let house = House::of(&db).await;
    let mut tx = db.store.begin().await.unwrap();
    let named = NewPayment { end_to_end_id: "A-1", ..payment("10") };
    let plain = payment("10");
    assert!(tx.insert_payment(&named).await.unwrap() && tx.insert_payment(&plain).await.unwrap());
    let found = async |tx: &mut liksa_store::Tx, amount: &str, names: (&str, &str)| {
        tx.find_reversed(ACCOUNT, money(amount), names).await.unwrap().map(|payment| payment.id)
    };
    assert_eq!(found(&mut tx, "-10", ("A-1", "")).await, Some(named.id));
    assert_eq!(found(&mut tx, "-10", ("B-2", "10016")).await, Some(plain.id));
    assert_eq!(found(&mut tx, "-10", ("", "")).await, None);
    assert_eq!(found(&mut tx, "-9", ("A-1", "10016")).await, None);
    let back = NewPayment { end_to_end_id: "A-1", ..payment("-10") };
    assert!(tx.insert_payment(&back).await.unwrap());
    tx.settle_payment(named.id, PaymentState::Reversed, Money::ZERO).await.unwrap();
    tx.link_reversal(back.id, named.id).await.unwrap();
    assert_eq!(found(&mut tx, "-10", ("A-1", "")).await, None, "it was taken back once");
    tx.commit().await.unwrap();
    assert_eq!(house.store.payment(back.id).await.unwrap().unwrap().reverses, Some(named.id));
}

fn ids(refunds: &[Refund]) -> BTreeSet<RefundId> {
    refunds.iter().map(|refund| refund.id).collect()
}

/// One comes after the look, another is taken back: neither way is what was seen approved.
async fn only_refunds_that_were_seen_are_approved(db: TestDb) {
    let house = House::of(&db).await;
    let (approver, run) = (new_id(), house.run().await);
    let first = house.payment("10").await;
    house.refund(first, "10").await;
    let seen = ids(&db.store.refunds_to_approve(approver).await.unwrap());
    let second = house.payment("20").await;
    house.refund(second, "20").await;
    let approve = async |seen: &BTreeSet<RefundId>| {
        let mut tx = db.store.begin().await.unwrap();
        let done = tx.approve_refunds(run, approver, seen).await.unwrap();
        if done {
            tx.commit().await.unwrap();
        }
        done
    };
    assert!(!approve(&seen).await, "one more waits");
    let both = ids(&db.store.refunds_to_approve(approver).await.unwrap());
    assert_eq!(both.len(), 2, "a refusal leaves all as it was");
    let mut tx = db.store.begin().await.unwrap();
    tx.delete_waiting_refunds(second).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!approve(&both).await, "one has gone");
    assert!(approve(&seen).await);
    house.refund(second, "20").await;
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(ids(&tx.take_refunds(run).await.unwrap()), seen, "what came later waits for the next file");
}

async fn refunds_go_into_one_file(db: TestDb) {
    let house = House::of(&db).await;
    let (first, second) = (house.payment("10").await, house.payment("20").await);
    house.refund(first, "10").await;
    house.refund(second, "20").await;
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.delete_waiting_refunds(second).await.unwrap(), money("20"));
    assert!(!tx.has_refund_under_way(first).await.unwrap());
    tx.commit().await.unwrap();
    let (approver, run) = (new_id(), house.run().await);
    let seen = ids(&db.store.refunds_to_approve(approver).await.unwrap());
    assert_eq!(seen.len(), 1);
    let own = db.store.refunds_to_approve(house.person).await.unwrap();
    assert_eq!(own, [], "nobody approves a refund of their own");
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.approve_refunds(run, house.person, &BTreeSet::new()).await.unwrap());
    assert_eq!(tx.take_refunds(run).await.unwrap(), [], "nothing goes unapproved");
    assert!(tx.approve_refunds(run, approver, &seen).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(db.store.refunds_to_approve(approver).await.unwrap(), [], "it goes with that run");
    assert_eq!(ids(&db.store.approved_refunds(run).await.unwrap()), seen);
    let mut tx = db.store.begin().await.unwrap();
    let taken = tx.take_refunds(run).await.unwrap();
    assert_eq!((taken.len(), taken[0].payment, taken[0].state), (1, first, RefundState::InFile));
    assert_eq!(tx.take_refunds(run).await.unwrap(), []);
    assert_eq!(tx.delete_waiting_refunds(first).await.unwrap(), Money::ZERO, "it is in a file");
    assert!(tx.has_refund_under_way(first).await.unwrap());
    assert_eq!(tx.refund_was_paid(taken[0].id).await.unwrap(), Some(money("10")));
    assert_eq!(tx.refund_was_paid(taken[0].id).await.unwrap(), None);
    tx.commit().await.unwrap();
    assert_eq!(db.store.refunds_of(first).await.unwrap()[0].state, RefundState::Paid);
    assert_eq!(db.store.refunds_of(second).await.unwrap(), []);
}

async fn reminders_are_made_once_and_ask_for_their_fees(db: TestDb) {
    let house = House::of(&db).await;
    let (bill, number) = house.sent("1000", date(2026, 3, 1)).await;
    let (first, second) = (reminder(1), Reminder { interest: vec![], ..reminder(2) });
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.last_reminder(bill).await.unwrap(), None);
    let new = new_reminder(bill, &first);
    assert!(tx.insert_reminder(&new).await.unwrap());
    assert!(!tx.insert_reminder(&new_reminder(bill, &first)).await.unwrap());
    assert!(tx.insert_reminder(&new_reminder(bill, &second)).await.unwrap());
    assert_eq!(tx.last_reminder(bill).await.unwrap(), Some((2, date(2026, 3, 15))));
    tx.commit().await.unwrap();
    let stored = db.store.reminders_of(bill).await.unwrap();
    assert_eq!((&stored[0].content, stored[0].fees, stored[1].fees), (&first, money("5"), money("10")));
    assert_eq!(stored[0].state, ReminderState::Queued);
    assert_eq!(db.store.reminder(new.id).await.unwrap().as_ref(), Some(&stored[0]));

    let owed = house.owed(number).await.owed;
    assert_eq!((owed.interest, owed.fee), (money("3.64"), money("10")));
    let payment = house.payment("1004").await;
    house.pay(number, payment, money("1004")).await;
    let owed = house.owed(number).await.owed;
    assert_eq!((owed.own, owed.interest, owed.fee), (Money::ZERO, Money::ZERO, money("9.64")));
}

async fn overdue_bills_come_by_age(db: TestDb) {
    let house = House::of(&db).await;
    let today = date(2026, 11, 16);
    let mut late = vec![];
    for due in [date(2026, 11, 10), date(2026, 10, 1), date(2026, 10, 1)] {
        late.push((due, house.sent("100", due).await));
    }
    house.sent("1", today).await;
    house.in_state(BillState::Closed, "-100", date(2026, 10, 1), Some(late[1].1.0)).await;
    house.in_state(BillState::Paid, "100", date(2026, 9, 1), None).await;
    late.sort();
    let first = db.store.overdue_page(today, None, 2).await.unwrap();
    assert_eq!((first.bills.len(), first.count, first.owed), (2, 3, money("300")));
    let next = first.next.unwrap().to_string().parse().unwrap();
    let second = db.store.overdue_page(today, Some(next), 2).await.unwrap();
    assert_eq!((second.bills.len(), second.next), (1, None));
    let seen: Vec<_> = first
        .bills
        .iter()
        .chain(&second.bills)
        .map(|bill| (bill.due_date, (bill.bill, bill.number)))
        .collect();
    assert_eq!(seen, late);
    let shown = &second.bills[0];
    assert_eq!((shown.debtor, shown.worker.as_str()), (PartyRole::Company, "Maija Meikäläinen"));
    assert_eq!(first.bills.iter().filter(|bill| bill.being_credited).count(), 1);
    assert!(shown.payments.is_empty());
    let payment = house.payment("40").await;
    house.pay(shown.number, payment, money("40")).await;
    let part = &db.store.overdue_page(today, Some(next), 2).await.unwrap().bills[0];
    assert_eq!((part.paid, part.payments.as_slice()), (money("40"), &[(DAY, money("40"))][..]));
    assert!("".parse::<liksa_store::OverdueCursor>().is_err());
}

async fn candidates_are_found_three_ways(db: TestDb) {
    let house = House::of(&db).await;
    let (by_amount, _) = house.sent("77", DAY).await;
    let (by_number, number) = house.sent("5", DAY).await;
    house.in_state(BillState::Paid, "77", DAY, None).await;
    let ask = async |amount: &str, numbers: &[i64], words: &[&str]| {
        let mentioned = Mentioned { numbers: numbers.iter().copied().collect(), ..Default::default() };
        let payer_words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let query =
            CandidateQuery { amount: money(amount), mentioned: &mentioned, payer_words: &payer_words };
        let mut found: Vec<BillId> =
            db.store.candidates(&query).await.unwrap().into_iter().map(|found| found.bill).collect();
        found.sort();
        found
    };
    assert_eq!(ask("77", &[], &[]).await, [by_amount]);
    assert_eq!(ask("1", &[number], &[]).await, [by_number]);
    let mut both = [by_amount, by_number];
    both.sort();
    assert_eq!(ask("1", &[], &["kulttuuritalo"]).await, both);
    assert_eq!(ask("1", &[], &["muu"]).await, []);
}

async fn open_bills_are_searched_by_number_amount_and_name(db: TestDb) {
    let house = House::of(&db).await;
    let (older, number) = house.sent("77", DAY).await;
    let (newer, _) = house.sent("5", DAY).await;
    house.in_state(BillState::Paid, "77", DAY, None).await;
    let found = async |search: BillSearch| {
        let bills = db.store.search_open_bills(&search).await.unwrap();
        bills.into_iter().map(|found| found.bill).collect::<Vec<BillId>>()
    };
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    let nothing = BillSearch::default;
    assert_eq!(found(nothing()).await, []);
    assert_eq!(found(BillSearch { number: Some(number), ..nothing() }).await, [older]);
    assert_eq!(found(BillSearch { referred: Some(number), ..nothing() }).await, [older]);
    assert_eq!(found(BillSearch { amount: Some(money("5")), ..nothing() }).await, [newer]);
    let (first, last) = (older.max(newer), older.min(newer));
    assert_eq!(found(BillSearch { words: words(&["kulttuu"]), ..nothing() }).await, [first, last]);
    assert_eq!(found(BillSearch { words: words(&["kulttuu", "muu"]), ..nothing() }).await, []);
    let both = BillSearch { number: Some(number), words: words(&["kult"]), ..nothing() };
    assert_eq!(found(both).await, [older, newer], "found by number comes first, and once");
}

async fn reminders_are_paged_by_state(db: TestDb) {
    let house = House::of(&db).await;
    let mut ids: Vec<ReminderId> = vec![];
    for _ in 0..3 {
        let (bill, _) = house.sent("100", DAY).await;
        let reminder = Reminder { number: 1, date: DAY, pay_by: DAY, fee: money("12"), interest: vec![] };
        let new = NewReminder {
            id: new_id(),
            bill,
            reminder: &reminder,
            interest: Money::ZERO,
            paid: Money::ZERO,
            made_by: None,
            made_at: fixed_now(),
        };
        let mut tx = db.store.begin().await.unwrap();
        assert!(tx.insert_reminder(&new).await.unwrap());
        tx.commit().await.unwrap();
        ids.push(new.id);
    }
    ids.sort();
    ids.reverse();
    let first = db.store.reminder_page(ReminderState::Queued, None, 2).await.unwrap();
    let second = db.store.reminder_page(ReminderState::Queued, first.next, 2).await.unwrap();
    assert_eq!((first.count, second.next), (3, None));
    let all = first.reminders.iter().chain(&second.reminders);
    assert_eq!(all.map(|listed| listed.reminder.id).collect::<Vec<_>>(), ids);
    assert_eq!(first.reminders[0].customer, "Kulttuuritalo Oy");
    let sent = db.store.reminder_page(ReminderState::Sent, None, 2).await.unwrap();
    assert_eq!((sent.reminders, sent.count), (vec![], 0));
}

async fn pages_and_counts_go_by_state(db: TestDb) {
    let house = House::of(&db).await;
    let mut ids = vec![];
    for _ in 0..5 {
        ids.push(house.payment("1").await);
    }
    ids.sort();
    ids.reverse();
    let mut tx = db.store.begin().await.unwrap();
    tx.settle_payment(ids[0], PaymentState::Matched, Money::ZERO).await.unwrap();
    tx.commit().await.unwrap();
    let first = db.store.payment_page(PaymentState::Unmatched, None, 3).await.unwrap();
    let second = db.store.payment_page(PaymentState::Unmatched, first.next, 3).await.unwrap();
    let seen: Vec<PaymentId> =
        first.payments.iter().chain(&second.payments).map(|payment| payment.id).collect();
    assert_eq!((seen.as_slice(), second.next), (&ids[1..], None));
    let mut counts = db.store.payments_by_state().await.unwrap();
    counts.sort();
    assert_eq!(counts, [(PaymentState::Matched, 1), (PaymentState::Unmatched, 4)]);
}

async fn payments_are_searched_by_payer_reference_and_amount(db: TestDb) {
    let house = House::of(&db).await;
    let (first, second) = (house.payment("10").await, house.payment("20").await);
    let other = NewPayment { payer_name: "Åbo Akademi rf", reference: "RF0810016 20129", ..payment("-10") };
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.insert_payment(&other).await.unwrap());
    assert!(!tx.insert_payment(&other).await.unwrap(), "nor its words a second time");
    tx.commit().await.unwrap();
    let found = async |text: &str| {
        let search = PaymentSearch::read(text);
        let page = db.store.search_payments(PaymentState::Unmatched, &search, None, 5).await.unwrap();
        page.payments.into_iter().map(|payment| payment.id).collect::<BTreeSet<_>>()
    };
    let named = BTreeSet::from([first, second]);
    assert_eq!(found("kulttuuri").await, named);
    assert_eq!(found("100").await, named, "by how the reference begins");
    assert_eq!(found("aka ÅBO").await, BTreeSet::from([other.id]));
    assert_eq!(found("åbo kulttuuri").await, BTreeSet::new(), "every word has to be found");
    assert_eq!(found("rf08 1001 6").await, BTreeSet::from([other.id]));
    assert_eq!(found("10,00").await, BTreeSet::from([first, other.id]), "in and out");
    for nothing in ["x", "talo", "11,00"] {
        assert_eq!(found(nothing).await, BTreeSet::new(), "{nothing}");
    }

    let search = PaymentSearch::read("kulttuuritalo");
    let page = async |state, after| db.store.search_payments(state, &search, after, 1).await.unwrap();
    let newest = page(PaymentState::Unmatched, None).await;
    let oldest = page(PaymentState::Unmatched, newest.next).await;
    assert_eq!((newest.payments.len(), oldest.payments.len(), oldest.next), (1, 1, None));
    assert!(newest.payments[0].id > oldest.payments[0].id);
    assert!(page(PaymentState::Matched, None).await.payments.is_empty());
}

async fn lists_are_read_from_indexes(db: TestDb) {
    for statement in statements::PAYMENTS {
        plans::assert_uses_indexes(&db, statement).await;
    }
}

async fn the_check_sees_money_that_went_astray(db: TestDb) {
    let house = House::of(&db).await;
    let (bill, _) = house.sent("100", DAY).await;
    let problems = async || {
        let found = db.store.check().await.unwrap();
        found
            .into_iter()
            .filter(|finding| !finding.problems.is_empty())
            .map(|finding| finding.question)
            .collect::<Vec<_>>()
    };
    assert_eq!(problems().await, Vec::<&str>::new());
    let payment = house.payment("100").await;
    assert_eq!(problems().await, ["payments are where the ledger says"], "it was not booked");
    let mut tx = db.store.begin().await.unwrap();
    tx.add_parts(payment, &[Part { bill, kind: PartKind::Bill, amount: money("100") }]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(
        problems().await,
        ["bills have what their payments say", "payments are where the ledger says"]
    );
}
