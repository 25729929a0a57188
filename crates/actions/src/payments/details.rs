//! A payment with its parts, its refunds and the bills that its rest may be for.

use liksa_domain::customer::search::name_words;
use liksa_domain::payments::{Mentioned, Suggestion, UnmatchedPayment, suggestions};

use super::*;
use crate::prelude::*;

/// A longer list is not read; a clerk who knows better searches for the bill.
const MOST_SUGGESTIONS: usize = 10;

pub struct PaymentDetails {
    pub payment: StoredPayment,
    pub parts: Vec<PartOfPayment>,
    pub refunds: Vec<Refund>,
    /// The likeliest first. None of them is a bill of the clerk who looks.
    pub suggestions: Vec<Suggestion>,
    /// The match that waits for a second person.
    pub proposal: Option<MatchProposal>,
    /// The payments that the batch is made of, as far as they are known.
    pub batch: Vec<StoredPayment>,
}

pub async fn details(context: &Context, clerk: PersonId, id: PaymentId) -> Result<PaymentDetails> {
    let payment = context.store.payment(id).await?.ok_or(Error::NotFound)?;
    let parts = context.store.parts_of_payment(id).await?;
    let refunds = context.store.refunds_of(id).await?;
    let suggestions = if has_open_rest(&payment) { suggest(context, clerk, &payment).await? } else { vec![] };
    let proposal = context.store.waiting_proposal(id).await?;
    let is_batch = !payment.divided.is_zero();
    let batch = if is_batch { context.store.payments_of_batch(&payment).await? } else { vec![] };
    Ok(PaymentDetails { payment, parts, refunds, suggestions, proposal, batch })
}

async fn suggest(context: &Context, clerk: PersonId, payment: &StoredPayment) -> Result<Vec<Suggestion>> {
    let message = format!("{} {}", payment.reference, payment.message);
    let payer = payment.payer_name.clone();
    let payer_words: Vec<String> = name_words(&payer).into_iter().collect();
    let mentioned = Mentioned::in_text(&message);
    let query =
        CandidateQuery { clerk, amount: payment.rest, mentioned: &mentioned, payer_words: &payer_words };
    let candidates = context.store.candidates(&query).await?;
    let mut found = suggestions(&UnmatchedPayment { amount: payment.rest, payer, message }, candidates);
    found.truncate(MOST_SUGGESTIONS);
    Ok(found)
}
