//! A whole bill: while it is written, and when it is to be sent.

use jiff::civil::Date;
use liksa_money::Money;
use liksa_rates::StatutoryFigures;

use super::{
    bill_date_problems, credited_row_problems, purchase_problems, row_problems, share_problems, vat_problems,
};
use crate::amount_limits::{LARGEST_AMOUNT, is_within};
use crate::bill::{Bill, Row, VatZeroReason};
use crate::customer::Buyer;
use crate::problem::{ErrorKey, Problem, Problems};
use crate::salary::{self, Reimbursements, Worker};
use crate::settings::ProviderSettings;
use crate::share::ShareState;
use crate::travel;

/// What has to be known besides the bill to send it.
#[derive(Debug, Clone, Copy)]
pub struct Sending<'a> {
    pub law: &'a StatutoryFigures,
    pub today: Date,
    /// Of the worker's home.
    pub home_postal_code: &'a str,
    /// Of the chosen customer; None while there is none.
    pub buyer: Option<&'a Buyer>,
    pub worker: &'a Worker,
    pub settings: &'a ProviderSettings,
}

/// Everything that is wrong with the content of a bill.
pub fn bill_problems(law: &StatutoryFigures, bill: &Bill, today: Date) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.append(bill_date_problems(bill, today));
    problems.append(vat_problems(law, bill));
    for (place, row) in bill.rows.iter().enumerate() {
        problems.append_within(&format!("billableitems[{place}]"), row_problems(law, row));
    }
    problems.append(travel::clashes_within(&bill.rows));
    for (place, row) in bill.shares.iter().enumerate() {
        problems.append_within(&format!("contractorBillableItems[{place}]"), share_problems(row));
    }
    for (place, row) in bill.purchases.iter().enumerate() {
        problems.append_within(&format!("extContractorBillableItems[{place}]"), purchase_problems(row));
    }
    problems.add_if(has_mixed_signs(law, bill, today), "billableitems", ErrorKey::MixedSigns);
    problems.add_if(is_too_large(law, bill, today), "billableitems", ErrorKey::AmountTooLarge);
    problems.into_vec()
}

/// Everything that prevents sending the bill.
pub fn sending_problems(bill: &Bill, sending: &Sending<'_>) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.add_if(bill.customer.is_none(), "sharedCustomer", ErrorKey::Required);
    problems.add_if(bill.rows.is_empty(), "billableitems", ErrorKey::Required);
    problems.append(bill_problems(sending.law, bill, sending.today));
    problems.append(sum_problems(sending.law, bill, sending.today));
    for (place, share) in bill.shares.iter().enumerate() {
        let answered = matches!(share.state, ShareState::Approved | ShareState::Declined);
        let field = format!("contractorBillableItems[{place}].state");
        problems.add_if(!answered, &field, ErrorKey::ShareNotApproved);
    }
    if let Some(buyer) = sending.buyer {
        problems.append(reverse_charge_problems(bill, buyer));
    }
    if !bill.left_out_from_home {
        problems.append(home_problems(bill, sending.home_postal_code));
    }
    let salary = salary::from_bill(sending.law, bill, sending.worker, sending.settings, sending.today);
    let mut problems = problems.into_vec();
    for problem in salary.err().unwrap_or_default() {
        // A row without a table for its year is known from its own check.
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    problems
}

/// Everything that prevents sending a credit note but what is left of its bill, see [`crate::crediting`].
pub fn credit_note_problems(law: &StatutoryFigures, note: &Bill, today: Date) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.add_if(note.customer.is_none(), "sharedCustomer", ErrorKey::Required);
    problems.add_if(note.rows.is_empty(), "billableitems", ErrorKey::Required);
    problems.append(bill_date_problems(note, today));
    for (place, row) in note.rows.iter().enumerate() {
        problems.append_within(&format!("billableitems[{place}]"), credited_row_problems(law, row));
    }
    problems.add_if(has_mixed_signs(law, note, today), "billableitems", ErrorKey::MixedSigns);
    problems.into_vec()
}

/// A bill asks for money. One below zero credits another bill and has to say which.
fn sum_problems(law: &StatutoryFigures, bill: &Bill, today: Date) -> Vec<Problem> {
    let mut problems = Problems::default();
    // A price that is missing is a problem of its row.
    let is_written = !bill.rows.is_empty() && bill.rows.iter().all(|row| row.pricing.is_written());
    let sum = salary::totals(law, bill, today).ok().filter(|_| is_written).map(|totals| totals.gross);
    problems.add_if(sum.is_some_and(|sum| sum.is_zero()), "billableitems", ErrorKey::BilledAmountNotEnough);
    problems.add_if(sum.is_some_and(|sum| sum.is_negative()), "creditOf", ErrorKey::CreditOfRequired);
    problems.into_vec()
}

/// Whether the customer may be left to pay the VAT: of construction a Finnish business (VAT Act, section 8 c), of
/// services to elsewhere in the EU a business with a VAT number there (section 65). A private person never is.
fn reverse_charge_problems(bill: &Bill, buyer: &Buyer) -> Vec<Problem> {
    let mut problems = Problems::default();
    let in_eu = bill.vat_zero_reason == Some(VatZeroReason::ReverseChargeInEu);
    let not_here = bill.reverse_vat && !buyer.is_finnish_business();
    let not_there = in_eu && !buyer.is_business_elsewhere_in_eu();
    problems.add_if(not_here, "inverseALV", ErrorKey::ReverseVatNeedsFinnishBusiness);
    problems.add_if(not_there, "vatZeroReasonCode", ErrorKey::ReverseChargeNeedsEuVatNumber);
    problems.into_vec()
}

/// Whether the worker may still send the bill by confirming that the trips began elsewhere.
pub fn may_be_overridden(problems: &[Problem]) -> bool {
    problems.iter().all(|problem| problem.key == ErrorKey::NotHomeAddress)
}

/// Whether no payment could be as large as the bill.
fn is_too_large(law: &StatutoryFigures, bill: &Bill, today: Date) -> bool {
    salary::totals(law, bill, today).is_ok_and(|totals| !is_within(totals.gross, LARGEST_AMOUNT))
}

/// A bill charges or credits, not both: neither by its rows nor by the reimbursements that it bills.
fn has_mixed_signs(law: &StatutoryFigures, bill: &Bill, today: Date) -> bool {
    let billed = |row: &Row| {
        let on_top = Reimbursements::for_row(law, row, today).ok()?.total().ok()?;
        Some(on_top).filter(|_| bill.bill_reimbursements)
    };
    let amounts: Vec<Money> =
        bill.rows.iter().flat_map(|row| [row.total().ok(), billed(row)]).flatten().collect();
    amounts.iter().any(|amount| amount.is_positive()) && amounts.iter().any(|amount| amount.is_negative())
}

fn home_problems(bill: &Bill, home: &str) -> Vec<Problem> {
    let leaves_elsewhere = |row: &Row| {
        let start = row.journey.address_start.trim();
        !row.journey.kilometers.is_zero() && !start.is_empty() && postal_code(start) != Some(home.trim())
    };
    let rows = bill.rows.iter().enumerate().filter(|(_, row)| leaves_elsewhere(row));
    let problem =
        |place: usize| Problem::new(format!("billableitems[{place}].addressStart"), ErrorKey::NotHomeAddress);
    rows.map(|(place, _)| problem(place)).collect()
}

/// The last separate five digits of an address: "Kotikatu 12345 B, 00100 Helsinki" is in 00100.
pub(crate) fn postal_code(address: &str) -> Option<&str> {
    let words = address.rsplit(|c: char| !c.is_alphanumeric());
    words.into_iter().find(|word| word.len() == 5 && word.bytes().all(|byte| byte.is_ascii_digit()))
}
