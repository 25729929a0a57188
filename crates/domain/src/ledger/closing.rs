//! Closed books: nothing is booked on a day that was closed, so that what was reported stays as it was.

use jiff::ToSpan;
use jiff::civil::Date;

use crate::problem::ErrorKey;

/// Why the books cannot be closed until a day, as far as the day itself tells.
pub fn closing_fault(until: Date, today: Date) -> Option<ErrorKey> {
    if until != until.last_of_month() {
        Some(ErrorKey::NotAMonthEnd)
    } else if until >= today {
        Some(ErrorKey::PeriodNotOver)
    } else {
        None
    }
}

/// The day on which an event is booked: its own, or the first open one where the books of its day are closed.
pub fn booking_day(event: Date, closed_until: Option<Date>) -> Date {
    match closed_until {
        Some(closed) if event <= closed => closed.saturating_add(1.day()),
        _ => event,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn books_are_closed_until_the_end_of_a_month_that_is_over() {
        let today = date(2026, 12, 1);
        assert_eq!(closing_fault(date(2026, 11, 30), today), None);
        assert_eq!(closing_fault(date(2024, 2, 29), today), None);
        assert_eq!(closing_fault(date(2026, 11, 29), today), Some(ErrorKey::NotAMonthEnd));
        assert_eq!(closing_fault(date(2026, 12, 31), today), Some(ErrorKey::PeriodNotOver));
        assert_eq!(
            closing_fault(date(2026, 11, 30), date(2026, 11, 30)),
            Some(ErrorKey::PeriodNotOver),
            "today is still being booked"
        );
    }

    #[test]
    fn an_event_of_closed_books_is_booked_on_the_first_open_day() {
        let closed = Some(date(2026, 11, 30));
        assert_eq!(booking_day(date(2026, 10, 5), closed), date(2026, 12, 1));
        assert_eq!(booking_day(date(2026, 11, 30), closed), date(2026, 12, 1));
        assert_eq!(booking_day(date(2026, 12, 1), closed), date(2026, 12, 1));
        assert_eq!(booking_day(date(2026, 12, 24), closed), date(2026, 12, 24));
        assert_eq!(booking_day(date(2026, 10, 5), None), date(2026, 10, 5));
    }
}
