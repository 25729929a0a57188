//! New bills out of old ones: a copy to bill again, a credit note, a correction.

use jiff::ToSpan;
use jiff::civil::Date;
use liksa_money::Rate;
use liksa_rates::StatutoryFigures;

use super::{Allowances, Bill, BillState, Expenses, Journey, Row};
use crate::vat::VatRounding;

impl Bill {
    /// A draft to bill the same work again, from today on. What belongs to one occasion stays behind: trips,
    /// receipts and working hours would otherwise be claimed twice.
    #[must_use]
    pub fn copy(&self, law: &StatutoryFigures, today: Date) -> Self {
        let first = self.rows.iter().find_map(|row| row.date);
        let rows = self.rows.iter().map(|row| {
            let date = row.date.zip(first).map(|(date, first)| same_distance(first, date, today));
            Row {
                id: None,
                shift: None,
                date,
                vat_rate: rate_on(law, row.vat_rate, row.date, date),
                work_shift: None,
                journey: Journey::default(),
                allowances: Allowances::default(),
                expenses: Expenses::default(),
                receipts: 0,
                ..row.clone()
            }
        });
        Self {
            vat_rate: rate_on(law, self.vat_rate, self.billing_date, Some(today)),
            left_out_from_home: false,
            rows: rows.collect(),
            ..self.draft_like_this(today)
        }
    }

    /// A draft of the same content, to be corrected after the bill was credited.
    #[must_use]
    pub fn correction(&self, today: Date) -> Self {
        Self { rows: self.rows.iter().map(without_id).collect(), ..self.draft_like_this(today) }
    }

    /// Credit note of the bill: the same rows, counted as negative. It needs no more work than the provider's
    /// approval, so that it is sent for that at once.
    #[must_use]
    pub fn credit_note(&self, today: Date) -> Self {
        Self {
            is_credit_note: true,
            state: BillState::Pending,
            vat_rounding: self.vat_rounding,
            ..self.correction(today)
        }
    }

    /// A draft that credits all of the bill but the rows that earlier credit notes took back as they are. Its worker
    /// takes out what stays billed.
    #[must_use]
    pub fn part_credit(&self, notes: &[Self], today: Date) -> Self {
        let mut credited: Vec<Row> = notes.iter().flat_map(|note| &note.rows).map(unmarked).collect();
        let rows = self.rows.iter().filter(|row| {
            let same = credited.iter().position(|credited| *credited == unmarked(row));
            same.map(|place| credited.swap_remove(place)).is_none()
        });
        let rows = rows.map(without_id).collect();
        Self {
            is_credit_note: true,
            vat_rounding: self.vat_rounding,
            due_date: None,
            rows,
            ..self.draft_like_this(today)
        }
    }

    /// Takes the terms of the bill that this one credits: its amounts mean the same only by the same terms.
    pub fn take_terms_of(&mut self, original: &Self) {
        self.is_credit_note = true;
        // Told anew when it is sent.
        self.vat_of_rest.clear();
        self.vat_rounding = original.vat_rounding;
        self.reverse_vat = original.reverse_vat;
        self.bill_reimbursements = original.bill_reimbursements;
        self.separate_reimbursements = original.separate_reimbursements;
        self.construction_reimbursements = original.construction_reimbursements;
        let some_without_vat = self.rows.iter().any(|row| self.vat_rate_of(row).is_zero());
        self.vat_zero_reason = original.vat_zero_reason.filter(|_| some_without_vat);
        // Nothing is to be paid of it.
        self.due_date = None;
    }

    fn draft_like_this(&self, today: Date) -> Self {
        let days_to_pay = self.billing_date.zip(self.due_date).map(|(from, due)| due - from);
        Self {
            state: BillState::Open,
            is_credit_note: false,
            vat_rounding: VatRounding::default(),
            vat_of_rest: Vec::new(),
            billing_date: Some(today),
            due_date: days_to_pay.and_then(|days| today.checked_add(days).ok()),
            shares: Vec::new(),
            purchases: Vec::new(),
            ..self.clone()
        }
    }
}

fn without_id(row: &Row) -> Row {
    Row { id: None, ..row.clone() }
}

/// The row as a credit note may repeat it: without its id, its receipts, how it is shown and what sending told.
fn unmarked(row: &Row) -> Row {
    let journey = Journey { days_at_home: None, ..row.journey.clone() };
    Row { collapsed: false, receipts: 0, journey, ..without_id(row) }
}

/// The day as far after `today` as `date` is from `first`, but within today's month: all rows of a bill are of
/// one month.
fn same_distance(first: Date, date: Date, today: Date) -> Date {
    let days = first.until(date).map(|span| span.get_days()).unwrap_or(0);
    let moved = today.checked_add(days.days()).unwrap_or(today);
    moved.clamp(today.first_of_month(), today.last_of_month())
}

/// The rate that took the place of an old one: what was the standard rate then is the standard rate now.
fn rate_on(law: &StatutoryFigures, rate: Rate, then: Option<Date>, now: Option<Date>) -> Rate {
    let legal = |date: Option<Date>| {
        let date = date?;
        Some(law.for_date(date).ok()?.vat.legal(date))
    };
    let Some((then, now)) = legal(then).zip(legal(now)) else { return rate };
    let place = then.iter().position(|one| *one == rate);
    place.map_or(rate, |place| now[place])
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_money::{Money, Quantity};

    use super::*;
    use crate::bill::{ExpenseClass, ExpenseKind, Pricing, WorkShift};
    use crate::salary;

    const TODAY: Date = date(2026, 11, 16);
    const STANDARD: Rate = Rate::from_millionths(255_000);

    fn row(date: Date, price: i32) -> Row {
        let mut row = Row::empty(date, STANDARD);
        row.pricing = Pricing::Contract { price: Some(Money::euros(price)) };
        row.journey.kilometers = Quantity::whole(100);
        row.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat10, Money::euros(80));
        row.receipts = 1;
        row.shift = Some("TV-1".into());
        row.work_shift = Some(WorkShift::default());
        row
    }

    fn bill(rows: Vec<Row>) -> Bill {
        let mut bill = Bill::draft(STANDARD);
        bill.state = BillState::Closed;
        bill.billing_date = Some(date(2026, 10, 5));
        bill.due_date = Some(date(2026, 10, 19));
        bill.bill_reimbursements = true;
        bill.rows = rows;
        bill
    }

    #[test]
    fn a_copy_is_a_draft_from_today_on_without_what_happened_once() {
        let old =
            bill(vec![row(date(2026, 10, 1), 100), row(date(2026, 10, 3), 50), row(date(2026, 10, 30), 5)]);
        let copy = old.copy(StatutoryFigures::shipped(), TODAY);
        assert_eq!(
            (copy.state, copy.billing_date, copy.due_date),
            (BillState::Open, Some(TODAY), Some(date(2026, 11, 30)))
        );
        let dates: Vec<_> = copy.rows.iter().filter_map(|row| row.date).collect();
        assert_eq!(dates, [TODAY, date(2026, 11, 18), date(2026, 11, 30)]);
        for (new, old) in copy.rows.iter().zip(&old.rows) {
            assert_eq!(new.pricing, old.pricing);
            assert!(!new.claims_travel() && new.receipts == 0 && new.expenses == Expenses::default());
            assert_eq!((&new.shift, new.work_shift), (&None, None), "the work of another day");
        }
    }

    #[test]
    fn a_copy_bears_the_vat_of_its_own_day() {
        let mut old = bill(vec![row(date(2024, 8, 1), 100)]);
        old.billing_date = Some(date(2024, 8, 1));
        old.vat_rate = Rate::from_millionths(140_000);
        old.rows[0].vat_rate = Rate::from_millionths(240_000);
        let copy = old.copy(StatutoryFigures::shipped(), TODAY);
        assert_eq!(copy.rows[0].vat_rate, STANDARD);
        assert_eq!(copy.vat_rate, Rate::from_millionths(135_000));
    }

    #[test]
    fn a_credit_note_is_rounded_as_its_bill_was() {
        let third = |_| {
            let mut row = Row::empty(date(2026, 10, 1), STANDARD);
            row.pricing = Pricing::Contract { price: Some("0.333".parse().unwrap()) };
            row
        };
        let mut old = bill((0..3).map(third).collect());
        old.vat_rounding = VatRounding::BySum;
        let billed = salary::totals(StatutoryFigures::shipped(), &old, TODAY).unwrap();
        assert_eq!(billed.gross, "1.25".parse().unwrap());
        let credited = salary::totals(StatutoryFigures::shipped(), &old.credit_note(TODAY), TODAY).unwrap();
        assert_eq!(credited.gross, billed.gross.negated().unwrap());
        for draft in [old.correction(TODAY), old.copy(StatutoryFigures::shipped(), TODAY)] {
            assert_eq!(
                salary::totals(StatutoryFigures::shipped(), &draft, TODAY).unwrap().gross,
                "1.24".parse().unwrap()
            );
        }
    }

    #[test]
    fn a_credit_note_takes_back_all_of_the_bill() {
        let old = bill(vec![row(date(2026, 10, 1), 100)]);
        let credit = old.credit_note(TODAY);
        assert_eq!((credit.state, credit.is_credit_note), (BillState::Pending, true));
        let (billed, credited) = (
            salary::totals(StatutoryFigures::shipped(), &old, TODAY).unwrap(),
            salary::totals(StatutoryFigures::shipped(), &credit, TODAY).unwrap(),
        );
        assert!(billed.gross.is_positive());
        assert_eq!(credited.gross, billed.gross.negated().unwrap());
        let draft = old.correction(TODAY);
        assert_eq!((draft.state, draft.is_credit_note), (BillState::Open, false));
        assert_eq!(salary::totals(StatutoryFigures::shipped(), &draft, TODAY).unwrap(), billed);
    }
}
