//! The calculator's input as it comes from outside: numbers as they were written.

use super::{Input, calculate, price_for_salary};
use crate::person::WorkerType;
use crate::problem::Problem;
use crate::reading::{Reader, given};
use crate::salary::Summary;
use crate::settings::ProviderSettings;
use jiff::civil::Date;

/// Every field may be missing or empty. A number is taken from its text, never through a float, so that what
/// was written is what is reckoned; "NaN" and "1e300" are no numbers here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Form<'a> {
    pub price: Option<&'a str>,
    pub hours: Option<&'a str>,
    pub hourly_rate: Option<&'a str>,
    /// The salary that is wanted; where it is given, the price is sought.
    pub salary: Option<&'a str>,
    /// In per cents: "25.5".
    pub vat_percent: Option<&'a str>,
    /// As a part of one: "0.2".
    pub tax_percent: Option<&'a str>,
    pub age: Option<&'a str>,
    pub kilometers: Option<&'a str>,
    pub full_days: Option<&'a str>,
    pub partial_days: Option<&'a str>,
    pub meals: Option<&'a str>,
    /// DD.MM.YYYY
    pub payday: Option<&'a str>,
    pub worker_type: Option<&'a str>,
    pub yel_insured: Option<bool>,
    pub pay_yel_through_service: Option<bool>,
    pub profession_code: Option<&'a str>,
    /// As a part of one: "0.069".
    pub service_percent: Option<&'a str>,
}

impl Form<'_> {
    /// What is left of the price, or of the smallest price that leaves the wanted salary; or all faults.
    pub fn answer(&self, settings: &ProviderSettings, today: Date) -> Result<Summary, Vec<Problem>> {
        let mut reader = Reader::default();
        let wanted = reader.money("salary", self.salary);
        if let Some(wanted) = wanted {
            let input = self.read_without_price(today)?;
            return price_for_salary(&input, wanted, settings, today).map(|solution| solution.summary);
        }
        let unreadable = reader.into_problems();
        if !unreadable.is_empty() {
            let others = self.read_without_price(today).err().unwrap_or_default();
            return Err([unreadable, others].concat());
        }
        calculate(&self.read(today)?, settings, today)
    }

    /// The input for [`super::calculate`], or all its faults.
    pub(super) fn read(&self, today: Date) -> Result<Input, Vec<Problem>> {
        let (input, unreadable) = self.values();
        let mut problems = input.problems(today);
        input.price_problems(&mut problems);
        together(input, unreadable, problems)
    }

    /// The input for [`super::price_for_salary`], which asks no price.
    pub fn read_without_price(&self, today: Date) -> Result<Input, Vec<Problem>> {
        let (input, unreadable) = self.values();
        let problems = input.problems(today);
        together(input, unreadable, problems)
    }

    /// What could be read, and the fields that could not.
    fn values(&self) -> (Input, Vec<Problem>) {
        let mut reader = Reader::default();
        let usual = Input::default();
        let input = Input {
            price: reader.money("price", self.price),
            hours: reader.quantity("hours", self.hours),
            hourly_rate: reader.money("hourlyRate", self.hourly_rate),
            vat_rate: reader.percent("alv", self.vat_percent).unwrap_or(usual.vat_rate),
            tax_percent: reader.fraction("taxPercent", self.tax_percent),
            age: reader.whole("age", self.age),
            kilometers: reader.quantity("kilometers", self.kilometers).unwrap_or(usual.kilometers),
            full_days: reader.whole("fulldaycompensation", self.full_days).unwrap_or(usual.full_days),
            partial_days: reader
                .whole("partialdaycompensation", self.partial_days)
                .unwrap_or(usual.partial_days),
            meals: reader.whole("lunchcompensation", self.meals).unwrap_or(usual.meals),
            payday: reader.date("payday", self.payday),
            worker_type: self.worker_type(),
            yel_insured: self.yel_insured.unwrap_or(usual.yel_insured),
            pay_yel_through_service: self.pay_yel_through_service.unwrap_or(usual.pay_yel_through_service),
            profession_code: given(self.profession_code).map(str::to_owned),
            service_percent: reader.fraction("servicePercent", self.service_percent),
        };
        (input, reader.into_problems())
    }

    /// Anything but WORKER is a light entrepreneur.
    fn worker_type(&self) -> WorkerType {
        let named = given(self.worker_type).and_then(WorkerType::from_name);
        named.unwrap_or(WorkerType::Entrepreneur)
    }
}

/// A field that could not be read has nothing else wrong with it.
fn together(input: Input, unreadable: Vec<Problem>, problems: Vec<Problem>) -> Result<Input, Vec<Problem>> {
    let is_new = |problem: &Problem| unreadable.iter().all(|known| known.field != problem.field);
    let others: Vec<Problem> = problems.into_iter().filter(is_new).collect();
    let all = [unreadable, others].concat();
    if all.is_empty() { Ok(input) } else { Err(all) }
}
