//! Makes a payout anew that the bank refused or whose money came back, with the account as it is now.

use liksa_domain::payout::{NewPayout, OtherAccount};

use super::*;
use crate::payment_files::may_be_in_listed_sum;
use crate::prelude::*;

const FAILED: &[PayoutState] = &[PayoutState::Refused, PayoutState::Returned];

/// Makes a payout that is ready, in place of one that failed. Each is replaced once.
pub async fn make_again(
    context: &Context,
    by: PersonId,
    id: PayoutId,
    other: &OtherAccount,
) -> Result<Payout> {
    let (new, now): (PayoutId, _) = (context.new_id()?, context.clock.now());
    let booked_by = BookedBy::person(context, by);
    let seen = find(context, id).await?;
    let worker = context.store.pay_facts(&[seen.person_id], context.clock.today()).await?;
    let mut tx = context.store.begin().await?;
    let payout = lock(&mut tx, id, by, FAILED).await?;
    let is_replaced = tx.payout_was_replaced(id).await? || tx.payout_in_its_place(id).await?.is_some();
    // Its money may have left once more: then somebody has to find out first what the receiver got.
    let has_left = paid::left_unbooked(&mut tx, &payout).await?.is_some()
        || may_be_in_listed_sum(&mut tx, &payout).await?;
    require(!is_replaced && !has_left, ErrorKey::PayoutNotInState)?;
    let (to, amount) = match payout.thing {
        PaidThing::Purchase(purchase) => {
            (purchases::receiver(&mut tx, booked_by, (&payout, purchase), other).await?, payout.amount)
        }
        PaidThing::Advance(advance) => {
            let worker = worker.get(&payout.person_id).ok_or(Error::NotFound)?;
            advances::again(&mut tx, advance, (worker, payout.bill_number)).await?
        }
    };
    // The account may be another one than that of the payout which failed.
    let to_own_account = tx.is_account_of(to.iban.as_str(), by).await?;
    require(!to_own_account, ErrorKey::OwnMatter)?;
    let new_payout = NewPayout {
        id: new,
        thing: payout.thing,
        bill: payout.bill_id,
        person: payout.person_id,
        receiver: to.name,
        iban: to.iban,
        reference: to.reference,
        message: to.message,
        amount,
        due: payout.due,
        replaces: Some(id),
        made_at: now,
    };
    tx.add_payout(&new_payout).await?;
    let detail = json!({"replaces": id.to_string(), "amount": amount.plain()});
    context.record(&mut tx, Some(by), Action::PayoutMadeAgain, subject(new), detail);
    context.commit_with_jobs(tx).await?;
    find(context, new).await
}
