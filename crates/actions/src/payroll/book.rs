//! Books the salaries of an approved run and numbers their pay slips, chunk by chunk.

use anyhow::Context as _;
use liksa_domain::ledger::Entry;
use liksa_domain::payroll::RunState;
use liksa_domain::remittance::withheld_by;

use super::*;
use crate::prelude::*;

const SALARIES_PER_CHUNK: i64 = 500;

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
    entries.extend(receipt_vat(tx, salaries, Booking::Salary).await?);
    tx.post_all(&entries, context.clock.now()).await?;
    add_withheld(tx, salaries, &entries).await
}

/// Whether salaries are booked, or what was booked of them is reversed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Booking {
    Salary,
    Reversal,
}

/// The entries of the VAT that is deducted of the receipts which the salaries repay.
pub(super) async fn receipt_vat(
    tx: &mut Tx,
    salaries: &[StoredSalary],
    booking: Booking,
) -> anyhow::Result<Vec<Entry>> {
    let ids: Vec<SalaryId> = salaries.iter().map(|salary| salary.id).collect();
    let vat = tx.receipt_vat_of_salaries(&ids).await?;
    let deducted = salaries.iter().filter_map(|salary| Some((salary, *vat.get(&salary.id)?)));
    let entry = |(salary, vat): (&StoredSalary, Money)| {
        let (subject, vat) = match booking {
            Booking::Salary => (format!("salary:{}", salary.id), vat),
            Booking::Reversal => (format!("salary:{}:reversed", salary.id), vat.negated()?),
        };
        Ok(entries::receipt_vat(subject, salary.person, salary.payday, vat)?)
    };
    deducted.map(entry).collect()
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
