//! The small calculator of the landing page: three fields, and where every euro goes. The script of the page asks
//! `PUT /api/calc` the same; without it the form comes here.

use jiff::civil::Date;
use liksa_actions::context::Terms;
use liksa_actions::mail::notice::Text;
use liksa_domain::calculator::Question;
use liksa_domain::problem::Problem;
use liksa_domain::reading::NumberText;
use liksa_domain::salary::Summary;
use liksa_money::{Money, MoneyError, Rate};
use serde::Deserialize;

use super::texts;

const USUAL_PRICE: &str = "1000";
const USUAL_TAX: &str = "20";
/// As long as any number that a person writes here.
const LONGEST_FIELD: usize = 20;

/// The fields as they were typed.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Fields {
    price: Option<String>,
    tax: Option<String>,
    work: Option<String>,
}

/// A question with its answer, or with what is wrong with it.
pub struct Example {
    pub price: String,
    pub tax: String,
    pub employee: bool,
    pub answer: Result<Answer, Vec<Problem>>,
}

pub struct Answer {
    pub salary: Money,
    pub lines: [Line; 7],
    pub parts: [Part; 3],
}

/// A line of the calculation. `name` is the field of the API with the same amount.
pub struct Line {
    pub name: &'static str,
    pub label: Text,
    pub amount: Money,
    /// Whether it is taken off what is invoiced.
    pub less: bool,
}

/// A part of what is invoiced without VAT.
pub struct Part {
    pub name: &'static str,
    pub label: Text,
    pub share: Rate,
}

impl Fields {
    /// What is typed is calculated with the settings and figures of the day, as the calculator of the app does.
    pub fn calculate(&self, terms: &Terms, today: Date) -> anyhow::Result<Example> {
        let field = |typed: &Option<String>, usual: &str| -> String {
            typed.as_deref().unwrap_or(usual).trim().chars().take(LONGEST_FIELD).collect()
        };
        let (price, tax) = (field(&self.price, USUAL_PRICE), field(&self.tax, USUAL_TAX));
        let employee = self.work.as_deref() == Some("WORKER");
        let vat = terms.law.for_date(today)?.vat.standard(today);
        // What cannot be read is refused with the rest of the question.
        let fraction = Rate::from_percent_str(&tax).map(Rate::plain_fraction).unwrap_or_else(|_| tax.clone());
        let question = Question {
            price: Some(NumberText::from(plain(&price).as_str())),
            tax_percent: Some(NumberText::from(fraction.as_str())),
            vat_percent: Some(NumberText::from(vat.plain_percent().as_str())),
            worker_type: Some(if employee { "WORKER" } else { "ENTREPRENEUR" }.to_owned()),
            ..Question::default()
        };
        let answer = match question.answer(&terms.law, &terms.settings.prices, today) {
            Ok(summary) => Ok(Answer::new(&summary)?),
            Err(problems) => Err(problems),
        };
        Ok(Example { price, tax, employee, answer })
    }
}

/// A price in either notation, "1,234.50" or "1.234,50", without the separators of its thousands. What may be both,
/// "1,234", is left unreadable, as the script does: nobody's price is guessed.
fn plain(typed: &str) -> String {
    let separators = [',', '.'];
    let Some(last) = typed.rfind(separators) else { return typed.to_owned() };
    let (whole, decimals) = (&typed[..last], &typed[last + 1..]);
    let thousands = |text: &str, separator: char| -> Option<String> {
        let groups: Vec<&str> = text.split(separator).collect();
        let (first, others) = groups.split_first()?;
        let fits = (1..=3).contains(&first.len()) && others.iter().all(|group| group.len() == 3);
        fits.then(|| groups.concat())
    };
    match (whole.find(separators).and_then(|at| whole[at..].chars().next()), typed[last..].chars().next()) {
        (None, _) if decimals.len() == 3 && whole.len() <= 3 && !whole.starts_with('0') => {
            format!("{typed}?")
        }
        (None, _) | (_, None) => typed.to_owned(),
        (Some(group), Some(point)) if group == point => {
            thousands(typed, group).unwrap_or_else(|| typed.to_owned())
        }
        (Some(group), Some(point)) => thousands(whole, group)
            .map_or_else(|| typed.to_owned(), |whole| format!("{whole}{point}{decimals}")),
    }
}

impl Answer {
    fn new(summary: &Summary) -> Result<Self, MoneyError> {
        let whole = summary.total_billing_without_vat;
        let share = |part: Money| if whole.is_zero() { Ok(Rate::ZERO) } else { part.ratio_to(whole) };
        let line = |name, label, amount, less| Line { name, label, amount, less };
        let statutory = whole.minus(summary.salary)?.minus(summary.service_fee)?;
        Ok(Self {
            salary: summary.salary,
            lines: [
                line("totalBilling", texts::CUSTOMER_PAYS, summary.total_billing, false),
                line("totalBillingWithoutAlv", texts::INVOICED, whole, false),
                line("serviceFee", texts::SERVICE_FEE, summary.service_fee, true),
                line("employerCosts", texts::EMPLOYER_COSTS, summary.employer_costs, true),
                line("taxamount", texts::TAX, summary.tax_amount, true),
                line("employeeCost", texts::EMPLOYEE_COSTS, summary.employee_cost, true),
                line("rounding", texts::ROUNDING, summary.rounding, true),
            ],
            parts: [
                Part { name: "salary", label: texts::PART_YOURS, share: share(summary.salary)? },
                Part { name: "statutory", label: texts::PART_STATUTORY, share: share(statutory)? },
                Part { name: "serviceFee", label: texts::SERVICE_FEE, share: share(summary.service_fee)? },
            ],
        })
    }
}
