//! The calculator's input as it comes from outside: numbers as they were written.

use super::{Input, calculate, price_for_salary};
use crate::person::WorkerType;
use crate::problem::Problem;
use crate::reading::{NumberText, Reader, given};
use crate::salary::{Summary, Worker};
use crate::settings::ProviderSettings;
use jiff::civil::Date;
use liksa_rates::StatutoryFigures;
use serde::Deserialize;
use utoipa::ToSchema;

/// A question to the calculator. Everything is optional but the price, which is `price`, or `hours` times
/// `hourlyRate`, or is itself sought when `salary` is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Without VAT.
    pub price: Option<NumberText>,
    pub hours: Option<NumberText>,
    /// Without VAT.
    pub hourly_rate: Option<NumberText>,
    /// What is to be paid to the account, instead of a price: the answer's `amount` is then the smallest price
    /// that gives it.
    pub salary: Option<NumberText>,
    /// VAT in per cent; 0 if not given.
    #[serde(rename = "alv")]
    pub vat_percent: Option<NumberText>,
    /// A part of one. Without it, as without a tax card, 60 % is withheld.
    pub tax_percent: Option<NumberText>,
    pub age: Option<NumberText>,
    /// By car.
    pub kilometers: Option<NumberText>,
    #[serde(rename = "fulldaycompensation")]
    pub full_days: Option<NumberText>,
    #[serde(rename = "partialdaycompensation")]
    pub partial_days: Option<NumberText>,
    #[serde(rename = "lunchcompensation")]
    pub meals: Option<NumberText>,
    /// DD.MM.YYYY; today if not given. Its year says the statutory figures.
    pub payday: Option<String>,
    /// WORKER for employment; anything else is a light entrepreneur.
    pub worker_type: Option<String>,
    /// Under the duty to insure as an entrepreneur; true if not given.
    pub yel_insured: Option<bool>,
    pub pay_yel_through_service: Option<bool>,
    pub profession_code: Option<String>,
    /// The service fee as a part of one, if another than the usual was agreed.
    pub service_percent: Option<NumberText>,
    /// True for the salary of the signed-in worker: what is left out of the person is theirs, what was paid and
    /// charged this year counts, and the payday is the next one if not given.
    pub own: Option<bool>,
    /// True for what is left on the payday after the highest advance that the provider pays of such a salary: the
    /// answer's `reductions` are the advance. Not read with `own`.
    pub after_highest_advance: Option<bool>,
}

impl Question {
    /// What is left of the price, or of the smallest price that leaves the wanted salary; or all faults.
    pub fn answer(
        &self,
        law: &StatutoryFigures,
        settings: &ProviderSettings,
        today: Date,
    ) -> Result<Summary, Vec<Problem>> {
        self.answer_for(law, None, settings, today)
    }

    /// The same for a worker who asks on their own behalf. The day is that of the salary if no payday is asked for.
    pub fn answer_for(
        &self,
        law: &StatutoryFigures,
        own: Option<Worker>,
        settings: &ProviderSettings,
        today: Date,
    ) -> Result<Summary, Vec<Problem>> {
        let mut reader = Reader::default();
        let wanted = reader.money("salary", self.salary.as_deref());
        if let Some(wanted) = wanted {
            let input = self.asked_by(own, self.read_without_price(law, today)?);
            return price_for_salary(law, &input, wanted, settings, today).map(|solution| solution.summary);
        }
        let unreadable = reader.into_problems();
        if !unreadable.is_empty() {
            let others = self.read_without_price(law, today).err().unwrap_or_default();
            return Err([unreadable, others].concat());
        }
        calculate(law, &self.asked_by(own, self.read(law, today)?), settings, today)
    }

    fn asked_by(&self, own: Option<Worker>, input: Input) -> Input {
        let own = own.map(|own| self.over(own, input.worker()));
        Input { own, ..input }
    }

    /// Whether the tax of a worker who asks on their own behalf is theirs: no percentage is asked about.
    pub fn has_own_tax(&self) -> bool {
        given(self.tax_percent.as_deref()).is_none()
    }

    /// What was asked for of a person, and for the rest what is known of them.
    pub fn over(&self, known: Worker, asked: Worker) -> Worker {
        let says = |number: &Option<NumberText>| given(number.as_deref()).is_some();
        Worker {
            tax: if says(&self.tax_percent) { asked.tax } else { known.tax },
            age: if says(&self.age) { asked.age } else { known.age },
            worker_type: if given(self.worker_type.as_deref()).is_some() {
                asked.worker_type
            } else {
                known.worker_type
            },
            yel_insured: self.yel_insured.unwrap_or(known.yel_insured),
            pay_yel_through_service: self.pay_yel_through_service.unwrap_or(known.pay_yel_through_service),
            profession_code: asked.profession_code.or(known.profession_code),
            service_percent: asked.service_percent.or(known.service_percent),
            ..known
        }
    }

    /// The input for [`super::calculate`], or all its faults.
    pub(super) fn read(&self, law: &StatutoryFigures, today: Date) -> Result<Input, Vec<Problem>> {
        let (input, unreadable) = self.values();
        let mut problems = input.problems(law, today);
        input.price_problems(&mut problems);
        together(input, unreadable, problems)
    }

    /// The input for [`super::price_for_salary`], which asks no price.
    pub fn read_without_price(&self, law: &StatutoryFigures, today: Date) -> Result<Input, Vec<Problem>> {
        let (input, unreadable) = self.values();
        let problems = input.problems(law, today);
        together(input, unreadable, problems)
    }

    /// What could be read, and the fields that could not.
    fn values(&self) -> (Input, Vec<Problem>) {
        let mut reader = Reader::default();
        let usual = Input::default();
        let input = Input {
            price: reader.money("price", self.price.as_deref()),
            hours: reader.quantity("hours", self.hours.as_deref()),
            hourly_rate: reader.money("hourlyRate", self.hourly_rate.as_deref()),
            vat_rate: reader.percent("alv", self.vat_percent.as_deref()).unwrap_or(usual.vat_rate),
            tax_percent: reader.fraction("taxPercent", self.tax_percent.as_deref()),
            age: reader.whole("age", self.age.as_deref()),
            kilometers: reader.quantity("kilometers", self.kilometers.as_deref()).unwrap_or(usual.kilometers),
            full_days: reader.count("fulldaycompensation", self.full_days.as_deref()),
            partial_days: reader.count("partialdaycompensation", self.partial_days.as_deref()),
            meals: reader.count("lunchcompensation", self.meals.as_deref()),
            payday: reader.date("payday", self.payday.as_deref()),
            worker_type: self.worker_type(),
            yel_insured: self.yel_insured.unwrap_or(usual.yel_insured),
            pay_yel_through_service: self.pay_yel_through_service.unwrap_or(usual.pay_yel_through_service),
            profession_code: given(self.profession_code.as_deref()).map(str::to_owned),
            service_percent: reader.fraction("servicePercent", self.service_percent.as_deref()),
            own: None,
        };
        (input, reader.into_problems())
    }

    /// Anything but WORKER is a light entrepreneur.
    fn worker_type(&self) -> WorkerType {
        let named = given(self.worker_type.as_deref()).and_then(WorkerType::from_name);
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
