//! `GET /api/demo/bank-statement.xml`: a bank file to try the upload with.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use jiff::civil::Date;

use super::only_in_demo;
use crate::app::AppState;
use crate::demo::bank_statement::statement;
use crate::http::error::{ApiResult, Problem};
use crate::session::PayrollSession;

/// As many as a demo ever has.
const MOST_BILLS: i64 = 500;

/// A camt.053 in which the customers of all bills that are out have paid today. Only in demo mode.
#[utoipa::path(get, path = "/api/demo/bank-statement.xml", tag = "demo", operation_id = "demo_bank_statement",
    security(("session" = ["ROLE_PAYROLL"])),
    responses(
        (status = 200, description = "The statement", body = String, content_type = "application/xml"),
        (status = 404, description = "This is no demo", body = Problem)))]
pub async fn get(State(app): State<AppState>, _session: PayrollSession) -> ApiResult<Response> {
    only_in_demo(&app)?;
    let today = app.clock.today();
    let account = app.settings_on(today).await?.seller.iban;
    let out = app.store.overdue_page(Date::MAX, None, MOST_BILLS).await?;
    let xml = statement(&account, today, &out.bills).map_err(anyhow::Error::from)?;
    let name = format!("attachment; filename=\"tiliote-{today}.xml\"");
    let headers = [(header::CONTENT_TYPE, "application/xml".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, xml).into_response())
}

#[cfg(test)]
mod tests {
    use liksa_documents::camt::CamtReader;
    use liksa_domain::person::Role;
    use liksa_test_support::{Engine, both_engines, person};

    use crate::demo;
    use crate::testing::TestApp;

    both_engines! { a_demo_has_a_statement_that_can_be_uploaded }

    async fn a_demo_has_a_statement_that_can_be_uploaded(app: TestApp) {
        let engine = app.store.engine();
        let demo = TestApp::with_config(engine, |config| config.demo = true).await;
        demo::seed_if_empty(&demo).await.unwrap();
        let login = demo.login("payroll@liksa.example", demo::PASSWORD).await.json;
        let token = login["authtoken"].as_str().unwrap();
        let answer = demo.get("/api/demo/bank-statement.xml").token(token).send().await;
        assert_eq!(answer.status, 200);
        let amounts: Vec<_> = CamtReader::new(&*answer.body).map(|found| found.unwrap()).collect();
        assert!(amounts.len() >= 4, "{}", amounts.len());
        assert_eq!(amounts.iter().filter(|found| found.references.is_empty()).count(), 1);
    }

    #[tokio::test]
    async fn nobody_else_has_it() {
        let app = TestApp::with_config(Engine::Sqlite, |_| {}).await;
        app.add(person().roles(&[Role::Payroll]).build()).await;
        let payroll = app.sign_in("maija@liksa.example").await;
        let answer = app.get("/api/demo/bank-statement.xml").token(&payroll.token).send().await;
        assert_eq!(answer.status, 404);
    }
}
