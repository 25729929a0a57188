//! One bill of a freelancer, and what becomes of it.

use jiff::ToSpan;
use jiff::civil::{Date, time};
use liksa_domain::bill::life::Move;
use liksa_domain::bill::{
    Allowances, Bill, BillLanguage, ExpenseClass, ExpenseKind, Journey, Moment, Row, VatZeroReason,
};
use liksa_finland::bank_days::bank_day_on_or_after;
use liksa_money::{Money, Quantity, Rate};

use super::people::Freelancer;
use super::words::TOWNS;
use crate::seed::calendar::{Calendar, When};
use crate::seed::chance::Chance;
use crate::seed::drafting::{agreed, bill, by_amount, earlier_that_month, without_vat};
use crate::seed::timeline::{Correction, Deed, Paying, Step, Story};

/// How many rows a bill has: mostly few.
const ROWS: &[u32] = &[1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 12];
/// In quarters of an hour or piece.
const AMOUNT_QUARTERS: (u32, u32) = (2, 64);

/// What is decided about a bill before it is written.
pub struct Plan {
    pub made: When,
    /// The place of the freelancer.
    pub freelancer: usize,
    pub chance: Chance,
    pub kind: PlanKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PlanKind {
    Usual,
    /// Of a worker whose customers let most bills lie.
    SeldomPaid,
    /// A draft of so many rows.
    LongDraft(u32),
}

impl Plan {
    pub fn story(mut self, freelancer: &Freelancer, calendar: &Calendar) -> anyhow::Result<Story> {
        let chance = &mut self.chance;
        let day = self.made.day;
        let rows = match self.kind {
            PlanKind::LongDraft(rows) => rows,
            _ => chance.pick(ROWS),
        };
        let (customer, payment_days) = chance.pick(&freelancer.customers);
        let rows = (0..rows).map(|_| row(freelancer, day, chance)).collect();
        let bill = adorned(bill(customer, day, payment_days, rows), freelancer, chance);
        let steps = match self.kind {
            PlanKind::LongDraft(_) => vec![],
            kind => life(&bill, self.made, kind, chance, calendar)?,
        };
        Ok(Story { worker: freelancer.worker.clone(), made: self.made, bill, steps })
    }
}

fn row(freelancer: &Freelancer, day: Date, chance: &mut Chance) -> Row {
    let trade = &freelancer.trade;
    let day = earlier_that_month(day, i32::try_from(chance.between(0..=20)).unwrap_or_default());
    let mut row = if chance.percent(60) {
        let quarters = chance.between(AMOUNT_QUARTERS.0..=AMOUNT_QUARTERS.1);
        let amount = Quantity::from_parts(i64::from(quarters) * (Quantity::ONE.parts() / 4));
        let (least, most) = trade.unit_euros;
        // Half euros, since real prices are seldom round.
        let unit_price = Money::from_units(i64::from(chance.between(2 * least..=2 * most)) * 5_000);
        by_amount(day, chance.pick(trade.by_amount), amount, unit_price)
    } else {
        let (least, most) = trade.agreed_tens;
        agreed(
            day,
            chance.pick(trade.agreed),
            Money::from_units(i64::from(chance.between(least..=most)) * 100_000),
        )
    };
    if chance.percent(12) {
        add_trip(&mut row, freelancer, day, chance);
    }
    row
}

/// A day's trip from home, and now and then what it cost to park.
fn add_trip(row: &mut Row, freelancer: &Freelancer, day: Date, chance: &mut Chance) {
    let at = |hour: i8| Moment { date: Some(day), time: Some(time(hour, 30, 0, 0)) };
    let (town, postal_code) = chance.pick(TOWNS);
    let long = chance.percent(50);
    row.journey = Journey {
        departure: at(7),
        homecoming: at(if long { 19 } else { 15 }),
        kilometers: Quantity::whole(i32::try_from(chance.between(31..=160)).unwrap_or_default()),
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
    if chance.percent(30) {
        let parking = Money::euros(i32::try_from(chance.between(4..=22)).unwrap_or_default());
        row.expenses.set(ExpenseKind::Other, ExpenseClass::Zero, parking);
        row.receipts = 1;
    }
}

fn adorned(mut bill: Bill, freelancer: &Freelancer, chance: &mut Chance) -> Bill {
    if freelancer.trade.reverse_vat && chance.percent(60) {
        bill.reverse_vat = true;
        bill.rows.iter_mut().for_each(|row| row.vat_rate = Rate::ZERO);
        bill.settle_choices();
    } else if chance.percent(4) {
        bill = without_vat(bill, VatZeroReason::ReverseChargeInEu);
    }
    if chance.percent(6) {
        bill.language = BillLanguage::English;
    }
    // Paid out of a cheap row, a trip might leave nothing of it.
    bill.bill_reimbursements = bill.rows.iter().any(Row::claims_travel);
    bill.separate_reimbursements = bill.bill_reimbursements && chance.percent(50);
    if chance.percent(40) {
        bill.customer_reference = format!("Tilaus {}", chance.between(1_000..=99_999));
    }
    if chance.percent(30) {
        bill.text = "Kiitos yhteistyöstä!".into();
    }
    bill
}

/// Everything that happens to the bill some day. What lies beyond the end of the data set is still to come.
fn life(
    bill: &Bill,
    made: When,
    kind: PlanKind,
    chance: &mut Chance,
    calendar: &Calendar,
) -> anyhow::Result<Vec<Step>> {
    // Some drafts are never sent.
    if chance.percent(2) {
        return Ok(vec![]);
    }
    let mut steps = Steps { calendar, steps: vec![] };
    let taken = working_days_after(made.day, chance.between(1..=2));
    steps.push(made.day, (18, 0), Deed::Move(Move::Send))?;
    steps.push(taken, (8, 30), Deed::Move(Move::Take))?;
    if chance.percent(1) {
        steps.push(taken, (8, 50), Deed::Return("Tarkista rivien päivät."))?;
        return Ok(steps.steps);
    }
    if chance.percent(1) {
        steps.push(taken, (9, 10), Deed::Move(Move::RequestOpen))?;
        steps.push(taken, (9, 40), Deed::Move(Move::RefuseOpen))?;
    }
    steps.push(taken, (10, 0), Deed::Move(Move::Approve))?;
    steps.push(taken, (10, 5), Deed::Move(Move::Close))?;
    // Corrections are further bills, and the number of a heavy worker's is to be known.
    if kind == PlanKind::Usual && chance.percent(1) {
        let noticed = working_days_after(taken, 3);
        steps.push(noticed, (12, 0), Deed::Correct(Box::new(correction(noticed, calendar)?)))?;
        return Ok(steps.steps);
    }
    let never_paid = match kind {
        PlanKind::SeldomPaid => 60,
        _ => 3,
    };
    if !chance.percent(never_paid) {
        let due = bill.due_date.unwrap_or(taken);
        let late = i32::try_from(chance.between(0..=20)).unwrap_or_default() - 5;
        let paid = bank_day_on_or_after(due.saturating_add(late.days()).max(working_days_after(taken, 1)));
        steps.push(paid, (6, 0), Deed::Payment(Paying::All))?;
    }
    Ok(steps.steps)
}

/// A credit note and a new draft that wait for approval until the next day.
fn correction(noticed: Date, calendar: &Calendar) -> anyhow::Result<Correction> {
    let next = working_days_after(noticed, 1);
    let handled = [(Move::Take, (13, 0)), (Move::Approve, (13, 5)), (Move::Close, (13, 10))];
    let mut credit_note = Steps { calendar, steps: vec![] };
    let mut draft = Steps { calendar, steps: vec![] };
    draft.push(noticed, (12, 30), Deed::Move(Move::Send))?;
    for (step, time) in handled {
        credit_note.push(next, time, Deed::Move(step))?;
        draft.push(next, time, Deed::Move(step))?;
    }
    Ok(Correction { mend: |_| {}, credit_note: credit_note.steps, draft: draft.steps })
}

struct Steps<'a> {
    calendar: &'a Calendar,
    steps: Vec<Step>,
}

impl Steps<'_> {
    fn push(&mut self, day: Date, time: (i8, i8), deed: Deed) -> anyhow::Result<()> {
        self.steps.push(Step { when: self.calendar.on(day, time)?, deed });
        Ok(())
    }
}

fn working_days_after(day: Date, count: u32) -> Date {
    (0..count).fold(day, |day, _| bank_day_on_or_after(day.saturating_add(1.day())))
}
