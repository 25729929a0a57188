//! `/api/provider/ledger` and `/api/provider/vat`: balances, the lines of an account, exports, VAT, and closing the
//! books.

mod account;
mod closings;

#[cfg(test)]
mod closed_books;
#[cfg(test)]
mod tests;

use jiff::ToSpan;
use jiff::civil::{Date, date};
use liksa_actions::ledger;
use liksa_domain::ledger::Account;
use liksa_domain::person::{Language, Role};
use liksa_money::{MoneyError, Percent};
use liksa_store::{Balance, VatSales};

use crate::api::prelude::*;
use crate::http::download::{Disposition, Download, DownloadQuery, Downloading, respond};

/// The longest accounting year; longer periods are not exported in one file.
const MOST_MONTHS: i32 = 18;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(trial_balance))
        .routes(routes!(account::ledger_account))
        .routes(routes!(ledger_export))
        .routes(routes!(vat_report))
        .routes(routes!(closings::books_closings, closings::close_books))
}

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
        let mut reader = Reader::default();
        let from = reader.date("from", self.from.as_deref()).unwrap_or(date(today.year(), 1, 1));
        let until = reader.date("until", self.until.as_deref()).unwrap_or(today);
        accepted(reader)?;
        if from > until {
            return Err(ApiError::invalid("until", ErrorKey::OutOfRange));
        }
        Ok((from, until))
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

#[derive(Serialize, ToSchema)]
pub struct TrialBalance {
    /// DD.MM.YYYY
    pub from: String,
    pub until: String,
    /// The books are closed until this day, DD.MM.YYYY; null while they never were.
    #[serde(rename = "closedUntil")]
    #[schema(required)]
    pub closed_until: Option<String>,
    #[schema(required)]
    pub accounts: Vec<AccountBalance>,
    /// Of all accounts together; debit and credit of a correct ledger are equal.
    pub debit: Money,
    pub credit: Money,
}

/// An account over the period. Debit is positive; debts are negative balances.
#[derive(Serialize, ToSchema)]
pub struct AccountBalance {
    pub account: AccountOnWire,
    pub opening: Money,
    pub debit: Money,
    pub credit: Money,
    pub closing: Money,
}

/// The balances of all accounts, before, in and after a period.
#[utoipa::path(get, path = "/api/provider/ledger/trial-balance", params(PeriodQuery),
    responses(
        (status = 200, description = "The accounts that were ever used", body = TrialBalance),
        (status = 422, description = "Not a valid period")))]
async fn trial_balance(
    app: Server,
    _: PayrollSession,
    Query(period): Query<PeriodQuery>,
) -> Reply<TrialBalance> {
    let (from, until) = period.read(&app)?;
    let balances = app.store.trial_balance(from, until).await?;
    let debit = Money::sum(balances.iter().map(|balance| balance.debit))?;
    let credit = Money::sum(balances.iter().map(|balance| balance.credit))?.negated()?;
    let accounts = balances.into_iter().map(AccountBalance::try_from).collect::<Result<_, _>>()?;
    let closed_until = app.store.books_closed_until().await?.map(format_date);
    let (from, until) = (format_date(from), format_date(until));
    Ok(Json(TrialBalance { from, until, closed_until, accounts, debit, credit }))
}

impl TryFrom<Balance> for AccountBalance {
    type Error = MoneyError;

    fn try_from(balance: Balance) -> Result<Self, MoneyError> {
        Ok(Self {
            account: balance.account.into(),
            opening: balance.opening,
            debit: balance.debit,
            credit: balance.credit.negated()?,
            closing: Money::sum([balance.opening, balance.debit, balance.credit])?,
        })
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FormatQuery {
    /// csv (if not given) or sie.
    format: Option<String>,
}

/// Everything booked in a period, as CSV or SIE 4.
#[utoipa::path(get, path = "/api/provider/ledger/export",
    params(PeriodQuery, FormatQuery, DownloadQuery),
    responses(
        (status = 200, description = "The file", content_type = "text/csv", body = Vec<u8>),
        (status = 304, description = "The client has it, by `If-None-Match`"),
        (status = 422, description = "A parameter was not accepted")))]
async fn ledger_export(
    app: Server,
    who: Downloading,
    Query(period): Query<PeriodQuery>,
    Query(query): Query<FormatQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    who.must_have_one_of(&[Role::Payroll])?;
    let (from, until) = period.read(&app)?;
    if from.saturating_add(MOST_MONTHS.months()) < until {
        return Err(ApiError::invalid("until", ErrorKey::OutOfRange));
    }
    let (content, media_type, ending) = match query.format.as_deref() {
        None | Some("" | "csv") => {
            (ledger::export_csv(&app, (from, until)).await?, "text/csv; charset=utf-8", "csv")
        }
        Some("sie") => (ledger::export_sie(&app, (from, until)).await?, "application/octet-stream", "se"),
        Some(_) => return Err(ApiError::invalid("format", ErrorKey::InvalidChoice)),
    };
    let name = format!("kirjanpito-{from}-{until}.{ending}");
    let file = Download { name: &name, media_type, content: content.into() };
    Ok(respond(&headers, Disposition::Attachment, file))
}

#[derive(Serialize, ToSchema)]
pub struct VatReport {
    /// DD.MM.YYYY
    pub from: String,
    pub until: String,
    /// The books are closed until this day, DD.MM.YYYY; null while they never were.
    #[serde(rename = "closedUntil")]
    #[schema(required)]
    pub closed_until: Option<String>,
    /// The highest rate first.
    #[schema(required)]
    pub sales: Vec<SalesAtRate>,
    /// All sales, VAT-free.
    pub net: Money,
    /// Of all sales.
    pub vat: Money,
    /// Of receipts that are VAT invoices to the provider.
    pub deductible: Money,
    /// To be paid for the period: the VAT of the sales less what is deductible.
    #[serde(rename = "toPay")]
    pub to_pay: Money,
}

/// Sales of one rate, or without VAT for one reason. Credit notes are taken off.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesAtRate {
    pub rate: Percent,
    /// The customer pays the VAT, as in construction.
    pub reverse: bool,
    /// 1 to 10 where no VAT is due, as on the bill.
    #[schema(required)]
    pub vat_zero_reason_code: Option<u8>,
    pub net: Money,
    pub vat: Money,
}

/// Sales and VAT of a period by rate, from the ledger.
#[utoipa::path(get, path = "/api/provider/vat", params(PeriodQuery),
    responses(
        (status = 200, description = "By rate and reason", body = VatReport),
        (status = 422, description = "Not a valid period")))]
async fn vat_report(app: Server, _: PayrollSession, Query(period): Query<PeriodQuery>) -> Reply<VatReport> {
    let (from, until) = period.read(&app)?;
    let sales = app.store.vat_sales(from, until).await?;
    let deductible = app.store.vat_deducted(from, until).await?;
    let (net, vat) = (sales.iter().map(|one| one.net), sales.iter().map(|one| one.vat));
    Ok(Json(VatReport {
        from: format_date(from),
        until: format_date(until),
        closed_until: app.store.books_closed_until().await?.map(format_date),
        net: Money::sum(net)?,
        to_pay: Money::sum(vat.clone())?.minus(deductible)?,
        vat: Money::sum(vat)?,
        deductible,
        sales: sales.into_iter().map(SalesAtRate::from).collect(),
    }))
}

impl From<VatSales> for SalesAtRate {
    fn from(sales: VatSales) -> Self {
        Self {
            rate: Percent(sales.rate),
            reverse: sales.reverse,
            vat_zero_reason_code: sales.zero_reason.map(|reason| reason.code()),
            net: sales.net,
            vat: sales.vat,
        }
    }
}
