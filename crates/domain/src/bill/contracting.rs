//! Work on the bill that others did: subcontractors and purchase invoices.

use jiff::civil::Date;
use liksa_money::Money;

use crate::ids::PersonId;
use crate::named::named;

named! {
    ContractorRowState {
        Open = "OPEN",
        WaitingForSubcontractor = "WAITING_SUBCONTRACTOR",
        Declined = "DECLINED",
        Approved = "APPROVED",
    }
}

/// The share of another worker of the service, paid as salary to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractorRow {
    pub state: ContractorRowState,
    pub subcontractor: Option<PersonId>,
    pub date: Option<Date>,
    /// VAT-free.
    pub amount: Option<Money>,
    pub description: String,
}

impl ContractorRow {
    /// What it takes from the bill. A share that was declined is not paid.
    pub fn cost(&self) -> Money {
        match self.state {
            ContractorRowState::Declined => Money::ZERO,
            _ => self.amount.unwrap_or_default(),
        }
    }
}

named! {
    ExternalRowState {
        Open = "OPEN",
        /// Paid when the customer has paid.
        WaitingForPayment = "WAITING_FOR_PAYMENT",
        /// Paid at once, for a commission.
        PayNow = "PAY_NOW",
        Paid = "PAID",
    }
}

/// A purchase invoice that the provider pays out of the bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalRow {
    pub state: ExternalRowState,
    /// Who is paid.
    pub name: String,
    pub due_date: Option<Date>,
    /// VAT-free.
    pub amount: Option<Money>,
    pub reference_number: String,
    pub account_number: String,
    /// Stays set when the row has been paid.
    pub pay_now: bool,
    /// How many receipts (copies of the invoice) are attached.
    pub receipts: u16,
}

impl ExternalRow {
    pub fn cost(&self) -> Money {
        self.amount.unwrap_or_default()
    }

    pub fn bears_commission(&self) -> bool {
        self.pay_now || self.state == ExternalRowState::PayNow
    }
}
