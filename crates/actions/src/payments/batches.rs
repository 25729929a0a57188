//! Books each transaction of the bank once: also where two files tell of the same money, a batch as one entry of a
//! statement and its payments in a notification.

use anyhow::Context as _;
use liksa_domain::ledger::entries::PaymentPlace;
use liksa_domain::payments::{
    BatchPart, BatchRemark, PartVerdict, PaymentState, Undivided, WholeVerdict, bill_number_of, judge_part,
    judge_whole,
};
use liksa_finland::PaymentReference;

use super::book::{
    Source, book_incoming, book_new, book_outgoing, book_sum_again, numbers_of, reference_text, row_of,
};
use super::*;
use crate::prelude::*;

type Ids = (PaymentId, Option<BankFileId>);

/// Books a transaction, once. Other bookings of the account wait until the transaction of the database ends.
pub async fn book(
    tx: &mut Tx,
    by: BookedBy,
    (id, bank_file): (PaymentId, Option<BankFileId>),
    transaction: &Transaction,
) -> anyhow::Result<Outcome> {
    let account = transaction.account.as_ref().context("a transaction of no account")?.as_str();
    tx.lock_bank_account(account).await?;
    if let Some(known) = tx.payment_of_bank(account, &transaction.id).await? {
        return book_again(tx, by, (bank_file, &known), transaction).await;
    }
    if is_known_reversal(tx, account, transaction).await? {
        return Ok(Outcome::Known);
    }
    match &transaction.batch {
        Some(batch) => book_part(tx, by, (id, bank_file), (transaction, batch)).await,
        None => book_whole(tx, by, (id, bank_file), transaction).await,
    }
}

/// Whether it takes money back and was booked by an earlier version, under the bare id of the bank. What it takes back
/// may have that id too, with the opposite amount.
async fn is_known_reversal(tx: &mut Tx, account: &str, transaction: &Transaction) -> anyhow::Result<bool> {
    let bare = transaction.id.strip_suffix(liksa_documents::camt::REVERSAL);
    let Some(bare) = bare.filter(|_| transaction.reversal) else { return Ok(false) };
    match tx.payment_of_bank(account, bare).await? {
        Some(known) => Ok(known.amount.plus(known.divided)? == transaction.amount),
        None => Ok(false),
    }
}

/// A transaction whose id is known: the same payment, perhaps with more details, or another one.
async fn book_again(
    tx: &mut Tx,
    by: BookedBy,
    (bank_file, known): (Option<BankFileId>, &StoredPayment),
    transaction: &Transaction,
) -> anyhow::Result<Outcome> {
    let booked = known.amount.plus(known.divided)?;
    if booked != transaction.amount || names_other_bills(known, transaction) {
        let (amount, payment) = (transaction.amount, Some(known.id));
        let (kind, bank_id) = (BatchRemark::OtherPayment, transaction.id.clone());
        return remark(tx, bank_file, BankFileRemark { kind, bank_id, amount, booked, payment }).await;
    }
    let adds_details = match known.state {
        PaymentState::Unmatched => known.reference.is_empty() && !transaction.references.is_empty(),
        PaymentState::Outgoing => known.end_to_end_id.is_empty() && transaction.end_to_end_id.is_some(),
        _ => false,
    };
    if !adds_details && is_listed_sum(known, transaction) {
        return book_sum_again(tx, by, known.id, transaction).await;
    }
    if !adds_details || transaction.reversal || !is_untouched(known) || !known.divided.is_zero() {
        return Ok(Outcome::Known);
    }
    tx.lock_receivables(&numbers_of(transaction)).await?;
    lock(tx, known).await?;
    let reference = reference_text(transaction);
    let details = row_of(by, (known.id, bank_file), transaction, &reference)?;
    tx.describe_payment(known.id, &details).await?;
    let state = match known.state {
        PaymentState::Outgoing => book_outgoing(tx, by, known.id, transaction).await?,
        _ => book_incoming(tx, by, known.id, (transaction, Source::Unmatched)).await?,
    };
    Ok(Outcome::Booked(state))
}

/// Whether it is a sum of one of our payment files of which nothing is booked.
fn is_listed_sum(known: &StoredPayment, transaction: &Transaction) -> bool {
    let is_whole = known.end_to_end_id.is_empty() && known.divided.is_zero();
    known.state == PaymentState::Outgoing && is_whole && transaction.ordered_as.is_some()
}

/// Whether both name bills, and not the same. Statements may leave references out, or write them otherwise.
fn names_other_bills(known: &StoredPayment, transaction: &Transaction) -> bool {
    let read = |text: &str| text.parse::<PaymentReference>().ok();
    let mut before: Vec<i64> = known
        .reference
        .split(' ')
        .filter_map(read)
        .filter_map(|reference| bill_number_of(&reference))
        .collect();
    let mut now = numbers_of(transaction);
    before.sort_unstable();
    now.sort_unstable();
    !before.is_empty() && !now.is_empty() && before != now
}

/// Whether nobody has decided about it, and it is not matched.
fn is_untouched(payment: &StoredPayment) -> bool {
    match payment.state {
        PaymentState::Unmatched => payment.rest == payment.amount,
        PaymentState::Outgoing | PaymentState::Divided => true,
        // Payments of one of our files as one sum; each of them would have its own id.
        PaymentState::Confirmed => payment.end_to_end_id.is_empty(),
        _ => false,
    }
}

/// Locks a payment as it was read a moment ago.
async fn lock(tx: &mut Tx, payment: &StoredPayment) -> anyhow::Result<()> {
    let locked = tx.lock_payment(payment.id, payment.version).await?;
    locked.map(drop).context("the payment is being changed at this moment")
}

async fn remark(tx: &mut Tx, file: Option<BankFileId>, remark: BankFileRemark) -> anyhow::Result<Outcome> {
    let Some(file) = file else { return Ok(Outcome::Known) };
    let added = tx.add_bank_file_remark(file, &remark).await?;
    Ok(if added { Outcome::Noted } else { Outcome::Known })
}

/// An entry that is new. Payments that name it as their batch are a part of it, and booked already.
async fn book_whole(
    tx: &mut Tx,
    by: BookedBy,
    ids: Ids,
    transaction: &Transaction,
) -> anyhow::Result<Outcome> {
    let account = transaction.account.as_ref().context("a transaction of no account")?.as_str();
    let parts = tx.known_parts(account, &transaction.id, ids.1).await?.sum;
    let sum = transaction.amount;
    let about = |kind, booked| BankFileRemark {
        kind,
        bank_id: transaction.id.clone(),
        amount: sum,
        booked,
        payment: Some(ids.0),
    };
    match judge_whole(sum, parts)? {
        WholeVerdict::New => book_new(tx, by, ids, (transaction, Money::ZERO, Source::Bank)).await,
        WholeVerdict::Recognized => recognize(tx, by, ids, transaction).await,
        WholeVerdict::Rest(rest) => {
            let undivided = Transaction { amount: rest, ..transaction.clone() };
            let divided = sum.minus(rest)?;
            let booked = book_new(tx, by, ids, (&undivided, divided, Source::Bank)).await?;
            remark(tx, ids.1, about(BatchRemark::RestBooked, divided)).await?;
            Ok(booked)
        }
        WholeVerdict::Refused(kind) => {
            recognize(tx, by, ids, transaction).await?;
            remark(tx, ids.1, about(kind, parts.unwrap_or_default())).await
        }
    }
}

/// Stores a batch of which nothing is left to book, so that it is known.
async fn recognize(
    tx: &mut Tx,
    by: BookedBy,
    ids: Ids,
    transaction: &Transaction,
) -> anyhow::Result<Outcome> {
    let reference = reference_text(transaction);
    let row = row_of(by, ids, transaction, &reference)?;
    let batch = NewPayment { amount: Money::ZERO, divided: transaction.amount, ..row };
    anyhow::ensure!(tx.insert_payment(&batch).await?, "the payment was added at this moment");
    tx.settle_payment(ids.0, PaymentState::Divided, Money::ZERO).await?;
    let detail = json!({"amount": transaction.amount.plain()});
    by.record_payment(tx, Action::BatchRecognized, ids.0, &detail);
    Ok(Outcome::Noted)
}

/// A payment of a batch that is new. It is taken from what was booked of the batch, if that came first.
async fn book_part(
    tx: &mut Tx,
    by: BookedBy,
    ids: Ids,
    (transaction, batch): (&Transaction, &Batch),
) -> anyhow::Result<Outcome> {
    let account = transaction.account.as_ref().context("a transaction of no account")?.as_str();
    let known = tx.known_parts(account, &batch.id, ids.1).await?;
    let whole = tx.payment_of_bank(account, &batch.id).await?;
    let undivided = whole.as_ref().map(|whole| Undivided {
        left: whole.amount,
        divided: whole.divided,
        untouched: is_untouched(whole),
    });
    let part = BatchPart { amount: transaction.amount, entry_sum: batch.sum, by_place: batch.by_place };
    match (judge_part(part, undivided.as_ref(), &known)?, &whole) {
        (PartVerdict::Divide, Some(whole)) => divide(tx, by, ids, (transaction, whole)).await,
        (PartVerdict::New | PartVerdict::Divide, _) => {
            book_new(tx, by, ids, (transaction, Money::ZERO, Source::Bank)).await
        }
        (PartVerdict::Known, _) => Ok(Outcome::Known),
        (PartVerdict::Refused(kind), _) => {
            let booked = match undivided {
                Some(whole) => whole.left.plus(whole.divided)?,
                None => known.sum.unwrap_or_default(),
            };
            let amount = batch.sum.unwrap_or(transaction.amount);
            let (bank_id, payment) = (batch.id.clone(), whole.as_ref().map(|whole| whole.id));
            remark(tx, ids.1, BankFileRemark { kind, bank_id, amount, booked, payment }).await
        }
    }
}

/// Takes a payment out of the batch that it was booked in. The bank account keeps what it has.
async fn divide(
    tx: &mut Tx,
    by: BookedBy,
    ids: Ids,
    (transaction, whole): (&Transaction, &StoredPayment),
) -> anyhow::Result<Outcome> {
    tx.lock_receivables(&numbers_of(transaction)).await?;
    lock(tx, whole).await?;
    let amount = transaction.amount;
    let all = whole.amount.plus(whole.divided)?;
    // Of what goes out only our own payment files are booked, when the bank confirms them.
    let (is_out, was_out) = (goes_out(amount, &transaction.id), goes_out(all, &whole.bank_id));
    let source = if was_out { Source::Bank } else { Source::Unmatched };
    let mut booked = book_new(tx, by, ids, (transaction, Money::ZERO, source)).await?;
    if whole.state == PaymentState::Confirmed && booked == Outcome::Booked(PaymentState::Outgoing) {
        // The sum that it is of was confirmed.
        tx.settle_payment(ids.0, PaymentState::Confirmed, Money::ZERO).await?;
        booked = Outcome::Booked(PaymentState::Confirmed);
    }
    if is_out && !was_out {
        // The batch came in with this already taken off.
        let places = [(PaymentPlace::Unmatched, amount.negated()?)];
        let entry =
            entries::payment_received(format!("payment:{}", ids.0), transaction.booking_date, &places)?;
        tx.post(&entry, by.at).await?;
    }
    let left = whole.amount.minus(amount)?;
    let state = match (left.is_zero(), was_out) {
        (true, _) => PaymentState::Divided,
        (false, true) => whole.state,
        (false, false) => PaymentState::Unmatched,
    };
    let rest = if state == PaymentState::Unmatched { left } else { Money::ZERO };
    let divided = whole.divided.plus(amount)?;
    tx.divide_batch(whole.id, &BatchLeft { amount: left, divided, state, rest }).await?;
    let detail = json!({"payment": ids.0.to_string(), "amount": amount.plain(), "left": left.plain()});
    by.record_payment(tx, Action::PaymentDivided, whole.id, &detail);
    Ok(booked)
}

/// Whether it is money that left the account, other than by being taken back.
fn goes_out(amount: Money, bank_id: &str) -> bool {
    amount.is_negative() && !bank_id.ends_with(liksa_documents::camt::REVERSAL)
}

/// A clerk has undone a decision about a batch: files whose payments could not divide it are booked again.
pub(super) async fn divide_later(context: &Context, tx: &mut Tx, batch: PaymentId) -> Result<()> {
    for bank_file in tx.files_that_divide(batch).await? {
        tx.enqueue(&context.job(Job::BookBankFile { bank_file })?).await?;
    }
    Ok(())
}
