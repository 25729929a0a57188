//! Purchases: invoices of others that the provider pays out of a bill.
//!
//! The worker writes one while the bill is a draft and says how it is to be paid: when the customer has paid, or at once
//! for a commission. Nothing leaves before a clerk has approved the bill, see [`pays_at`]. What it costs the bill is its
//! sum without VAT; the VAT is the provider's to deduct, since the invoice must be a VAT invoice to the provider.

pub mod proposal;

use std::iter::successors;

use jiff::ToSpan;
use jiff::civil::Date;
use liksa_finland::{Iban, PaymentReference};
use liksa_money::{Money, MoneyError, Rate};
use liksa_rates::StatutoryFigures;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::bill::BillState;
use crate::ids::{PurchaseId, PurchaseReceiptId};
use crate::named::named;
use crate::payout::LONGEST_MESSAGE;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader, given};

/// The most that one bill can have.
pub const MOST_OF_BILL: usize = 50;
pub const MOST_RECEIPTS: u16 = 20;
const LONGEST_NAME: usize = 70;

named! {
    PurchaseState {
        Open = "OPEN",
        /// Paid when the customer has paid.
        WaitingForPayment = "WAITING_FOR_PAYMENT",
        /// Paid at once, for a commission.
        PayNow = "PAY_NOW",
        Paid = "PAID",
    }
}

named! {
    /// What a worker is told of a purchase.
    PurchaseNews {
        Paid = "PAID",
        /// The bank did not pay it.
        Refused = "REFUSED",
        /// The money came back.
        Returned = "RETURNED",
        /// … and the worker, who owed it because its bill was credited, owes it no more.
        DebtUndone = "DEBT_UNDONE",
        /// Payroll corrected where it is paid.
        Corrected = "CORRECTED",
        /// The worker owes it, because its bill was credited before a salary bore it.
        Owed = "OWED",
        /// Nobody pays it, because its bill was credited before that.
        NotPaid = "NOT_PAID",
    }
}

/// What can happen to a purchase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PurchaseStep {
    /// The worker changes it or its receipts.
    Edit,
    /// The worker removes it.
    Delete,
    /// The worker has it paid when the customer has paid.
    Wait,
    /// The worker has it paid at once.
    PayNow,
    /// The worker takes that back.
    Open,
    /// The bank has paid it.
    Pay,
    /// Its money came back.
    Return,
}

impl PurchaseStep {
    pub const ALL: [Self; 7] =
        [Self::Edit, Self::Delete, Self::Wait, Self::PayNow, Self::Open, Self::Pay, Self::Return];

    /// Whether it is the worker's own step, which is made while the bill is a draft. The others are the bank's, and are
    /// made once the bill has gone to its customer.
    pub fn is_of_worker(self) -> bool {
        !matches!(self, Self::Pay | Self::Return)
    }
}

/// The state after a step, or why it is refused. A purchase that is deleted is gone; its state does not change.
pub fn after(
    step: PurchaseStep,
    (state, pay_now): (PurchaseState, bool),
    bill: BillState,
) -> Result<PurchaseState, ErrorKey> {
    use PurchaseState::{Open, Paid, PayNow, WaitingForPayment};
    let is_out = matches!(bill, BillState::Closed | BillState::Paid | BillState::Credited);
    if step.is_of_worker() && bill != BillState::Open {
        return Err(ErrorKey::InvoiceDisabled);
    }
    match (step, state) {
        (PurchaseStep::Edit | PurchaseStep::Delete, Open) => Ok(Open),
        (PurchaseStep::Wait, Open) => Ok(WaitingForPayment),
        (PurchaseStep::PayNow, Open) => Ok(PayNow),
        (PurchaseStep::Open, WaitingForPayment | PayNow) => Ok(Open),
        (PurchaseStep::Pay, WaitingForPayment | PayNow) if is_out => Ok(Paid),
        (PurchaseStep::Return, Paid) if is_out => Ok(if pay_now { PayNow } else { WaitingForPayment }),
        _ => Err(ErrorKey::PurchaseNotInState),
    }
}

/// Whether a bill that comes to a state has the purchase paid out: at once when it goes to its customer, else when the
/// customer has paid.
pub fn pays_at(state: PurchaseState, bill: BillState) -> bool {
    match bill {
        BillState::Closed => state == PurchaseState::PayNow,
        BillState::Paid => matches!(state, PurchaseState::PayNow | PurchaseState::WaitingForPayment),
        _ => false,
    }
}

/// What an invoice says, as the worker gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurchaseInvoice {
    /// Who is paid.
    pub name: String,
    pub due_date: Date,
    /// Without VAT.
    pub amount: Money,
    pub vat_rate: Rate,
    pub vat_amount: Money,
    pub account: Iban,
    pub reference: Option<PaymentReference>,
    /// Where there is no reference.
    pub message: String,
}

impl PurchaseInvoice {
    /// What is paid to the seller.
    pub fn total(&self) -> Result<Money, MoneyError> {
        self.amount.plus(self.vat_amount)
    }

    /// Whether two are the same invoice: by account and reference, or by account, sum and due date.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let references = self.reference.as_ref().zip(other.reference.as_ref());
        let same_reference = references.is_some_and(|(one, other)| bare(one) == bare(other));
        let same_sum = self.due_date == other.due_date && self.total() == other.total();
        self.account == other.account && (same_reference || same_sum)
    }
}

/// A reference without what only its form adds: many are given as a Finnish number and as an RF reference of the same.
fn bare(reference: &PaymentReference) -> &str {
    let text = reference.as_str();
    let number = match reference {
        PaymentReference::Finnish(_) => text,
        PaymentReference::Rf(_) => text.get(4..).unwrap_or(text),
    };
    number.trim_start_matches('0')
}

/// What a purchase costs its bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PurchaseCost {
    pub state: PurchaseState,
    /// Without VAT.
    pub amount: Money,
    pub pay_now: bool,
    /// As it was when being paid at once was chosen; None of one that is only calculated.
    pub commission: Option<Money>,
    /// How many receipts (copies of the invoice) are attached.
    pub receipts: u16,
}

impl PurchaseCost {
    /// For being paid at once: what was agreed, or what the rate gives.
    pub fn commission(&self, rate: Rate) -> Result<Money, MoneyError> {
        match (self.pay_now, self.commission) {
            (false, _) => Ok(Money::ZERO),
            (true, Some(agreed)) => Ok(agreed),
            (true, None) => self.amount.share(rate),
        }
    }
}

/// A purchase of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purchase {
    pub id: PurchaseId,
    pub state: PurchaseState,
    pub invoice: PurchaseInvoice,
    /// Stays set when it has been paid.
    pub pay_now: bool,
    /// What being paid at once costs, as it was when that was chosen, or would cost.
    pub commission: Money,
    pub paid_on: Option<Date>,
    /// How many receipts (copies of the invoice) are attached.
    pub receipts: u16,
}

impl Purchase {
    /// What being paid at once costs, where that was chosen.
    pub fn charged(&self) -> Money {
        if self.pay_now { self.commission } else { Money::ZERO }
    }

    pub fn cost(&self) -> PurchaseCost {
        PurchaseCost {
            state: self.state,
            amount: self.invoice.amount,
            pay_now: self.pay_now,
            commission: Some(self.commission),
            receipts: self.receipts,
        }
    }
}

/// A purchase as a client writes it.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewPurchase)]
pub struct PurchaseBody {
    /// Who is paid.
    pub name: Option<String>,
    /// DD.MM.YYYY
    pub duedate: Option<String>,
    /// Without VAT.
    pub amount: Option<NumberText>,
    /// VAT in per cent, as it was on a day of the last 366; 0 if not given.
    pub alv: Option<NumberText>,
    /// As printed on the invoice: at most a cent from what the rate gives. If not given, what the rate gives.
    pub vat_amount: Option<NumberText>,
    /// A Finnish reference number or an RF reference. May be left out where there is a message.
    pub reference_number: Option<String>,
    /// The message to the seller, where the invoice has no reference.
    pub message: Option<String>,
    /// The seller's account, within SEPA.
    pub account_number: Option<String>,
    /// Copies of the invoice that were sent before, for a new purchase: one at least.
    pub receipts: Option<Vec<ReceiptReference>>,
    /// The version that is changed; not needed for a new one.
    pub version: Option<NumberText>,
}

/// A receipt by its id.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct ReceiptReference {
    pub id: PurchaseReceiptId,
}

/// How far from today a due date may be, and how old an invoice.
const MOST_DAYS: i32 = 366;

impl PurchaseBody {
    /// The invoice, or every field that is at fault. `is_name` says which names banks can pass on.
    pub fn read(
        &self,
        law: &StatutoryFigures,
        today: Date,
        is_name: impl Fn(&str) -> bool,
    ) -> Result<PurchaseInvoice, Vec<Problem>> {
        let mut reader = Reader::default();
        let name = reader.required("name", self.name.as_deref(), LONGEST_NAME);
        reader.refuse_if(!name.is_empty() && !is_name(&name), "name", ErrorKey::Invalid);
        reader.require("duedate", self.duedate.as_deref());
        let due_date = reader.date("duedate", self.duedate.as_deref());
        let far = |day: Date| today.checked_add(MOST_DAYS.days()).is_ok_and(|last| day > last);
        let past = |day: Date| today.checked_sub(MOST_DAYS.days()).is_ok_and(|first| day < first);
        reader.refuse_if(due_date.is_some_and(|day| far(day) || past(day)), "duedate", ErrorKey::OutOfRange);
        reader.require("amount", self.amount.as_deref());
        let amount = reader.money("amount", self.amount.as_deref());
        let payable = |sum: Money| sum.is_positive() && sum.cents().is_some();
        reader.refuse_if(amount.is_some_and(|sum| !payable(sum)), "amount", ErrorKey::OutOfRange);
        let vat_rate = reader.percent("alv", self.alv.as_deref()).unwrap_or(Rate::ZERO);
        // The rate is that of the seller's day, which nobody asks for: invoices of before a change come after it.
        let mut days = successors(Some(today), |day| day.yesterday().ok()).take_while(|day| !past(*day));
        let is_legal = |day: Date| law.for_date(day).is_ok_and(|rates| rates.vat.is_legal(vat_rate, day));
        reader.refuse_if(!days.any(is_legal), "alv", ErrorKey::InvalidChoice);
        let given_vat = reader.money("vatAmount", self.vat_amount.as_deref());
        let by_rate = amount.and_then(|sum| sum.share(vat_rate).ok()).unwrap_or_default();
        let vat_amount = given_vat.unwrap_or(by_rate);
        reader.refuse_if(!is_vat_of(vat_amount, by_rate, vat_rate), "vatAmount", ErrorKey::OutOfRange);
        reader.require("accountNumber", self.account_number.as_deref());
        let account = reader.account("accountNumber", self.account_number.as_deref());
        let reference = reader.parsed(
            "referenceNumber",
            given(self.reference_number.as_deref()),
            ErrorKey::InvalidReference,
        );
        let message = reader.text("message", self.message.as_deref(), LONGEST_MESSAGE);
        let says_nothing = given(self.reference_number.as_deref()).is_none() && message.is_empty();
        reader.refuse_if(says_nothing, "referenceNumber", ErrorKey::Required);
        let read = due_date.zip(amount).zip(account);
        let invoice = read.map(|((due_date, amount), account)| {
            let message = if reference.is_some() { String::new() } else { message };
            PurchaseInvoice { name, due_date, amount, vat_rate, vat_amount, account, reference, message }
        });
        reader.finish(invoice)
    }
}

/// Whether an amount can be the VAT that an invoice prints: within a cent of what the rate gives.
fn is_vat_of(vat: Money, by_rate: Money, rate: Rate) -> bool {
    let off = vat.minus(by_rate).unwrap_or_default().units().unsigned_abs();
    let most = if rate == Rate::ZERO { 0 } else { Money::from_units(100).units().unsigned_abs() };
    off <= most && !vat.is_negative() && vat.cents().is_some()
}

#[cfg(test)]
mod tests;
