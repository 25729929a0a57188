//! What follows for a purchase when it is to be paid, was paid, or came back.

use liksa_domain::bill::BillState;
use liksa_domain::payout::{NewPayout, OtherAccount, PayoutReceiver};
use liksa_domain::purchase::{PurchaseInvoice, PurchaseNews, PurchaseStep, after, pays_at};
use liksa_finland::PaymentReference;

use super::*;
use crate::context::random;
use crate::prelude::*;

/// Makes payouts of the purchases that a bill has paid out in the state that it came to. The bill is locked.
pub(crate) async fn pay_purchases(
    tx: &mut Tx,
    by: BookedBy,
    bill: BillId,
    state: BillState,
) -> anyhow::Result<()> {
    // One that the bank refused or that came back is made anew by hand.
    let made = tx.payouts_within(bill).await?;
    for found in tx.purchases_within(bill).await? {
        let id = found.purchase.id;
        let was_made = made.iter().any(|payout| payout.thing == PaidThing::Purchase(id));
        if !pays_at(found.purchase.state, state) || was_made {
            continue;
        }
        let invoice = found.purchase.invoice;
        let payout = NewPayout {
            id: random::id(by.at)?,
            thing: PaidThing::Purchase(id),
            bill,
            person: found.person,
            amount: invoice.total()?,
            receiver: invoice.name,
            iban: invoice.account,
            reference: invoice.reference,
            message: invoice.message,
            due: invoice.due_date,
            replaces: None,
            made_at: by.at,
        };
        tx.add_payout(&payout).await?;
        let detail =
            json!({"kind": payout.thing.kind(), "amount": payout.amount.plain(), "bill": bill.to_string()});
        by.record(tx, Action::PayoutReady, subject(payout.id), &detail);
    }
    Ok(())
}

/// The bank took back what had paid a bill: purchases that waited for it are not
/// paid, unless they are on their way or a salary bears them.
pub(crate) async fn unpay_purchases(tx: &mut Tx, by: BookedBy, bill: BillId) -> anyhow::Result<()> {
    if tx.is_in_standing_salary(bill).await? {
        return Ok(());
    }
    let purchases = tx.purchases_within(bill).await?;
    let waited = |thing: PaidThing| {
        let mut of_it = purchases.iter().filter(|found| thing == PaidThing::Purchase(found.purchase.id));
        of_it.any(|found| !pays_at(found.purchase.state, BillState::Closed))
    };
    for payout in tx.payouts_within(bill).await? {
        if waited(payout.thing) {
            withdraw(tx, by, payout.id).await?;
        }
    }
    Ok(())
}

/// The bank has paid a purchase.
pub(super) async fn was_paid(
    tx: &mut Tx,
    by: BookedBy,
    (payout, id): (&Payout, PurchaseId),
    day: Date,
) -> anyhow::Result<()> {
    let found = move_purchase(tx, id, PurchaseStep::Pay, Some(day)).await?;
    let invoice = &found.purchase.invoice;
    let of = (payout.bill_id, payout.person_id);
    let amounts = (invoice.amount, invoice.vat_amount);
    tx.post(&entries::purchase_paid(payout.id, of, day, amounts)?, by.at).await?;
    tell(tx, by, id, PurchaseNews::Paid).await?;
    if found.bill_state == BillState::Credited && !tx.is_in_standing_salary(payout.bill_id).await? {
        recover(tx, by, (payout.id, &found), day).await?;
    }
    Ok(())
}

/// A bill was credited as a whole. Where no salary bears its purchases, those that are not on their way are not paid,
/// which the worker is told, and those that were paid are owed by the worker. The bill is locked.
pub(crate) async fn credit_purchases(
    tx: &mut Tx,
    by: BookedBy,
    bill: BillId,
    day: Date,
) -> anyhow::Result<()> {
    for payout in tx.payouts_within(bill).await? {
        match (payout.thing, payout.state) {
            (PaidThing::Purchase(_), PayoutState::Ready) => withdraw(tx, by, payout.id).await?,
            (PaidThing::Purchase(id), PayoutState::Paid) => {
                let found = tx.purchase_within(id).await?;
                let found = found.ok_or_else(|| anyhow::anyhow!("purchase {id} is gone"))?;
                recover(tx, by, (payout.id, &found), day).await?;
            }
            _ => {}
        }
    }
    // Also those that waited for the customer and had no payment yet: the seller waits for the money all the same.
    for found in tx.purchases_within(bill).await? {
        if found.never_paid {
            tell(tx, by, found.purchase.id, PurchaseNews::NotPaid).await?;
        }
    }
    Ok(())
}

/// Lets the worker owe a purchase that a payout paid, with its commission. Once for each: where the debt stood when the
/// money came back, the worker owes no more when it is paid anew.
async fn recover(
    tx: &mut Tx,
    by: BookedBy,
    (payout, found): (PayoutId, &StoredPurchase),
    day: Date,
) -> anyhow::Result<()> {
    if found.recovered.is_positive() {
        return Ok(());
    }
    let (id, of) = (found.purchase.id, (found.bill, found.person));
    let amounts = (found.purchase.invoice.amount, found.purchase.charged());
    let owed = amounts.0.plus(amounts.1)?;
    tx.note_purchase_recovered(id, owed).await?;
    tx.add_purchase_recovery(found.bill, found.person, owed, by.at).await?;
    tx.post(&entries::purchase_recovered(payout, of, day, amounts)?, by.at).await?;
    let detail = json!({"purchase": id.to_string(), "amount": owed.plain()});
    by.record(tx, Action::PurchaseRecovered, format!("bill:{}", found.bill), &detail);
    tell(tx, by, id, PurchaseNews::Owed).await
}

/// The money of a purchase that the worker owes came back: the worker owes it no more, and nothing is paid anew out of
/// the credited bill. Where salaries have taken of the debt it stands, and payroll pays the seller anew. False then.
async fn undo_debt(
    tx: &mut Tx,
    by: BookedBy,
    (payout, found): (PayoutId, &StoredPurchase),
    day: Date,
) -> anyhow::Result<bool> {
    let owed = found.recovered;
    if !owed.is_positive() || !tx.lower_purchase_recovery(found.bill, owed).await? {
        return Ok(false);
    }
    let (id, of) = (found.purchase.id, (found.bill, found.person));
    let net = found.purchase.invoice.amount;
    tx.forget_purchase_recovered(id).await?;
    let entry = entries::purchase_debt_undone(payout, of, day, (net, owed.minus(net)?))?;
    tx.post(&entry, by.at).await?;
    let detail = json!({"purchase": id.to_string(), "amount": owed.plain()});
    by.record(tx, Action::PurchaseDebtUndone, format!("bill:{}", found.bill), &detail);
    Ok(true)
}

/// Leaves a mail to the worker about a purchase.
async fn tell(tx: &mut Tx, by: BookedBy, purchase: PurchaseId, news: PurchaseNews) -> anyhow::Result<()> {
    if by.notify_worker {
        let job = Job::MailPurchaseNews { mail: random::id(by.at)?, purchase, news };
        let (id, at) = (random::id(by.at)?, by.at);
        tx.enqueue(&NewJob { id, job, run_at: at, unique_key: None, created_at: at }).await?;
    }
    Ok(())
}

/// The money of a purchase came back.
pub(super) async fn came_back(
    tx: &mut Tx,
    by: BookedBy,
    (payout, id): (&Payout, PurchaseId),
    day: Date,
) -> anyhow::Result<()> {
    let found = move_purchase(tx, id, PurchaseStep::Return, None).await?;
    let (invoice, of) = (&found.purchase.invoice, (payout.bill_id, payout.person_id));
    let amounts = (invoice.amount, invoice.vat_amount);
    tx.post(&entries::purchase_returned(payout.id, of, day, amounts)?, by.at).await?;
    let is_undone = undo_debt(tx, by, (payout.id, &found), day).await?;
    tell(tx, by, id, if is_undone { PurchaseNews::DebtUndone } else { PurchaseNews::Returned }).await
}

/// Two people say that the bank did not pay a purchase.
pub(super) async fn was_refused(
    tx: &mut Tx,
    by: BookedBy,
    (payout, id): (&Payout, PurchaseId),
) -> anyhow::Result<()> {
    // A credited bill has nothing made anew, unless an earlier payment left after all and pays it.
    let found = tx.purchase_within(id).await?;
    let is_lost = found.is_some_and(|found| found.never_paid);
    let is_over = is_lost && paid::left_unbooked(tx, payout).await?.is_none();
    tell(tx, by, id, if is_over { PurchaseNews::NotPaid } else { PurchaseNews::Refused }).await
}

/// The payment file of a purchase is approved, by another person than corrected its account.
pub(super) async fn may_leave(tx: &mut Tx, by: PersonId, id: PurchaseId) -> Result<()> {
    let found = tx.purchase_within(id).await?.ok_or(Error::NotFound)?;
    require(is_due(tx, &found).await?, ErrorKey::PurchaseNotDue)?;
    require(found.account_by != Some(by), ErrorKey::ApprovedBySamePerson)
}

/// Whether a purchase is to be paid as its bill is now, which is locked: the bill has it paid out, or the worker has paid
/// for it already, by a salary or a debt.
async fn is_due(tx: &mut Tx, found: &StoredPurchase) -> Result<bool> {
    let is_paid_for = pays_at(found.purchase.state, found.bill_state) || found.recovered.is_positive();
    Ok(is_paid_for || tx.is_in_standing_salary(found.bill).await?)
}

/// Moves a purchase of a bill that is locked.
async fn move_purchase(
    tx: &mut Tx,
    id: PurchaseId,
    step: PurchaseStep,
    paid_on: Option<Date>,
) -> anyhow::Result<StoredPurchase> {
    let found = tx.purchase_within(id).await?;
    let found = found.ok_or_else(|| anyhow::anyhow!("purchase {id} is gone"))?;
    let state = after(step, (found.purchase.state, found.purchase.pay_now), found.bill_state)
        .map_err(|key| anyhow::anyhow!("purchase {id} cannot make {step:?}: {key:?}"))?;
    tx.note_purchase_paid(id, state, paid_on).await?;
    Ok(found)
}

/// Where a purchase is to be paid now. Payroll may correct the account and the reference that its worker gave.
pub(super) async fn receiver(
    tx: &mut Tx,
    by: BookedBy,
    (payout, id): (&Payout, PurchaseId),
    other: &OtherAccount,
) -> Result<PayoutReceiver> {
    let found = tx.purchase_within(id).await?.ok_or(Error::NotFound)?;
    require(is_due(tx, &found).await?, ErrorKey::PurchaseNotDue)?;
    let invoice = found.purchase.invoice;
    let before = PayoutReceiver {
        name: invoice.name.clone(),
        iban: invoice.account,
        reference: invoice.reference.clone(),
        message: invoice.message.clone(),
    };
    let after = other.read(&before)?.unwrap_or_else(|| before.clone());
    // It may have been bought with another bill since it was compared, and with another account it is another invoice.
    let (account, reference, message) = (after.iban, after.reference.clone(), after.message.clone());
    let invoice = PurchaseInvoice { account, reference, message, ..invoice };
    if same_purchase(tx, Some(id), &invoice).await?.is_some() {
        return Err(Error::field("referenceNumber", ErrorKey::DuplicatePurchase));
    }
    if after == before {
        return Ok(before);
    }
    let reference = after.reference.as_ref().map_or("", PaymentReference::as_str);
    tx.readdress_purchase(id, after.iban.as_str(), reference, &after.message, by.person).await?;
    // Account numbers are not for the log: it names what was corrected.
    let fields: Vec<&str> = [
        ("accountNumber", before.iban != after.iban),
        ("referenceNumber", before.reference != after.reference),
        ("message", before.message != after.message),
    ]
    .into_iter()
    .filter_map(|(field, is_other)| is_other.then_some(field))
    .collect();
    let detail = json!({"purchase": id.to_string(), "fields": fields});
    by.record(tx, Action::PurchaseAccountCorrected, format!("bill:{}", payout.bill_id), &detail);
    tell(tx, by, id, PurchaseNews::Corrected).await?;
    Ok(after)
}

/// The first purchase of the same invoice but this one. The seller's account is locked until the transaction ends.
pub(crate) async fn same_purchase(
    tx: &mut Tx,
    but: Option<PurchaseId>,
    invoice: &PurchaseInvoice,
) -> Result<Option<StoredPurchase>> {
    let account = invoice.account.as_str();
    tx.lock_seller_account(account).await?;
    let others = tx.purchases_to_account(account).await?;
    let is_same =
        |other: &StoredPurchase| Some(other.purchase.id) != but && other.purchase.invoice.is_same_as(invoice);
    Ok(others.into_iter().find(is_same))
}
