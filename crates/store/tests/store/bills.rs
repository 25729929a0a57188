//! Bills as both engines keep them.

mod lists;

use jiff::ToSpan;
use jiff::civil::{date, time};
use liksa_domain::bill::life::{BillStatus, Move};
use liksa_domain::bill::{
    Allowances, Bill, BillFigures, BillLanguage, BillState, ExpenseClass, ExpenseKind, Extras, Journey,
    Moment, NewDates, Pricing, Row, Territory, Trailer, VatZeroReason, WorkShift,
};
use liksa_domain::data_check::Question;
use liksa_domain::ids::{BillId, CustomerId, Id, PersonId};
use liksa_domain::vat::VatRounding;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_money::{Money, Rate};
use liksa_rates::Vehicle;
use liksa_store::{NewBill, NewCustomer, NewPerson, Store, StoreError, StoredBill, WrittenBill};
use liksa_test_support::{TestDb, both_engines, customer, fixed_now, person};
use uuid::Uuid;

both_engines! {
    everything_written_comes_back,
    a_draft_is_claimed_once_for_each_version,
    an_approved_bill_knows_when_it_leaves_until_it_moves,
    only_what_changed_is_written_and_what_is_gone_goes,
    a_row_of_another_bill_is_not_taken,
    a_bill_has_several_credit_notes,
    a_deleted_bill_is_gone_with_its_rows,
    numbers_have_no_gaps_however_many_ask_at_once,
    a_number_is_given_once,
    a_gap_or_an_unnumbered_bill_fails_the_check,
    facts_of_a_worker_come_back,
    paid_rows_are_those_of_paid_bills_with_a_row_in_the_days,
    trips_are_claimed_by_bills_that_are_no_drafts,
    a_draft_is_claimed_written_and_sent_in_one_transaction,
    what_could_not_be_calculated_stays_unknown,
}

const STANDARD: Rate = Rate::from_millionths(255_000);

async fn worker(store: &Store) -> PersonId {
    let person = person().email(&format!("{}@liksa.example", Uuid::new_v4())).build();
    let mut tx = store.begin().await.unwrap();
    let new = NewPerson { person: &person, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.commit().await.unwrap();
    person.id
}

async fn company(store: &Store, maker: PersonId) -> CustomerId {
    let (id, entry) = customer().with(|details| details.city = "HÄMEENLINNA ÉVRY".into()).build();
    let mut tx = store.begin().await.unwrap();
    let new = NewCustomer { id, maker, entry: &entry, created_at: fixed_now() };
    assert!(tx.insert_customer(&new).await.unwrap());
    tx.commit().await.unwrap();
    id
}

fn new_id<T: Id>() -> T {
    T::new(fixed_now(), *Uuid::new_v4().as_bytes().first_chunk().unwrap())
}

fn row(text: &str, price: i32) -> Row {
    Row {
        id: Some(new_id()),
        destination: text.into(),
        pricing: Pricing::Contract { price: Some(Money::euros(price)) },
        ..Row::empty(date(2026, 11, 2), STANDARD)
    }
}

fn draft(rows: Vec<Row>) -> Bill {
    Bill { rows, ..Bill::draft(STANDARD) }
}

fn content<'a>(id: BillId, bill: &'a Bill, found_by: &'a str) -> WrittenBill<'a> {
    let figures = BillFigures {
        total: Money::euros(10),
        total_with_vat: "12.55".parse().unwrap(),
        no_totals: false,
        salary_rate: Some(Rate::from_millionths(612_345)),
        estimate: Some("6.12".parse().unwrap()),
    };
    WrittenBill { id, bill, figures, found_by, saved_at: fixed_now() }
}

async fn insert(store: &Store, person: PersonId, bill: &Bill) -> BillId {
    insert_found_by(store, person, bill, "").await
}

async fn insert_found_by(store: &Store, person: PersonId, bill: &Bill, found_by: &str) -> BillId {
    let id = new_id();
    let mut tx = store.begin().await.unwrap();
    let new = NewBill { person, credit_of: None, correction_of: None, content: content(id, bill, found_by) };
    tx.insert_bill(&new).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn stored(store: &Store, id: BillId) -> StoredBill {
    store.bill(id).await.unwrap().unwrap()
}

/// A row with something in every field.
fn full_row() -> Row {
    let mut full = Row {
        id: Some(new_id()),
        collapsed: true,
        shift: Some("2026-1138".into()),
        pricing: Pricing::Amount { unit_price: "33.333".parse().ok(), amount: "7.5".parse().ok() },
        work_shift: Some(WorkShift {
            start: date(2026, 11, 2).at(9, 0, 0, 0).into(),
            end: Moment { date: Some(date(2026, 11, 3)), time: None },
        }),
        journey: Journey {
            departure: date(2026, 11, 2).at(7, 30, 0, 0).into(),
            homecoming: Moment { date: None, time: Some(time(23, 59, 0, 0)) },
            kilometers: "123.4".parse().unwrap(),
            vehicle: Vehicle::from_code(7).unwrap(),
            register_number: "ABC-123".into(),
            address_start: "Kotikatu 1, 00100 Helsinki".into(),
            way_points: vec!["Tampere".into(), "Pori".into()],
            address_stop: "Työkatu 2, 20100 Turku".into(),
            round_trip: true,
            overnight: true,
            travel_minutes: 240,
            work_minutes: 480,
            abroad: true,
            extras: Extras { trailer: Trailer::HeavyLoad, passengers: 8 },
            country: Territory::parse("GB-LONDON"),
            foreign_source: "vero.fi".into(),
            days_abroad: Some(vec![0, 2, 11]),
            days_at_home: Some(vec![3, 1]),
        },
        allowances: Allowances { full_days: 1, partial_days: 2, meals: 3, foreign: "70.5".parse().unwrap() },
        ..row("Äänitys — \"live\" 🎶", 0)
    };
    full.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat10, "80.25".parse().unwrap());
    full.expenses.set(ExpenseKind::Other, ExpenseClass::Vat25Half, "-1".parse().unwrap());
    full
}

async fn everything_written_comes_back(db: TestDb) {
    let person = worker(&db.store).await;
    let bill = Bill {
        customer: Some(company(&db.store, person).await),
        language: BillLanguage::English,
        billing_date: Some(date(2026, 11, 16)),
        due_date: Some(date(2026, 11, 30)),
        vat_zero_reason: Some(VatZeroReason::Education),
        reverse_vat: true,
        vat_rounding: VatRounding::BySum,
        bill_reimbursements: true,
        separate_reimbursements: true,
        construction_reimbursements: true,
        left_out_from_home: true,
        specification: "Työmaa 7".into(),
        customer_reference: "PO-1".into(),
        text: "Kiitos!\nHei".into(),
        ..draft(vec![full_row(), row("Toinen", -50), Row { date: None, ..row("", 0) }])
    };
    let id = insert(&db.store, person, &bill).await;
    let found = stored(&db.store, id).await;
    assert_eq!(found.bill, bill);
    assert_eq!((found.person, found.version, found.number, found.open_request), (person, 1, None, false));
    assert_eq!(found.figures, content(id, &bill, "").figures);
    assert_eq!(found.saved_at, fixed_now());
    assert_eq!(found.customer.unwrap().name, "Kulttuuritalo Oy");

    let empty = Bill { customer: None, ..draft(vec![]) };
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.claim_draft(person, id, 1).await.unwrap());
    tx.write_draft(&content(id, &empty, ""), None).await.unwrap();
    tx.commit().await.unwrap();
    let found = stored(&db.store, id).await;
    assert_eq!((found.bill, found.version, found.customer), (empty, 2, None));
}

async fn a_draft_is_claimed_once_for_each_version(db: TestDb) {
    let (person, stranger) = (worker(&db.store).await, worker(&db.store).await);
    let id = insert(&db.store, person, &draft(vec![])).await;
    let mut tx = db.store.begin().await.unwrap();
    assert!(!tx.claim_draft(stranger, id, 1).await.unwrap(), "another's");
    assert!(tx.claim_draft(person, id, 1).await.unwrap());
    assert!(!tx.claim_draft(person, id, 1).await.unwrap(), "an old version");
    tx.commit().await.unwrap();
    let bill = stored(&db.store, id).await;
    let mut tx = db.store.begin().await.unwrap();
    let pending = BillStatus { state: BillState::Pending, open_request: false };
    assert!(tx.move_bill(&bill, pending, fixed_now()).await.unwrap());
    assert!(!tx.move_bill(&bill, pending, fixed_now()).await.unwrap(), "it has moved on");
    assert!(!tx.claim_draft(person, id, 3).await.unwrap(), "no longer a draft");
    tx.commit().await.unwrap();
    assert_eq!(stored(&db.store, id).await.bill.state, BillState::Pending);
}

async fn an_approved_bill_knows_when_it_leaves_until_it_moves(db: TestDb) {
    let person = worker(&db.store).await;
    let id = insert(&db.store, person, &draft(vec![])).await;
    let to = |state| BillStatus { state, open_request: false };
    let leaves_at = fixed_now() + 15.minutes();
    let bill = stored(&db.store, id).await;
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.note_leaving(id, leaves_at).await.is_err(), "it is not approved");
    drop(tx);
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.move_bill(&bill, to(BillState::Approved), fixed_now()).await.unwrap());
    tx.note_leaving(id, leaves_at).await.unwrap();
    tx.commit().await.unwrap();
    let bill = stored(&db.store, id).await;
    assert_eq!(bill.leaves_at, Some(leaves_at));
    let dates = NewDates {
        billing_before: date(2026, 11, 1),
        billing: date(2026, 11, 16),
        due_before: None,
        due: Some(date(2026, 11, 30)),
    };
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.move_bill(&bill, to(BillState::Closed), fixed_now()).await.unwrap());
    tx.redate_bill(id, &dates).await.unwrap();
    tx.commit().await.unwrap();
    let bill = stored(&db.store, id).await;
    assert_eq!(bill.leaves_at, None);
    assert_eq!((bill.bill.billing_date, bill.bill.due_date), (Some(dates.billing), dates.due));
}

async fn only_what_changed_is_written_and_what_is_gone_goes(db: TestDb) {
    let person = worker(&db.store).await;
    let (first, mut second, third) = (full_row(), row("Toinen", 20), full_row());
    let id = insert(&db.store, person, &draft(vec![first.clone(), second.clone(), third.clone()])).await;
    second.destination = "Muutettu".into();
    let fourth = row("Uusi", 5);
    let changed = draft(vec![third, fourth, second]);
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.claim_draft(person, id, 1).await.unwrap());
    tx.write_draft(&content(id, &changed, ""), None).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(stored(&db.store, id).await.bill, changed);
    assert_eq!(db.store.bill_of_row(first.id.unwrap()).await.unwrap(), None);
    assert_eq!(db.store.bill_of_row(changed.rows[0].id.unwrap()).await.unwrap(), Some(id));
}

async fn a_row_of_another_bill_is_not_taken(db: TestDb) {
    let (person, other) = (worker(&db.store).await, worker(&db.store).await);
    let theirs = draft(vec![row("Toisen", 100)]);
    let their_id = insert(&db.store, other, &theirs).await;
    let id = insert(&db.store, person, &draft(vec![])).await;
    let stolen = draft(vec![row("Oma", 1), Row { id: theirs.rows[0].id, ..row("Kaapattu", 1) }]);
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.claim_draft(person, id, 1).await.unwrap());
    let refused = tx.write_draft(&content(id, &stolen, ""), None).await;
    assert!(matches!(refused, Err(StoreError::RowTaken(1))), "{refused:?}");
    drop(tx);
    assert_eq!(stored(&db.store, their_id).await.bill, theirs);
    assert_eq!(stored(&db.store, id).await.bill, draft(vec![]));
}

async fn a_bill_has_several_credit_notes(db: TestDb) {
    let person = worker(&db.store).await;
    let bill = Bill { state: BillState::Closed, ..draft(vec![row("Keikka", 10)]) };
    let id = insert(&db.store, person, &bill).await;
    let mut made = vec![];
    for state in [BillState::Pending, BillState::Paid, BillState::Open] {
        let mut credit = Bill { state, ..bill.credit_note(date(2026, 11, 16)) };
        credit.vat_of_rest = vec![(Rate::from_millionths(255_000), Money::from_units(-200))];
        credit.rows[0].id = Some(new_id());
        let credit_id = new_id();
        let figures = BillFigures { total_with_vat: Money::euros(-3), ..BillFigures::default() };
        let content = WrittenBill { figures, ..content(credit_id, &credit, "") };
        let new = NewBill { person, credit_of: Some(id), correction_of: None, content };
        let mut tx = db.store.begin().await.unwrap();
        tx.insert_bill(&new).await.unwrap();
        tx.commit().await.unwrap();
        made.push((credit_id, credit));
    }
    let (bill, credit) = (stored(&db.store, id).await, stored(&db.store, made[0].0).await);
    let mut notes: Vec<BillId> = made.iter().map(|(note, _)| *note).collect();
    // All were made at the same time.
    notes.sort_unstable();
    assert_eq!(bill.links.credited_by.iter().map(|note| note.id).collect::<Vec<_>>(), notes);
    assert_eq!(credit.links.credit_of.as_ref().unwrap().id, id);
    assert_eq!(credit.bill, made[0].1, "with the VAT that it takes");
    let left = bill.figures.total_with_vat.minus(Money::euros(6)).unwrap();
    assert_eq!(bill.left_to_credit(), Some(left), "a draft takes nothing yet");

    let counted = db.store.credit_notes_of(id, made[0].0).await.unwrap();
    assert_eq!(counted, [made[1].1.clone()]);
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.lock_credit_notes(id, made[0].0).await.unwrap(), counted);
}

async fn a_deleted_bill_is_gone_with_its_rows(db: TestDb) {
    let person = worker(&db.store).await;
    let bill = draft(vec![full_row()]);
    let id = insert(&db.store, person, &bill).await;
    let mut tx = db.store.begin().await.unwrap();
    assert!(!tx.delete_bill(person, id, 2, fixed_now()).await.unwrap(), "another version");
    assert!(!tx.delete_bill(new_id(), id, 1, fixed_now()).await.unwrap(), "another's");
    assert!(tx.delete_bill(person, id, 1, fixed_now()).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(db.store.bill(id).await.unwrap(), None);
    assert_eq!(db.store.bill_of_row(bill.rows[0].id.unwrap()).await.unwrap(), None);
}

async fn numbers_have_no_gaps_however_many_ask_at_once(db: TestDb) {
    let person = worker(&db.store).await;
    let mut asking = tokio::task::JoinSet::new();
    for place in 0..24 {
        let (store, id) = (db.store.clone(), insert(&db.store, person, &draft(vec![])).await);
        asking.spawn(async move {
            let mut tx = store.begin().await.unwrap();
            let number = tx.number_bill(id).await.unwrap();
            // Every third fails after all, and its number goes to the next.
            if place % 3 == 0 {
                return None;
            }
            tx.commit().await.unwrap();
            Some(number)
        });
    }
    let mut numbers: Vec<i64> = asking.join_all().await.into_iter().flatten().collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1001..=1016).collect::<Vec<i64>>());
}

async fn a_number_is_given_once(db: TestDb) {
    let person = worker(&db.store).await;
    let id = insert(&db.store, person, &draft(vec![])).await;
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.number_bill(id).await.unwrap(), 1001);
    let again = tx.number_bill(id).await;
    assert!(matches!(again, Err(StoreError::RowCount(0))), "{again:?}");
}

async fn a_gap_or_an_unnumbered_bill_fails_the_check(db: TestDb) {
    let person = worker(&db.store).await;
    let failed = async || {
        let findings = db.store.check_soundness().await.unwrap();
        let failed = findings.into_iter().filter(|finding| !finding.problems.is_empty());
        failed.map(|finding| finding.question).collect::<Vec<_>>()
    };
    let closed = Bill { state: BillState::Closed, ..draft(vec![]) };
    let (first, second) =
        (insert(&db.store, person, &closed).await, insert(&db.store, person, &closed).await);
    assert_eq!(failed().await, [Question::SentBills]);
    let mut tx = db.store.begin().await.unwrap();
    tx.number_bill(first).await.unwrap();
    tx.number_bill(second).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(failed().await, []);
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.delete_bill(person, first, 1, fixed_now()).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(failed().await, [Question::BillNumbers]);
}

async fn facts_of_a_worker_come_back(db: TestDb) {
    let person = worker(&db.store).await;
    assert_eq!(db.store.worker_facts(person, date(2026, 11, 16)).await.unwrap(), WorkerFacts::default());
    let facts = WorkerFacts {
        postal_code: "00100".into(),
        birth_date: Some(date(1990, 5, 6)),
        employed_since: Some(date(2024, 1, 1)),
        service_rate: Some(Rate::from_millionths(50_000)),
        profession_code: Some("26522".into()),
        yel_insured: false,
        pay_yel_through_service: true,
        tax_card: None,
        distraint: None,
    };
    let mut tx = db.store.begin().await.unwrap();
    tx.set_worker_facts(person, &facts).await.unwrap();
    assert!(tx.set_worker_facts(new_id(), &facts).await.is_err(), "nobody");
    tx.commit().await.unwrap();
    assert_eq!(db.store.worker_facts(person, date(2026, 11, 16)).await.unwrap(), facts);
}

async fn paid_rows_are_those_of_paid_bills_with_a_row_in_the_days(db: TestDb) {
    let (person, other) = (worker(&db.store).await, worker(&db.store).await);
    let on = |day: i8, text: &str| Row { date: Some(date(2026, 11, day)), ..row(text, 10) };
    let with_costs = Row { date: Some(date(2026, 11, 1)), ..full_row() };
    let paid = Bill {
        state: BillState::Paid,
        customer: Some(company(&db.store, person).await),
        ..draft(vec![on(30, "Viimeinen"), with_costs.clone(), on(29, "Toinen")])
    };
    let id = insert(&db.store, person, &paid).await;
    insert(&db.store, person, &Bill { state: BillState::Closed, ..draft(vec![on(5, "Maksamaton")]) }).await;
    insert(&db.store, other, &Bill { state: BillState::Paid, ..draft(vec![on(5, "Toisen")]) }).await;
    let mut tx = db.store.begin().await.unwrap();
    let number = tx.number_bill(id).await.unwrap();
    let note_row = Row { date: Some(date(2026, 12, 4)), ..full_row() };
    let note = Bill { state: BillState::Paid, is_credit_note: true, ..draft(vec![note_row.clone()]) };
    let content = content(new_id(), &note, "");
    let new = NewBill { person, credit_of: Some(id), correction_of: None, content };
    tx.insert_bill(&new).await.unwrap();
    tx.commit().await.unwrap();

    let rows = db.store.paid_rows(person, date(2026, 11, 1), date(2026, 11, 29)).await.unwrap();
    let texts = rows[1..3].iter().map(|paid| paid.row.destination.as_str()).collect::<Vec<_>>();
    assert_eq!(texts, ["Toinen", "Viimeinen"], "whole bills");
    assert_eq!(rows[0].row, with_costs, "with its expenses");
    assert_eq!((rows[0].bill_number, rows[0].customer.as_str()), (Some(number), "Kulttuuritalo Oy"));
    assert_eq!((rows.len(), rows[3].credit_of), (4, Some(id)), "its credit note, though of another month");
    assert_eq!(rows[3].row.expenses, note_row.expenses);
    assert_eq!(db.store.paid_rows(person, date(2026, 10, 1), date(2026, 10, 31)).await.unwrap(), []);
}

async fn trips_are_claimed_by_bills_that_are_no_drafts(db: TestDb) {
    let (person, other) = (worker(&db.store).await, worker(&db.store).await);
    let trip = |from: i8, until: i8| Row {
        journey: Journey {
            departure: date(2026, 11, from).at(8, 0, 0, 0).into(),
            homecoming: date(2026, 11, until).at(19, 30, 0, 0).into(),
            kilometers: "30.5".parse().unwrap(),
            abroad: from == 4,
            days_abroad: Some(vec![0, 2]),
            days_at_home: Some(vec![1]),
            ..Journey::default()
        },
        allowances: Allowances { full_days: 2, partial_days: 1, meals: 3, foreign: Money::euros(60) },
        ..row("Matka", 10)
    };
    let in_state = |state, row| Bill { state, ..draft(vec![row]) };
    for state in [BillState::Open, BillState::Credited] {
        insert(&db.store, person, &in_state(state, trip(4, 6))).await;
    }
    insert(&db.store, person, &in_state(BillState::Pending, row("Ei matkaa", 10))).await;
    let mut no_times = trip(4, 6);
    no_times.journey.homecoming.time = None;
    insert(&db.store, person, &in_state(BillState::Pending, no_times)).await;
    let mut expected = vec![];
    for state in
        [BillState::Pending, BillState::Taken, BillState::Approved, BillState::Closed, BillState::Paid]
    {
        expected.push(insert(&db.store, person, &in_state(state, trip(4, 6))).await);
    }
    let theirs = insert(&db.store, other, &in_state(BillState::Taken, trip(6, 6))).await;
    let mut tx = db.store.begin().await.unwrap();
    let number = tx.number_bill(expected[4]).await.unwrap();
    let note = in_state(BillState::Pending, trip(4, 6));
    let note_id = new_id();
    let content = content(note_id, &note, "");
    let new = NewBill { person, credit_of: Some(expected[4]), correction_of: None, content };
    tx.insert_bill(&new).await.unwrap();
    expected.push(note_id);
    tx.commit().await.unwrap();

    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.lock_worker(person).await.unwrap(), Some(person));
    for (from, until, found) in [(6, 9, 6), (1, 4, 6), (1, 3, 0), (7, 9, 0)] {
        let claimed = tx.claimed_trips(person, date(2026, 11, from), date(2026, 11, until)).await.unwrap();
        assert_eq!(claimed.len(), found, "{from} to {until}");
    }
    drop(tx);
    let days = (date(2026, 11, 6), date(2026, 11, 6));
    let mut claimed = db.store.claimed_trips(&[person, other], days.0, days.1).await.unwrap();
    assert_eq!(claimed[&other].iter().map(|one| one.bill).collect::<Vec<_>>(), [theirs]);
    let mut own = claimed.remove(&person).unwrap();
    own.sort_by_key(|one| expected.iter().position(|bill| *bill == one.bill));
    assert_eq!(own.iter().map(|one| one.bill).collect::<Vec<_>>(), expected);
    let last = &own[4];
    assert_eq!((last.number, last.state, last.credit_of), (Some(number), BillState::Paid, None));
    assert_eq!(last.departure, date(2026, 11, 4).at(8, 0, 0, 0));
    assert_eq!(last.homecoming, date(2026, 11, 6).at(19, 30, 0, 0));
    let row = trip(4, 6);
    assert_eq!((last.kilometers, last.allowances), (row.journey.kilometers, row.allowances));
    assert_eq!(last.days_abroad, row.journey.days_abroad);
    assert_eq!(last.credited_days, row.journey.days_at_home);
    assert_eq!(claimed[&other][0].days_abroad, None, "what was said counts for a trip abroad");
    assert_eq!(own[5].credit_of, Some(expected[4]));
}

async fn a_draft_is_claimed_written_and_sent_in_one_transaction(db: TestDb) {
    let person = worker(&db.store).await;
    let id = insert(&db.store, person, &draft(vec![row("first", 10)])).await;
    let sent = BillStatus { state: BillState::Open, open_request: false }.after(Move::Send).unwrap();

    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.claim_draft(person, id, 1).await.unwrap());
    let written = draft(vec![row("second", 20)]);
    tx.write_draft(&content(id, &written, ""), None).await.unwrap();
    tx.move_claimed(id, 1, sent, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    let bill = stored(&db.store, id).await;
    assert_eq!((bill.version, bill.bill.state), (2, BillState::Pending), "one change, one version");
    assert_eq!(bill.bill.rows[0].destination, "second");

    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.move_claimed(id, 2, sent, fixed_now()).await.is_err(), "it was not claimed, and is no draft");
}

async fn what_could_not_be_calculated_stays_unknown(db: TestDb) {
    let person = worker(&db.store).await;
    let (id, bill) = (new_id(), draft(vec![]));
    let unknown = BillFigures { no_totals: true, ..BillFigures::default() };
    let mut tx = db.store.begin().await.unwrap();
    let content = WrittenBill { figures: unknown, ..self::content(id, &bill, "") };
    tx.insert_bill(&NewBill { person, credit_of: None, correction_of: None, content }).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(stored(&db.store, id).await.figures, unknown);
    assert_eq!(unknown.totals(), None);
    let page = db.store.bill_page(&lists::filter(person)).await.unwrap();
    assert_eq!(page.bills[0].figures, unknown);

    let zero = Some(Money::ZERO);
    let known = BillFigures { salary_rate: Some(Rate::ZERO), estimate: zero, ..BillFigures::default() };
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.claim_draft(person, id, 1).await.unwrap());
    tx.write_draft(&WrittenBill { figures: known, ..self::content(id, &bill, "") }, None).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(stored(&db.store, id).await.figures, known);
}
