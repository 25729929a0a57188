//! `GET /api/provider/check`: is the data sound? The same questions as `liksa check`.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Json;
use crate::session::Admin;

#[derive(Serialize, ToSchema)]
pub struct Finding {
    pub question: String,
    /// Empty when all is well.
    #[schema(required)]
    pub problems: Vec<String>,
}

/// Whether the stored data is sound.
#[utoipa::path(get, path = "/api/provider/check", tag = "provider", operation_id = "check",
    security(("session" = ["ROLE_ADMIN"])),
    responses(
        (status = 200, description = "Each question and its answer", body = Vec<Finding>),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not an administrator", body = Problem)))]
pub async fn get(State(app): State<AppState>, _: Admin) -> ApiResult<Json<Vec<Finding>>> {
    let mut findings = app.store.check().await?;
    findings.push(app.files.check().await?);
    let on_the_wire =
        |one: liksa_store::Finding| Finding { question: one.question.to_owned(), problems: one.problems };
    Ok(Json(findings.into_iter().map(on_the_wire).collect()))
}

#[cfg(test)]
mod tests {
    use liksa_domain::person::Role;
    use liksa_test_support::{both_engines, person};

    use crate::testing::TestApp;

    both_engines!(an_administrator_sees_that_all_is_well);

    async fn an_administrator_sees_that_all_is_well(app: TestApp) {
        app.add(person().roles(&[Role::Admin]).build()).await;
        let admin = app.sign_in("maija@liksa.example").await;
        let answer = app.get("/api/provider/check").token(&admin.token).send().await;
        assert_eq!(answer.status, 200);
        let findings = answer.json.as_array().unwrap();
        assert!(findings.len() >= 4);
        assert!(findings.iter().all(|finding| finding["problems"] == serde_json::json!([])), "{findings:?}");
    }
}
