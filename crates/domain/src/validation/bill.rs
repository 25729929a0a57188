//! Dates and VAT of a whole bill, and requests for an advance on it.

use jiff::ToSpan;
use jiff::civil::Date;
use liksa_money::Money;
use liksa_rates::StatutoryFigures;

use crate::bill::{Bill, BillState, ExpenseClass};
use crate::dates::format_date;
use crate::problem::{ErrorKey, Problem, Problems};

/// Date to use when one was picked: today instead of an unusable one, with the key of the problem.
pub fn picked_date(picked: Option<Date>, today: Date) -> (Date, Option<ErrorKey>) {
    match picked {
        Some(date) if date >= today => (date, None),
        _ => (today, Some(ErrorKey::WrongDate)),
    }
}

/// How far ahead a bill may be dated. An approved bill waits for its date, and a typing mistake in the year would hold
/// it for ever.
const MOST_MONTHS_AHEAD: i32 = 12;

/// The longest time to pay that one bill may give. Half a year is more than any customer asks for.
const MOST_DAYS_TO_PAY: i32 = 180;

/// Billing and due date, and the one month that all rows have to share.
pub fn bill_date_problems(bill: &Bill, today: Date) -> Vec<Problem> {
    let mut problems = Problems::default();
    match bill.billing_date {
        None => problems.add("billingdate", ErrorKey::Required),
        Some(date) => {
            problems.add_if(date < today, "billingdate", ErrorKey::DateInThePast);
            add_if_after(
                &mut problems,
                "billingdate",
                date,
                today.saturating_add(MOST_MONTHS_AHEAD.months()),
            );
        }
    }
    if let Some(due) = bill.due_date {
        problems.add_if(due < today, "exactDueDate", ErrorKey::DateInThePast);
        let before_billing = due >= today && bill.billing_date.is_some_and(|billing| due < billing);
        problems.add_if(before_billing, "exactDueDate", ErrorKey::DueBeforeBilling);
        let from = bill.billing_date.unwrap_or(today);
        add_if_after(&mut problems, "exactDueDate", due, from.saturating_add(MOST_DAYS_TO_PAY.days()));
    }
    problems.append(month_problems(bill));
    problems.into_vec()
}

fn add_if_after(problems: &mut Problems, field: &str, date: Date, latest: Date) {
    if date > latest {
        problems.push(Problem::new(field, ErrorKey::OutOfRange).at_most(format_date(latest)));
    }
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

/// Legal rates, and a reason where there is no VAT.
pub fn vat_problems(law: &StatutoryFigures, bill: &Bill) -> Vec<Problem> {
    let mut problems = Problems::default();
    for (place, row) in bill.rows.iter().enumerate() {
        let rate = bill.vat_rate_of(row);
        // A date outside the known years is a problem of its own.
        let dated = row.date.and_then(|date| Some((law.for_date(date).ok()?, date)));
        let illegal = dated.is_some_and(|(rates, date)| !rates.vat.is_legal(rate, date));
        problems.add_if(illegal, &format!("billableitems[{place}].alv"), ErrorKey::IllegalVatRate);
    }
    reason_problems(bill, &mut problems);
    if bill.bill_reimbursements {
        expense_problems(bill, &mut problems);
    }
    problems.into_vec()
}

/// No VAT has one reason: one of the list, or that the customer pays it.
fn reason_problems(bill: &Bill, problems: &mut Problems) {
    let some_without_vat = bill.rows.iter().any(|row| bill.vat_rate_of(row).is_zero());
    let key = match (bill.vat_zero_reason, bill.reverse_vat) {
        (Some(_), true) => ErrorKey::VatZeroReasonWithReverseVat,
        (Some(_), false) if !some_without_vat => ErrorKey::VatZeroReasonWithoutZeroRows,
        (None, false) if some_without_vat => ErrorKey::VatZeroReasonRequired,
        _ => return,
    };
    problems.add("vatZeroReasonCode", key);
}

/// The VAT of a receipt is the provider's to deduct, so only a cost without it is passed on to the customer
/// as such.
fn expense_problems(bill: &Bill, problems: &mut Problems) {
    for (place, row) in bill.rows.iter().enumerate() {
        for (kind, class, _) in row.expenses.entries() {
            let field = format!("billableitems[{place}].{}", kind.field(class));
            problems.add_if(class != ExpenseClass::Zero, &field, ErrorKey::OnlyVatZeroReimbursements);
        }
    }
}

/// A request for money before the customer has paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdvanceRequest {
    pub bill_state: BillState,
    pub rows_selected: usize,
    /// Some selected row has been asked for or paid before.
    pub rows_already_handled: bool,
    pub amount: Money,
    /// The salary of the selected rows, less what was advanced before.
    pub limit: Money,
}

pub fn advance_problems(request: &AdvanceRequest) -> Vec<Problem> {
    let mut problems = Problems::default();
    match request.bill_state {
        BillState::Pending | BillState::Taken | BillState::Approved | BillState::Closed => {}
        BillState::Open => problems.add("state", ErrorKey::InvoiceNotSent),
        BillState::Paid => problems.add("state", ErrorKey::InvoicePaid),
        BillState::Credited => problems.add("state", ErrorKey::AdvanceCannotBeAsked),
    }
    problems.add_if(request.rows_selected == 0, "ids", ErrorKey::NoRowsSelected);
    problems.add_if(request.rows_already_handled, "ids", ErrorKey::RowsAlreadyHandled);
    problems.add_if(!request.amount.is_positive(), "advancePaymentAmount", ErrorKey::OutOfRange);
    problems.add_if(request.amount > request.limit, "advancePaymentAmount", ErrorKey::AdvanceTooBig);
    problems.into_vec()
}
