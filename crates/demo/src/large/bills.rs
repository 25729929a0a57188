//! The history of one bill of a freelancer.

use std::collections::HashSet;

use jiff::ToSpan;
use jiff::civil::{Date, time};
use liksa_domain::bill::life::Move;
use liksa_domain::bill::{
    Allowances, Bill, BillLanguage, ExpenseClass, ExpenseKind, Expenses, Journey, Moment, Row, VatZeroReason,
};
use liksa_domain::customer::Buyer;
use liksa_finland::bank_days::bank_day_on_or_after;
use liksa_money::{Money, Quantity, Rate};

use super::people::Freelancer;
use crate::history::bill::{BillEvent, BillHistory, Correction, PaymentKind, Step};
use crate::history::calendar::{Calendar, When};
use crate::history::drafting::{agreed, bill, by_amount, earlier_that_month, row, without_vat};
use crate::history::random::SeededRandom;

/// Numbers of rows to choose from: most bills have few.
const ROWS: &[u32] = &[1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 12];
/// In quarters of an hour or piece.
const AMOUNT_QUARTERS: (u32, u32) = (2, 64);

/// The decisions about a bill that are made before it is written.
pub struct Plan {
    pub created: When,
    /// The index of the freelancer.
    pub freelancer: usize,
    pub random: SeededRandom,
    pub kind: PlanKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PlanKind {
    Usual,
    /// Of a worker whose customers do not pay most bills.
    SeldomPaid,
    /// A draft with this number of rows.
    LongDraft(u32),
}

/// The days on which freelancers, by their indexes, have been on a trip.
#[derive(Default)]
pub struct TripDays(HashSet<(usize, Date)>);

impl TripDays {
    /// Nobody is on two trips at once, on whichever bill.
    fn keep_first(&mut self, freelancer: usize, rows: &mut [Row]) {
        for row in rows {
            let day = row.journey.departure.date;
            if day.is_some_and(|day| !self.0.insert((freelancer, day))) {
                *row = without_trip(row);
            }
        }
    }
}

impl Plan {
    pub fn history(
        mut self,
        freelancer: &Freelancer<'_>,
        calendar: &Calendar,
        trips: &mut TripDays,
    ) -> anyhow::Result<BillHistory> {
        let random = &mut self.random;
        let day = self.created.day;
        let rows = match self.kind {
            PlanKind::LongDraft(rows) => rows,
            _ => *random.pick(ROWS),
        };
        let customer = random.pick(&freelancer.customers);
        let mut rows: Vec<Row> = (0..rows).map(|_| random_row(freelancer, day, random)).collect();
        if freelancer.only_receipts {
            rows = vec![receipts_only(day)];
        }
        trips.keep_first(self.freelancer, &mut rows);
        let details = &customer.entry.details;
        let bill = bill(customer.id, day, details.payment_days.into(), rows);
        let bill = with_options(bill, freelancer, &details.buyer(), random);
        let steps = match self.kind {
            PlanKind::LongDraft(_) => vec![],
            kind => steps_of(&bill, self.created, kind, random, calendar)?,
        };
        Ok(BillHistory { worker: freelancer.worker.clone(), created: self.created, bill, steps })
    }
}

fn random_row(freelancer: &Freelancer<'_>, day: Date, random: &mut SeededRandom) -> Row {
    let trade = freelancer.trade;
    let day = earlier_that_month(day, i32::try_from(random.between(0..=20)).unwrap_or_default());
    let mut row = if random.percent(60) {
        let quarters = random.between(AMOUNT_QUARTERS.0..=AMOUNT_QUARTERS.1);
        let amount = Quantity::from_parts(i64::from(quarters) * (Quantity::ONE.parts() / 4));
        let (least, most) = trade.unit_euros;
        // Half euros, since real prices are rarely round.
        let unit_price = Money::from_units(i64::from(random.between(2 * least..=2 * most)) * 5_000);
        let text = random.pick(&trade.by_amount);
        row(day, text, by_amount(amount, unit_price))
    } else {
        let ((least, most), text) = (trade.agreed_tens, random.pick(&trade.agreed));
        row(day, text, agreed(Money::from_units(i64::from(random.between(least..=most)) * 100_000)))
    };
    if random.percent(12) {
        add_trip(&mut row, freelancer, day, random);
    }
    row
}

/// Work that is not paid but for its costs.
fn receipts_only(day: Date) -> Row {
    let mut row = row(day, "Kulut", agreed(Money::ZERO));
    row.expenses.set(ExpenseKind::Other, ExpenseClass::Zero, Money::euros(80));
    row.receipts = 1;
    row
}

fn without_trip(row: &Row) -> Row {
    Row {
        journey: Journey::default(),
        allowances: Allowances::default(),
        expenses: Expenses::default(),
        receipts: 0,
        ..row.clone()
    }
}

/// Adds a day trip from home, in some cases with a parking fee.
fn add_trip(row: &mut Row, freelancer: &Freelancer<'_>, day: Date, random: &mut SeededRandom) {
    let at = |hour: i8| Moment { date: Some(day), time: Some(time(hour, 30, 0, 0)) };
    let (town, postal_code) = random.pick(&freelancer.words.towns);
    let long = random.percent(50);
    row.journey = Journey {
        departure: at(7),
        homecoming: at(if long { 19 } else { 15 }),
        kilometers: Quantity::whole(i32::try_from(random.between(31..=160)).unwrap_or_default()),
        register_number: "ABC-123".into(),
        address_start: freelancer.home.clone(),
        address_stop: format!("Keskuskatu 1, {postal_code} {town}"),
        round_trip: true,
        ..Journey::default()
    };
    row.allowances = match long {
        true => Allowances { full_days: 1, ..Allowances::default() },
        false => Allowances { partial_days: 1, ..Allowances::default() },
    };
    if random.percent(30) {
        let parking = Money::euros(i32::try_from(random.between(4..=22)).unwrap_or_default());
        row.expenses.set(ExpenseKind::Other, ExpenseClass::Zero, parking);
        row.receipts = 1;
    }
}

fn with_options(
    mut bill: Bill,
    freelancer: &Freelancer<'_>,
    buyer: &Buyer,
    random: &mut SeededRandom,
) -> Bill {
    if freelancer.trade.reverse_vat && buyer.is_finnish_business() && random.percent(60) {
        bill.reverse_vat = true;
        bill.rows.iter_mut().for_each(|row| row.vat_rate = Rate::ZERO);
        bill.settle_choices();
    } else if random.percent(4) {
        bill = without_vat(bill, VatZeroReason::CopyrightFee);
    }
    if random.percent(6) {
        bill.language = BillLanguage::English;
    }
    // Billed separately: paid out of a cheap row, a trip might use up its whole price.
    bill.bill_reimbursements = freelancer.only_receipts || bill.rows.iter().any(Row::claims_travel);
    bill.separate_reimbursements = bill.bill_reimbursements && random.percent(50);
    if random.percent(40) {
        bill.customer_reference = format!("Tilaus {}", random.between(1_000..=99_999));
    }
    if random.percent(30) {
        bill.text = "Kiitos yhteistyöstä!".into();
    }
    bill
}

/// All steps of the bill. Those after the last day of the data set are not played.
fn steps_of(
    bill: &Bill,
    created: When,
    kind: PlanKind,
    random: &mut SeededRandom,
    calendar: &Calendar,
) -> anyhow::Result<Vec<Step>> {
    // Some drafts are never sent.
    if random.percent(2) {
        return Ok(vec![]);
    }
    let mut steps = Steps { calendar, steps: vec![] };
    let taken = working_days_after(created.day, random.between(1..=2));
    steps.push(created.day, (18, 0), BillEvent::Move(Move::Send))?;
    steps.push(taken, (8, 30), BillEvent::Move(Move::Take))?;
    if random.percent(1) {
        steps.push(taken, (8, 50), BillEvent::Return("Tarkista rivien päivät."))?;
        return Ok(steps.steps);
    }
    if random.percent(1) {
        steps.push(taken, (9, 10), BillEvent::Move(Move::RequestOpen))?;
        steps.push(taken, (9, 40), BillEvent::Move(Move::RefuseOpen))?;
    }
    steps.push(taken, (10, 0), BillEvent::Move(Move::Approve))?;
    steps.push(taken, (10, 5), BillEvent::Move(Move::Close))?;
    // A correction makes further bills, and the number of the heavy worker's bills is fixed.
    if kind == PlanKind::Usual && random.percent(1) {
        let noticed = working_days_after(taken, 3);
        steps.push(noticed, (12, 0), BillEvent::Correct(Box::new(correction(noticed, calendar)?)))?;
        return Ok(steps.steps);
    }
    let never_paid = match kind {
        PlanKind::SeldomPaid => 60,
        _ => 3,
    };
    if !random.percent(never_paid) {
        let due = bill.due_date.unwrap_or(taken);
        let late = i32::try_from(random.between(0..=20)).unwrap_or_default() - 5;
        let paid = bank_day_on_or_after(due.saturating_add(late.days()).max(working_days_after(taken, 1)));
        steps.push(paid, (6, 0), BillEvent::Payment(PaymentKind::Full))?;
    }
    Ok(steps.steps)
}

/// A credit note and a new draft that wait for approval until the next day.
fn correction(noticed: Date, calendar: &Calendar) -> anyhow::Result<Correction> {
    let next = working_days_after(noticed, 1);
    let moves = [(Move::Take, (13, 0)), (Move::Approve, (13, 5)), (Move::Close, (13, 10))];
    let mut credit_note = Steps { calendar, steps: vec![] };
    let mut draft = Steps { calendar, steps: vec![] };
    draft.push(noticed, (12, 30), BillEvent::Move(Move::Send))?;
    for (step, time) in moves {
        credit_note.push(next, time, BillEvent::Move(step))?;
        draft.push(next, time, BillEvent::Move(step))?;
    }
    Ok(Correction { edit: |_| {}, credit_note: credit_note.steps, draft: draft.steps })
}

struct Steps<'a> {
    calendar: &'a Calendar,
    steps: Vec<Step>,
}

impl Steps<'_> {
    fn push(&mut self, day: Date, time: (i8, i8), event: BillEvent) -> anyhow::Result<()> {
        self.steps.push(Step { when: self.calendar.on(day, time)?, event });
        Ok(())
    }
}

fn working_days_after(day: Date, count: u32) -> Date {
    (0..count).fold(day, |day, _| bank_day_on_or_after(day.saturating_add(1.day())))
}
