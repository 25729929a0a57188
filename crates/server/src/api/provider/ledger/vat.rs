//! `GET /api/provider/vat`: what the VAT return of a period asks.

use axum::extract::State;
use liksa_domain::dates::format_date;
use liksa_money::{Money, MoneyError};
use liksa_store::VatSales;
use serde::Serialize;
use utoipa::ToSchema;

use super::PeriodQuery;
use crate::api::number::{Euros, Percent};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Query};
use crate::session::PayrollSession;

#[derive(Serialize, ToSchema)]
pub struct VatReport {
    /// DD.MM.YYYY
    pub from: String,
    pub until: String,
    /// The highest rate first.
    #[schema(required)]
    pub sales: Vec<SalesAtRate>,
    /// All sales, VAT-free.
    pub net: Euros,
    /// To be paid for the period.
    pub vat: Euros,
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
    pub net: Euros,
    pub vat: Euros,
}

/// Sales and VAT of a period by rate, from the ledger.
#[utoipa::path(get, path = "/api/provider/vat", tag = "ledger", operation_id = "vat_report",
    security(("session" = ["ROLE_PAYROLL"])),
    params(PeriodQuery),
    responses(
        (status = 200, description = "By rate and reason", body = VatReport),
        (status = 422, description = "A day that is none", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: PayrollSession,
    Query(period): Query<PeriodQuery>,
) -> ApiResult<Json<VatReport>> {
    let (from, until) = period.read(&app)?;
    let sales = app.store.vat_sales(from, until).await?;
    let too_large = |error: MoneyError| ApiError::Internal(error.into());
    let net = Money::sum(sales.iter().map(|one| one.net)).map_err(too_large)?;
    let vat = Money::sum(sales.iter().map(|one| one.vat)).map_err(too_large)?;
    let on_wire = |one: VatSales| SalesAtRate {
        rate: Percent(one.rate),
        reverse: one.reverse,
        vat_zero_reason_code: one.zero_reason.map(|reason| reason.code()),
        net: Euros(one.net),
        vat: Euros(one.vat),
    };
    Ok(Json(VatReport {
        from: format_date(from),
        until: format_date(until),
        sales: sales.into_iter().map(on_wire).collect(),
        net: Euros(net),
        vat: Euros(vat),
    }))
}
