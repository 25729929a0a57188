//! `POST /api/provider/promo-codes` and `PUT …/{code}`: a code is made or changed.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::problem::ErrorKey;

use super::wire::{PromoCodeBody, PromoCodeOnWire};
use super::{detail, subject};
use crate::app::{App, AppState};
use crate::http::error::{ApiError, ApiResult, FieldProblem, Problem};
use crate::http::extract::{Json, Path};
use crate::session::staff::AdminSession;

/// Make a promo code.
#[utoipa::path(post, path = "/api/provider/promo-codes", tag = "provider", operation_id = "create_promo_code",
    security(("session" = ["ROLE_ADMIN"])),
    request_body = PromoCodeBody,
    responses(
        (status = 201, description = "The code", body = PromoCodeOnWire),
        (status = 409, description = "PROMO_CODE_TAKEN", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: AdminSession,
    Json(body): Json<PromoCodeBody>,
) -> ApiResult<(StatusCode, Json<PromoCodeOnWire>)> {
    let code = body.form(None).read()?;
    let mut tx = app.store.begin().await?;
    if !tx.insert_promo_code(&code, app.clock.now()).await? {
        return Err(ApiError::Conflict(ErrorKey::PromoCodeTaken));
    }
    let (what, about) = (detail(&code), subject(&code));
    tx.record(&app.event(Some(session.person.id), Action::PromoCodeCreated, about, &what)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(stored(&app, &code.code).await?)))
}

/// Change a promo code. Who has registered with it keeps the fee they got.
#[utoipa::path(put, path = "/api/provider/promo-codes/{code}", tag = "provider",
    operation_id = "replace_promo_code",
    security(("session" = ["ROLE_ADMIN"])),
    params(("code" = String, Path)),
    request_body = PromoCodeBody,
    responses(
        (status = 200, description = "The code as it now is", body = PromoCodeOnWire),
        (status = 404, description = "No such code", body = Problem),
        (status = 409, description = "STALE_PROMO_CODE: changed or used since it was read", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: AdminSession,
    Path(code): Path<String>,
    Json(body): Json<PromoCodeBody>,
) -> ApiResult<Json<PromoCodeOnWire>> {
    let required = || ApiError::Invalid(vec![FieldProblem::new("version", ErrorKey::Required)]);
    let version = body.version.ok_or_else(required)?;
    let code = body.form(Some(&code)).read()?;
    stored(&app, &code.code).await?;
    let mut tx = app.store.begin().await?;
    if !tx.replace_promo_code(&code, version).await? {
        return Err(ApiError::Conflict(ErrorKey::StalePromoCode));
    }
    let (what, about) = (detail(&code), subject(&code));
    tx.record(&app.event(Some(session.person.id), Action::PromoCodeChanged, about, &what)).await?;
    tx.commit().await?;
    Ok(Json(stored(&app, &code.code).await?))
}

/// There are few, so that one is found among all.
async fn stored(app: &App, code: &str) -> ApiResult<PromoCodeOnWire> {
    let codes = app.store.promo_codes().await?;
    let found = codes.into_iter().find(|stored| stored.code.code == code);
    found.map(PromoCodeOnWire::from).ok_or(ApiError::NotFound)
}

#[cfg(test)]
mod tests {
    use liksa_domain::person::Role;
    use liksa_test_support::both_engines;
    use serde_json::{Value, json};

    use crate::api::bills::tests::somebody;
    use crate::testing::TestApp;

    both_engines!(a_code_is_made_once_and_changed_on_the_version_that_was_read);

    async fn a_code_is_made_once_and_changed_on_the_version_that_was_read(app: TestApp) {
        let admin = somebody(&app, "admin@liksa.example", Role::Admin).await;
        let body = json!({"code": "kesä-26", "servicePercent": 4.9, "validFrom": "01.06.2026"});
        let post =
            async || app.post("/api/provider/promo-codes").token(&admin.token).json(&body).send().await;
        let made = post().await;
        assert_eq!((made.status, &made.json["code"]), (201, &json!("KESÄ-26")), "{}", made.json);
        let again = post().await;
        assert_eq!((again.status, again.key()), (409, "PROMO_CODE_TAKEN"));
        let put = async |changes: Value| {
            let call = app.put("/api/provider/promo-codes/kes%C3%A4-26").token(&admin.token);
            call.json(&changes).send().await
        };
        let change = json!({"version": 1, "servicePercent": 3.9, "validFrom": "01.06.2026", "mostUses": 10});
        let changed = put(change.clone()).await;
        assert_eq!((changed.status, &changed.json["version"]), (200, &json!(2)), "{}", changed.json);
        let stale = put(change).await;
        assert_eq!((stale.status, stale.key()), (409, "STALE_PROMO_CODE"));
        assert_eq!(put(json!({"servicePercent": 1})).await.status, 422);
        let listed = app.get("/api/provider/promo-codes").token(&admin.token).send().await.json;
        assert_eq!(listed["promoCodes"], json!([changed.json]));
    }
}
