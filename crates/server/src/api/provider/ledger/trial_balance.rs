//! `GET /api/provider/ledger/trial-balance`: every account over a period.

use axum::extract::State;
use liksa_domain::dates::format_date;
use liksa_money::{Money, MoneyError};
use liksa_store::Balance;
use serde::Serialize;
use utoipa::ToSchema;

use super::{AccountOnWire, PeriodQuery};
use crate::api::number::Euros;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Query};
use crate::session::PayrollSession;

#[derive(Serialize, ToSchema)]
pub struct TrialBalance {
    /// DD.MM.YYYY
    pub from: String,
    pub until: String,
    #[schema(required)]
    pub accounts: Vec<AccountBalance>,
    /// Of all accounts together; a sound ledger has the same debit and credit.
    pub debit: Euros,
    pub credit: Euros,
}

/// An account over the period. Debit is positive; what is owed stands as a negative balance.
#[derive(Serialize, ToSchema)]
pub struct AccountBalance {
    pub account: AccountOnWire,
    pub opening: Euros,
    pub debit: Euros,
    pub credit: Euros,
    pub closing: Euros,
}

/// The balances of all accounts, before, in and after a period.
#[utoipa::path(get, path = "/api/provider/ledger/trial-balance", tag = "ledger", operation_id = "trial_balance",
    security(("session" = ["ROLE_PAYROLL"])),
    params(PeriodQuery),
    responses(
        (status = 200, description = "The accounts that were ever used", body = TrialBalance),
        (status = 422, description = "A day that is none", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: PayrollSession,
    Query(period): Query<PeriodQuery>,
) -> ApiResult<Json<TrialBalance>> {
    let (from, until) = period.read(&app)?;
    let balances = app.store.trial_balance(from, until).await?;
    let too_large = |error: MoneyError| ApiError::Internal(error.into());
    let credited = |balance: &Balance| balance.credit.negated();
    let credits = balances.iter().map(credited).collect::<Result<Vec<_>, _>>().map_err(too_large)?;
    let debit = Money::sum(balances.iter().map(|balance| balance.debit)).map_err(too_large)?;
    let credit = Money::sum(credits).map_err(too_large)?;
    let accounts = balances.into_iter().map(on_wire).collect::<Result<_, _>>().map_err(too_large)?;
    Ok(Json(TrialBalance {
        from: format_date(from),
        until: format_date(until),
        accounts,
        debit: Euros(debit),
        credit: Euros(credit),
    }))
}

fn on_wire(balance: Balance) -> Result<AccountBalance, MoneyError> {
    Ok(AccountBalance {
        account: balance.account.into(),
        opening: Euros(balance.opening),
        debit: Euros(balance.debit),
        credit: Euros(balance.credit.negated()?),
        closing: Euros(Money::sum([balance.opening, balance.debit, balance.credit])?),
    })
}
