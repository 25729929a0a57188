//! `/api/provider/promo-codes`: codes that give another service fee to those who register with them.

use liksa_actions::administration;
use liksa_domain::promo_code::PromoCodeBody;
use liksa_money::Percent;
use liksa_store::StoredPromoCode;

use crate::api::prelude::*;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(promo_codes, create_promo_code)).routes(routes!(replace_promo_code))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PromoCode)]
pub struct PromoCodeOnWire {
    pub code: String,
    /// Goes back with a change.
    pub version: i64,
    /// The fee in per cent of those who register with the code.
    pub service_percent: Percent,
    pub note: String,
    /// DD.MM.YYYY
    pub valid_from: String,
    /// The last day.
    #[schema(required)]
    pub valid_until: Option<String>,
    /// Null for any number.
    #[schema(required)]
    pub most_uses: Option<u32>,
    /// How many have registered with it.
    pub uses: u32,
}

impl From<StoredPromoCode> for PromoCodeOnWire {
    fn from(stored: StoredPromoCode) -> Self {
        let code = stored.code;
        Self {
            code: code.code,
            version: stored.version,
            service_percent: Percent(code.service_rate),
            note: code.note,
            valid_from: format_date(code.valid_from),
            valid_until: code.valid_until.map(format_date),
            most_uses: code.most_uses,
            uses: stored.uses,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoCodes {
    #[schema(required)]
    pub promo_codes: Vec<PromoCodeOnWire>,
}

/// All promo codes, by code.
#[utoipa::path(get, path = "/api/provider/promo-codes",
    responses((status = 200, description = "The codes", body = PromoCodes)))]
async fn promo_codes(app: Server, _: AdminSession) -> Reply<PromoCodes> {
    let codes = app.store.promo_codes().await?;
    Ok(Json(PromoCodes { promo_codes: codes.into_iter().map(PromoCodeOnWire::from).collect() }))
}

/// Make a promo code.
#[utoipa::path(post, path = "/api/provider/promo-codes", request_body = PromoCodeBody,
    responses(
        (status = 201, description = "The code", body = PromoCodeOnWire),
        (status = 409, description = "PROMO_CODE_TAKEN"),
        (status = 422, description = "A field was not accepted")))]
async fn create_promo_code(
    app: Server,
    session: AdminSession,
    Json(body): Json<PromoCodeBody>,
) -> ApiResult<(StatusCode, Json<PromoCodeOnWire>)> {
    let code = administration::create_promo_code(&app, session.person.id, &body).await?;
    Ok((StatusCode::CREATED, Json(code.into())))
}

/// Change a promo code. Users who registered with it keep the fee they got.
#[utoipa::path(put, path = "/api/provider/promo-codes/{code}", request_body = PromoCodeBody,
    params(("code" = String, Path)),
    responses(
        (status = 200, description = "The code as it now is", body = PromoCodeOnWire),
        (status = 404, description = "No such code"),
        (status = 409, description = "STALE_PROMO_CODE: changed or used since it was read"),
        (status = 422, description = "A field was not accepted")))]
async fn replace_promo_code(
    app: Server,
    session: AdminSession,
    Path(code): Path<String>,
    Json(mut body): Json<PromoCodeBody>,
) -> Reply<PromoCodeOnWire> {
    body.code = Some(code);
    let code = administration::replace_promo_code(&app, session.person.id, body.version, &body).await?;
    Ok(Json(code.into()))
}

#[cfg(test)]
mod tests;
