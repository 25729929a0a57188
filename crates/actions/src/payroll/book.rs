//! Books the salaries of an approved run and numbers their pay slips, chunk by chunk.

use anyhow::Context as _;
use liksa_domain::bill::deducted_vat_left;
use liksa_domain::ledger::Entry;
use liksa_domain::payroll::RunState;
use liksa_domain::remittance::withheld_by;

use super::*;
use crate::prelude::*;

/// Booked or reversed in one transaction.
pub(super) const SALARIES_PER_CHUNK: i64 = 500;

pub async fn book(context: &Context, id: PayrollRunId) -> anyhow::Result<()> {
    while book_chunk(context, id, SALARIES_PER_CHUNK).await? {}
    context.wake_jobs();
    Ok(())
}

/// Books at most so many salaries. False when everything is booked, or nothing more is to be.
pub async fn book_chunk(context: &Context, id: PayrollRunId, most: i64) -> anyhow::Result<bool> {
    let mut tx = context.store.begin().await?;
    let run = tx.hold_run(id).await?.context("there is no such payroll run")?;
    if run.state != RunState::Approved || run.unapproving {
        return Ok(false);
    }
    let salaries = tx.salaries_to_book(id, most).await?;
    if salaries.is_empty() {
        tx.end_booking(id, context.clock.now()).await?;
        let actor = run.approved.map(|step| step.by);
        context.record(&mut tx, actor, Action::PayrollPosted, subject(id), json!({}));
        tx.enqueue(&context.job(Job::WritePayrollFiles { run: id })?).await?;
    } else {
        book_salaries(context, &mut tx, &salaries).await?;
    }
    tx.commit().await?;
    Ok(true)
}

async fn book_salaries(context: &Context, tx: &mut Tx, salaries: &[StoredSalary]) -> anyhow::Result<()> {
    let mut entries = Vec::with_capacity(salaries.len());
    for salary in salaries {
        let summary = salary.summary.context("a salary to pay that was not calculated")?;
        entries.push(entries::salary(salary.id, salary.person, salary.payday, &summary)?);
        if summary.salary.is_negative() {
            tx.add_recovery(&NewRecovery {
                id: context.new_id()?,
                person: salary.person,
                credit_note: None,
                salary: Some(salary.id),
                amount: summary.salary.negated()?,
                made_at: context.clock.now(),
            })
            .await?;
        }
    }
    tx.number_salaries(salaries).await?;
    entries.extend(receipt_vat(tx, salaries).await?);
    tx.post_all(&entries, context.clock.now()).await?;
    add_withheld(tx, salaries, &entries).await
}

/// The entries of the VAT that is deducted of the receipts which the salaries repay.
async fn receipt_vat(tx: &mut Tx, salaries: &[StoredSalary]) -> anyhow::Result<Vec<Entry>> {
    let ids: Vec<SalaryId> = salaries.iter().map(|salary| salary.id).collect();
    let receipts = tx.deducted_receipts_of_salaries(&ids).await?;
    let late = tx.late_vat_of_salaries(&ids).await?;
    let mut entries = vec![];
    for salary in salaries {
        let of_bills = deducted_vat_left(receipts.get(&salary.id).map_or(&[], Vec::as_slice))?;
        let vat = of_bills.plus(late.get(&salary.id).copied().unwrap_or_default())?;
        if !vat.is_zero() {
            let subject = format!("salary:{}", salary.id);
            entries.push(entries::receipt_vat(subject, salary.person, salary.payday, vat)?);
        }
    }
    Ok(entries)
}

/// Adds what the entries book for others to what is to be paid on for the run of the salaries.
pub(super) async fn add_withheld(
    tx: &mut Tx,
    salaries: &[StoredSalary],
    entries: &[Entry],
) -> anyhow::Result<()> {
    let Some(StoredSalary { run, payday, .. }) = salaries.first() else { return Ok(()) };
    tx.add_withheld(&NewWithheld {
        subject: subject(*run),
        day: *payday,
        payday: Some(*payday),
        run: Some(*run),
        amounts: &withheld_by(entries)?,
    })
    .await?;
    Ok(())
}
