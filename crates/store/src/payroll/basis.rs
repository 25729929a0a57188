//! What a salary followed from, as JSON: nobody searches by it, and it has to be read as it was for years.

use liksa_domain::payroll::PayBasis;
use liksa_domain::person::WorkerType;
use liksa_domain::salary::{Contributions, TaxBasis, TaxCard};
use liksa_money::{Money, Rate};
use serde::{Deserialize, Serialize};

use crate::error::{StoreError, StoreResult};

/// Rates in millionths, amounts in ten-thousandths.
#[derive(Serialize, Deserialize)]
struct BasisJson {
    worker_type: String,
    yel_insured: bool,
    profession_code: Option<String>,
    service_percent: i64,
    tax: TaxJson,
    contributions: ContributionsJson,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
enum TaxJson {
    Percent { rate: i64 },
    Card { base: i64, ceiling: i64, additional: i64, paid_this_year: i64 },
    NoCard,
}

macro_rules! contributions {
    ($($rate:ident),+ $(,)?) => {
        #[derive(Serialize, Deserialize)]
        struct ContributionsJson { $($rate: i64),+ }

        impl From<&Contributions> for ContributionsJson {
            fn from(due: &Contributions) -> Self {
                Self { $($rate: due.$rate.millionths()),+ }
            }
        }

        impl From<ContributionsJson> for Contributions {
            fn from(json: ContributionsJson) -> Self {
                Self { $($rate: Rate::from_millionths(json.$rate)),+ }
            }
        }
    };
}

contributions! {
    employer_tyel, employer_unemployment, health_insurance, accident_insurance, group_life, employee_tyel,
    employee_unemployment, yel, holiday_compensation,
}

pub(super) fn to_json(basis: &PayBasis) -> StoreResult<String> {
    let json = BasisJson {
        worker_type: basis.worker_type.name().to_owned(),
        yel_insured: basis.yel_insured,
        profession_code: basis.profession_code.clone(),
        service_percent: basis.service_percent.millionths(),
        tax: match basis.tax {
            TaxBasis::Percent(rate) => TaxJson::Percent { rate: rate.millionths() },
            TaxBasis::NoCard => TaxJson::NoCard,
            TaxBasis::Card(card) => TaxJson::Card {
                base: card.base_percent.millionths(),
                ceiling: card.ceiling.units(),
                additional: card.additional_percent.millionths(),
                paid_this_year: card.paid_this_year.units(),
            },
        },
        contributions: (&basis.contributions).into(),
    };
    serde_json::to_string(&json).map_err(|_| StoreError::Corrupt("basis of a salary"))
}

pub(super) fn from_json(text: &str) -> StoreResult<PayBasis> {
    let corrupt = || StoreError::Corrupt("basis of a salary");
    let json: BasisJson = serde_json::from_str(text).map_err(|_| corrupt())?;
    Ok(PayBasis {
        worker_type: WorkerType::from_name(&json.worker_type).ok_or_else(corrupt)?,
        yel_insured: json.yel_insured,
        profession_code: json.profession_code,
        service_percent: Rate::from_millionths(json.service_percent),
        tax: match json.tax {
            TaxJson::Percent { rate } => TaxBasis::Percent(Rate::from_millionths(rate)),
            TaxJson::NoCard => TaxBasis::NoCard,
            TaxJson::Card { base, ceiling, additional, paid_this_year } => TaxBasis::Card(TaxCard {
                base_percent: Rate::from_millionths(base),
                ceiling: Money::from_units(ceiling),
                additional_percent: Rate::from_millionths(additional),
                paid_this_year: Money::from_units(paid_this_year),
            }),
        },
        contributions: json.contributions.into(),
    })
}
