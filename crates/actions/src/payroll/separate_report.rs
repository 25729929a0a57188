//! The employer's separate report: the health insurance contributions of a month, for the Incomes Register.

use liksa_documents::incomes_register::SeparateReportDelivery;
use liksa_domain::remittance::{MonthsWages, separate_report_by};

use crate::prelude::*;

/// How many months are listed.
const MONTHS: i32 = 13;

/// A month that is over, with what its salaries give by now and what was reported of it.
pub struct MonthToReport {
    /// The first day of the month.
    pub month: Date,
    pub wages: MonthsWages,
    pub due: Date,
    /// The newest first.
    pub reports: Vec<SeparateReport>,
}

impl MonthToReport {
    /// Whether the register has to be told something that no report says yet.
    pub fn is_to_make(&self) -> bool {
        self.reports
            .first()
            .is_none_or(|last| last.amount != self.wages.health_insurance || last.wages != self.wages.paid)
    }
}

/// The last months that are over, the newest first. They begin with the first in which wages were paid or of which a
/// report was made: before that there was no employer to report.
pub async fn months_to_report(context: &Context) -> Result<Vec<MonthToReport>> {
    let mut month = context.clock.today().first_of_month();
    let mut months = vec![];
    for _ in 0..MONTHS {
        month = month_before(month)?;
        months.push(month_to_report(context, month).await?);
    }
    let first = months.iter().rposition(|month| month.wages.paid || !month.reports.is_empty());
    months.truncate(first.map_or(0, |place| place + 1));
    Ok(months)
}

fn month_before(month: Date) -> Result<Date> {
    Ok(month.first_of_month().yesterday().map_err(anyhow::Error::from)?.first_of_month())
}

async fn month_to_report(context: &Context, month: Date) -> Result<MonthToReport> {
    let reports = context.store.separate_reports_of(month).await?;
    let wages = context.store.months_wages(month, month.last_of_month()).await?;
    let due = separate_report_by(month).map_err(anyhow::Error::from)?;
    Ok(MonthToReport { month, wages, due, reports })
}

/// Writes the report of a month that is over, or the correction of one that was sent. Asked for again while nothing
/// has changed, it is refused.
pub async fn make_separate_report(context: &Context, by: PersonId, month: Date) -> Result<()> {
    let month = month.first_of_month();
    if month.last_of_month() >= context.clock.today() {
        return Err(Error::field("month", ErrorKey::PeriodNotOver));
    }
    let to_report = month_to_report(context, month).await?;
    require(to_report.is_to_make(), ErrorKey::ReportUnchanged)?;
    let MonthsWages { health_insurance: amount, paid: wages } = to_report.wages;
    require(!amount.is_negative(), ErrorKey::ReportBelowZero)?;
    let replaces = to_report.reports.iter().any(|report| report.sent_at.is_some());
    let place = to_report.reports.first().map_or(1, |last| last.place + 1);
    let delivery = SeparateReportDelivery {
        id: format!("LIKSA-E-{}-{place}", month.strftime("%Y%m")),
        report: format!("liksa-e-{}", month.strftime("%Y%m")),
        created: context.clock.now(),
        today: context.clock.today(),
        production: context.deployment.production,
        provider: context.settings_for_sending(context.clock.today()).await?.as_ref().clone(),
        month,
        health_insurance: wages.then_some(amount),
        replaces,
    };
    let xml = delivery.to_xml().map_err(|_| Error::Conflict(ErrorKey::ContactMissing))?;
    let (id, now) = (context.new_id()?, context.clock.now());
    let content = context.files.put(context.new_id()?, xml.as_bytes(), now).await?;
    let mut tx = context.store.begin().await?;
    let name = format!("tulorekisteri-erillisilmoitus-{}-{place}.xml", month.strftime("%Y-%m"));
    let file =
        context.add_file(&mut tx, &content, (FilePurpose::Payroll, MediaType::Xml), None, &name).await?;
    let new =
        NewSeparateReport { id, month, place, amount, wages, replaces, file, made_by: by, made_at: now };
    require(tx.insert_separate_report(&new).await?, ErrorKey::ReportUnchanged)?;
    let detail = json!({"month": month.strftime("%Y-%m").to_string(), "amount": amount.plain()});
    context.record(&mut tx, Some(by), Action::SeparateReportMade, format!("separate_report:{id}"), detail);
    Ok(tx.commit().await?)
}

/// Notes that a report has gone to the register. Said twice, it is noted once.
pub async fn note_report_sent(context: &Context, by: PersonId, id: SeparateReportId) -> Result<()> {
    context.store.separate_report(id).await?.ok_or(Error::NotFound)?;
    let mut tx = context.store.begin().await?;
    if tx.separate_report_was_sent(id, by, context.clock.now()).await? {
        let subject = format!("separate_report:{id}");
        context.record(&mut tx, Some(by), Action::SeparateReportSent, subject, json!({}));
        tx.commit().await?;
    }
    Ok(())
}
