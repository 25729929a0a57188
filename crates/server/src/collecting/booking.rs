//! Booking one movement of the account.

use jiff::civil::Date;
use liksa_domain::audit::Action;
use liksa_domain::ids::{BankFileId, BillId, PaymentId, RefundId};
use liksa_domain::ledger::entries;
use liksa_domain::ledger::entries::PaymentPlace;
use liksa_domain::payments::{About, Claim, Part, PaymentState, bill_number_of, match_payment};
use liksa_finland::PaymentReference;
use liksa_money::Money;
use liksa_store::{NewPayment, Receivable, Tx};
use serde_json::json;

use super::{Hand, bills, deed, place_of, place_of_rest, reversal, told};

/// How payment files name salaries, before the number of the slip.
pub const SALARY_PAYMENT: &str = "PALKKA-";

/// What the bank tells of a movement.
pub struct Movement {
    pub id: PaymentId,
    pub bank_file: Option<BankFileId>,
    pub account: String,
    pub bank_id: String,
    pub amount: Money,
    pub booking_date: Date,
    pub value_date: Date,
    pub payer_name: String,
    pub payer_iban: Option<String>,
    /// With what the payer says is for each.
    pub references: Vec<(PaymentReference, Option<Money>)>,
    pub message: String,
    pub end_to_end_id: String,
    /// The bank takes back an earlier movement.
    pub reversal: bool,
}

impl Movement {
    pub(super) fn reference(&self) -> String {
        self.references.iter().map(|(reference, _)| reference.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// Books a movement, if it is not booked yet, and answers where it stands.
pub async fn book(tx: &mut Tx, hand: Hand, movement: &Movement) -> anyhow::Result<Option<PaymentState>> {
    let new = NewPayment {
        id: movement.id,
        bank_file: movement.bank_file,
        account: &movement.account,
        bank_id: &movement.bank_id,
        amount: movement.amount,
        booking_date: movement.booking_date,
        value_date: movement.value_date,
        payer_name: &movement.payer_name,
        payer_iban: movement.payer_iban.as_deref(),
        reference: &movement.reference(),
        message: &movement.message,
        end_to_end_id: &movement.end_to_end_id,
        created_at: hand.at,
    };
    if !tx.insert_payment(&new).await? {
        return Ok(None);
    }
    let state = match (movement.amount.is_negative(), movement.reversal) {
        (false, false) => receive(tx, hand, movement).await?,
        // Money of ours that came back: whose it was is for a person to see.
        (false, true) => leave_unmatched(tx, hand, movement).await?,
        (true, true) => reversal::take_back(tx, hand, movement).await?,
        (true, false) => went_out(tx, movement, hand).await?,
    };
    Ok(Some(state))
}

/// Money came in.
async fn receive(tx: &mut Tx, hand: Hand, movement: &Movement) -> anyhow::Result<PaymentState> {
    let numbers: Vec<i64> =
        movement.references.iter().filter_map(|(reference, _)| bill_number_of(reference)).collect();
    let receivables = tx.lock_receivables(&numbers).await?;
    let mut claims = vec![];
    for (reference, told) in &movement.references {
        let number = bill_number_of(reference);
        let found = receivables.iter().find(|bill| Some(bill.number) == number);
        claims.push(Claim { about: about(tx, found).await?, told: *told });
    }
    let matching = match_payment(movement.amount, &claims)?;
    tx.add_parts(movement.id, &matching.parts).await?;
    let all: Vec<Part> =
        matching.parts.iter().copied().chain(matching.from_credits.iter().map(|(_, part)| *part)).collect();
    bills::give(tx, hand, &receivables, &all, (movement.id, movement.value_date)).await?;
    for (credit_note, part) in &matching.from_credits {
        let of_note = receivables.iter().find(|bill| bill.owed.bill == *credit_note);
        if let Some(credited) = of_note.and_then(|note| note.credit_of) {
            take_off_credit(tx, hand, credited, *part, movement.booking_date).await?;
        }
    }
    let mut places: Vec<(PaymentPlace, Money)> = matching.parts.iter().map(place_of).collect();
    places.push((place_of_rest(matching.state), matching.rest));
    post_received(tx, hand, movement, &places).await?;
    tx.settle_payment(movement.id, matching.state, matching.rest).await?;
    let detail = json!({
        "state": matching.state.name(), "amount": movement.amount.plain(), "rest": matching.rest.plain(),
        "parts": told(&matching.parts),
    });
    hand.record(tx, Action::PaymentReceived, movement.id, &detail).await?;
    Ok(matching.state)
}

/// What a reference of the payer stands for.
async fn about(tx: &mut Tx, found: Option<&Receivable>) -> anyhow::Result<About> {
    let Some(bill) = found else { return Ok(About::Nothing) };
    let Some(credited) = bill.credit_of else { return Ok(About::Bill(bill.owed)) };
    let released = tx.lock_released(credited).await?;
    let left = Money::sum(released.iter().map(|(payment, amount)| payment.rest.min(*amount)))?;
    Ok(About::Credit { credit_note: bill.owed.bill, left })
}

/// What had paid a bill before it was credited pays another one now.
async fn take_off_credit(
    tx: &mut Tx,
    hand: Hand,
    credited: BillId,
    part: Part,
    day: Date,
) -> anyhow::Result<()> {
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
        let entry =
            entries::payment_matched(deed(&payment), day, PaymentPlace::Refundable, &[place_of(&part)])?;
        tx.post(&entry, hand.at).await?;
        tx.settle_payment(payment.id, state, rest).await?;
        hand.record(tx, Action::PaymentMatched, payment.id, &json!({"parts": told(&[part])})).await?;
    }
    anyhow::ensure!(left.is_zero(), "less is left of a credit note than a moment ago");
    Ok(())
}

/// Nobody can tell what it is for.
pub(super) async fn leave_unmatched(
    tx: &mut Tx,
    hand: Hand,
    movement: &Movement,
) -> anyhow::Result<PaymentState> {
    post_received(tx, hand, movement, &[(PaymentPlace::Unmatched, movement.amount)]).await?;
    let state = PaymentState::Unmatched;
    let detail = json!({"state": state.name(), "amount": movement.amount.plain()});
    hand.record(tx, Action::PaymentReceived, movement.id, &detail).await?;
    Ok(state)
}

pub(super) async fn post_received(
    tx: &mut Tx,
    hand: Hand,
    movement: &Movement,
    places: &[(PaymentPlace, Money)],
) -> anyhow::Result<()> {
    let subject = format!("payment:{}", movement.id);
    let entry = entries::payment_received(subject, movement.booking_date, places)?;
    tx.post(&entry, hand.at).await?;
    Ok(())
}

/// Money went out. What a payment file of ours asked for is confirmed; the rest is listed apart, since the books
/// of what the provider buys are kept elsewhere.
async fn went_out(tx: &mut Tx, movement: &Movement, hand: Hand) -> anyhow::Result<PaymentState> {
    let is_ours = confirm_refund(tx, movement, hand).await? || is_salary(tx, movement).await?;
    let state = if is_ours { PaymentState::Confirmed } else { PaymentState::Outgoing };
    tx.settle_payment(movement.id, state, Money::ZERO).await?;
    Ok(state)
}

/// A refund goes by its own id.
async fn confirm_refund(tx: &mut Tx, movement: &Movement, hand: Hand) -> anyhow::Result<bool> {
    let Ok(refund) = movement.end_to_end_id.parse::<RefundId>() else { return Ok(false) };
    let Some(amount) = tx.refund_was_paid(refund).await? else { return Ok(false) };
    let entry = entries::refund_paid(format!("refund:{refund}"), movement.booking_date, amount)?;
    tx.post(&entry, hand.at).await?;
    Ok(true)
}

/// A salary goes by the number of its slip, and was booked when its run was paid.
async fn is_salary(tx: &mut Tx, movement: &Movement) -> anyhow::Result<bool> {
    let number = movement.end_to_end_id.strip_prefix(SALARY_PAYMENT).and_then(|number| number.parse().ok());
    match number {
        Some(number) => Ok(tx.is_slip_number(number).await?),
        None => Ok(false),
    }
}
