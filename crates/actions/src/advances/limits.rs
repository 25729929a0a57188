//! How much can be asked for on rows of a bill.

use std::collections::BTreeSet;

use liksa_domain::advance::{AdvanceLimit, AdvanceState, AdvanceTerms, choose_rows, may_be_asked};
use liksa_domain::worker_facts::PayFacts;

use crate::bills::{PaydayTerms, own_bill};
use crate::prelude::*;

/// What a worker can be told before asking.
pub struct Offer {
    /// None where nothing can be asked for on these rows.
    pub limit: Option<AdvanceLimit>,
    /// Why nothing can be asked for.
    pub refused: Option<ErrorKey>,
    pub terms: AdvanceTerms,
}

/// What can be asked for on rows of the worker's own bill.
pub async fn offer(context: &Context, person: PersonId, bill: BillId, rows: &[RowId]) -> Result<Offer> {
    let bill = own_bill(context, person, bill).await?;
    let terms = context.settings_on(context.clock.today()).await?.advances;
    let found = async {
        let rows = rows_of_request(&bill, rows)?;
        is_not_paid_out(context, bill.id).await?;
        has_account(context, person).await?;
        let net = net_of_rows(context, &bill, &rows).await?;
        let others = context.store.standing_advances(person).await?;
        limit_beside(&terms, net, bill.id, &others)
    };
    let (limit, refused) = match found.await {
        Ok(limit) if limit.limit.is_positive() => (Some(limit), None),
        Ok(limit) => (Some(limit), Some(ErrorKey::AdvanceTooBig)),
        Err(Error::Conflict(key)) => (None, Some(key)),
        Err(error) => return Err(error),
    };
    Ok(Offer { limit, refused, terms })
}

/// The rows that are asked for, if the bill allows an advance on them.
pub(super) fn rows_of_request(bill: &StoredBill, asked: &[RowId]) -> Result<BTreeSet<RowId>> {
    require(!bill.bill.is_credit_note, ErrorKey::AdvanceCannotBeAsked)?;
    may_be_asked(bill.bill.state).map_err(Error::Conflict)?;
    let of_bill: Vec<RowId> = bill.bill.rows.iter().filter_map(|row| row.id).collect();
    choose_rows(asked, &of_bill, &handled_rows(&bill.advances)).map_err(Error::Conflict)
}

/// The rows that advances which stand were asked for.
pub fn handled_rows(advances: &[Advance]) -> BTreeSet<RowId> {
    let standing = advances.iter().filter(|advance| advance.state.stands());
    standing.flat_map(|advance| advance.rows.iter().copied()).collect()
}

/// A bill whose salary stands has nothing to advance, also where the bank took back what had paid it.
pub(super) async fn is_not_paid_out(context: &Context, bill: BillId) -> Result<()> {
    require(!context.store.salary_has_bill(bill).await?, ErrorKey::InvoicePaid)
}

/// An advance needs an account that it can be paid to. Answers whose it is.
pub(super) async fn has_account(context: &Context, person: PersonId) -> Result<PayFacts> {
    let facts = context.store.pay_facts(&[person], context.clock.today()).await?.remove(&person);
    let facts = facts.ok_or(Error::NotFound)?;
    let is_payable = facts.profile.iban.is_some_and(|iban| iban.is_in_sepa());
    require(is_payable, ErrorKey::AdvanceNeedsAccount)?;
    Ok(facts)
}

/// What the rows leave of the gross salary by the calculation of the next payday.
pub(super) async fn net_of_rows(
    context: &Context,
    bill: &StoredBill,
    rows: &BTreeSet<RowId>,
) -> Result<Money> {
    let credits = context.store.credit_notes_of(bill.id, bill.id).await?;
    let terms = PaydayTerms::next(context, bill.person).await?;
    terms.net_of_rows(&bill.bill, credits, rows).ok_or(Error::Conflict(ErrorKey::CannotCreateAdvance))
}

/// An advance with what else was granted to its worker and is not recovered: what decides who grants it.
pub(super) fn granted_with(amount: Money, others: &[Advance]) -> Result<Money> {
    let granted = others.iter().filter(|one| one.state != AdvanceState::Requested);
    Ok(Money::sum(granted.map(Advance::outstanding))?.plus(amount)?)
}

/// The limit beside the other advances of the worker that stand.
pub(super) fn limit_beside(
    terms: &AdvanceTerms,
    net: Money,
    bill: BillId,
    others: &[Advance],
) -> Result<AdvanceLimit> {
    let out = |of: &dyn Fn(&Advance) -> bool| {
        Money::sum(others.iter().filter(|one| of(one)).map(Advance::outstanding))
    };
    Ok(AdvanceLimit::of(terms, net, out(&|one| one.bill == bill)?, out(&|_| true)?)?)
}
