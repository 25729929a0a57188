//! Constructors of entries, one for each kind: the only code that decides which account is booked.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError};

use super::{Account, Entry, EntryKind, LedgerError, LedgerLine};
use crate::ids::{BillId, PayoutId, PayrollRunId, PersonId, RemittanceId, SalaryId};
use crate::salary::Summary;
use crate::vat::VatTotals;

/// Where the money of a customer's payment belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentPlace {
    /// It pays a bill.
    Bill(BillId),
    /// It pays the interest or the fee of a reminder.
    LateCharges(BillId),
    /// It is not known yet.
    Unmatched,
    /// It goes back to the customer.
    Refundable,
}

impl PaymentPlace {
    fn credit(self, amount: Money) -> Result<LedgerLine, MoneyError> {
        let (account, bill) = match self {
            Self::Bill(bill) => (Account::Receivables, Some(bill)),
            Self::LateCharges(bill) => (Account::LateCharges, Some(bill)),
            Self::Unmatched => (Account::UnmatchedPayments, None),
            Self::Refundable => (Account::Refundable, None),
        };
        Ok(LedgerLine { bill, ..line(account, amount.negated()?) })
    }
}

fn line(account: Account, amount: Money) -> LedgerLine {
    LedgerLine { account, amount, vat_rate: None, person: None, bill: None }
}

/// A bill went to its customer: the customer owes the whole, the VAT is the state's, the rest waits to become a
/// salary. The totals of a credit note are negative, so that it takes back what its bill booked.
pub fn invoice_sent(
    bill: BillId,
    person: PersonId,
    date: Date,
    totals: &VatTotals,
) -> Result<Entry, LedgerError> {
    let of_bill =
        |account, amount| LedgerLine { person: Some(person), bill: Some(bill), ..line(account, amount) };
    let mut lines = vec![of_bill(Account::Receivables, totals.gross)];
    for category in &totals.categories {
        let vat_rate = Some(category.rate);
        lines.push(LedgerLine { vat_rate, ..of_bill(Account::VatPayable, category.vat.negated()?) });
        lines.push(LedgerLine { vat_rate, ..of_bill(Account::AwaitingSalary, category.net.negated()?) });
    }
    Entry::new(EntryKind::InvoiceSent, format!("bill:{bill}"), date, lines)
}

/// Money came to the bank account.
pub fn payment_received(
    subject: impl Into<String>,
    date: Date,
    parts: &[(PaymentPlace, Money)],
) -> Result<Entry, LedgerError> {
    let sum = Money::sum(parts.iter().map(|(_, amount)| *amount))?;
    let mut lines = vec![line(Account::Bank, sum)];
    for (place, amount) in parts {
        lines.push(place.credit(*amount)?);
    }
    Entry::new(EntryKind::PaymentReceived, subject, date, lines)
}

/// Money that had been booked to one place belongs to others: an unmatched payment found its bill, a match was
/// undone, or a bill that was paid has been credited and its money goes back.
pub fn payment_matched(
    subject: impl Into<String>,
    date: Date,
    from: PaymentPlace,
    to: &[(PaymentPlace, Money)],
) -> Result<Entry, LedgerError> {
    let sum = Money::sum(to.iter().map(|(_, amount)| *amount))?;
    let mut lines = vec![from.credit(sum.negated()?)?];
    for (place, amount) in to {
        lines.push(place.credit(*amount)?);
    }
    Entry::new(EntryKind::PaymentMatched, subject, date, lines)
}

/// A customer got money back.
pub fn refund_paid(subject: impl Into<String>, date: Date, amount: Money) -> Result<Entry, LedgerError> {
    let lines = [line(Account::Refundable, amount), line(Account::Bank, amount.negated()?)];
    Entry::new(EntryKind::RefundPaid, subject, date, lines)
}

/// What was billed becomes a salary and all that is taken from it. A salary below zero is owed by the worker.
pub fn salary(
    salary: SalaryId,
    person: PersonId,
    date: Date,
    summary: &Summary,
) -> Result<Entry, LedgerError> {
    let account =
        if summary.salary.is_negative() { Account::DueFromWorkers } else { Account::SalariesPayable };
    let lines = salary_lines(summary, account)?.map(|line| LedgerLine { person: Some(person), ..line });
    Entry::new(EntryKind::Salary, format!("salary:{salary}"), date, lines)
}

/// The approval of a run was undone: the mirror image of what [`salary`] booked, on the same day.
pub fn salary_reversed(
    id: SalaryId,
    person: PersonId,
    date: Date,
    summary: &Summary,
) -> Result<Entry, LedgerError> {
    mirrored(EntryKind::SalaryReversed, &salary(id, person, date, summary)?)
}

/// A bill was credited after a salary of it had been paid: the contractor's, or one with shares of it. `summary` has
/// what is taken back, below zero; what was paid out is owed by the worker.
pub fn salary_taken_back(
    credit_note: BillId,
    (subject, person): (&str, PersonId),
    date: Date,
    summary: &Summary,
) -> Result<Entry, LedgerError> {
    let of_bill = |line| LedgerLine { person: Some(person), bill: Some(credit_note), ..line };
    let lines = salary_lines(summary, Account::DueFromWorkers)?.map(of_bill);
    Entry::new(EntryKind::SalaryTakenBack, subject, date, lines)
}

fn salary_lines(summary: &Summary, paid_by: Account) -> Result<[LedgerLine; 16], MoneyError> {
    let s = summary;
    let credit = |account, amount: Money| Ok::<_, MoneyError>(line(account, amount.negated()?));
    Ok([
        line(Account::AwaitingSalary, s.total_billing_without_vat.minus(s.shares_received)?),
        line(Account::SubcontractingPayable, s.shares_received),
        credit(Account::ServiceFees, s.service_fee)?,
        credit(Account::SubcontractingPayable, s.contracting.minus(s.commission)?)?,
        credit(Account::Commissions, s.commission)?,
        credit(Account::WithheldTax, s.tax_amount)?,
        credit(Account::HealthInsurance, s.health_insurance)?,
        credit(Account::Tyel, s.employer_tyel.plus(s.tyel)?)?,
        credit(Account::UnemploymentInsurance, s.employer_unemployment.plus(s.unemployment)?)?,
        credit(Account::AccidentInsurance, s.accident_insurance)?,
        credit(Account::GroupLife, s.group_life)?,
        credit(Account::Yel, s.yel)?,
        credit(Account::Distraint, s.distraint)?,
        credit(Account::DueFromWorkers, s.reductions)?,
        credit(Account::Rounding, s.rounding)?,
        credit(paid_by, s.salary)?,
    ])
}

/// The salaries of a run left the bank account.
pub fn salaries_paid(run: PayrollRunId, date: Date, sum: Money) -> Result<Entry, LedgerError> {
    let lines = [line(Account::SalariesPayable, sum), line(Account::Bank, sum.negated()?)];
    Entry::new(EntryKind::SalariesPaid, format!("payroll:{run}"), date, lines)
}

/// Withheld money left the bank account for its receiver; `person` is whose distraint it was.
pub fn remittance_paid(
    remittance: RemittanceId,
    person: Option<PersonId>,
    date: Date,
    parts: &[(Account, Money)],
) -> Result<Entry, LedgerError> {
    let sum = Money::sum(parts.iter().map(|(_, amount)| *amount))?;
    let of_person = |(account, amount): &(Account, Money)| LedgerLine { person, ..line(*account, *amount) };
    let mut lines: Vec<LedgerLine> = parts.iter().map(of_person).collect();
    lines.push(line(Account::Bank, sum.negated()?));
    Entry::new(EntryKind::RemittancePaid, format!("remittance:{remittance}"), date, lines)
}

/// The money of a remittance came back: the mirror image of what [`remittance_paid`] booked.
pub fn remittance_returned(
    remittance: RemittanceId,
    person: Option<PersonId>,
    date: Date,
    parts: &[(Account, Money)],
) -> Result<Entry, LedgerError> {
    mirrored(EntryKind::RemittanceReturned, &remittance_paid(remittance, person, date, parts)?)
}

/// A purchase invoice was paid: what it costs the bill without VAT, and the VAT, which is deducted.
pub fn purchase_paid(
    payout: PayoutId,
    (bill, person): (BillId, PersonId),
    date: Date,
    (net, vat): (Money, Money),
) -> Result<Entry, LedgerError> {
    let of_bill =
        |account, amount| LedgerLine { person: Some(person), bill: Some(bill), ..line(account, amount) };
    let lines = [
        of_bill(Account::SubcontractingPayable, net),
        of_bill(Account::DeductibleVat, vat),
        line(Account::Bank, net.plus(vat)?.negated()?),
    ];
    Entry::new(EntryKind::PurchasePaid, format!("payout:{payout}"), date, lines)
}

/// The money of a purchase came back: the mirror image of what [`purchase_paid`] booked.
pub fn purchase_returned(
    payout: PayoutId,
    of: (BillId, PersonId),
    date: Date,
    amounts: (Money, Money),
) -> Result<Entry, LedgerError> {
    mirrored(EntryKind::PurchaseReturned, &purchase_paid(payout, of, date, amounts)?)
}

/// The worker owes a purchase that was paid, with the commission, because its bill was credited before it became a
/// salary.
pub fn purchase_recovered(
    payout: PayoutId,
    (bill, person): (BillId, PersonId),
    date: Date,
    (net, commission): (Money, Money),
) -> Result<Entry, LedgerError> {
    let of_bill =
        |account, amount| LedgerLine { person: Some(person), bill: Some(bill), ..line(account, amount) };
    let lines = [
        of_bill(Account::DueFromWorkers, net.plus(commission)?),
        of_bill(Account::SubcontractingPayable, net.negated()?),
        of_bill(Account::Commissions, commission.negated()?),
    ];
    Entry::new(EntryKind::PurchaseRecovered, format!("payout:{payout}"), date, lines)
}

/// The money of a purchase that the worker owed came back: the mirror image of what [`purchase_recovered`] booked.
pub fn purchase_debt_undone(
    payout: PayoutId,
    of: (BillId, PersonId),
    date: Date,
    amounts: (Money, Money),
) -> Result<Entry, LedgerError> {
    mirrored(EntryKind::PurchaseDebtUndone, &purchase_recovered(payout, of, date, amounts)?)
}

/// An advance left the bank account: the worker owes it until a salary has paid it back.
pub fn advance_paid(
    payout: PayoutId,
    (person, bill): (PersonId, BillId),
    date: Date,
    amount: Money,
) -> Result<Entry, LedgerError> {
    let owed = line(Account::DueFromWorkers, amount);
    let lines = [
        LedgerLine { person: Some(person), bill: Some(bill), ..owed },
        line(Account::Bank, amount.negated()?),
    ];
    Entry::new(EntryKind::AdvancePaid, format!("payout:{payout}"), date, lines)
}

/// The money of an advance came back: the mirror image of what [`advance_paid`] booked.
pub fn advance_returned(
    payout: PayoutId,
    of: (PersonId, BillId),
    date: Date,
    amount: Money,
) -> Result<Entry, LedgerError> {
    mirrored(EntryKind::AdvanceReturned, &advance_paid(payout, of, date, amount)?)
}

/// The mirror image of an entry, for the same subject and day.
fn mirrored(kind: EntryKind, entry: &Entry) -> Result<Entry, LedgerError> {
    let reversed = |line: &LedgerLine| Ok(LedgerLine { amount: line.amount.negated()?, ..*line });
    let lines: Vec<LedgerLine> = entry.lines().iter().map(reversed).collect::<Result<_, MoneyError>>()?;
    Entry::new(kind, entry.subject(), entry.date(), lines)
}

/// The VAT of receipts that a worker was repaid is deducted; negative where it is taken back.
pub fn receipt_vat(
    subject: impl Into<String>,
    person: PersonId,
    date: Date,
    vat: Money,
) -> Result<Entry, LedgerError> {
    let lines = [line(Account::DeductibleVat, vat), line(Account::DeductedVat, vat.negated()?)];
    let lines = lines.map(|line| LedgerLine { person: Some(person), ..line });
    Entry::new(EntryKind::ReceiptVat, subject, date, lines)
}
