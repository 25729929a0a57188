//! A purchase is sent for payment: it waits for the customer's money, or is paid at once for a commission. Nothing leaves
//! before the bill has gone to its customer.

use liksa_domain::purchase::{PurchaseInvoice, PurchaseState, PurchaseStep};

use super::*;
use crate::bills::{estimate_anew, subject};
use crate::prelude::*;

/// What being paid at once costs today for an invoice.
pub(super) async fn commission_of(context: &Context, invoice: &PurchaseInvoice) -> Result<Money> {
    let settings = context.settings_on(context.clock.today()).await?;
    Ok(invoice.amount.share(settings.prices.pay_now_commission)?)
}

/// Sends a purchase for payment, on the version that was seen or else on the present one. The commission is the one of
/// today and stays.
pub async fn send_for_payment(
    context: &Context,
    person: PersonId,
    (bill, id): (BillId, PurchaseId),
    (pay_now, seen): (bool, Option<i64>),
) -> Result<StoredPurchase, Refusal> {
    own_purchase(context, person, bill, id).await?;
    let step = if pay_now { PurchaseStep::PayNow } else { PurchaseStep::Wait };
    let mut tx = hold(context, person, bill).await?;
    let found = purchase_for(&mut tx, id, step).await?;
    let commission = commission_of(context, &found.purchase.invoice).await?;
    if let Some(seen) = seen {
        require(seen == found.version, ErrorKey::PurchaseNotInState)?;
        if pay_now && commission != found.purchase.commission {
            // The provider's prices have changed since the worker was shown what it costs: from now on that is shown.
            tx.send_purchase(id, PurchaseState::Open, false, commission).await?;
            let mut what = detail(id, &found.purchase.invoice.name, found.purchase.invoice.total()?);
            what["commission"] =
                json!({"before": found.purchase.commission.plain(), "after": commission.plain()});
            context.record(&mut tx, Some(person), Action::PurchaseEdited, subject(bill), what);
            tx.commit().await?;
            return Err(Error::Conflict(ErrorKey::PurchaseNotInState).into());
        }
    }
    let state = if pay_now { PurchaseState::PayNow } else { PurchaseState::WaitingForPayment };
    tx.send_purchase(id, state, pay_now, commission).await?;
    let mut what = detail(id, &found.purchase.invoice.name, found.purchase.invoice.total()?);
    what["payNow"] = json!(pay_now);
    if pay_now {
        what["commission"] = json!(commission.plain());
    }
    context.record(&mut tx, Some(person), Action::PurchaseSentForPayment, subject(bill), what);
    tx.commit().await?;
    estimate_anew(context, person, bill).await?;
    Ok(find(context, id).await?)
}

/// Takes it back, to change it or how it is paid: on the version that was seen, or else on the present one.
pub async fn open(
    context: &Context,
    person: PersonId,
    (bill, id): (BillId, PurchaseId),
    seen: Option<i64>,
) -> Result<StoredPurchase, Refusal> {
    own_purchase(context, person, bill, id).await?;
    let mut tx = hold(context, person, bill).await?;
    let found = purchase_for(&mut tx, id, PurchaseStep::Open).await?;
    must_be_as_seen(context, &found, seen).await?;
    let commission = commission_of(context, &found.purchase.invoice).await?;
    tx.send_purchase(id, PurchaseState::Open, false, commission).await?;
    let what = detail(id, &found.purchase.invoice.name, found.purchase.invoice.total()?);
    context.record(&mut tx, Some(person), Action::PurchaseOpened, subject(bill), what);
    tx.commit().await?;
    estimate_anew(context, person, bill).await?;
    Ok(find(context, id).await?)
}
