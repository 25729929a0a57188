//! What a salary puts into the files of its run. Calculation, approval and writing ask the same functions, so that
//! whatever a file would be refused for is found before anybody approves it.

use anyhow::Context as _;
use liksa_documents::incomes_register::{Delivery, IncomesRegisterError, WageReport};
use liksa_documents::pain001::{Kind, Message, Payment, PaymentFile, PaymentFileError};
use liksa_domain::payroll::{Figures, PayBasis, Payee, Travelled, pay_period};
use liksa_domain::salary::{Reimbursements, Summary};
use liksa_domain::settings::Provider;
use liksa_finland::Iban;
use liksa_rates::StatutoryFigures;

use crate::payment_files::file_of_run;
use crate::payments::SALARY_ID_PREFIX;
use crate::prelude::*;

const SALARIES_AT_ONCE: i64 = 1000;
/// As long as the number of a slip becomes, where it has none yet.
const LONGEST_NUMBER: i64 = i64::MAX;

/// A salary, as far as the files depend on it.
struct ToPay<'a> {
    number: i64,
    payday: Date,
    payee: &'a Payee,
    iban: Option<Iban>,
    summary: Summary,
    basis: &'a PayBasis,
    reimbursements: Reimbursements,
    travelled: Travelled,
}

impl<'a> ToPay<'a> {
    fn of(salary: &'a StoredSalary, number: i64) -> anyhow::Result<Self> {
        Ok(Self {
            number,
            payday: salary.payday,
            payee: &salary.payee,
            iban: salary.iban,
            summary: salary.summary.context("a salary to pay that was not calculated")?,
            basis: &salary.basis,
            reimbursements: salary.reimbursements,
            travelled: salary.travelled,
        })
    }

    /// None where nothing leaves the account.
    fn payment(&self) -> anyhow::Result<Option<Payment>> {
        if !self.summary.salary.is_positive() {
            return Ok(None);
        }
        Ok(Some(Payment {
            kind: Kind::Salary,
            date: self.payday,
            end_to_end_id: format!("{SALARY_ID_PREFIX}{}", self.number),
            amount: self.summary.salary,
            receiver: format!("{} {}", self.payee.first_name, self.payee.last_name),
            account: self.iban.context("a salary to pay without an account")?,
            message: Message::Text(format!("Palkka {}", self.number)),
        }))
    }

    /// None where nothing was paid that is reported. None either for a salary below zero: it corrects earlier reports,
    /// which staff do in the register itself.
    fn report(&self) -> anyhow::Result<Option<WageReport>> {
        if self.summary.salary.is_negative() || self.summary.gross_salary.is_negative() {
            return Ok(None);
        }
        let personal_id = self.payee.personal_id.clone().context("a salary to pay without a personal id")?;
        let report = WageReport {
            id: format!("liksa-{}", self.number),
            personal_id,
            first_name: self.payee.first_name.clone(),
            last_name: self.payee.last_name.clone(),
            basis: self.basis.clone(),
            summary: self.summary,
            reimbursements: self.reimbursements,
            travelled: self.travelled,
        };
        Ok(if report.has_content()? { Some(report) } else { None })
    }
}

/// Whether the bank and the register would take what this salary puts into their files. What they ask of the provider
/// is asked at the approval.
pub(super) fn is_writable(new: &NewSalary, payday: Date) -> bool {
    let (Some(summary), Some(figures)) = (new.calculated.summary, &new.calculated.figures) else {
        return false;
    };
    let Figures { billed, travelled, .. } = figures;
    let to_pay = ToPay {
        number: LONGEST_NUMBER,
        payday,
        payee: &new.payee,
        iban: new.iban,
        summary,
        basis: &new.calculated.basis,
        reimbursements: billed.reimbursements,
        travelled: *travelled,
    };
    let payment = to_pay.payment().is_ok_and(|payment| payment.is_none_or(|one| one.check().is_ok()));
    let report = to_pay.report().is_ok_and(|report| report.is_none_or(|one| one.check(true).is_ok()));
    payment && report
}

/// All that the files of a run hold.
#[derive(Default)]
pub(super) struct Contents {
    payments: Vec<Payment>,
    reports: Vec<WageReport>,
    /// Salaries that are paid, in the order of their workers' ids.
    pub(super) salaries: Vec<SalaryId>,
}

impl Contents {
    /// Reads the salaries of the run that are not held. `number` gives the number of each slip.
    pub(super) async fn of(
        context: &Context,
        run: &PayrollRun,
        refunds: &[Refund],
        mut number: impl FnMut(&StoredSalary) -> anyhow::Result<i64>,
    ) -> anyhow::Result<Self> {
        let mut contents = Self::default();
        let mut after: Option<PersonId> = None;
        loop {
            let salaries = context.store.run_salaries(run.id, Only::All, after, SALARIES_AT_ONCE).await?;
            let Some(last) = salaries.last() else { break };
            after = Some(last.person);
            for salary in salaries.iter().filter(|salary| !salary.held) {
                let to_pay = ToPay::of(salary, number(salary)?)?;
                contents.payments.extend(to_pay.payment()?);
                contents.reports.extend(to_pay.report()?);
                contents.salaries.push(salary.id);
            }
        }
        for refund in refunds {
            contents.payments.push(refund_payment(refund, run.payday)?);
        }
        Ok(contents)
    }

    /// The files with their names. One that would be empty is left out.
    pub(super) fn write(
        self,
        context: &Context,
        run: &PayrollRun,
        provider: &Provider,
        law: StatutoryFigures,
    ) -> anyhow::Result<Vec<(RunFileKind, String, String)>> {
        let mut written = vec![];
        if !self.payments.is_empty() {
            let file = PaymentFile {
                id: file_of_run(run.id, run.payday),
                created: context.clock.in_finland(context.clock.now()).datetime(),
                provider: provider.clone(),
                payments: self.payments,
            };
            written.push((RunFileKind::Bank, format!("palkat-{}.xml", run.payday), file.to_xml()?));
        }
        if !self.reports.is_empty() {
            let delivery = Delivery {
                id: file_of_run(run.id, run.payday),
                created: context.clock.now(),
                production: context.deployment.production,
                provider: provider.clone(),
                payment_date: run.payday,
                period: pay_period(run.payday)?,
                reports: self.reports,
                law,
            };
            let name = format!("tulorekisteri-{}.xml", run.payday);
            written.push((RunFileKind::WageReport, name, delivery.to_xml()?));
        }
        Ok(written)
    }
}

/// Its end-to-end id is the refund's id, which comes back on the statement. Banks take 35 characters, so without
/// hyphens.
fn refund_payment(refund: &Refund, payday: Date) -> anyhow::Result<Payment> {
    Ok(Payment {
        kind: Kind::Refund,
        date: payday,
        end_to_end_id: refund.id.uuid().simple().to_string(),
        amount: refund.amount,
        receiver: refund.name.clone(),
        account: refund.iban.parse().ok().context("a refund to no account")?,
        message: Message::Text("Palautus".to_owned()),
    })
}

/// Whether the bank would take it.
pub(super) fn can_be_refunded(refund: &Refund, payday: Date) -> bool {
    refund_payment(refund, payday).is_ok_and(|payment| payment.check().is_ok())
}

/// What an approver is told when a file cannot be written: what the provider has to add, or that the salaries have to
/// be calculated again, which then names the person.
pub(super) fn why_not_written(error: &anyhow::Error) -> ErrorKey {
    use {IncomesRegisterError as Register, PaymentFileError as Bank};
    match (error.downcast_ref::<Bank>(), error.downcast_ref::<Register>()) {
        (Some(Bank::WrongBankAgreement | Bank::PayerWithoutName | Bank::PayerOutsideSepa), _) => {
            ErrorKey::PayerNotAccepted
        }
        (_, Some(Register::WithoutPolicies(_))) => ErrorKey::PoliciesMissing,
        (_, Some(Register::WithoutContact)) => ErrorKey::ContactMissing,
        _ => ErrorKey::RunChanged,
    }
}
