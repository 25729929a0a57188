//! Dates of a bill that leaves later than its worker had planned.

use jiff::civil::Date;

use super::Bill;

/// Dates of a bill before and after they were moved. Its due date is as far from the billing date as before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewDates {
    pub billing_before: Date,
    pub billing: Date,
    pub due_before: Option<Date>,
    pub due: Option<Date>,
}

impl NewDates {
    /// Those of a bill with this billing date and due date, if it goes to the customer on `day`.
    pub fn when_sent((billing, due_before): (Option<Date>, Option<Date>), day: Date) -> Option<Self> {
        let billing_before = billing.filter(|billing| *billing < day)?;
        let late = day - billing_before;
        let due = due_before.map(|due| due.saturating_add(late));
        Some(Self { billing_before, billing: day, due_before, due })
    }
}

impl Bill {
    /// The dates that it gets when it goes to the customer on `day`, where its billing date has passed by then: a
    /// customer must have the time to pay that was agreed, and nothing is sold in a month that may be reported.
    pub fn dates_when_sent(&self, day: Date) -> Option<NewDates> {
        NewDates::when_sent((self.billing_date, self.due_date), day)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_money::Rate;

    use super::*;

    #[test]
    fn a_bill_that_leaves_late_is_dated_that_day_and_due_as_much_later() {
        let mut bill = Bill::draft(Rate::ZERO);
        bill.billing_date = Some(date(2026, 11, 16));
        bill.due_date = Some(date(2026, 11, 30));
        let late = bill.dates_when_sent(date(2027, 1, 11)).unwrap();
        assert_eq!((late.billing_before, late.billing), (date(2026, 11, 16), date(2027, 1, 11)));
        assert_eq!((late.due_before, late.due), (Some(date(2026, 11, 30)), Some(date(2027, 1, 25))));
    }

    #[test]
    fn a_bill_that_leaves_in_time_keeps_its_dates() {
        let mut bill = Bill::draft(Rate::ZERO);
        assert_eq!(bill.dates_when_sent(date(2027, 1, 11)), None, "it has none");
        bill.billing_date = Some(date(2026, 11, 16));
        assert_eq!(bill.dates_when_sent(date(2026, 11, 16)), None);
        assert_eq!(bill.dates_when_sent(date(2026, 11, 1)), None, "a clerk sends it before its day");
        assert_eq!(bill.dates_when_sent(date(2026, 11, 17)).unwrap().due, None);
    }
}
