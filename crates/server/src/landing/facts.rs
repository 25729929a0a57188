//! The figures that the texts of the landing page name: the provider's prices and what the law says today.

use jiff::civil::Date;
use liksa_actions::printing::bill_language;
use liksa_documents::pdf::Writer;
use liksa_domain::dates::format_date;
use liksa_domain::payroll::next_payday;
use liksa_domain::person::Language;
use liksa_domain::settings::Provider;
use liksa_finland::bank_days::PAYDAY;
use liksa_rates::{Age, StatutoryFigures, Vehicle};

/// What the terms promise (`legal_terms_*` in `web/src/locales`).
const TRIAL_MONTHS: u8 = 6;
const YEARS_OF_INVOICES: u8 = 6;
const YEARS_OF_SALARIES: u8 = 10;
/// The contributions of most people; those of a few ages differ.
const USUAL_AGE: Age = Age::Years(35);

/// Each figure by the name that texts have for it.
pub struct Facts(Vec<(&'static str, String)>);

impl Facts {
    pub fn on(
        today: Date,
        law: &StatutoryFigures,
        provider: &Provider,
        language: Language,
    ) -> anyhow::Result<Self> {
        let writer = Writer::new(bill_language(language));
        let (percent, short) = (|rate| writer.percent(rate), |amount| writer.short_euros(amount));
        let (rates, prices) = (law.for_date(today)?, &provider.prices);
        Ok(Self(vec![
            ("fee", percent(prices.service_percent)),
            ("maximum", short(prices.service_fee_maximum_per_month)),
            ("accident", percent(prices.accident_insurance)),
            ("payNow", percent(prices.pay_now_commission)),
            ("vat", percent(rates.vat.standard(today))),
            ("vatPercent", rates.vat.standard(today).plain_percent()),
            ("highestTax", rates.withholding.highest.plain_percent()),
            ("withoutCard", percent(rates.withholding.without_card)),
            ("payday", format_date(next_payday(today)?)),
            ("paydayOfMonth", PAYDAY.to_string()),
            ("reminderDays", rates.reminder.days_after_due.to_string()),
            ("yel", percent(rates.yel.rate(USUAL_AGE, today))),
            ("yelMinimum", short(rates.yel.income_min)),
            ("tyel", percent(rates.tyel.employee(USUAL_AGE, today))),
            ("tyelFloor", short(rates.tyel.earnings_floor)),
            ("holiday", percent(rates.holiday_compensation.under_a_year)),
            ("holidayFromAYear", percent(rates.holiday_compensation.from_a_year)),
            ("km", short(rates.travel.per_km(Vehicle::Car)?)),
            ("fullDay", short(rates.travel.full_day)),
            ("partialDay", short(rates.travel.partial_day)),
            ("meal", short(rates.travel.meal)),
            ("trialMonths", TRIAL_MONTHS.to_string()),
            ("yearsOfInvoices", YEARS_OF_INVOICES.to_string()),
            ("yearsOfSalaries", YEARS_OF_SALARIES.to_string()),
        ]))
    }

    /// A text with its figures.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for (name, value) in &self.0 {
            filled = filled.replace(&format!("{{{name}}}"), value);
        }
        filled
    }
}
