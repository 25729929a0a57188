//! What becomes of the advances of a bill that is opened, credited or paid out as a salary.

use liksa_domain::advance::{AdvanceNews, AdvanceState, AdvanceStep};
use liksa_domain::payout::{NewPayout, PaidThing, PayoutState};

use crate::booking::BookedBy;
use crate::context::random;
use crate::prelude::*;

/// Why an advance lapsed, as its worker reads it: a key that clients and mails have the text of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapse {
    BillOpened,
    BillCredited,
    /// What was granted may be more than the rest of the bill allows.
    PartCredited,
    PaidAsSalary,
}

impl Lapse {
    const ALL: [Self; 4] = [Self::BillOpened, Self::BillCredited, Self::PartCredited, Self::PaidAsSalary];

    pub fn name(self) -> &'static str {
        match self {
            Self::BillOpened => "BILL_OPENED",
            Self::BillCredited => "BILL_CREDITED",
            Self::PartCredited => "PART_CREDITED",
            Self::PaidAsSalary => "PAID_AS_SALARY",
        }
    }

    /// None of what a person wrote.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lapse| lapse.name() == name)
    }
}

/// The advances of a bill end that have not left; those that have stay as they are. The bill is locked.
pub async fn lapse(tx: &mut Tx, by: BookedBy, advances: &[Advance], why: Lapse) -> anyhow::Result<()> {
    for advance in advances {
        if advance.standing().after(AdvanceStep::Lapse).is_ok() {
            end(tx, by, advance, (Action::AdvanceLapsed, why.name())).await?;
        }
    }
    Ok(())
}

/// A part of the bill is credited: what was granted and has not left is not paid, and may be asked for anew on the rest.
/// What waits for its decision is decided by the rest. The bill is locked.
pub async fn part_credited(tx: &mut Tx, by: BookedBy, bill: BillId) -> anyhow::Result<()> {
    let mut advances = tx.advances_of_bill(bill).await?;
    advances.retain(|advance| advance.state == AdvanceState::Granted);
    lapse(tx, by, &advances, Lapse::PartCredited).await
}

/// The bill is credited as a whole: what has not left is not paid, and what has is due at once. The bill is locked.
pub async fn bill_credited(tx: &mut Tx, by: BookedBy, bill: BillId) -> anyhow::Result<()> {
    let advances = tx.advances_of_bill(bill).await?;
    lapse(tx, by, &advances, Lapse::BillCredited).await?;
    for advance in advances.iter().filter(|advance| advance.is_out) {
        due_by_credit(tx, by, advance).await?;
    }
    Ok(())
}

/// What is out of an advance is due at once, since its bill is credited: no salary of the bill will pay it back.
pub(super) async fn due_by_credit(tx: &mut Tx, by: BookedBy, advance: &Advance) -> anyhow::Result<()> {
    if advance.due_at.is_some() || advance.recovered >= advance.amount {
        return Ok(());
    }
    let reason = Lapse::BillCredited.name();
    tx.advance_is_due(advance.id, None, by.at, reason).await?;
    let left = advance.amount.minus(advance.recovered)?;
    let detail = json!({"advance": advance.id, "amount": left.plain(), "reason": reason});
    record(tx, by, Action::AdvanceFreed, advance, &detail);
    if by.notify_worker {
        mail_news(tx, by.at, advance.id, AdvanceNews::Due).await?;
    }
    Ok(())
}

/// Ends an advance that has not left. Of what salaries have taken all nothing is left to end: that is still to be paid to
/// the worker, who was told so when it came back.
pub async fn end(tx: &mut Tx, by: BookedBy, advance: &Advance, why: (Action, &str)) -> anyhow::Result<()> {
    if advance.recovered.is_positive() && advance.recovered == advance.amount {
        return Ok(());
    }
    end_rest(tx, by, advance, why).await
}

/// Ends an advance that has not left. Where salaries have taken of one that had left and came back, that much is still
/// to be paid to the worker.
pub(super) async fn end_rest(
    tx: &mut Tx,
    by: BookedBy,
    advance: &Advance,
    (action, reason): (Action, &str),
) -> anyhow::Result<()> {
    let taken = advance.recovered;
    let (state, amount) = match taken.is_positive() {
        true => (AdvanceState::Granted, taken),
        false => (AdvanceState::Refused, advance.amount),
    };
    tx.change_advance(&AdvanceChange {
        state,
        amount,
        decided_by: by.person,
        decided_at: Some(by.at),
        reason,
        ..AdvanceChange::of(advance)
    })
    .await?;
    stop_payouts(tx, by, advance, taken).await?;
    let detail = json!({"advance": advance.id, "amount": advance.amount.plain(), "reason": reason});
    record(tx, by, action, advance, &detail);
    if by.notify_worker {
        let news = if taken.is_positive() { AdvanceNews::PaidBack } else { AdvanceNews::Refused };
        mail_news(tx, by.at, advance.id, news).await?;
    }
    Ok(())
}

/// What was ready to be paid of an advance is not, but for what salaries have taken of it.
async fn stop_payouts(tx: &mut Tx, by: BookedBy, advance: &Advance, taken: Money) -> anyhow::Result<()> {
    for payout in tx.payouts_within(advance.bill).await? {
        let is_ready = payout.state == PayoutState::Ready && payout.amount != taken;
        if !is_ready || payout.thing != PaidThing::Advance(advance.id) {
            continue;
        }
        super::withdraw(tx, by, payout.id).await?;
        if taken.is_positive() {
            let new = NewPayout {
                id: random::id(by.at)?,
                thing: payout.thing,
                bill: payout.bill_id,
                person: payout.person_id,
                receiver: payout.receiver,
                iban: payout.iban,
                reference: payout.reference,
                message: payout.message,
                amount: taken,
                due: payout.due,
                replaces: Some(payout.id),
                made_at: by.at,
            };
            tx.add_payout(&new).await?;
            super::ready(tx, by, &new);
        }
    }
    Ok(())
}

pub(crate) fn record(tx: &mut Tx, by: BookedBy, action: Action, advance: &Advance, detail: &Value) {
    by.record(tx, action, format!("bill:{}", advance.bill), detail);
}

/// Leaves a mail to the worker of an advance.
pub(crate) async fn mail_news(
    tx: &mut Tx,
    at: Timestamp,
    advance: AdvanceId,
    news: AdvanceNews,
) -> anyhow::Result<()> {
    let job = Job::MailAdvanceNews { mail: random::id(at)?, advance, news };
    tx.enqueue(&NewJob { id: random::id(at)?, job, run_at: at, unique_key: None, created_at: at }).await?;
    Ok(())
}
