//! The days of a bill.

use jiff::civil::Date;

use crate::bill::Bill;
use crate::problem::{ErrorKey, Problem, Problems};

/// The day to use when one was picked: an unusable one gives way to today, and the reader is told.
pub fn picked_date(picked: Option<Date>, today: Date) -> (Date, Option<ErrorKey>) {
    match picked {
        Some(date) if date >= today => (date, None),
        _ => (today, Some(ErrorKey::WrongDate)),
    }
}

/// Billing and due date, and the one month that all rows have to share.
pub fn bill_date_problems(bill: &Bill, today: Date) -> Vec<Problem> {
    let mut problems = Problems::default();
    match bill.billing_date {
        None => problems.add("billingdate", ErrorKey::Required),
        Some(date) => problems.add_if(date < today, "billingdate", ErrorKey::DateInThePast),
    }
    if let Some(due) = bill.due_date {
        problems.add_if(due < today, "exactDueDate", ErrorKey::DateInThePast);
        let before_billing = due >= today && bill.billing_date.is_some_and(|billing| due < billing);
        problems.add_if(before_billing, "exactDueDate", ErrorKey::DueBeforeBilling);
    }
    problems.append(month_problems(bill));
    problems.into_vec()
}

fn month_problems(bill: &Bill) -> Vec<Problem> {
    let month = |date: Date| (date.year(), date.month());
    let mut dated = bill.rows.iter().enumerate().filter_map(|(place, row)| Some((place, month(row.date?))));
    let Some((_, shared)) = dated.next() else {
        return Vec::new();
    };
    dated
        .filter(|(_, other)| *other != shared)
        .map(|(place, _)| {
            Problem::new(format!("billableitems[{place}].date"), ErrorKey::RowsInDifferentMonths)
        })
        .collect()
}
