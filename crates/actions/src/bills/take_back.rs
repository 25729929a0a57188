//! What a credit note takes back of salaries: of its own worker's, and of those that shares of the bill are in.

use anyhow::Context as _;
use liksa_domain::bill::{Bill, BillState, DeductedReceipts, deducted_vat_left};
use liksa_domain::crediting::Creditable;
use liksa_domain::payroll::{FeeTerms, StandingSalary, TakenBack, take_back, take_back_shares};
use liksa_domain::remittance::withheld_by;
use liksa_domain::salary::billed;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::share::{Share, ShareNews};
use liksa_rates::StatutoryFigures;

use super::*;
use crate::context::random;
use crate::prelude::*;
use crate::share_news;

/// The salaries that a bill and its shares are in.
#[derive(Default)]
pub(super) struct PaidIn {
    of_bill: Option<SalaryOfBill>,
    of_shares: Vec<(ShareId, Option<SalaryId>)>,
}

impl PaidIn {
    /// Their runs are locked until this transaction ends.
    pub async fn lock(tx: &mut Tx, bill: BillId) -> Result<Self, NotClosed> {
        tx.hold_runs_of_bills(&[bill]).await?;
        Ok(Self { of_bill: tx.salary_of_bill(bill).await?, of_shares: tx.salaries_of_shares(bill).await? })
    }

    /// Whether a salary of the contractor that stands is made of the bill.
    pub fn is_of_contractor(&self) -> bool {
        self.of_bill.as_ref().is_some_and(SalaryOfBill::stands)
    }

    /// Whether no run has taken the bill or a share of it, or let one go, since its runs were locked.
    pub async fn is_unchanged(&self, tx: &mut Tx, bill: BillId) -> Result<bool, NotClosed> {
        let of_bill = self.of_bill.as_ref().map(|one| one.salary.id);
        let now = tx.salary_id_of_bill(bill).await?;
        Ok(now == of_bill && tx.lock_shares(bill).await? == self.of_shares)
    }
}

/// Stores what the credit note takes of the shares of its bill, and what it takes back of every salary that stands. The
/// contractor's comes first.
pub(super) async fn store_taken_back(
    tx: &mut Tx,
    closing: &Closing<'_>,
    original: &StoredBill,
    paid_in: &PaidIn,
) -> Result<Vec<(StoredSalary, TakenBack)>, NotClosed> {
    let mut note = closing.bill.bill.clone();
    note.shares = shares_taken(tx, closing, original).await?;
    tx.add_share_credits(closing.bill.id, &note.shares).await?;
    for share in &note.shares {
        let id = share.id.context("a stored share without an id")?;
        let detail =
            json!({"creditNote": closing.bill.id.to_string(), "amount": share.amount.map(Money::plain)});
        tx.record(AuditEvent {
            at: closing.at,
            actor: closing.actor,
            action: Action::ShareCredited,
            subject: share_news::subject(id),
            detail: detail.to_string(),
        });
        let job = share_news::news_job(closing.at, id, ShareNews::Credited).map_err(anyhow::Error::from)?;
        tx.enqueue(&job).await?;
    }
    let mut taken_back = vec![];
    if let Some(SalaryOfBill { salary, .. }) = paid_in.of_bill.as_ref().filter(|found| found.stands()) {
        let (before, fee) = standing_of(tx, closing, salary).await?;
        let taken = taken_by(closing.law, &note, salary, &before, &fee)?;
        add_line(tx, closing, salary, &before, &taken).await?;
        taken_back.push((salary.clone(), taken));
    }
    let mut salaries: Vec<SalaryId> = paid_in.of_shares.iter().filter_map(|(_, salary)| *salary).collect();
    salaries.sort_unstable();
    salaries.dedup();
    for id in salaries {
        let mut of_salary =
            paid_in.of_shares.iter().filter(|(_, salary)| *salary == Some(id)).map(|(share, _)| *share);
        let amount = Money::sum(of_salary.clone().map(|share| amount_of(&note.shares, share)))
            .map_err(anyhow::Error::from)?;
        let found = match of_salary.next() {
            Some(share) => tx.salary_of_share(share).await?.filter(SalaryOfBill::stands),
            None => None,
        };
        let Some(SalaryOfBill { salary, .. }) = found.filter(|_| !amount.is_zero()) else { continue };
        let (before, fee) = standing_of(tx, closing, &salary).await?;
        let standing = standing(&salary, &before)?;
        let taken = take_back_shares(closing.law, amount, &standing, &salary.basis, &fee, salary.payday)
            .map_err(|error| NotClosed::NotCalculable(vec![error.at("contractorBillableItems")]))?;
        add_line(tx, closing, &salary, &before, &taken).await?;
        taken_back.push((salary, taken));
    }
    Ok(taken_back)
}

/// What the credit note takes of each share, after the credit notes that were closed before it.
async fn shares_taken(
    tx: &mut Tx,
    closing: &Closing<'_>,
    original: &StoredBill,
) -> Result<Vec<Share>, NotClosed> {
    let Closing { bill, law, today, .. } = closing;
    if original.bill.shares.is_empty() {
        return Ok(vec![]);
    }
    let mut notes = tx.lock_credit_notes(original.id, bill.id).await?;
    notes.retain(|note| note.state == BillState::Paid);
    let left = Creditable::of(law, &original.bill, &notes, *today).map_err(NotClosed::NotCalculable)?;
    let of_note =
        billed(law, &bill.bill, &ProviderSettings::default(), *today).map_err(NotClosed::NotCalculable)?;
    Ok(left.shares_taken(of_note.rows).map_err(anyhow::Error::from)?)
}

fn amount_of(taken: &[Share], share: ShareId) -> Money {
    let found = taken.iter().find(|one| one.id == Some(share));
    found.and_then(|one| one.amount).unwrap_or_default()
}

/// What was taken back of a salary before, and what its fee followed from.
async fn standing_of(
    tx: &mut Tx,
    closing: &Closing<'_>,
    salary: &StoredSalary,
) -> Result<(Vec<SalaryTakenBack>, FeeTerms), NotClosed> {
    let before = tx.taken_back_of_salary(salary.id).await?;
    let fee = match salary.basis.fee {
        Some(fee) => fee,
        None => FeeTerms::new(closing.prices, tx.fees_before(salary).await?),
    };
    Ok((before, fee))
}

async fn add_line(
    tx: &mut Tx,
    closing: &Closing<'_>,
    salary: &StoredSalary,
    before: &[SalaryTakenBack],
    taken: &TakenBack,
) -> Result<(), NotClosed> {
    let after_number = tx.lock_last_slip().await?;
    tx.add_taken_back(&NewTakenBack {
        credit_note: closing.bill.id,
        salary,
        place: before.last().map_or(1, |last| last.place + 1),
        taken,
        after_number,
        made_at: closing.at,
    })
    .await?;
    Ok(())
}

/// What a credit note takes back of a salary, of which these parts were taken back before.
pub(super) fn taken_by(
    law: &StatutoryFigures,
    credit_note: &Bill,
    salary: &StoredSalary,
    before: &[SalaryTakenBack],
    fee: &FeeTerms,
) -> Result<TakenBack, NotClosed> {
    let standing = standing(salary, before)?;
    take_back(law, credit_note, &standing, &salary.basis, fee, salary.payday)
        .map_err(NotClosed::NotCalculable)
}

fn standing(salary: &StoredSalary, before: &[SalaryTakenBack]) -> Result<StandingSalary, NotClosed> {
    let mut standing = salary.as_paid().context("a salary that stands was not calculated")?;
    for line in before {
        standing = standing.after(&line.taken).map_err(anyhow::Error::from)?;
    }
    Ok(standing)
}

/// By how much the VAT of the salary's late receipts changes with the last part that was taken back of it. Without money of
/// a customer the worker pays the receipts back: then the provider has not borne them, and deducts nothing of them.
async fn late_vat_change(tx: &mut Tx, salary: &StoredSalary) -> Result<Money, NotClosed> {
    let lines = tx.taken_back_of_salary(salary.id).await?;
    let bears = |lines: &[SalaryTakenBack]| {
        Ok::<_, NotClosed>(standing(salary, lines)?.summary.total_billing_without_vat.is_positive())
    };
    let (bore, bears) = (bears(&lines[..lines.len().saturating_sub(1)])?, bears(&lines)?);
    if bore == bears {
        return Ok(Money::ZERO);
    }
    let vat = tx.late_vat_of_salaries(&[salary.id]).await?.remove(&salary.id).unwrap_or_default();
    if bears { Ok(vat) } else { vat.negated().map_err(|error| anyhow::Error::from(error).into()) }
}

/// Books it. What the worker then owes is taken from the next salaries, and a job tells the Incomes Register.
pub(super) async fn book_taken_back(
    tx: &mut Tx,
    closing: &Closing<'_>,
    salary: &StoredSalary,
    taken: &TakenBack,
) -> Result<(), NotClosed> {
    let Closing { bill: credit_note, at, .. } = *closing;
    let own = salary.person == credit_note.person;
    let subject = match own {
        true => subject(credit_note.id),
        false => format!("{}:salary:{}", subject(credit_note.id), salary.id),
    };
    let of_salary = (subject.as_str(), salary.person);
    let entry = entries::salary_taken_back(credit_note.id, of_salary, closing.today, &taken.summary)?;
    tx.post(&entry, at).await?;
    tx.add_withheld(&NewWithheld {
        subject: subject.clone(),
        day: closing.today,
        payday: Some(salary.payday),
        run: Some(salary.run),
        amounts: &withheld_by(&[entry]).map_err(anyhow::Error::from)?,
    })
    .await?;
    let mut vat = late_vat_change(tx, salary).await?;
    if let Some(original) = closing.original.filter(|_| own) {
        let stayed = tx.deducted_receipts(original.id, Some(credit_note.id)).await?;
        let stays = tx.deducted_receipts(original.id, None).await?;
        let left = |receipts: &[DeductedReceipts]| deducted_vat_left(receipts).map_err(anyhow::Error::from);
        let of_bill = left(&stays)?.minus(left(&stayed)?).map_err(anyhow::Error::from)?;
        vat = vat.plus(of_bill).map_err(anyhow::Error::from)?;
    }
    if !vat.is_zero() {
        tx.post(&entries::receipt_vat(subject, salary.person, closing.today, vat)?, at).await?;
    }
    let amount = taken.summary.salary.negated().map_err(anyhow::Error::from)?;
    if amount.is_positive() {
        tx.add_recovery(&NewRecovery {
            // There is one for each credit note and worker.
            id: match own {
                true => RecoveryId::from_uuid(credit_note.id.uuid()),
                false => random::id(at).map_err(anyhow::Error::from)?,
            },
            person: salary.person,
            credit_note: Some(credit_note.id),
            salary: None,
            amount,
            made_at: at,
        })
        .await?;
    }
    let detail = json!({
        "salary": salary.id.to_string(), "creditNote": credit_note.id.to_string(), "amount": amount.plain(),
    });
    tx.record(AuditEvent {
        at,
        actor: closing.actor,
        action: Action::SalaryTakenBack,
        subject: format!("payroll:{}", salary.run),
        detail: detail.to_string(),
    });
    let job = Job::WriteCorrection { credit_note: credit_note.id, salary: Some(salary.id) };
    let id = random::id(at).map_err(anyhow::Error::from)?;
    let unique_key = Some(format!("correction:{}:{}", credit_note.id, salary.id));
    Ok(tx.enqueue(&NewJob { id, job, run_at: at, unique_key, created_at: at }).await?)
}
