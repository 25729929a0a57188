//! Writes what the Incomes Register has to be told after a credit note took back a part of a salary.
//!
//! A correction is the whole report of the salary as it stands after that credit note, or the invalidation of the report
//! where nothing is left of it. It depends only on what is stored, so that two jobs at once write the same.

use anyhow::Context as _;
use liksa_documents::incomes_register::{Correction, Delivery, Invalidation, WageReport};
use liksa_domain::payroll::{CorrectionKind, StandingSalary, pay_period};

use super::subject;
use crate::prelude::*;

pub async fn write_correction(
    context: &Context,
    credit_note: BillId,
    salary: Option<SalaryId>,
) -> anyhow::Result<()> {
    let taken = context.store.taken_back_by(credit_note, salary).await?.context("nothing was taken back")?;
    if taken.report.is_some() {
        return Ok(());
    }
    let salary = context.store.salary(taken.salary).await?.context("there is no such salary")?;
    let mut before = salary.as_paid().context("a salary that was not calculated")?;
    for line in context.store.taken_back_of_salary(salary.id).await? {
        if line.place < taken.place {
            before = before.after(&line.taken)?;
        }
    }
    let reported = report(&salary, &before)?;
    let now = report(&salary, &before.after(&taken.taken)?)?;
    let written = match Correction::of(&reported, &now)? {
        None => None,
        Some(Correction::Replacement) => {
            let xml = replacement(context, &salary, credit_note, now).await?;
            Some((CorrectionKind::Replacement, xml))
        }
        Some(Correction::Invalidation) => {
            let xml = invalidation(context, &salary, credit_note, reported.id).await?;
            Some((CorrectionKind::Invalidation, xml))
        }
    };
    store_correction(context, &salary, &taken, written).await
}

/// The report of a salary with the figures that it stands on.
fn report(salary: &StoredSalary, figures: &StandingSalary) -> anyhow::Result<WageReport> {
    Ok(WageReport {
        id: format!("liksa-{}", salary.number.context("the salary has no number yet")?),
        personal_id: salary.payee.personal_id.clone().context("a salary without a personal id")?,
        first_name: salary.payee.first_name.clone(),
        last_name: salary.payee.last_name.clone(),
        basis: salary.basis.clone(),
        summary: figures.summary,
        reimbursements: figures.reimbursements,
        travelled: figures.travelled,
    })
}

async fn replacement(
    context: &Context,
    salary: &StoredSalary,
    credit_note: BillId,
    report: WageReport,
) -> anyhow::Result<String> {
    let delivery = Delivery {
        id: delivery_id(salary, credit_note),
        created: context.clock.now(),
        production: context.deployment.production,
        provider: context.settings_for_sending(salary.payday).await?.as_ref().clone(),
        payment_date: salary.payday,
        period: pay_period(salary.payday)?,
        reports: vec![report],
        law: context.law().await?,
    };
    Ok(delivery.to_replacing_xml()?)
}

async fn invalidation(
    context: &Context,
    salary: &StoredSalary,
    credit_note: BillId,
    report: String,
) -> anyhow::Result<String> {
    let invalidation = Invalidation {
        id: delivery_id(salary, credit_note),
        report,
        created: context.clock.now(),
        production: context.deployment.production,
        provider: context.settings_for_sending(salary.payday).await?.as_ref().clone(),
    };
    Ok(invalidation.to_xml()?)
}

/// The same for the same credit note, at most forty characters.
fn delivery_id(salary: &StoredSalary, credit_note: BillId) -> String {
    let id = credit_note.uuid().simple().to_string();
    let short = id.get(id.len().saturating_sub(12)..).unwrap_or_default();
    // One credit note may take back of several salaries.
    let slip = salary.number.unwrap_or_default();
    format!("LIKSA-K-{}-{short}-{slip}", salary.payday.strftime("%Y%m%d"))
}

async fn store_correction(
    context: &Context,
    salary: &StoredSalary,
    taken: &SalaryTakenBack,
    written: Option<(CorrectionKind, String)>,
) -> anyhow::Result<()> {
    let content = match &written {
        Some((_, xml)) => {
            Some(context.files.put(context.new_id()?, xml.as_bytes(), context.clock.now()).await?)
        }
        None => None,
    };
    let kind = written.map_or(CorrectionKind::Nothing, |(kind, _)| kind);
    let mut tx = context.store.begin().await?;
    let file = match &content {
        Some(content) => {
            let number = salary.number.unwrap_or_default();
            let name = format!("tulorekisteri-korjaus-{number}-{}.xml", taken.place);
            let file_kind = (FilePurpose::Payroll, MediaType::Xml);
            Some(context.add_file(&mut tx, content, file_kind, None, &name).await?)
        }
        None => None,
    };
    if !tx.set_correction(taken, kind, file).await? {
        // Another job was faster; the content stored here belongs to no row and is removed later.
        return Ok(());
    }
    let detail = json!({
        "salary": salary.id.to_string(), "creditNote": taken.credit_note.to_string(), "kind": kind.name(),
    });
    context.record(&mut tx, None, Action::CorrectionWritten, subject(salary.run), detail);
    tx.commit().await?;
    Ok(())
}
