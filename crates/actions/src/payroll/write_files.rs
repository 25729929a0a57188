//! Writes the payment file for the bank and the wage reports for the Incomes Register of a booked run.
//!
//! Both depend only on what is stored, so that two jobs at once write the same; the first one stays.

use anyhow::Context as _;
use jiff::tz::TimeZone;
use liksa_documents::incomes_register::{Delivery, WageReport};
use liksa_documents::pain001::{Kind, Message, Payment, PaymentFile};
use liksa_domain::payroll::{RunState, pay_period};
use liksa_domain::settings::Provider;
use liksa_domain::worker_facts::PayFacts;

use super::*;
use crate::payments::SALARY_ID_PREFIX;
use crate::prelude::*;

const SALARIES_AT_ONCE: i64 = 1000;
const HELSINKI: &str = "Europe/Helsinki";

pub async fn write_files(context: &Context, id: PayrollRunId) -> anyhow::Result<()> {
    while !write_once(context, id).await? {}
    Ok(())
}

/// False if a refund was withdrawn meanwhile, so that the files have to be written again.
async fn write_once(context: &Context, id: PayrollRunId) -> anyhow::Result<bool> {
    let run = context.store.payroll_run(id).await?.context("there is no such payroll run")?;
    if run.state != RunState::Posted || !context.store.payroll_files(id).await?.is_empty() {
        return Ok(true);
    }
    let provider = context.settings_for_sending(run.payday).await?;
    let mut payments = vec![];
    let mut reports = vec![];
    let mut after: Option<PersonId> = None;
    loop {
        let salaries = context.store.run_salaries(id, Only::All, after, SALARIES_AT_ONCE).await?;
        let Some(last) = salaries.last() else { break };
        after = Some(last.person);
        let people: Vec<PersonId> = salaries.iter().map(|salary| salary.person).collect();
        let facts = context.store.pay_facts(&people, run.payday).await?;
        for salary in salaries.into_iter().filter(|salary| !salary.held) {
            let facts = facts.get(&salary.person).context("a salary without a worker")?;
            payments.extend(payment(&salary, facts)?);
            reports.extend(report(salary, facts)?);
        }
    }
    let refunds = context.store.approved_refunds(id).await?;
    for refund in &refunds {
        payments.push(refund_payment(refund, &run)?);
    }
    let mut written = vec![];
    if !payments.is_empty() {
        let xml = bank_file(context, &run, &provider, payments)?;
        written.push((RunFileKind::Bank, format!("palkat-{}.xml", run.payday), xml));
    }
    if !reports.is_empty() {
        let xml = wage_reports(context, &run, &provider, reports)?;
        written.push((RunFileKind::WageReport, format!("tulorekisteri-{}.xml", run.payday), xml));
    }
    store_files(context, &run, written, &refunds).await
}

/// Its end-to-end id is the refund's id, which comes back on the statement. Banks take 35 characters, so without
/// hyphens.
fn refund_payment(refund: &Refund, run: &PayrollRun) -> anyhow::Result<Payment> {
    Ok(Payment {
        kind: Kind::Refund,
        date: run.payday,
        end_to_end_id: refund.id.uuid().simple().to_string(),
        amount: refund.amount,
        receiver: refund.name.clone(),
        account: refund.iban.parse().ok().context("a refund to no account")?,
        message: Message::Text("Palautus".to_owned()),
    })
}

/// None where nothing leaves the account.
fn payment(salary: &StoredSalary, facts: &PayFacts) -> anyhow::Result<Option<Payment>> {
    let summary = salary.summary.context("a salary to pay that was not calculated")?;
    if !summary.salary.is_positive() {
        return Ok(None);
    }
    let number = salary.number.context("a booked salary without a number")?;
    Ok(Some(Payment {
        kind: Kind::Salary,
        date: salary.payday,
        end_to_end_id: format!("{SALARY_ID_PREFIX}{number}"),
        amount: summary.salary,
        receiver: facts.person.full_name(),
        account: salary.iban.context("a salary to pay without an account")?,
        message: Message::Text(format!("Palkka {number}")),
    }))
}

/// None for a salary below zero: it corrects earlier reports, which staff do in the register itself.
fn report(salary: StoredSalary, facts: &PayFacts) -> anyhow::Result<Option<WageReport>> {
    let summary = salary.summary.context("a salary to pay that was not calculated")?;
    if summary.salary.is_negative() || summary.gross_salary.is_negative() {
        return Ok(None);
    }
    let number = salary.number.context("a booked salary without a number")?;
    Ok(Some(WageReport {
        id: format!("liksa-{number}"),
        personal_id: facts.profile.personal_id.clone().context("a salary to pay without a personal id")?,
        first_name: facts.person.first_name.clone(),
        last_name: facts.person.last_name.clone(),
        basis: salary.basis,
        summary,
        reimbursements: salary.reimbursements,
        travelled: salary.travelled,
    }))
}

fn bank_file(
    context: &Context,
    run: &PayrollRun,
    provider: &Provider,
    payments: Vec<Payment>,
) -> anyhow::Result<String> {
    let file = PaymentFile {
        id: file_id(run),
        created: context.clock.now().to_zoned(TimeZone::get(HELSINKI)?).datetime(),
        provider: provider.clone(),
        payments,
    };
    Ok(file.to_xml()?)
}

fn wage_reports(
    context: &Context,
    run: &PayrollRun,
    provider: &Provider,
    reports: Vec<WageReport>,
) -> anyhow::Result<String> {
    let delivery = Delivery {
        id: file_id(run),
        created: context.clock.now(),
        production: context.deployment.production,
        provider: provider.clone(),
        payment_date: run.payday,
        period: pay_period(run.payday)?,
        reports,
    };
    Ok(delivery.to_xml()?)
}

/// The id by which a bank recognizes the file: the same for the same run, at most thirty characters.
fn file_id(run: &PayrollRun) -> String {
    let id = run.id.to_string().replace('-', "");
    let short = id.get(id.len().saturating_sub(12)..).unwrap_or_default();
    format!("LIKSA-{}-{short}", run.payday.strftime("%Y%m%d"))
}

/// False if other refunds are due now than are in the file.
async fn store_files(
    context: &Context,
    run: &PayrollRun,
    files: Vec<(RunFileKind, String, String)>,
    refunds: &[Refund],
) -> anyhow::Result<bool> {
    let now = context.clock.now();
    let mut stored = vec![];
    for (kind, name, xml) in files {
        let content = context.files.put(context.new_id()?, xml.as_bytes(), now).await?;
        stored.push((kind, name, content));
    }
    let mut tx = context.store.begin().await?;
    let taken = tx.take_refunds(run.id).await?;
    if !taken.iter().map(|refund| refund.id).eq(refunds.iter().map(|refund| refund.id)) {
        return Ok(false);
    }
    for (kind, name, content) in &stored {
        let file_kind = (FilePurpose::Payroll, MediaType::Xml);
        let file = context.add_file(&mut tx, content, file_kind, None, name).await?;
        if !tx.add_run_file(run.id, *kind, file).await? {
            // Another job was faster; the content stored here belongs to no row and is removed later.
            return Ok(true);
        }
    }
    let detail = json!({"files": stored.iter().map(|(kind, ..)| kind.name()).collect::<Vec<_>>()});
    context.record(&mut tx, None, Action::PayrollFilesWritten, subject(run.id), detail);
    tx.commit().await?;
    Ok(true)
}
