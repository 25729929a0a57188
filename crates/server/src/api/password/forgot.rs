//! `POST /api/password/forgot/v2`: a mail for who forgot a password.

use axum::extract::State;
use liksa_domain::account::registration::email;
use liksa_domain::ids::PasswordRequestId;
use liksa_domain::job::Job;
use liksa_domain::reading::Reader;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::AppState;
use crate::http::ClientAddress;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::http::limits::MailKind;

#[derive(Deserialize, ToSchema)]
pub struct ForgottenPassword {
    #[schema(max_length = 254)]
    email: Option<String>,
}

/// The same whatever was asked.
#[derive(Serialize, ToSchema)]
pub struct Noted {}

/// Ask for a mail with a link to choose a new password. The answer is the same whether or not there is such an
/// account, and so is the work: a job looks it up later.
#[utoipa::path(post, path = "/api/password/forgot/v2", tag = "password", operation_id = "forgot_password",
    request_body = ForgottenPassword,
    responses(
        (status = 200, description = "A mail is on its way if there is such an account", body = Noted),
        (status = 422, description = "Not an e-mail address", body = Problem),
        (status = 429, description = "Too many attempts; see Retry-After", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    client: ClientAddress,
    Json(body): Json<ForgottenPassword>,
) -> ApiResult<Json<Noted>> {
    let mut reader = Reader::default();
    let Some(email) = email(&mut reader, body.email.as_deref()) else {
        return Err(reader.into_problems().into());
    };
    app.limits.account(client)?;
    // Who asks again and again has working links in the mails before.
    if app.limits.mail_to(&email, MailKind::PasswordReset) {
        let id: PasswordRequestId = app.new_id()?;
        let mut tx = app.store.begin().await?;
        tx.insert_password_request(id, &email, app.clock.now()).await?;
        tx.enqueue(&app.job(Job::MailPasswordReset { request: id })?).await?;
        tx.commit().await?;
        app.wake_jobs();
    }
    Ok(Json(Noted {}))
}
