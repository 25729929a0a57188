//! Writes what goes to the bank and the Incomes Register for a booked run.
//!
//! Both follow from what is stored, so that a second runner writes the same; whichever comes first stays.

use anyhow::Context;
use jiff::tz::TimeZone;
use liksa_documents::incomes_register::{Contact, Delivery, Payer as ReportPayer, Policies, WageReport};
use liksa_documents::pain001::{Kind, Message, Payer, Payment, PaymentFile, Version};
use liksa_domain::audit::Action;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{Id, PayrollRunId, PersonId};
use liksa_domain::pay_facts::PayFacts;
use liksa_domain::payroll::{RunState, pay_period};
use liksa_domain::settings::{PaymentFileVersion, Provider};
use liksa_store::{NewFile, Only, PayrollRun, Refund, RunFileKind, StoredSalary};
use serde_json::json;

use crate::app::App;
use crate::collecting::SALARY_PAYMENT;

const SALARIES_AT_ONCE: i64 = 1000;
const HELSINKI: &str = "Europe/Helsinki";

pub async fn run(app: &App, id: PayrollRunId) -> anyhow::Result<()> {
    while !write(app, id).await? {}
    Ok(())
}

/// False if a refund was taken back meanwhile, so that it has to be written anew.
async fn write(app: &App, id: PayrollRunId) -> anyhow::Result<bool> {
    let run = app.store.payroll_run(id).await?.context("there is no such payroll run")?;
    if run.state != RunState::Posted || !app.store.payroll_files(id).await?.is_empty() {
        return Ok(true);
    }
    let provider = app.settings_for_sending(run.payday).await?;
    let mut payments = vec![];
    let mut reports = vec![];
    let mut after: Option<PersonId> = None;
    loop {
        let salaries = app.store.run_salaries(id, Only::All, after, SALARIES_AT_ONCE).await?;
        let Some(last) = salaries.last() else { break };
        after = Some(last.person);
        let people: Vec<PersonId> = salaries.iter().map(|salary| salary.person).collect();
        let facts = app.store.pay_facts(&people, run.payday).await?;
        for salary in salaries.into_iter().filter(|salary| !salary.held) {
            let facts = facts.get(&salary.person).context("a salary of nobody")?;
            payments.extend(payment(&salary, facts)?);
            reports.extend(report(salary, facts)?);
        }
    }
    let refunds = app.store.approved_refunds(id).await?;
    for refund in &refunds {
        payments.push(refund_payment(refund, &run)?);
    }
    let mut written = vec![];
    if !payments.is_empty() {
        let xml = bank_file(app, &run, &provider, payments)?;
        written.push((RunFileKind::Bank, format!("palkat-{}.xml", run.payday), xml));
    }
    if !reports.is_empty() {
        let xml = wage_reports(app, &run, &provider, reports)?;
        written.push((RunFileKind::WageReport, format!("tulorekisteri-{}.xml", run.payday), xml));
    }
    keep(app, &run, written, &refunds).await
}

/// Named by the refund's own id, which comes back on the statement. Banks take 35 characters, so without hyphens.
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
    let summary = salary.summary.context("a salary to pay that was not reckoned")?;
    if !summary.salary.is_positive() {
        return Ok(None);
    }
    let number = salary.number.context("a booked salary without a number")?;
    Ok(Some(Payment {
        kind: Kind::Salary,
        date: salary.payday,
        end_to_end_id: format!("{SALARY_PAYMENT}{number}"),
        amount: summary.salary,
        receiver: facts.person.full_name(),
        account: salary.iban.context("a salary to pay without an account")?,
        message: Message::Text(format!("Palkka {number}")),
    }))
}

/// None where the register wants no report: a salary below zero corrects earlier reports, which is done by hand.
fn report(salary: StoredSalary, facts: &PayFacts) -> anyhow::Result<Option<WageReport>> {
    let summary = salary.summary.context("a salary to pay that was not reckoned")?;
    if summary.salary.is_negative() || summary.gross_salary.is_negative() {
        return Ok(None);
    }
    let number = salary.number.context("a booked salary without a number")?;
    Ok(Some(WageReport {
        id: format!("liksa-{number}"),
        personal_id: facts.profile.personal_id.clone().context("a salary to pay without a personal id")?,
        first_name: facts.person.first_name.clone(),
        last_name: facts.person.last_name.clone(),
        worker_type: salary.basis.worker_type,
        yel_insured: salary.basis.yel_insured,
        profession_code: salary.basis.profession_code,
        summary,
        contributions: salary.basis.contributions,
        reimbursements: salary.reimbursements,
        kilometers: salary.travelled.kilometers,
        allowances: salary.travelled.allowances,
    }))
}

fn bank_file(
    app: &App,
    run: &PayrollRun,
    provider: &Provider,
    payments: Vec<Payment>,
) -> anyhow::Result<String> {
    let version = match provider.payment_file_version {
        PaymentFileVersion::V03 => Version::V03,
        PaymentFileVersion::V09 => Version::V09,
    };
    let file = PaymentFile {
        id: file_id(run),
        created: app.clock.now().to_zoned(TimeZone::get(HELSINKI)?).datetime(),
        payer: Payer {
            name: provider.seller.name.clone(),
            bank_agreement: provider.bank_agreement.clone(),
            account: provider.seller.iban,
            bic: provider.seller.bic.clone(),
        },
        payments,
    };
    Ok(file.to_xml(version)?)
}

fn wage_reports(
    app: &App,
    run: &PayrollRun,
    provider: &Provider,
    reports: Vec<WageReport>,
) -> anyhow::Result<String> {
    let policies = provider.policies.as_ref().map(|policies| Policies {
        pension_provider: policies.pension_provider,
        pension_policy: policies.pension_policy.clone(),
        accident_provider: policies.accident_provider.clone(),
        accident_policy: policies.accident_policy.clone(),
    });
    let delivery = Delivery {
        id: file_id(run),
        created: app.clock.now(),
        production: app.config.is_production(),
        payer: ReportPayer {
            business_id: provider.seller.business_id.clone(),
            name: provider.seller.name.clone(),
            policies,
        },
        contact: Contact {
            name: provider.contact.name.clone(),
            phone: provider.contact.phone.clone(),
            email: provider.contact.email.as_str().to_owned(),
        },
        payment_date: run.payday,
        period: pay_period(run.payday)?,
        reports,
    };
    Ok(delivery.to_xml()?)
}

/// The same for the same run, which is what a bank knows a file by. Banks take thirty characters.
fn file_id(run: &PayrollRun) -> String {
    let id = run.id.to_string().replace('-', "");
    let short = id.get(id.len().saturating_sub(12)..).unwrap_or_default();
    format!("LIKSA-{}-{short}", run.payday.strftime("%Y%m%d"))
}

/// False if fewer refunds wait now than are in the file.
async fn keep(
    app: &App,
    run: &PayrollRun,
    files: Vec<(RunFileKind, String, String)>,
    refunds: &[Refund],
) -> anyhow::Result<bool> {
    let now = app.clock.now();
    let mut stored = vec![];
    for (kind, name, xml) in files {
        let content = app.files.put(app.new_id()?, xml.as_bytes(), now).await?;
        stored.push((kind, name, content));
    }
    let mut tx = app.store.begin().await?;
    let taken = tx.take_refunds(run.id).await?;
    if !taken.iter().map(|refund| refund.id).eq(refunds.iter().map(|refund| refund.id)) {
        return Ok(false);
    }
    for (kind, name, content) in &stored {
        let new = NewFile {
            content,
            purpose: FilePurpose::Payroll,
            owner: None,
            name,
            media_type: MediaType::Xml,
            created_at: now,
        };
        let file = tx.insert_file(&new).await?;
        if !tx.add_run_file(run.id, *kind, file).await? {
            // Another runner was quicker; what was put here is removed as nobody's.
            return Ok(true);
        }
    }
    let detail = json!({"files": stored.iter().map(|(kind, ..)| kind.name()).collect::<Vec<_>>()});
    tx.record(&app.event(None, Action::PayrollFilesWritten, format!("payroll:{}", run.id), &detail)).await?;
    tx.commit().await?;
    Ok(true)
}
