//! The public calculator: the salary that an invoice gives, and the invoice that a wanted salary needs.
//!
//! For a stranger it is indicative: it knows no tax card, no distraint, no earlier invoices of the month. Workers who
//! ask on their own behalf are calculated as the payroll run of the payday would. Everything it shows comes from the
//! same engine as the pay slips.

mod figures;
mod form;
mod inverse;

#[cfg(test)]
mod tests;

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Quantity, Rate};
use liksa_rates::{Age, StatutoryFigures, Vehicle};

use crate::advance::{AdvanceLimit, AdvanceTerms};
use crate::bill::Allowances;
use crate::person::WorkerType;
use crate::problem::{ErrorKey, Problem, Problems};
use crate::salary::{self, Billed, Reimbursements, SalaryError, Summary, TaxBasis, TyelWages, Worker};
use crate::settings::ProviderSettings;

pub use figures::Figures;
pub use form::Question;
pub use inverse::{Solution, price_for_salary};

/// Beyond these a number is a slip of the keyboard.
pub const HIGHEST_PRICE: Money = Money::euros(10_000_000);
pub const HIGHEST_HOURLY_RATE: Money = Money::euros(100_000);
/// The hours of the longest month.
pub const MOST_HOURS: Quantity = Quantity::whole(744);
pub const MOST_KILOMETERS: Quantity = Quantity::whole(100_000);
/// A year's worth, for days as for meals.
pub const MOST_ALLOWANCES: u16 = 366;
pub const OLDEST: u8 = 120;
pub const HIGHEST_SERVICE_PERCENT: Rate = Rate::from_millionths(300_000);
pub const LONGEST_PROFESSION_CODE: usize = 20;

/// Age to use where none is given: every contribution is due at its usual rate.
pub(crate) const USUAL_AGE: u8 = 35;

/// What the calculator is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// VAT-free. Goes before `hours` × `hourly_rate` where both are given.
    pub price: Option<Money>,
    pub hours: Option<Quantity>,
    /// VAT-free.
    pub hourly_rate: Option<Money>,
    /// Does not change the salary, only what the customer pays.
    pub vat_rate: Rate,
    /// Without it tax is withheld as without a tax card.
    pub tax_percent: Option<Rate>,
    pub age: Option<u8>,
    /// By car.
    pub kilometers: Quantity,
    pub full_days: u16,
    pub partial_days: u16,
    pub meals: u16,
    /// Today, unless given. Its year says the statutory figures.
    pub payday: Option<Date>,
    pub worker_type: WorkerType,
    pub yel_insured: bool,
    pub pay_yel_through_service: bool,
    pub profession_code: Option<String>,
    pub service_percent: Option<Rate>,
    /// The worker who asks on their own behalf, as this question wants them. Goes before all that is said above of
    /// the person.
    pub own: Option<Worker>,
}

impl Default for Input {
    fn default() -> Self {
        Self {
            price: None,
            hours: None,
            hourly_rate: None,
            vat_rate: Rate::ZERO,
            tax_percent: None,
            age: None,
            kilometers: Quantity::ZERO,
            full_days: 0,
            partial_days: 0,
            meals: 0,
            payday: None,
            worker_type: WorkerType::Entrepreneur,
            yel_insured: true,
            pay_yel_through_service: false,
            profession_code: None,
            service_percent: None,
            own: None,
        }
    }
}

/// What is left of an invoice. All faults of the input come at once.
pub fn calculate(
    law: &StatutoryFigures,
    input: &Input,
    settings: &ProviderSettings,
    today: Date,
) -> Result<Summary, Vec<Problem>> {
    let mut problems = input.problems(law, today);
    let price = input.price_problems(&mut problems);
    if problems.is_empty() { input.summary(law, price, settings, today) } else { Err(problems) }
}

/// A salary as it is once the most that the terms allow of it was paid in advance, with nothing else out.
pub fn after_highest_advance(terms: &AdvanceTerms, summary: &Summary) -> Result<Summary, MoneyError> {
    let advance = AdvanceLimit::of(terms, summary.net, Money::ZERO, Money::ZERO)?.limit;
    summary.with_debts(advance)
}

impl Input {
    /// The faults of everything but the price, which is asked only in one direction.
    fn problems(&self, law: &StatutoryFigures, today: Date) -> Vec<Problem> {
        let mut problems = Problems::default();
        let beyond = |quantity: Quantity, most| quantity.is_negative() || quantity > most;
        let far = beyond(self.kilometers, MOST_KILOMETERS);
        problems.add_out_of_range(far, "kilometers", 0, MOST_KILOMETERS.plain());
        problems.add_out_of_range(self.age.is_some_and(|age| age > OLDEST), "age", 0, OLDEST);
        for (count, field) in [
            (self.full_days, "fulldaycompensation"),
            (self.partial_days, "partialdaycompensation"),
            (self.meals, "lunchcompensation"),
        ] {
            problems.add_out_of_range(count > MOST_ALLOWANCES, field, 0, MOST_ALLOWANCES);
        }
        let fee_is_odd = |fee: Rate| fee.is_negative() || fee > HIGHEST_SERVICE_PERCENT;
        let odd_fee = self.service_percent.is_some_and(fee_is_odd);
        problems.add_out_of_range(odd_fee, "servicePercent", 0, HIGHEST_SERVICE_PERCENT.plain_fraction());
        let code_is_odd = |code: &str| {
            code.len() > LONGEST_PROFESSION_CODE || !code.bytes().all(|b| b.is_ascii_alphanumeric())
        };
        let odd_code = self.profession_code.as_deref().is_some_and(code_is_odd);
        problems.add_if(odd_code, "professionCode", ErrorKey::InvalidChoice);

        let payday = self.payday.unwrap_or(today);
        match law.for_date(payday) {
            Err(_) => problems.push(Problem::new("payday", ErrorKey::UnknownYear).of_year(payday.year())),
            Ok(rates) => {
                let tax_is_odd = |tax: Rate| tax.is_negative() || tax > rates.withholding.highest;
                let odd_tax = self.tax_percent.is_some_and(tax_is_odd);
                let highest = rates.withholding.highest.plain_fraction();
                problems.add_out_of_range(odd_tax, "taxPercent", 0, highest);
                let legal = rates.vat.is_legal(self.vat_rate, payday);
                problems.add_if(!legal, "alv", ErrorKey::IllegalVatRate);
            }
        }
        problems.into_vec()
    }

    /// The VAT-free price that was asked, or zero and the faults that leave none.
    fn price_problems(&self, problems: &mut Vec<Problem>) -> Money {
        let out_of_range = |amount: Money, most: Money| amount.is_negative() || amount > most;
        let required = |field: &str| Problem::new(field, ErrorKey::Required);
        let beyond =
            |field: &str, most: String| Problem::new(field, ErrorKey::OutOfRange).at_least(0).at_most(most);
        if let Some(price) = self.price {
            if out_of_range(price, HIGHEST_PRICE) {
                problems.push(beyond("price", HIGHEST_PRICE.plain()));
            }
            return price;
        }
        if self.hours.is_none() && self.hourly_rate.is_none() {
            problems.push(required("price"));
            return Money::ZERO;
        }
        match self.hours {
            None => problems.push(required("hours")),
            Some(hours) if hours.is_negative() || hours > MOST_HOURS => {
                problems.push(beyond("hours", MOST_HOURS.plain()));
            }
            Some(_) => {}
        }
        match self.hourly_rate {
            None => problems.push(required("hourlyRate")),
            Some(rate) if out_of_range(rate, HIGHEST_HOURLY_RATE) => {
                problems.push(beyond("hourlyRate", HIGHEST_HOURLY_RATE.plain()));
            }
            Some(_) => {}
        }
        let product =
            self.hourly_rate.zip(self.hours).and_then(|(rate, hours)| rate.times_quantity(hours).ok());
        match product {
            Some(price) if price > HIGHEST_PRICE => {
                // No bound of the rate alone, but of what it makes with the hours.
                problems.push(Problem::new("hourlyRate", ErrorKey::OutOfRange));
                Money::ZERO
            }
            product => product.unwrap_or_default(),
        }
    }

    /// The summary at a VAT-free price; the rest of the input has been found good.
    fn summary(
        &self,
        law: &StatutoryFigures,
        price: Money,
        settings: &ProviderSettings,
        today: Date,
    ) -> Result<Summary, Vec<Problem>> {
        let case = Case::new(law, self, settings, today)?;
        case.at(price).map_err(|error| vec![Problem::new("price", error.key())])
    }

    /// The person of the question, with defaults for what it leaves out.
    pub fn worker(&self) -> Worker {
        if let Some(own) = &self.own {
            return own.clone();
        }
        Worker {
            worker_type: self.worker_type,
            age: Age::Years(self.age.unwrap_or(USUAL_AGE)),
            yel_insured: self.yel_insured,
            pay_yel_through_service: self.pay_yel_through_service,
            service_percent: self.service_percent,
            service_fee_charged_this_month: Money::ZERO,
            tyel_this_month: TyelWages::default(),
            profession_code: self.profession_code.clone(),
            employed_since: None,
            tax: self.tax_percent.map_or(TaxBasis::NoCard, TaxBasis::Percent),
            distraint: None,
            reductions: Money::ZERO,
        }
    }
}

/// A question whose price may vary: everything else is worked out once.
struct Case<'a> {
    law: &'a StatutoryFigures,
    worker: Worker,
    settings: &'a ProviderSettings,
    payday: Date,
    vat_rate: Rate,
    reimbursements: Reimbursements,
}

impl<'a> Case<'a> {
    fn new(
        law: &'a StatutoryFigures,
        input: &Input,
        settings: &'a ProviderSettings,
        today: Date,
    ) -> Result<Self, Vec<Problem>> {
        let payday = input.payday.unwrap_or(today);
        let allowances = Allowances {
            full_days: input.full_days,
            partial_days: input.partial_days,
            meals: input.meals,
            foreign: Money::ZERO,
        };
        let reimbursements =
            Reimbursements::for_travel(law, input.kilometers, Vehicle::Car, allowances, payday)
                .map_err(|error| vec![Problem::new("payday", error.key())])?;
        Ok(Self { law, worker: input.worker(), settings, payday, vat_rate: input.vat_rate, reimbursements })
    }

    fn at(&self, price: Money) -> Result<Summary, SalaryError> {
        let price = price.rounded_to_cents()?;
        let billed = Billed {
            rows: price,
            vat: price.share(self.vat_rate)?,
            reimbursements: self.reimbursements,
            ..Billed::default()
        };
        salary::calculate(self.law, &billed, &self.worker, self.settings, self.payday)
    }
}
