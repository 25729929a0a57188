//! Payments and open bills as the API answers them.

use liksa_actions::payments;
use liksa_domain::payments::{Candidate, Reason, ReminderState, Suggestion};
use liksa_money::MoneyError;
use liksa_store::{
    BillLink, MatchProposal, PartOfPayment, PaymentOfBill, Refund, StoredPayment, StoredReminder,
};

use crate::api::prelude::*;

#[derive(Serialize, ToSchema)]
pub struct PaymentDetails {
    pub payment: StoredPayment,
    /// The bills that it is for.
    #[schema(required)]
    pub parts: Vec<PartOfPayment>,
    /// What goes back or has gone back.
    #[schema(required)]
    pub refunds: Vec<Refund>,
    /// Bills that the rest may be for, the likeliest first.
    #[schema(required)]
    pub suggestions: Vec<SuggestedBill>,
    /// The match that waits for a second person.
    #[schema(required)]
    pub proposal: Option<MatchProposal>,
    /// The payments that the batch is made of, as far as they are known; at most 200.
    #[schema(required)]
    pub batch: Vec<StoredPayment>,
}

#[derive(Serialize, ToSchema)]
pub struct SuggestedBill {
    #[serde(flatten)]
    pub bill: OpenBill,
    #[schema(required)]
    pub reasons: Vec<Reason>,
}

/// A bill that its customer has not paid, or not all of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenBill {
    pub bill_id: BillId,
    pub bill_number: i64,
    pub customer: String,
    #[schema(required)]
    pub due_date: Option<String>,
    pub billed: Money,
    /// Of the bill itself.
    pub open: Money,
    /// With the interest and fees of its reminders.
    pub open_with_charges: Money,
}

impl From<Candidate> for OpenBill {
    fn from(bill: Candidate) -> Self {
        Self {
            bill_id: bill.bill,
            bill_number: bill.number,
            customer: bill.customer,
            due_date: bill.due_date.map(format_date),
            billed: bill.billed,
            open: bill.owed.0,
            open_with_charges: bill.owed.1,
        }
    }
}

impl From<payments::PaymentDetails> for PaymentDetails {
    fn from(details: payments::PaymentDetails) -> Self {
        let suggested = |found: Suggestion| SuggestedBill { bill: found.bill.into(), reasons: found.reasons };
        Self {
            payment: details.payment,
            parts: details.parts,
            refunds: details.refunds,
            suggestions: details.suggestions.into_iter().map(suggested).collect(),
            proposal: details.proposal,
            batch: details.batch,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct PaymentsOfBill {
    pub billed: Money,
    /// What is still to come of the bill itself.
    pub open: Money,
    /// The oldest first.
    #[schema(required)]
    pub payments: Vec<PaymentOfBill>,
    /// Credit notes that have gone to the customer, the oldest first.
    #[schema(required)]
    pub credits: Vec<CreditOfBill>,
    #[schema(required)]
    pub reminders: Vec<BillReminder>,
}

/// What a credit note has taken back of a bill.
#[derive(Serialize, ToSchema)]
pub struct CreditOfBill {
    pub number: i64,
    /// With VAT, below zero.
    pub amount: Money,
}

impl CreditOfBill {
    /// None for a credit note that has not gone to the customer.
    pub fn of(note: &BillLink) -> Option<Self> {
        Some(Self { number: note.number?, amount: note.total_with_vat })
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillReminder {
    pub id: ReminderId,
    /// First or second.
    pub number: u8,
    pub date: String,
    pub pay_by: String,
    pub fee: Money,
    /// All interest since the due date.
    pub interest: Money,
    pub state: ReminderState,
}

impl TryFrom<StoredReminder> for BillReminder {
    type Error = MoneyError;

    fn try_from(reminder: StoredReminder) -> Result<Self, MoneyError> {
        let content = reminder.content;
        Ok(Self {
            id: reminder.id,
            number: content.number,
            date: format_date(content.date),
            pay_by: format_date(content.pay_by),
            fee: content.fee,
            interest: content.interest_total()?,
            state: reminder.state,
        })
    }
}
