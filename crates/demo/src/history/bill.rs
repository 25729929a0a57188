//! The history of a made-up bill: its content and its events.

use std::sync::Arc;

use liksa_domain::bill::Bill;
use liksa_domain::bill::life::Move;
use liksa_money::Money;

use super::calendar::When;
use super::person::Worker;

pub struct BillHistory {
    pub worker: Arc<Worker>,
    pub created: When,
    pub bill: Bill,
    /// In the order of time.
    pub steps: Vec<Step>,
}

pub struct Step {
    pub when: When,
    pub event: BillEvent,
}

pub enum BillEvent {
    Move(Move),
    /// A clerk returns the bill to the worker, with this reason.
    Return(&'static str),
    Correct(Box<Correction>),
    /// The customer pays.
    Payment(PaymentKind),
    /// The provider reminds the customer.
    Remind,
}

/// How a customer pays a bill.
#[derive(Clone, Copy)]
pub enum PaymentKind {
    Full,
    /// This amount of it.
    Part(Money),
    /// This amount more than was owed.
    TooMuch(Money),
    /// With this message instead of the reference, so that a clerk has to match it.
    WithoutReference(&'static str),
}

/// The worker corrects a bill: a credit note and a new draft are made. The bill counts as credited when the credit
/// note is closed.
pub struct Correction {
    /// Changes the new draft.
    pub edit: fn(&mut Bill),
    pub credit_note: Vec<Step>,
    pub draft: Vec<Step>,
}
