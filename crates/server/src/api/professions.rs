//! `GET /api/professions`: occupations to choose from.

use liksa_domain::account::professions::Profession;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::Json;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfessionOnWire {
    code: &'static str,
    name_fi: &'static str,
    name_en: &'static str,
}

/// All occupations to choose from, by their codes.
#[utoipa::path(get, path = "/api/professions", tag = "person", operation_id = "professions",
    responses((status = 200, description = "In the order of their codes", body = Vec<ProfessionOnWire>)))]
pub async fn get() -> Json<Vec<ProfessionOnWire>> {
    let on_wire =
        |one: &Profession| ProfessionOnWire { code: one.code, name_fi: one.name_fi, name_en: one.name_en };
    Json(Profession::all().iter().map(on_wire).collect())
}

#[cfg(test)]
mod tests {
    use liksa_test_support::Engine;

    use crate::testing::TestApp;

    #[tokio::test]
    async fn anybody_may_choose() {
        let answer = TestApp::with_config(Engine::Sqlite, |_| {}).await.get("/api/professions").send().await;
        assert_eq!(answer.status, 200);
        let list = answer.json.as_array().unwrap();
        assert!(list.len() > 50 && list.iter().any(|one| one["nameFi"] == "Valokuvaaja"));
    }
}
