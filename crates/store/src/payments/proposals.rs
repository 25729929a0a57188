//! Matches by hand that a second person has to confirm.

use liksa_domain::payments::{PaymentState, ProposalState};

use crate::prelude::*;

pub struct NewProposal<'a> {
    pub id: MatchProposalId,
    pub payment: PaymentId,
    /// In which the payment is again unless the match is confirmed.
    pub from_state: PaymentState,
    pub proposed_by: PersonId,
    pub proposed_at: Timestamp,
    pub parts: &'a [(BillId, Money)],
}

/// A match that waits for a second person.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchProposal {
    pub id: MatchProposalId,
    /// Who may not confirm it.
    #[serde(rename = "proposedById")]
    pub proposed_by: PersonId,
    #[serde(rename = "proposedBy")]
    pub proposer: String,
    /// An instant, ISO 8601.
    pub proposed_at: Timestamp,
    #[schema(required)]
    pub parts: Vec<ProposedPart>,
    #[serde(skip)]
    pub from_state: PaymentState,
}

/// What a proposed match gives to one bill.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct ProposedPart {
    #[serde(rename = "billId")]
    pub bill: BillId,
    #[serde(rename = "billNumber")]
    pub number: i64,
    pub customer: String,
    pub amount: Money,
}

read_row! { ProposedPart { bill = "bill_id", number, customer, amount } }
read_row! { MatchProposal { id, proposed_by, proposer, proposed_at, from_state } empty { parts } }

/// How a proposal ends.
pub struct ProposalEnd<'a> {
    pub state: ProposalState,
    /// None where the program ends it.
    pub by: Option<PersonId>,
    pub at: Timestamp,
    /// Why it was rejected.
    pub note: &'a str,
}

pub(crate) const WAITING_PROPOSAL: &str = "SELECT m.id, m.proposed_by, p.first_name || ' ' || p.last_name AS proposer, \
     m.proposed_at, m.from_state FROM match_proposal m JOIN person p ON p.id = m.proposed_by \
     WHERE m.payment_id = $1 AND m.state = 'WAITING'";

pub(crate) const PROPOSED_PARTS: &str = "SELECT q.bill_id, b.number, COALESCE(c.name, '') AS customer, q.amount \
     FROM match_proposal_part q JOIN bill b ON b.id = q.bill_id LEFT JOIN customer c ON c.id = b.customer_id \
     WHERE q.proposal_id = $1 ORDER BY b.number";

tx_methods! {
    /// Ends the proposal that waits. False if it no longer does.
    pub async fn end_proposal(id: MatchProposalId, end: &ProposalEnd<'_>) -> bool = try_change
        "UPDATE match_proposal SET state = $2, decided_by = $3, decided_at = $4, note = $5 \
         WHERE id = $1 AND state = 'WAITING'"
        => id, end.state, end.by, end.at, end.note;
}

impl Tx {
    pub async fn insert_proposal(&mut self, new: &NewProposal<'_>) -> StoreResult<()> {
        self.change_one(sql!(
            "INSERT INTO match_proposal (id, payment_id, from_state, state, proposed_by, proposed_at, note) \
             VALUES ($1, $2, $3, 'WAITING', $4, $5, '')"
            => new.id, new.payment, new.from_state, new.proposed_by, new.proposed_at
        ))
        .await?;
        let rows = new.parts.iter().map(|(bill, amount)| values![new.id, bill, amount]).collect();
        self.insert_rows("INSERT INTO match_proposal_part (proposal_id, bill_id, amount)", rows).await
    }
}

/// How a proposal is read, by a transaction and by a store alike.
macro_rules! waiting_proposal {
    ($type:ty, $self:ident, $($this:tt)+) => {
        impl $type {
            /// The proposal that waits for a payment.
            pub async fn waiting_proposal($($this)+, payment: PaymentId) -> StoreResult<Option<MatchProposal>> {
                let found: Option<MatchProposal> = $self.fetch_optional(sql!(WAITING_PROPOSAL => payment)).await?;
                let Some(mut proposal) = found else { return Ok(None) };
                proposal.parts = $self.fetch_all(sql!(PROPOSED_PARTS => proposal.id)).await?;
                Ok(Some(proposal))
            }
        }
    };
}

waiting_proposal!(Tx, self, &mut self);
waiting_proposal!(Store, self, &self);
