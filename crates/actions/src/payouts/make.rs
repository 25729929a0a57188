//! Puts payouts that are ready into one payment file. It waits for a second person.

use liksa_domain::payout::PayoutFileBody;

use super::*;
use crate::prelude::*;

/// All of them or none.
pub async fn make_file(context: &Context, by: PersonId, body: &PayoutFileBody) -> Result<PayoutFile> {
    let order = body.read(context.clock.today())?;
    let (id, now): (PayoutFileId, _) = (context.new_id()?, context.clock.now());
    let mut tx = context.store.begin().await?;
    tx.lock_bills_of_payouts(&order.ids).await?;
    tx.readdress_advances(&order.ids).await?;
    let mut amounts = Vec::with_capacity(order.ids.len());
    for payout in &order.ids {
        let payout = lock(&mut tx, *payout, by, &[PayoutState::Ready]).await?;
        if let PaidThing::Advance(_) = payout.thing {
            let to_worker = advances::is_to_worker(&mut tx, &payout).await?;
            require(to_worker && payout.iban.is_in_sepa(), ErrorKey::AdvanceNeedsAccount)?;
        }
        amounts.push(payout.amount);
    }
    let amount = Money::sum(amounts)?;
    tx.insert_payout_file(&NewPayoutFile { id, pay_on: order.pay_on, amount, made_by: by, made_at: now })
        .await?;
    for payout in &order.ids {
        require(tx.put_into_payout_file(id, *payout).await?, ErrorKey::PayoutNotInState)?;
    }
    let detail = json!({
        "amount": amount.plain(), "payOn": format_date(order.pay_on), "count": order.ids.len(),
    });
    context.record(&mut tx, Some(by), Action::PayoutFileMade, subject_of_file(id), detail);
    tx.commit().await?;
    find_file(context, id).await
}
