//! What payroll asks of the engines. The rest is tested through the server's jobs, on both engines.

use jiff::civil::date;
use liksa_domain::bill::{Bill, BillFigures, BillState, Pricing, Row};
use liksa_domain::ids::{BillId, Id, PayrollRunId, PersonId};
use liksa_domain::payroll::{
    CorrectionKind, Estimate, PastSalaries, Payee, ReimbursementKind, ReimbursementLine, calculate, take_back,
};
use liksa_domain::salary::TyelWages;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::vat::VatRounding;
use liksa_money::{Money, Rate};
use liksa_rates::StatutoryFigures;
use liksa_store::{
    Database, NewBill, NewCustomer, NewPerson, NewSalary, NewTakenBack, PayrollRun, Store, StoredSalary,
    WrittenBill, statements,
};
use liksa_test_support::{TestDb, both_engines, customer, fixed_now, person};
use uuid::Uuid;

use crate::plans;

both_engines! {
    a_payday_has_one_open_run,
    a_chunk_is_written_by_one_runner_alone,
    a_bill_goes_into_one_salary_until_that_is_calculated_again,
    pages_of_runs_show_each_once,
    lists_are_read_from_indexes,
    bills_of_a_salary_are_found_by_their_worker,
    what_a_salary_consists_of_is_kept,
    bills_customers_and_salaries_of_before_are_brought_along,
    the_estimate_of_a_sent_bill_comes_back_whole,
    what_was_taken_back_is_in_every_sum,
}

fn new_id<T: Id>() -> T {
    T::new(fixed_now(), *Uuid::new_v4().as_bytes().first_chunk().unwrap())
}

async fn somebody(store: &Store) -> PersonId {
    let person = person().build();
    let mut tx = store.begin().await.unwrap();
    let new = NewPerson { person: &person, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.commit().await.unwrap();
    person.id
}

async fn a_payday_has_one_open_run(db: TestDb) {
    let maker = somebody(&db.store).await;
    let (first, second): (PayrollRunId, PayrollRunId) = (new_id(), new_id());
    for (id, expected) in [(first, (first, true)), (second, (first, false))] {
        let mut tx = db.store.begin().await.unwrap();
        let made = tx.make_run(id, date(2026, 11, 20), maker, fixed_now()).await.unwrap();
        assert_eq!(made, expected);
        tx.commit().await.unwrap();
    }
    assert!(db.store.payroll_run(second).await.unwrap().is_none());
}

/// A run of this day in November that is being calculated.
async fn calculating(store: &Store, day: i8, maker: PersonId) -> PayrollRun {
    let mut tx = store.begin().await.unwrap();
    let (id, _) = tx.make_run(new_id(), date(2026, 11, day), maker, fixed_now()).await.unwrap();
    assert!(tx.begin_calculation(id, maker, (fixed_now(), date(2026, 11, 16))).await.unwrap().is_some());
    tx.commit().await.unwrap();
    store.payroll_run(id).await.unwrap().unwrap()
}

/// Somebody whose customer has paid, and what the run would pay them.
async fn payable(store: &Store) -> NewSalary {
    let person = somebody(store).await;
    let row = Row {
        id: Some(new_id()),
        pricing: Pricing::Contract { price: Some(Money::euros(1000)) },
        ..Row::empty(date(2026, 11, 2), Rate::ZERO)
    };
    let bill = Bill { state: BillState::Paid, rows: vec![row], ..Bill::draft(Rate::ZERO) };
    let content = WrittenBill {
        id: new_id(),
        bill: &bill,
        figures: BillFigures::default(),
        found_by: "",
        saved_at: fixed_now(),
    };
    let mut tx = store.begin().await.unwrap();
    tx.insert_bill(&NewBill { person, credit_of: None, correction_of: None, content }).await.unwrap();
    tx.commit().await.unwrap();
    let payday = date(2026, 11, 20);
    let bills = store.payable_bills(&[person]).await.unwrap().remove(&person).unwrap();
    let facts = store.pay_facts(&[person], payday).await.unwrap().remove(&person).unwrap();
    let (past, settings) = (PastSalaries::default(), ProviderSettings::default());
    NewSalary {
        shares: vec![],
        id: new_id(),
        person,
        calculated: calculate(StatutoryFigures::shipped(), &bills, &facts, &past, &settings, payday),
        bills: bills.iter().map(|bill| bill.id).collect(),
        payee: Payee::of(&facts),
        iban: None,
        previous_salary: None,
        on_hold: false,
    }
}

async fn add(store: &Store, run: &PayrollRun, salaries: &[NewSalary]) -> bool {
    let mut tx = store.begin().await.unwrap();
    let added = tx.add_salaries(run, salaries).await.unwrap();
    if added {
        tx.commit().await.unwrap();
    }
    added
}

async fn a_chunk_is_written_by_one_runner_alone(db: TestDb) {
    let salary = payable(&db.store).await;
    let run = calculating(&db.store, 20, salary.person).await;
    // Both have read the run before either wrote.
    let (one, other) = tokio::join!(
        add(&db.store, &run, std::slice::from_ref(&salary)),
        add(&db.store, &run, std::slice::from_ref(&salary)),
    );
    assert!(one != other, "{one} {other}");
    let counts = db.store.run_counts(run.id).await.unwrap();
    assert_eq!((counts.calculated, counts.waiting_bills), (1, 0));
    let now = db.store.payroll_run(run.id).await.unwrap().unwrap();
    assert_eq!((run.to_calculate, now.calculated_until), (1, Some(salary.person)));
    let mut tx = db.store.begin().await.unwrap();
    assert!(
        !tx.end_calculation(&run).await.unwrap(),
        "a runner that has not seen the last chunk does not end it"
    );
    assert!(tx.end_calculation(&now).await.unwrap());
}

async fn a_bill_goes_into_one_salary_until_that_is_calculated_again(db: TestDb) {
    let salary = payable(&db.store).await;
    let first = calculating(&db.store, 20, salary.person).await;
    let second = calculating(&db.store, 25, salary.person).await;
    assert!(add(&db.store, &first, std::slice::from_ref(&salary)).await);
    let again = NewSalary { id: new_id(), ..salary.clone() };
    assert!(!add(&db.store, &second, std::slice::from_ref(&again)).await, "the first has it");
    assert_eq!(db.store.run_counts(second.id).await.unwrap().calculated, 0);

    let mut tx = db.store.begin().await.unwrap();
    let now = db.store.payroll_run(first.id).await.unwrap().unwrap();
    assert!(tx.end_calculation(&now).await.unwrap());
    assert!(
        tx.begin_calculation(first.id, salary.person, (fixed_now(), date(2026, 11, 16)))
            .await
            .unwrap()
            .is_some()
    );
    tx.commit().await.unwrap();
    assert!(add(&db.store, &second, &[again]).await, "it was free again");
    assert!(!add(&db.store, &first, &[salary]).await, "what was read before counts no more");
}

async fn pages_of_runs_show_each_once(db: TestDb) {
    let maker = somebody(&db.store).await;
    for day in [20, 18, 19, 17] {
        let mut tx = db.store.begin().await.unwrap();
        tx.make_run(new_id(), date(2026, 11, day), maker, fixed_now()).await.unwrap();
        tx.commit().await.unwrap();
    }
    let first = db.store.payroll_runs(None, 3).await.unwrap();
    let last = &first[2];
    let rest = db.store.payroll_runs(Some((last.payday, last.id)), 3).await.unwrap();
    let days: Vec<i8> = first.iter().chain(&rest).map(|run| run.payday.day()).collect();
    assert_eq!(days, [20, 19, 18, 17]);
}

async fn lists_are_read_from_indexes(db: TestDb) {
    let mut all = statements::PAYROLL.to_vec();
    all.extend(statements::REMITTANCES);
    all.extend(statements::LATE_RECEIPTS);
    all.extend(statements::ADVANCES);
    all.extend(statements::INFO);
    for statement in all {
        plans::assert_uses_indexes(&db, statement).await;
    }
}

/// Not by the index of the queue, which holds the paid bills of everybody.
async fn bills_of_a_salary_are_found_by_their_worker(db: TestDb) {
    for statement in statements::BILLS_OF_SALARIES {
        let plan = plans::assert_uses_indexes(&db, statement).await;
        assert!(!plan.contains("bill_queue"), "{plan}");
    }
}

async fn what_a_salary_consists_of_is_kept(db: TestDb) {
    let mut salary = payable(&db.store).await;
    let summary = salary.calculated.summary.as_mut().unwrap();
    (summary.tyel_wage, summary.tyel_base) = (Money::euros(70), Money::euros(110));
    let figures = salary.calculated.figures.as_mut().unwrap();
    figures.breakdown = vec![
        ReimbursementLine {
            count: Some("120.5".parse().unwrap()),
            rate: Some("0.55".parse().unwrap()),
            ..ReimbursementLine::amount(ReimbursementKind::Kilometers, "66.28".parse().unwrap())
        },
        ReimbursementLine::amount(ReimbursementKind::Expenses, "9.90".parse().unwrap()),
        ReimbursementLine {
            bill: Some(12),
            day: Some(date(2026, 10, 3)),
            ..ReimbursementLine::amount(ReimbursementKind::LateReceipt, "12.30".parse().unwrap())
        },
    ];
    let run = calculating(&db.store, 20, salary.person).await;
    assert!(add(&db.store, &run, std::slice::from_ref(&salary)).await);
    let stored = db.store.salary(salary.id).await.unwrap().unwrap();
    assert_eq!(stored.summary, salary.calculated.summary);
    assert_eq!(stored.reimbursement_lines(), salary.calculated.figures.unwrap().breakdown);

    db.execute("UPDATE payroll_run SET state = 'APPROVED'; UPDATE salary SET held = FALSE").await.unwrap();
    let past = db.store.past_salaries(&[salary.person], date(2026, 11, 27)).await.unwrap();
    let facts = db.store.pay_facts(&[salary.person], date(2026, 11, 27)).await.unwrap();
    let so_far = past[&salary.person].so_far(&facts[&salary.person], &[], date(2026, 11, 27)).unwrap();
    assert_eq!(
        (so_far.tyel_this_month.paid, so_far.tyel_this_month.insured),
        (Money::euros(70), Money::euros(110))
    );
    let next_month = past[&salary.person].so_far(&facts[&salary.person], &[], date(2026, 12, 18)).unwrap();
    assert_eq!(next_month.tyel_this_month, TyelWages::default());
}

/// What the migration does to rows that were there before it.
async fn bills_customers_and_salaries_of_before_are_brought_along(db: TestDb) {
    let mut salary = payable(&db.store).await;
    let summary = salary.calculated.summary.as_mut().unwrap();
    (summary.employer_tyel, summary.gross_salary) = (Money::euros(14), Money::euros(83));
    let run = calculating(&db.store, 20, salary.person).await;
    assert!(add(&db.store, &run, std::slice::from_ref(&salary)).await);
    let draft = Bill::draft(Rate::ZERO);
    let content = WrittenBill {
        id: new_id(),
        bill: &draft,
        figures: BillFigures::default(),
        found_by: "",
        saved_at: fixed_now(),
    };
    let open = content.id;
    let people = [customer().build(), customer().individual("Kalle Kirje").build()];
    let mut tx = db.store.begin().await.unwrap();
    tx.insert_bill(&NewBill { person: salary.person, credit_of: None, correction_of: None, content })
        .await
        .unwrap();
    for (id, entry) in &people {
        let new = NewCustomer { id: *id, maker: salary.person, entry, created_at: fixed_now() };
        assert!(tx.insert_customer(&new).await.unwrap());
    }
    tx.commit().await.unwrap();

    let before = "ALTER TABLE bill DROP COLUMN vat_rounding; ALTER TABLE customer DROP COLUMN term_agreed; \
        ALTER TABLE salary DROP COLUMN tyel_wage; ALTER TABLE salary DROP COLUMN tyel_base; \
        ALTER TABLE salary DROP COLUMN breakdown";
    db.execute(before).await.unwrap();
    let migration = match &db.database {
        Database::Sqlite(_) => include_str!("../../migrations/sqlite/0023_vat_by_line_tyel_floor.sql"),
        Database::Postgres(_) => include_str!("../../migrations/postgres/0023_vat_by_line_tyel_floor.sql"),
    };
    db.execute(migration).await.unwrap();

    let rounding = async |bill| db.store.bill(bill).await.unwrap().unwrap().bill.vat_rounding;
    assert_eq!(rounding(salary.bills[0]).await, VatRounding::BySum, "it was paid");
    assert_eq!(rounding(open).await, VatRounding::ByLine, "a draft is not sent yet");
    for ((id, _), agreed) in people.iter().zip([true, false]) {
        let customer = db.store.billed_customer(salary.person, *id).await.unwrap().unwrap();
        assert_eq!(customer.details.term_agreed, agreed, "{}", customer.details.name);
    }
    let paid = db.store.salary(salary.id).await.unwrap().unwrap();
    let summary = paid.summary.unwrap();
    assert_eq!((summary.tyel_wage, summary.tyel_base), (Money::euros(83), Money::euros(83)));
    assert_eq!(paid.reimbursement_lines(), []);
}

async fn the_estimate_of_a_sent_bill_comes_back_whole(db: TestDb) {
    let salary = payable(&db.store).await;
    let run = calculating(&db.store, 20, salary.person).await;
    assert!(add(&db.store, &run, std::slice::from_ref(&salary)).await);
    let read = || async { db.store.bills_of_salary(salary.id).await.unwrap().remove(0) };
    assert_eq!(read().await.shown, None, "sent before estimates were stored");

    let calculated = &salary.calculated;
    let (summary, basis) = (calculated.summary.unwrap(), calculated.basis.clone());
    let estimate = Estimate { payday: run.payday, summary, basis };
    let mut tx = db.store.begin().await.unwrap();
    tx.keep_estimate(salary.bills[0], Some(&estimate)).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(read().await.shown, Some(estimate));
    let mut tx = db.store.begin().await.unwrap();
    tx.keep_estimate(salary.bills[0], None).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(read().await.shown, None);
    // The bill had no estimate, so that its salary has none to be compared with.
    assert_eq!(db.store.salary(salary.id).await.unwrap().unwrap().estimate, None);
}

/// A salary that is approved and has its number.
async fn booked(store: &Store) -> StoredSalary {
    let mut salary = payable(store).await;
    // What is missing of the worker would hold it back.
    salary.calculated.problems.clear();
    let run = calculating(store, 20, salary.person).await;
    assert!(add(store, &run, std::slice::from_ref(&salary)).await);
    let run = store.payroll_run(run.id).await.unwrap().unwrap();
    let mut tx = store.begin().await.unwrap();
    assert!(tx.end_calculation(&run).await.unwrap());
    tx.approve_run(run.id, salary.person, fixed_now(), None).await.unwrap();
    let salaries = tx.salaries_to_book(run.id, 10).await.unwrap();
    tx.number_salaries(&salaries).await.unwrap();
    tx.commit().await.unwrap();
    store.salary(salary.id).await.unwrap().unwrap()
}

/// A credit note of the only bill of a salary.
async fn credit_note_of(store: &Store, salary: &StoredSalary) -> (BillId, Bill) {
    let bill = store.bills_of_salary(salary.id).await.unwrap()[0].id;
    let mut credit = store.bill(bill).await.unwrap().unwrap().bill.credit_note(salary.payday);
    for row in &mut credit.rows {
        row.id = Some(new_id());
    }
    let id = new_id();
    let content = WrittenBill {
        id,
        bill: &credit,
        figures: BillFigures::default(),
        found_by: "",
        saved_at: fixed_now(),
    };
    let mut tx = store.begin().await.unwrap();
    let new = NewBill { person: salary.person, credit_of: Some(bill), correction_of: None, content };
    tx.insert_bill(&new).await.unwrap();
    tx.number_bill(bill).await.unwrap();
    tx.number_bill(id).await.unwrap();
    tx.commit().await.unwrap();
    (id, credit)
}

async fn what_was_taken_back_is_in_every_sum(db: TestDb) {
    let store = &db.store;
    let salary = booked(store).await;
    let (credit_note, bill) = credit_note_of(store, &salary).await;
    let (paid, fee) = (salary.as_paid().unwrap(), salary.basis.fee.unwrap());
    let taken =
        take_back(StatutoryFigures::shipped(), &bill, &paid, &salary.basis, &fee, salary.payday).unwrap();

    let mut tx = store.begin().await.unwrap();
    let found = tx.salary_of_bill(store.bills_of_salary(salary.id).await.unwrap()[0].id).await.unwrap();
    assert!(found.is_some_and(|found| found.stands() && found.salary.id == salary.id));
    assert_eq!(tx.fees_before(&salary).await.unwrap(), Money::ZERO);
    let later = StoredSalary { number: salary.number.map(|number| number + 1), ..salary.clone() };
    assert_eq!(tx.fees_before(&later).await.unwrap(), paid.summary.service_fee);
    let after_number = tx.lock_last_slip().await.unwrap();
    assert_eq!(Some(after_number), salary.number);
    let new = NewTakenBack {
        credit_note,
        salary: &salary,
        place: 1,
        taken: &taken,
        after_number,
        made_at: fixed_now(),
    };
    tx.add_taken_back(&new).await.unwrap();
    let lines = tx.taken_back_of_salary(salary.id).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(lines, store.taken_back_of_salary(salary.id).await.unwrap());
    assert_eq!(lines, store.taken_back_of_person(salary.person).await.unwrap());
    assert_eq!((lines[0].taken, lines[0].report), (taken, None));
    assert_eq!(paid.after(&lines[0].taken).unwrap().summary.salary, Money::ZERO);

    let past = store.past_salaries(&[salary.person], salary.payday).await.unwrap();
    let grosses = past[&salary.person].this_year.iter().map(|past| past.gross_salary);
    assert_eq!(Money::sum(grosses), Ok(Money::ZERO));
    let year = store.year_until(&salary).await.unwrap();
    assert_eq!(year.gross_salary, paid.summary.gross_salary, "a slip never changes");
    assert_eq!(store.year_until(&later).await.unwrap().gross_salary, Money::ZERO);
    assert_eq!(
        store.payday_of_bill(store.bills_of_salary(salary.id).await.unwrap()[0].id).await.unwrap(),
        Some(salary.payday)
    );

    let mut tx = store.begin().await.unwrap();
    let line = store.taken_back_by(credit_note, None).await.unwrap().unwrap();
    assert!(tx.set_correction(&line, CorrectionKind::Nothing, None).await.unwrap());
    assert!(!tx.set_correction(&line, CorrectionKind::Nothing, None).await.unwrap(), "it is told once");
    tx.commit().await.unwrap();
    let (page, next) = store.corrections(None, 1).await.unwrap();
    assert_eq!((page.len(), next), (1, None));
    assert_eq!(Some(&page[0]), store.taken_back_by(credit_note, None).await.unwrap().as_ref());
    assert_eq!(page[0].report, Some(CorrectionKind::Nothing));
}
