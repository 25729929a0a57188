//! Worked examples to the cent, and what has to hold for every input.

mod examples;
mod identities;

use liksa_money::{Money, Rate};
use liksa_rates::Age;

use super::*;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn percent(text: &str) -> Rate {
    Rate::from_percent_str(text).unwrap()
}

/// A light entrepreneur of 35 years at 20 % tax, and nothing special.
fn entrepreneur() -> Worker {
    Worker {
        worker_type: WorkerType::Entrepreneur,
        age: Age::Years(35),
        yel_insured: true,
        pay_yel_through_service: false,
        service_percent: None,
        service_fee_charged_this_month: Money::ZERO,
        tyel_this_month: TyelWages::default(),
        profession_code: None,
        employed_since: None,
        tax: TaxBasis::Percent(percent("20")),
        distraint: None,
        reductions: Money::ZERO,
    }
}

fn employee() -> Worker {
    Worker { worker_type: WorkerType::Employee, ..entrepreneur() }
}

/// A provider without an accident insurance of its own and at a fee that suits the example.
fn bare_settings(service_percent: &str) -> ProviderSettings {
    ProviderSettings {
        service_percent: percent(service_percent),
        accident_insurance: Rate::ZERO,
        group_life: Rate::ZERO,
        ..ProviderSettings::default()
    }
}

fn rows(amount: &str) -> Billed {
    Billed { rows: money(amount), ..Billed::default() }
}
