//! What credit notes have left of each row of a bill: what a travel report lists, month by month.
//!
//! A bill as a whole is not credited more than it claimed, but a row of a credit note need not be one of the bill: its
//! day can have been changed, and two rows of one day look the same. So each takes first off the row that it was most
//! likely made of, and what that one has too little of off the others.

use liksa_money::{Money, MoneyError, Quantity};
use liksa_rates::StatutoryFigures;

use super::{PaidDays, trip_of};
use crate::bill::Row;
use crate::travel::{self, DayKind};

/// Whether a row of a credit note was made of this row of its bill: surely at first, and at last whichever it is.
const LIKENESS: [fn(&Row, &Row) -> bool; 4] = [
    |row, note| is_of_same_day(row, note) && row.destination == note.destination,
    is_of_same_day,
    is_same_trip,
    |_, _| true,
];

fn is_of_same_day(row: &Row, note: &Row) -> bool {
    row.date == note.date && trip_of(row) == trip_of(note)
}

fn is_same_trip(row: &Row, note: &Row) -> bool {
    row.journey.departure.date.is_some() && trip_of(row) == trip_of(note)
}

/// Takes off the rows of a bill what its credit notes, whose rows these are, took back of trips and costs.
pub fn take_off(
    law: &StatutoryFigures,
    billed: &mut [&mut Row],
    mut notes: Vec<Row>,
) -> Result<(), MoneyError> {
    let mut rows: Vec<Left> = billed.iter_mut().map(|row| Left::of(law, row)).collect();
    for is_like in LIKENESS {
        for note in &mut notes {
            for left in &mut rows {
                if is_like(left.row, note) {
                    left.take_off(note)?;
                }
            }
        }
    }
    rows.into_iter().for_each(Left::tell_days);
    Ok(())
}

/// A row of a bill with what is left of its claims.
struct Left<'a> {
    row: &'a mut Row,
    /// The days that are still paid; None where there are none at home, or nobody can say which they are.
    days: Option<PaidDays>,
    abroad: Vec<u16>,
    has_lost_days: bool,
}

impl<'a> Left<'a> {
    fn of(law: &StatutoryFigures, row: &'a mut Row) -> Self {
        let is_abroad = |kind: DayKind| matches!(kind, DayKind::Foreign | DayKind::ForeignHalf);
        let days = travel::paid_days(law, row).unwrap_or_default();
        let abroad = (0..).zip(days).filter(|(_, (_, kind))| is_abroad(*kind)).map(|(place, _)| place);
        let abroad = abroad.collect();
        Self { days: PaidDays::of(law, row), row, abroad, has_lost_days: false }
    }

    /// Moves what both have from the credit note to nowhere.
    fn take_off(&mut self, note: &mut Row) -> Result<(), MoneyError> {
        self.take_off_days(note);
        let (journey, of_note) = (&mut self.row.journey, &mut note.journey);
        let kilometers = journey.kilometers.min(of_note.kilometers).max(Quantity::ZERO);
        journey.kilometers = journey.kilometers.plus(kilometers.negated()?)?;
        of_note.kilometers = of_note.kilometers.plus(kilometers.negated()?)?;
        let (claimed, of_note) = (&mut self.row.allowances, &mut note.allowances);
        take_count(&mut claimed.meals, &mut of_note.meals);
        take_sum(&mut claimed.foreign, &mut of_note.foreign)?;
        let of_note = note.expenses;
        for (kind, class, mut credited) in of_note.entries() {
            let mut left = self.row.expenses.get(kind, class);
            take_sum(&mut left, &mut credited)?;
            self.row.expenses.set(kind, class, left);
            note.expenses.set(kind, class, credited);
        }
        Ok(())
    }

    /// The days that the credit note names, if it is one of this trip, and else the first ones.
    fn take_off_days(&mut self, note: &mut Row) {
        let (claimed, of_note) = (&mut self.row.allowances, &mut note.allowances);
        let full = take_count(&mut claimed.full_days, &mut of_note.full_days);
        let partial = take_count(&mut claimed.partial_days, &mut of_note.partial_days);
        self.has_lost_days |= full > 0 || partial > 0;
        let named = note.journey.days_at_home.as_deref().filter(|_| is_same_trip(self.row, note));
        if let Some(days) = &mut self.days {
            take_days(&mut days.full, full, named.unwrap_or_default());
            take_days(&mut days.partial, partial, named.unwrap_or_default());
        }
    }

    /// Which days are left cannot be told by their number any more.
    fn tell_days(self) {
        let Some(days) = self.days.filter(|_| self.has_lost_days) else { return };
        let journey = &mut self.row.journey;
        journey.days_at_home = Some([days.full, days.partial].concat());
        if !self.abroad.is_empty() {
            journey.days_abroad = Some(self.abroad);
        }
    }
}

fn take_days(days: &mut Vec<u16>, count: u16, named: &[u16]) {
    for _ in 0..count {
        let place = days.iter().position(|day| named.contains(day)).unwrap_or_default();
        if place < days.len() {
            days.remove(place);
        }
    }
}

fn take_count(left: &mut u16, credited: &mut u16) -> u16 {
    let taken = (*left).min(*credited);
    *left -= taken;
    *credited -= taken;
    taken
}

fn take_sum(left: &mut Money, credited: &mut Money) -> Result<(), MoneyError> {
    let taken = (*left).min(*credited).max(Money::ZERO);
    *left = left.minus(taken)?;
    *credited = credited.minus(taken)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_money::Rate;

    use super::*;
    use crate::bill::{Allowances, ExpenseClass, ExpenseKind};
    use crate::salary::Reimbursements;

    fn law() -> &'static StatutoryFigures {
        StatutoryFigures::shipped()
    }

    fn day(day: i8, parking: i32) -> Row {
        let mut row = Row::empty(date(2026, 11, day), Rate::ZERO);
        row.expenses.set(ExpenseKind::Other, ExpenseClass::Vat25Half, Money::euros(parking));
        row
    }

    fn left_of<const N: usize>(mut rows: [Row; N], notes: Vec<Row>) -> [Row; N] {
        take_off(law(), &mut rows.each_mut(), notes).unwrap();
        rows
    }

    #[test]
    fn a_cost_is_taken_off_the_row_that_has_it() {
        assert_eq!(left_of([day(2, 0), day(2, 50)], vec![day(2, 50)]), [day(2, 0), day(2, 0)]);
        assert_eq!(left_of([day(2, 20), day(2, 50)], vec![day(2, 60)]), [day(2, 0), day(2, 10)]);
        let show = |parking| Row { destination: "Esitys".into(), ..day(2, parking) };
        assert_eq!(left_of([day(2, 50), show(50)], vec![show(50)]), [day(2, 50), show(0)], "the same text");
    }

    #[test]
    fn the_row_of_a_credit_note_may_have_another_day() {
        assert_eq!(left_of([day(2, 30), day(3, 50)], vec![day(30, 40)]), [day(2, 0), day(3, 40)]);
        // Whichever row comes first, the one of that day loses its own.
        let both = vec![day(30, 50), day(3, 50)];
        assert_eq!(left_of([day(3, 50), day(4, 60)], both), [day(3, 0), day(4, 10)]);
        assert_eq!(left_of([day(2, 30)], vec![day(2, 100)]), [day(2, 0)], "never less than nothing");
        let mut hotel = day(2, 0);
        hotel.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat10, Money::euros(30));
        assert_eq!(left_of([day(2, 30)], vec![hotel]), [day(2, 30)], "a cost of another kind stays");
    }

    fn trip(from: i8, kilometers: i32, allowances: Allowances) -> Row {
        let mut row = Row { allowances, ..Row::empty(date(2026, 11, from), Rate::ZERO) };
        row.journey.departure = date(2026, 11, from).at(8, 0, 0, 0).into();
        row.journey.homecoming = date(2026, 11, from).at(20, 0, 0, 0).into();
        row.journey.kilometers = Quantity::whole(kilometers);
        row
    }

    #[test]
    fn kilometres_and_allowances_are_taken_off_their_trip_first() {
        let meals =
            |meals, foreign| Allowances { meals, foreign: Money::euros(foreign), ..Allowances::default() };
        let rows = [trip(2, 120, meals(2, 30)), trip(3, 80, meals(1, 40))];
        let note = Row { date: Some(date(2026, 11, 30)), ..trip(3, 100, meals(2, 50)) };
        assert_eq!(left_of(rows, vec![note]), [trip(2, 100, meals(1, 20)), trip(3, 0, meals(0, 0))]);
    }

    /// Full days were 53 € in 2025 and are 54 € in 2026, partial ones 24 € and 25 €.
    fn new_year(full_days: u16, partial_days: u16) -> Row {
        let mut row = Row::empty(date(2025, 12, 31), Rate::ZERO);
        row.allowances = Allowances { full_days, partial_days, ..Allowances::default() };
        row.journey.departure = date(2025, 12, 31).at(8, 0, 0, 0).into();
        row.journey.homecoming = date(2026, 1, 2).at(8 + 4 * i8::from(partial_days > 0), 0, 0, 0).into();
        row.journey.kilometers = Quantity::whole(100);
        row
    }

    fn days_paid(row: &Row) -> String {
        Reimbursements::for_row(law(), row, date(2026, 1, 1)).unwrap().days.plain()
    }

    #[test]
    fn the_days_that_are_left_are_paid_by_their_own_year() {
        let credited = |days: &[u16], full_days, partial_days| {
            let mut note = new_year(2, 1);
            note.allowances = Allowances { full_days, partial_days, ..Allowances::default() };
            note.journey.days_at_home = (!days.is_empty()).then(|| days.to_vec());
            note
        };
        let left = |notes| {
            let [row] = left_of([new_year(2, 1)], notes);
            days_paid(&row)
        };
        assert_eq!(left(vec![]), "132.00");
        assert_eq!(left(vec![credited(&[0], 1, 0)]), "79.00", "the day of 2026");
        assert_eq!(left(vec![credited(&[1], 1, 0)]), "78.00", "the day of 2025");
        assert_eq!(left(vec![credited(&[2], 0, 1)]), "107.00");
        assert_eq!(left(vec![credited(&[0], 1, 0), credited(&[1], 1, 0)]), "25.00");
        assert_eq!(left(vec![credited(&[], 1, 0)]), "79.00", "as a credit note is paid that names no day");
        assert_eq!(left(vec![credited(&[0, 1, 2], 2, 1)]), "0.00");
    }

    #[test]
    fn days_abroad_stay_abroad_when_one_at_home_is_credited() {
        let mut row = new_year(1, 0);
        row.journey.abroad = true;
        row.journey.country = crate::bill::Territory::parse("SE");
        row.allowances.foreign = Money::euros(70);
        let before = travel::paid_days(law(), &row).unwrap();
        let mut note = row.clone();
        note.allowances.foreign = Money::ZERO;
        note.journey.days_at_home = before
            .iter()
            .zip(0..)
            .find(|((_, kind), _)| *kind == DayKind::Full)
            .map(|(_, place)| vec![place]);
        let [left] = left_of([row], vec![note]);
        let kinds = |days: Vec<(travel::TravelDay, DayKind)>| -> Vec<DayKind> {
            days.into_iter()
                .map(|(_, kind)| if kind == DayKind::Full { DayKind::Nothing } else { kind })
                .collect()
        };
        let after = travel::paid_days(law(), &left).unwrap();
        assert!(after.iter().all(|(_, kind)| *kind != DayKind::Full));
        assert_eq!(kinds(after), kinds(before));
    }
}
