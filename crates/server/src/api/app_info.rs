//! `GET /api/app` and `/api/professions`: what the web app shows without a session.

use axum::extract::State;
use liksa_demo::content::{DemoKind, PEOPLE};
use liksa_domain::account::TERMS_VERSION;
use liksa_domain::account::professions::Profession;
use liksa_domain::settings::{FrontPage, Seller};
use liksa_money::{Money, Rate};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::http::error::ApiResult;
use crate::http::extract::Json;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get)).routes(routes!(professions))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppInfo {
    pub version: String,
    /// Demo content and demo log-ins are there.
    pub demo: bool,
    /// The business date, YYYY-MM-DD.
    pub today: String,
    /// The provider's own pages.
    pub about_url: String,
    /// Identification goes through our own demo bank.
    pub demo_bank: bool,
    /// The terms that newcomers accept now.
    pub terms_version: String,
    /// The tracking pixel, to be loaded only after consent; null where there is none.
    #[schema(required)]
    pub pixel_id: Option<String>,
    /// Who runs the service.
    pub provider_name: String,
    /// How sellers address the invoices of what workers buy.
    pub provider_invoicing: ProviderInvoicing,
    /// Where people write to the provider.
    pub provider_email: String,
    /// Where people call the provider.
    pub provider_phone: String,
    /// Where visitors begin who name no page.
    pub front_page: FrontPage,
    /// The service fee of most people, a part of one.
    pub service_percent: Rate,
    /// The most that one person pays for the service in a calendar month.
    pub service_fee_maximum_per_month: Money,
    /// The accounts to log in with; empty unless `demo`.
    #[schema(required)]
    pub demo_logins: Vec<DemoLogin>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderInvoicing {
    pub business_id: String,
    pub street: String,
    pub postal_code: String,
    pub city: String,
    /// Null where the provider takes no electronic invoices; so is `eInvoiceOperator`.
    #[schema(required)]
    pub e_invoice_address: Option<String>,
    /// The id of the operator.
    #[schema(required)]
    pub e_invoice_operator: Option<String>,
}

impl ProviderInvoicing {
    fn of(seller: &Seller) -> Self {
        let e_invoice = seller.e_invoice.clone();
        let (address, operator) = e_invoice.map(|found| (found.address, found.operator)).unzip();
        Self {
            business_id: seller.business_id.to_string(),
            street: seller.street.clone(),
            postal_code: seller.postal_code.clone(),
            city: seller.city.clone(),
            e_invoice_address: address,
            e_invoice_operator: operator,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct DemoLogin {
    pub email: String,
    pub kind: DemoKind,
}

/// What the app shows before log-in.
#[utoipa::path(get, path = "/api/app", tag = "app", operation_id = "app_info",
    responses((status = 200, description = "About this installation", body = AppInfo)))]
async fn get(State(app): State<AppState>) -> ApiResult<Json<AppInfo>> {
    let settings = app.terms_for_visitors(app.clock.today()).await?.settings;
    let people = if app.config.demo { PEOPLE } else { &[] };
    Ok(Json(AppInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        demo: app.config.demo,
        today: app.clock.today().to_string(),
        about_url: app.config.about_url.clone(),
        demo_bank: app.demo_bank.is_some(),
        terms_version: TERMS_VERSION.to_owned(),
        pixel_id: app.config.pixel_id.clone(),
        provider_name: settings.seller.name.clone(),
        provider_invoicing: ProviderInvoicing::of(&settings.seller),
        provider_email: settings.seller.email.as_str().to_owned(),
        provider_phone: settings.seller.phone.clone(),
        front_page: settings.front_page,
        service_percent: settings.prices.service_percent,
        service_fee_maximum_per_month: settings.prices.service_fee_maximum_per_month,
        demo_logins: people
            .iter()
            .map(|person| DemoLogin { email: person.email.to_owned(), kind: person.kind })
            .collect(),
    }))
}

/// All occupations to choose from, by their codes.
#[utoipa::path(get, path = "/api/professions", tag = "person", operation_id = "professions",
    responses((status = 200, description = "In the order of their codes", body = Vec<Profession>)))]
async fn professions() -> Json<&'static [Profession]> {
    Json(Profession::all())
}

#[cfg(test)]
mod tests {
    use liksa_test_support::{Engine, on_sqlite};

    use crate::testing::TestApp;

    on_sqlite!(a_real_installation_offers_no_demo_log_ins);

    async fn a_real_installation_offers_no_demo_log_ins(app: TestApp) {
        let answer = app.get("/api/app").send().await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json["demo"], false);
        assert_eq!(answer.json["today"], "2026-11-16");
        assert_eq!(answer.json["demoLogins"], serde_json::json!([]));
        assert_eq!(answer.json["providerName"], "Liksa Oy");
        assert_eq!(answer.json["providerInvoicing"]["businessId"], "2345671-3");
        assert_eq!(answer.json["providerEmail"], "laskutus@liksa.example");
        assert_eq!(answer.json["providerPhone"], "09 123 4567");
    }

    #[tokio::test]
    async fn professions_are_public() {
        let answer = TestApp::with_config(Engine::Sqlite, |_| {}).await.get("/api/professions").send().await;
        assert_eq!(answer.status, 200);
        let list = answer.json.as_array().unwrap();
        assert!(list.len() > 50 && list.iter().any(|one| one["nameFi"] == "Valokuvaaja"));
    }
}
