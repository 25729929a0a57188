//! `GET /api/provider/ledger/accounts/{number}`: the lines of one account.

use std::collections::HashMap;
use std::str::FromStr;

use axum::extract::State;
use jiff::civil::Date;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{Id, PayrollRunId, SalaryId};
use liksa_domain::ledger::{Account, EntryKind};
use liksa_domain::problem::ErrorKey;
use liksa_store::{AccountLine, LinePlace};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{AccountOnWire, PeriodQuery};
use crate::api::named::wire_enum;
use crate::api::number::Euros;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Path, Query};
use crate::session::PayrollSession;

const LINES_PER_PAGE: i64 = 100;

wire_enum!(KindOnWire, "EntryKind", EntryKind);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AfterQuery {
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AccountPage {
    pub account: AccountOnWire,
    /// What the account held before the period.
    pub opening: Euros,
    #[schema(required)]
    pub lines: Vec<LineOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerLine)]
pub struct LineOnWire {
    /// The number of the entry.
    pub entry: i64,
    /// DD.MM.YYYY
    pub date: String,
    pub kind: KindOnWire,
    /// Debit positive, credit negative.
    pub amount: Euros,
    #[schema(required)]
    pub person_id: Option<Uuid>,
    #[schema(required)]
    pub person_name: Option<String>,
    #[schema(required)]
    pub bill_id: Option<Uuid>,
    #[schema(required)]
    pub bill_number: Option<i64>,
    /// The payroll run that the entry is of.
    #[schema(required)]
    pub run_id: Option<Uuid>,
    /// The salary of that run, where the entry is of one alone.
    #[schema(required)]
    pub salary_id: Option<Uuid>,
}

/// What was booked on an account in a period, oldest first.
#[utoipa::path(get, path = "/api/provider/ledger/accounts/{number}", tag = "ledger", operation_id = "ledger_account",
    security(("session" = ["ROLE_PAYROLL"])),
    params(("number" = i64, Path, description = "Of the chart of accounts"), PeriodQuery, AfterQuery),
    responses(
        (status = 200, description = "A page", body = AccountPage),
        (status = 404, description = "No such account", body = Problem),
        (status = 422, description = "A parameter was not accepted", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: PayrollSession,
    Path(number): Path<i64>,
    Query(period): Query<PeriodQuery>,
    Query(after): Query<AfterQuery>,
) -> ApiResult<Json<AccountPage>> {
    let account = Account::from_number(number).ok_or(ApiError::NotFound)?;
    let period = period.read(&app)?;
    let unknown = || ApiError::Invalid(vec![FieldProblem::new("cursor", ErrorKey::InvalidChoice)]);
    let after = after.cursor.as_deref().map(|text| place_from(text).ok_or_else(unknown)).transpose()?;
    let opening = app.store.balance_before(account, period.0).await?;
    let lines = app.store.account_lines(account, period, after, LINES_PER_PAGE).await?;
    let full = i64::try_from(lines.len()).is_ok_and(|count| count == LINES_PER_PAGE);
    let next = lines.last().filter(|_| full).map(|line| place_text(line.place()));
    let salaries: Vec<SalaryId> = lines.iter().filter_map(|line| subject_of(line, "salary:")).collect();
    let runs = app.store.runs_of_salaries(&salaries).await?;
    Ok(Json(AccountPage {
        account: account.into(),
        opening: Euros(opening),
        lines: lines.into_iter().map(|line| LineOnWire::new(line, &runs)).collect(),
        next,
    }))
}

/// The id that an entry is about, if it is about one of this kind.
fn subject_of<T: FromStr>(line: &AccountLine, kind: &str) -> Option<T> {
    line.subject.strip_prefix(kind)?.parse().ok()
}

/// Opaque to clients; `day_entry_place` to us.
fn place_text(place: LinePlace) -> String {
    format!("{}_{}_{}", place.date, place.entry, place.place)
}

fn place_from(text: &str) -> Option<LinePlace> {
    let mut parts = text.split('_');
    let date: Date = parts.next()?.parse().ok()?;
    let (entry, place) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next().is_none().then_some(LinePlace { date, entry, place })
}

impl LineOnWire {
    fn new(line: AccountLine, runs: &HashMap<SalaryId, PayrollRunId>) -> Self {
        let salary: Option<SalaryId> = subject_of(&line, "salary:");
        let run = salary.and_then(|id| runs.get(&id).copied()).or_else(|| subject_of(&line, "payroll:"));
        Self {
            entry: line.entry,
            date: format_date(line.date),
            kind: KindOnWire(line.kind),
            amount: Euros(line.amount),
            person_id: line.person.map(Id::uuid),
            person_name: line.person_name,
            bill_id: line.bill.map(Id::uuid),
            bill_number: line.bill_number,
            run_id: run.map(Id::uuid),
            salary_id: salary.map(Id::uuid),
        }
    }
}
