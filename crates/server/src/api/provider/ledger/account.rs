//! `GET /api/provider/ledger/accounts/{number}`: the lines of one account.

use std::collections::HashMap;
use std::str::FromStr;

use jiff::civil::Date;
use liksa_domain::ledger::{Account, EntryKind};
use liksa_store::{AccountLine, LinePlace};

use super::{AccountOnWire, PeriodQuery};
use crate::api::prelude::*;

const LINES_PER_PAGE: i64 = 100;

#[derive(Serialize, ToSchema)]
pub struct AccountPage {
    pub account: AccountOnWire,
    /// What the account held before the period.
    pub opening: Money,
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
    /// The day of the event, where its books were closed before it was booked; DD.MM.YYYY.
    #[schema(required)]
    pub happened_on: Option<String>,
    pub kind: EntryKind,
    /// Debit positive, credit negative.
    pub amount: Money,
    #[schema(required)]
    pub person_id: Option<PersonId>,
    #[schema(required)]
    pub person_name: Option<String>,
    #[schema(required)]
    pub bill_id: Option<BillId>,
    #[schema(required)]
    pub bill_number: Option<i64>,
    /// The payroll run that the entry is of.
    #[schema(required)]
    pub run_id: Option<PayrollRunId>,
    /// The salary of that run, where the entry is of one alone.
    #[schema(required)]
    pub salary_id: Option<SalaryId>,
}

/// What was booked on an account in a period, oldest first.
#[utoipa::path(get, path = "/api/provider/ledger/accounts/{number}",
    params(("number" = i64, Path, description = "Of the chart of accounts"), PeriodQuery, CursorQuery),
    responses(
        (status = 200, description = "A page", body = AccountPage),
        (status = 404, description = "No such account"),
        (status = 422, description = "A parameter was not accepted")))]
pub async fn ledger_account(
    app: Server,
    _: PayrollSession,
    Path(number): Path<i64>,
    Query(period): Query<PeriodQuery>,
    Query(after): Query<CursorQuery>,
) -> Reply<AccountPage> {
    let account = Account::from_number(number).ok_or(ApiError::NotFound)?;
    let period = period.read(&app)?;
    let after = choice("cursor", after.cursor.as_deref(), place_from)?;
    let opening = app.store.balance_before(account, period.0).await?;
    let lines = app.store.account_lines(account, period, after, LINES_PER_PAGE).await?;
    let full = i64::try_from(lines.len()).is_ok_and(|count| count == LINES_PER_PAGE);
    let next = lines.last().filter(|_| full).map(|line| place_text(line.place()));
    let salaries: Vec<SalaryId> = lines.iter().filter_map(|line| subject_of(line, "salary:")).collect();
    let runs = app.store.runs_of_salaries(&salaries).await?;
    Ok(Json(AccountPage {
        account: account.into(),
        opening,
        lines: lines.into_iter().map(|line| LineOnWire::new(line, &runs)).collect(),
        next,
    }))
}

/// The id that an entry is about, if it is about one of this kind.
fn subject_of<T: FromStr>(line: &AccountLine, kind: &str) -> Option<T> {
    line.subject.strip_prefix(kind)?.parse().ok()
}

/// The text of a cursor, `day_entry_place`; clients only send it back.
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
            happened_on: line.happened_on.map(format_date),
            kind: line.kind,
            amount: line.amount,
            person_id: line.person,
            person_name: line.person_name,
            bill_id: line.bill,
            bill_number: line.bill_number,
            run_id: run,
            salary_id: salary,
        }
    }
}
