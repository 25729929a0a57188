//! `GET /api/provider/promo-codes`: all codes.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::PromoCodeOnWire;
use crate::app::AppState;
use crate::http::error::ApiResult;
use crate::http::extract::Json;
use crate::session::staff::AdminSession;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoCodes {
    #[schema(required)]
    pub promo_codes: Vec<PromoCodeOnWire>,
}

/// All promo codes, by code.
#[utoipa::path(get, path = "/api/provider/promo-codes", tag = "provider", operation_id = "promo_codes",
    security(("session" = ["ROLE_ADMIN"])),
    responses((status = 200, description = "The codes", body = PromoCodes)))]
pub async fn get(State(app): State<AppState>, _: AdminSession) -> ApiResult<Json<PromoCodes>> {
    let codes = app.store.promo_codes().await?;
    Ok(Json(PromoCodes { promo_codes: codes.into_iter().map(PromoCodeOnWire::from).collect() }))
}
