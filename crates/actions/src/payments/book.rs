//! Books one transaction of the bank account: matches money that came in, confirms payments that went out, undoes what
//! the bank takes back.

use std::str::FromStr;

use anyhow::Context as _;
use liksa_domain::ledger::entries::PaymentPlace;
use liksa_domain::payments::{About, Claim, Part, PaymentState, bill_number_of, match_payment};
use liksa_finland::Iban;

use super::left_again::number_in;
use super::*;
use crate::prelude::*;

/// Starts the end-to-end id of a salary in a payment file; the number of the pay slip follows.
pub const SALARY_ID_PREFIX: &str = "PALKKA-";

/// Banks send shorter names and messages; longer ones are cut.
const LONGEST_NAME: usize = 140;
const LONGEST_MESSAGE: usize = 2000;

/// What became of a transaction of the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was booked, and is in this state.
    Booked(PaymentState),
    /// It was not booked, but something was stored about it.
    Noted,
    /// It was booked before, and nothing was stored.
    Known,
}

/// Where the ledger has the money of a transaction before it is booked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// It is new on the bank account.
    Bank,
    /// It was booked before, as a part of a batch or without its reference, and waits among the unmatched payments.
    Unmatched,
}

/// The row of a transaction.
pub(super) fn row_of<'a>(
    by: BookedBy,
    (id, bank_file): (PaymentId, Option<BankFileId>),
    transaction: &'a Transaction,
    reference: &'a str,
) -> anyhow::Result<NewPayment<'a>> {
    let is_outgoing = transaction.amount.is_negative() && !transaction.reversal;
    let other_party = if is_outgoing { &transaction.creditor_name } else { &transaction.debtor_name };
    Ok(NewPayment {
        id,
        bank_file,
        account: transaction.account.as_ref().context("a transaction of no account")?.as_str(),
        bank_id: &transaction.id,
        batch_id: transaction.batch.as_ref().map(|batch| batch.id.as_str()),
        amount: transaction.amount,
        divided: Money::ZERO,
        booking_date: transaction.booking_date,
        value_date: value_date(transaction),
        payer_name: cut(other_party.as_deref().unwrap_or_default(), LONGEST_NAME),
        payer_iban: transaction.debtor_account.as_ref().map(Iban::as_str),
        reference,
        message: cut(&transaction.message, LONGEST_MESSAGE),
        end_to_end_id: transaction.end_to_end_id.as_deref().unwrap_or_default(),
        ordered_as: cut(transaction.ordered_as.as_deref().unwrap_or_default(), LONGEST_NAME),
        created_at: by.at,
    })
}

/// Adds a payment and books it. `divided` of a batch came before in payments of their own.
pub(super) async fn book_new(
    tx: &mut Tx,
    by: BookedBy,
    ids: (PaymentId, Option<BankFileId>),
    (transaction, divided, source): (&Transaction, Money, Source),
) -> anyhow::Result<Outcome> {
    let reference = reference_text(transaction);
    let new = NewPayment { divided, ..row_of(by, ids, transaction, &reference)? };
    anyhow::ensure!(tx.insert_payment(&new).await?, "the payment was added at this moment");
    let id = ids.0;
    let state = match (transaction.amount.is_negative(), transaction.reversal) {
        (false, _) => book_return_or_payment(tx, by, id, (transaction, source)).await?,
        (true, true) => reverse(tx, by, id, (transaction, source)).await?,
        (true, false) => book_outgoing(tx, by, id, transaction).await?,
    };
    Ok(Outcome::Booked(state))
}

/// What money that came in is, where it may be what we had sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sent {
    /// It was, and is booked as having come back.
    Back,
    /// By what the bank has told so far it had not left. A file with an earlier movement may come later.
    NotYet,
    No,
}

async fn book_return_or_payment(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    (transaction, source): (&Transaction, Source),
) -> anyhow::Result<PaymentState> {
    let sent = match remittances::came_back(tx, by, id, (transaction, source)).await? {
        Sent::No => payouts::came_back(tx, by, id, (transaction, source)).await?,
        sent => sent,
    };
    match sent {
        Sent::Back => Ok(PaymentState::Reversal),
        Sent::No if second_came_back(tx, by, id, (transaction, source)).await? => Ok(PaymentState::Reversal),
        Sent::No if !transaction.reversal => book_incoming(tx, by, id, (transaction, source)).await,
        // Money that we had sent came back. A clerk has to find out what it was for, unless the bank tells it later: its
        // reference is the receiver's, and says nothing of our bills.
        _ => leave_unmatched(tx, by, id, (transaction, source)).await,
    }
}

fn cut(text: &str, longest: usize) -> &str {
    text.char_indices().nth(longest).map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}

pub(super) fn value_date(transaction: &Transaction) -> Date {
    transaction.value_date.unwrap_or(transaction.booking_date)
}

pub(super) fn reference_text(transaction: &Transaction) -> String {
    transaction.references.iter().map(|paid| paid.reference.as_str()).collect::<Vec<_>>().join(" ")
}

/// The numbers of the bills that the payer names.
pub(super) fn numbers_of(transaction: &Transaction) -> Vec<i64> {
    transaction.references.iter().filter_map(|paid| bill_number_of(&paid.reference)).collect()
}

pub(super) async fn book_incoming(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    (transaction, source): (&Transaction, Source),
) -> anyhow::Result<PaymentState> {
    let receivables = tx.lock_receivables(&numbers_of(transaction)).await?;
    let mut claims = vec![];
    for paid in &transaction.references {
        let number = bill_number_of(&paid.reference);
        let found = receivables.iter().find(|bill| Some(bill.number) == number);
        claims.push(Claim { about: about(tx, found).await?, stated: paid.amount });
    }
    let matching = match_payment(transaction.amount, &claims)?;
    tx.add_parts(id, &matching.parts).await?;
    let all: Vec<Part> =
        matching.parts.iter().copied().chain(matching.from_credits.iter().map(|(_, part)| *part)).collect();
    bills::pay(tx, by, &receivables, &all, (id, value_date(transaction))).await?;
    for (credit_note, part) in &matching.from_credits {
        let of_note = receivables.iter().find(|bill| bill.owed.bill == *credit_note);
        if let Some(credited) = of_note.and_then(|note| note.credit_of) {
            use_credit(tx, by, credited, *part, transaction.booking_date).await?;
        }
    }
    let mut places: Vec<(PaymentPlace, Money)> = matching.parts.iter().map(place_of).collect();
    places.push((place_of_rest(matching.state), matching.rest));
    post_from(tx, by, id, source, (transaction, &places)).await?;
    tx.settle_payment(id, matching.state, matching.rest).await?;
    let detail = json!({
        "state": matching.state.name(), "amount": transaction.amount.plain(), "rest": matching.rest.plain(),
        "parts": parts_json(&matching.parts),
    });
    by.record_payment(tx, Action::PaymentReceived, id, &detail);
    Ok(matching.state)
}

/// The bill or credit note that a reference of the payer names.
async fn about(tx: &mut Tx, found: Option<&Receivable>) -> anyhow::Result<About> {
    let Some(bill) = found else { return Ok(About::Nothing) };
    let Some(credited) = bill.credit_of else { return Ok(About::Bill(bill.owed)) };
    let released = tx.lock_released(credited).await?;
    let left = Money::sum(released.iter().map(|(payment, amount)| payment.rest.min(*amount)))?;
    Ok(About::Credit { credit_note: bill.owed.bill, left })
}

/// Pays a part of another bill with what had paid a bill before it was credited.
async fn use_credit(tx: &mut Tx, by: BookedBy, credited: BillId, part: Part, on: Date) -> anyhow::Result<()> {
    let mut left = part.amount;
    for (payment, released) in tx.lock_released(credited).await? {
        let amount = left.min(released).min(payment.rest);
        if !amount.is_positive() {
            continue;
        }
        left = left.minus(amount)?;
        let part = Part { amount, ..part };
        tx.add_parts(payment.id, &[part]).await?;
        let rest = payment.rest.minus(amount)?;
        let state = if rest.is_zero() { PaymentState::Matched } else { PaymentState::Refundable };
        let (subject, to) = (entry_subject(&payment), [place_of(&part)]);
        tx.post(&entries::payment_matched(subject, on, PaymentPlace::Refundable, &to)?, by.at).await?;
        tx.settle_payment(payment.id, state, rest).await?;
        by.record_payment(tx, Action::PaymentMatched, payment.id, &json!({"parts": parts_json(&[part])}));
    }
    anyhow::ensure!(left.is_zero(), "less is left of a credit note than a moment ago");
    Ok(())
}

/// Leaves the transaction to a clerk.
pub(super) async fn leave_unmatched(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    (transaction, source): (&Transaction, Source),
) -> anyhow::Result<PaymentState> {
    let places = [(PaymentPlace::Unmatched, transaction.amount)];
    post_from(tx, by, id, source, (transaction, &places)).await?;
    let state = PaymentState::Unmatched;
    let detail = json!({"state": state.name(), "amount": transaction.amount.plain()});
    by.record_payment(tx, Action::PaymentReceived, id, &detail);
    Ok(state)
}

/// Books the places of a transaction, from the bank account or from where its money waits already.
pub(super) async fn post_from(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    source: Source,
    (transaction, places): (&Transaction, &[(PaymentPlace, Money)]),
) -> anyhow::Result<()> {
    let day = transaction.booking_date;
    let entry = match source {
        Source::Bank => entries::payment_received(format!("payment:{id}"), day, places)?,
        Source::Unmatched => {
            let is_elsewhere = |(place, amount): &&(PaymentPlace, Money)| {
                *place != PaymentPlace::Unmatched && !amount.is_zero()
            };
            let places: Vec<_> = places.iter().filter(is_elsewhere).copied().collect();
            if places.is_empty() {
                return Ok(());
            }
            let subject = format!("payment:{id}:known");
            entries::payment_matched(subject, day, PaymentPlace::Unmatched, &places)?
        }
    };
    tx.post(&entry, by.at).await?;
    Ok(())
}

/// Confirms what one of our payment files asked for. Other payments are only listed: what the provider buys is
/// booked elsewhere.
pub(super) async fn book_outgoing(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    transaction: &Transaction,
) -> anyhow::Result<PaymentState> {
    let is_ours = confirm_refund(tx, by, transaction).await?
        || orders::is_salary(tx, id, transaction).await?
        || remittances::was_paid(tx, by, id, transaction).await?
        || payouts::was_paid(tx, by, id, transaction).await?
        || orders::was_paid(tx, by, id, transaction).await?;
    settle_outgoing(tx, by, id, (transaction, is_ours)).await
}

/// Settles a movement out of the account. What it moved may have come back before it was told of.
async fn settle_outgoing(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    (transaction, is_ours): (&Transaction, bool),
) -> anyhow::Result<PaymentState> {
    let state = if is_ours { PaymentState::Confirmed } else { PaymentState::Outgoing };
    tx.settle_payment(id, state, Money::ZERO).await?;
    let is_back = remittances::came_back_before(tx, by, id, transaction).await?
        || payouts::came_back_before(tx, by, id, transaction).await?;
    if is_back { Ok(tx.state_of_payment(id).await?) } else { Ok(state) }
}

/// Tries once more whether a sum that was only listed is what one of our payment files asked for: it may have become
/// known which payments of the file the bank refused.
pub(super) async fn book_sum_again(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    transaction: &Transaction,
) -> anyhow::Result<Outcome> {
    if !orders::was_paid(tx, by, id, transaction).await? {
        return Ok(Outcome::Known);
    }
    Ok(Outcome::Booked(settle_outgoing(tx, by, id, (transaction, true)).await?))
}

/// What left the account by a movement and came back before that was told: money that waits among the unmatched, and that
/// nobody has matched. Locked.
pub(super) async fn early_return(
    tx: &mut Tx,
    (id, amount): (impl Id, Money),
) -> anyhow::Result<Option<StoredPayment>> {
    Ok(tx.lock_early_return(&id.digits(), amount).await?)
}

/// The day on which what had come back before is booked as that: not before it left. Where it was only listed that it
/// left, neither is in the ledger.
pub(super) fn day_of_return(back: &StoredPayment, left: Option<Date>) -> Date {
    left.map_or(back.booking_date, |left| left.max(back.booking_date))
}

/// Money that waited among the unmatched is booked as what it brought back: as unmatched money it never came.
pub(super) async fn unbook_receipt(
    tx: &mut Tx,
    by: BookedBy,
    mut back: StoredPayment,
    day: Date,
) -> anyhow::Result<()> {
    proposals::void(tx, by, &mut back).await?;
    let places = [(PaymentPlace::Unmatched, back.amount.negated()?)];
    let subject = format!("payment:{}:returned", back.id);
    tx.post(&entries::payment_received(subject, day, &places)?, by.at).await?;
    Ok(())
}

/// Books a refund that was paid. Its id is the end-to-end id. Where the bank paid another amount, it is only listed.
async fn confirm_refund(tx: &mut Tx, by: BookedBy, transaction: &Transaction) -> anyhow::Result<bool> {
    match named_id(transaction) {
        Some(refund) => {
            let paid = (transaction.amount.negated()?, transaction.booking_date);
            pay_refund(tx, by, refund, paid).await
        }
        None => Ok(false),
    }
}

/// Settles what came back of a refund or salary that had left once more, or with another sum than was asked for: it was
/// not booked when it left. What came back of one that was booked is left to a clerk.
async fn second_came_back(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    (transaction, source): (&Transaction, Source),
) -> anyhow::Result<bool> {
    let Some(named) = transaction.end_to_end_id.as_deref().filter(|_| source == Source::Bank) else {
        return Ok(false);
    };
    let is_refund = match named_id(transaction) {
        Some(refund) => tx.amount_of_refund(refund).await?.is_some(),
        None => false,
    };
    if !is_refund && number_in(named).is_none() {
        return Ok(false);
    }
    let digits = named.replace('-', "").to_lowercase();
    unbooked_came_back(tx, by, id, (&digits, transaction.amount)).await
}

/// The id of what one of our payment files asked for, if the transaction has one.
pub(super) fn named_id<T: FromStr>(transaction: &Transaction) -> Option<T> {
    transaction.end_to_end_id.as_deref()?.parse().ok()
}

/// Whether the transaction has the amount of what was paid, on its way out or back.
pub(super) fn is_amount_of(transaction: &Transaction, paid: Money) -> bool {
    transaction.amount == paid || transaction.amount.negated() == Ok(paid)
}

/// Settles a movement that brought back what had left the account a second time and was not booked, if there is such.
pub(super) async fn unbooked_came_back(
    tx: &mut Tx,
    by: BookedBy,
    payment: PaymentId,
    (digits, amount): (&str, Money),
) -> anyhow::Result<bool> {
    let Some((listed, _)) = tx.listed_movement(digits, amount).await? else { return Ok(false) };
    tx.settle_payment(payment, PaymentState::Reversal, Money::ZERO).await?;
    tx.link_reversal(payment, listed).await?;
    by.record_payment(tx, Action::PaymentReversed, listed, &json!({"by": payment.to_string()}));
    Ok(true)
}

/// Settles a movement that brought back what another had paid. A sum that paid others too stays as it is.
pub(super) async fn settle_return(tx: &mut Tx, payment: PaymentId, paid_by: PaymentId) -> anyhow::Result<()> {
    tx.settle_payment(payment, PaymentState::Reversal, Money::ZERO).await?;
    if tx.orders_paid_by(paid_by).await? == 1 {
        tx.settle_payment(paid_by, PaymentState::Reversed, Money::ZERO).await?;
        tx.link_reversal(payment, paid_by).await?;
    }
    Ok(())
}

/// False if it is in no payment file with this amount.
pub(super) async fn pay_refund(
    tx: &mut Tx,
    by: BookedBy,
    refund: RefundId,
    (amount, on): (Money, Date),
) -> anyhow::Result<bool> {
    let Some(payment) = tx.refund_was_paid(refund, amount).await? else { return Ok(false) };
    tx.post(&entries::refund_paid(format!("refund:{refund}"), on, amount)?, by.at).await?;
    let detail = json!({"refund": refund.to_string(), "amount": amount.plain()});
    by.record_payment(tx, Action::RefundPaid, payment, &detail);
    Ok(true)
}

/// The bills of the payment are owed their money again. This holds for a bill whose salary has been paid too: it is
/// listed as overdue, and the worker keeps the salary unless the bill is credited. Where the payment cannot be
/// identified, or its money was refunded already, the transaction is left to a clerk.
pub(super) async fn reverse(
    tx: &mut Tx,
    by: BookedBy,
    id: PaymentId,
    (reversal, source): (&Transaction, Source),
) -> anyhow::Result<PaymentState> {
    let account = reversal.account.as_ref().map(Iban::as_str).unwrap_or_default();
    let names = (reversal.end_to_end_id.as_deref().unwrap_or_default(), &*reference_text(reversal));
    let Some(found) = tx.find_reversed(account, reversal.amount, names).await? else {
        return leave_unmatched(tx, by, id, (reversal, source)).await;
    };
    let bills: Vec<BillId> = tx.parts_of(found.id).await?.iter().map(|part| part.bill).collect();
    // Payroll runs are locked before bills, as everywhere.
    let runs = tx.hold_runs_of_bills(&bills).await?;
    let receivables = tx.lock_receivables_by_id(&bills).await?;
    // A calculation may have taken a bill in between; then this is done again.
    anyhow::ensure!(
        tx.hold_runs_of_bills(&bills).await? == runs,
        "the payment is being changed at this moment"
    );
    let locked = tx.lock_payment(found.id, found.version).await?;
    let mut payment = locked.context("the payment is being changed at this moment")?;
    if tx.has_refund_under_way(payment.id).await? {
        return leave_unmatched(tx, by, id, (reversal, source)).await;
    }
    proposals::void(tx, by, &mut payment).await?;
    let unrefunded = tx.delete_waiting_refunds(payment.id).await?;
    let parts = tx.remove_parts(payment.id).await?;
    bills::unpay(tx, by, &receivables, &parts, id).await?;
    let mut places = negated_places(&parts)?;
    places.push((place_of_rest(payment.state), payment.rest.plus(unrefunded)?.negated()?));
    post_from(tx, by, id, source, (reversal, &places)).await?;
    tx.settle_payment(payment.id, PaymentState::Reversed, Money::ZERO).await?;
    tx.settle_payment(id, PaymentState::Reversal, Money::ZERO).await?;
    tx.link_reversal(id, payment.id).await?;
    let detail = json!({"by": id.to_string(), "parts": parts_json(&parts)});
    by.record_payment(tx, Action::PaymentReversed, payment.id, &detail);
    Ok(PaymentState::Reversal)
}
