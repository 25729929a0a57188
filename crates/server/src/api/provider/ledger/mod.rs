//! The books: balances, the lines of an account, the whole of a period for other programs, and VAT.

pub mod account;
pub mod export;
pub mod trial_balance;
pub mod vat;

#[cfg(test)]
mod tests;

use jiff::civil::{Date, date};
use liksa_domain::dates::parse_date;
use liksa_domain::ledger::Account;
use liksa_domain::person::Language;
use liksa_domain::problem::ErrorKey;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::http::error::{ApiError, ApiResult, FieldProblem};

/// A period; the calendar year so far if not given.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeriodQuery {
    /// DD.MM.YYYY
    from: Option<String>,
    /// DD.MM.YYYY, included.
    until: Option<String>,
}

impl PeriodQuery {
    fn read(&self, app: &App) -> ApiResult<(Date, Date)> {
        let today = app.clock.today();
        let day = |text: &Option<String>, field, otherwise| match text.as_deref() {
            None | Some("") => Ok(otherwise),
            Some(text) => parse_date(text).ok_or(FieldProblem::new(field, ErrorKey::InvalidDateFormat)),
        };
        let until = day(&self.until, "until", today);
        let from = day(&self.from, "from", date(today.year(), 1, 1));
        match (from, until) {
            (Ok(from), Ok(until)) if from <= until => Ok((from, until)),
            (Ok(_), Ok(_)) => Err(ApiError::Invalid(vec![FieldProblem::new("until", ErrorKey::OutOfRange)])),
            (from, until) => {
                Err(ApiError::Invalid([from.err(), until.err()].into_iter().flatten().collect()))
            }
        }
    }
}

/// An account of the chart.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerAccount)]
pub struct AccountOnWire {
    pub number: i64,
    pub name_fi: String,
    pub name_en: String,
}

impl From<Account> for AccountOnWire {
    fn from(account: Account) -> Self {
        Self {
            number: account.number(),
            name_fi: account.name(Language::Finnish).to_owned(),
            name_en: account.name(Language::English).to_owned(),
        }
    }
}
