//! The basis of a salary as JSON: it is never searched, and must be readable unchanged for years.

use liksa_domain::payroll::{FeeTerms, PayBasis};
use liksa_domain::person::WorkerType;
use liksa_domain::salary::{Contributions, TaxBasis, TaxCard};
use serde::{Deserialize, Serialize};

use crate::prelude::*;

/// Rates in millionths, amounts in ten-thousandths.
#[derive(Serialize, Deserialize)]
struct BasisJson {
    worker_type: String,
    yel_insured: bool,
    profession_code: Option<String>,
    service_percent: i64,
    tax: TaxJson,
    contributions: ContributionsJson,
    /// Not in what was stored at first.
    fee: Option<FeeJson>,
}

#[derive(Serialize, Deserialize)]
struct FeeJson {
    maximum_per_month: i64,
    charged_this_month: i64,
    pay_now_commission: i64,
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

impl Column for PayBasis {
    type Raw = String;

    fn to_raw(&self) -> String {
        let basis = self;
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
            fee: basis.fee.map(|fee| FeeJson {
                maximum_per_month: fee.maximum_per_month.units(),
                charged_this_month: fee.charged_this_month.units(),
                pay_now_commission: fee.pay_now_commission.millionths(),
            }),
        };
        serde_json::json!(json).to_string()
    }

    fn from_raw(text: String) -> Option<Self> {
        let json: BasisJson = serde_json::from_str(&text).ok()?;
        Some(Self {
            worker_type: WorkerType::from_name(&json.worker_type)?,
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
            fee: json.fee.map(|fee| FeeTerms {
                maximum_per_month: Money::from_units(fee.maximum_per_month),
                charged_this_month: Money::from_units(fee.charged_this_month),
                pay_now_commission: Rate::from_millionths(fee.pay_now_commission),
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_basis_of_old_has_no_terms_of_the_fee() {
        let zero = Contributions::default();
        let basis = PayBasis {
            worker_type: WorkerType::Entrepreneur,
            yel_insured: true,
            profession_code: None,
            service_percent: Rate::from_millionths(69_000),
            tax: TaxBasis::NoCard,
            contributions: zero,
            fee: Some(FeeTerms {
                maximum_per_month: Money::euros(500),
                charged_this_month: Money::euros(20),
                pay_now_commission: Rate::from_millionths(75_000),
            }),
        };
        let stored = basis.to_raw();
        assert_eq!(PayBasis::from_raw(stored.clone()), Some(basis.clone()));
        let mut old: serde_json::Value = serde_json::from_str(&stored).unwrap();
        old.as_object_mut().unwrap().remove("fee");
        assert_eq!(PayBasis::from_raw(old.to_string()), Some(PayBasis { fee: None, ..basis }));
    }
}
