//! The HTTP API, one file per verb, and its description.

mod app_info;
pub mod bills;
mod calc;
mod customers;
mod demo;
mod login;
mod named;
mod number;
mod paging;
mod password;
mod person;
mod professions;
pub mod provider;
mod registration;
mod templates;
mod travel_expense;
mod wire;

use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, Response, ResponseBuilder,
};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::app::AppState;
use crate::http::upload;

/// Every route of the API. A route's `security` names the roles it is for; without roles it is
/// for everybody who is signed in, and without `security` it is public.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(description())
        .routes(routes!(app_info::get))
        .routes(routes!(calc::figures::get))
        .routes(routes!(calc::calculate::put))
        .routes(routes!(calc::from_bill::put))
        .routes(routes!(calc::from_bill::put_part))
        .routes(routes!(login::check::get))
        .routes(routes!(login::start::post))
        .routes(routes!(login::end::delete))
        .routes(routes!(login::who::get))
        .routes(routes!(registration::start::post))
        .routes(routes!(registration::confirm::get))
        .routes(routes!(registration::accept::put))
        .routes(routes!(registration::finish::put))
        .routes(routes!(registration::jwks::get))
        .routes(routes!(registration::retry::post))
        .routes(routes!(password::forgot::post))
        .routes(routes!(password::change::post))
        .routes(routes!(professions::get))
        .routes(routes!(person::get::get))
        .routes(routes!(person::update::put))
        .routes(routes!(person::email::ask::post))
        .routes(routes!(person::email::confirm::put))
        .routes(routes!(person::picture::get))
        .routes(routes!(person::picture::delete))
        .routes(routes!(person::picture::post).layer(upload::up_to(person::picture::LARGEST_BYTES)))
        .routes(routes!(person::sessions::list::get))
        .routes(routes!(person::sessions::end::delete))
        .routes(routes!(person::sessions::end_others::delete))
        .routes(routes!(person::export::get))
        .routes(routes!(person::deletion_request::post))
        .routes(routes!(person::deletion_request::delete))
        .routes(routes!(person::salaries::list::get))
        .routes(routes!(person::salaries::get::get))
        .routes(routes!(person::salaries::pdf::get))
        .routes(routes!(person::tax_card::get))
        .routes(routes!(person::tax_card::post).layer(upload::up_to(person::tax_card::LARGEST_BYTES)))
        .routes(routes!(bills::list::get))
        .routes(routes!(bills::create::post))
        .routes(routes!(bills::get::get))
        .routes(routes!(bills::save::put))
        .routes(routes!(bills::delete::delete))
        .routes(routes!(bills::copy::post))
        .routes(routes!(bills::correct::post))
        .routes(routes!(bills::history::get))
        .routes(routes!(bills::archive::get))
        .routes(routes!(bills::open::put))
        .routes(routes!(bills::validate::get))
        .routes(routes!(bills::pdf::get))
        .routes(routes!(bills::preview::get))
        .routes(routes!(travel_expense::pdf::get))
        .routes(routes!(travel_expense::pdf::get_tax_free))
        .routes(routes!(bills::rows::get::get))
        .routes(routes!(bills::rows::put::put))
        .routes(routes!(bills::rows::delete::delete))
        .routes(routes!(bills::receipts::add::post).layer(upload::up_to(bills::receipts::add::LARGEST_BYTES)))
        .routes(routes!(bills::receipts::get::get))
        .routes(routes!(bills::receipts::delete::delete))
        .routes(routes!(provider::bills::queue::get))
        .routes(routes!(provider::bills::review::get))
        .routes(routes!(provider::bills::approve_many::post))
        .routes(routes!(provider::bills::take::put))
        .routes(routes!(provider::bills::approve::put))
        .routes(routes!(provider::bills::r#return::put))
        .routes(routes!(provider::bills::send::put))
        .routes(routes!(provider::deliveries::list::get))
        .routes(routes!(provider::deliveries::retry::post))
        .routes(routes!(provider::deliveries::arrived::post))
        .routes(routes!(provider::print_batches::create::post))
        .routes(routes!(provider::print_batches::list::get))
        .routes(routes!(provider::print_batches::pdf::get))
        .routes(routes!(provider::bills::open_request::grant))
        .routes(routes!(provider::bills::open_request::refuse))
        .routes(routes!(provider::payroll::list::get))
        .routes(routes!(provider::payroll::make::post))
        .routes(routes!(provider::payroll::get::get))
        .routes(routes!(provider::payroll::calculate::post))
        .routes(routes!(provider::payroll::salaries::get))
        .routes(routes!(provider::payroll::salary::get))
        .routes(routes!(provider::payroll::hold::hold))
        .routes(routes!(provider::payroll::hold::release))
        .routes(routes!(provider::payroll::approve::post))
        .routes(routes!(provider::payroll::pay::post))
        .routes(routes!(provider::payroll::files::list))
        .routes(routes!(provider::payroll::files::get))
        .routes(routes!(provider::ledger::trial_balance::get))
        .routes(routes!(provider::ledger::account::get))
        .routes(routes!(provider::ledger::export::get))
        .routes(routes!(provider::ledger::vat::get))
        .routes(routes!(provider::workers::list::get))
        .routes(routes!(provider::workers::get::get))
        .routes(routes!(provider::workers::terms::put))
        .routes(routes!(provider::workers::distraint::put))
        .routes(routes!(provider::workers::distraint::delete))
        .routes(routes!(provider::deletion_requests::list::get))
        .routes(routes!(provider::deletion_requests::erase::post))
        .routes(routes!(provider::tax_cards::list::get))
        .routes(routes!(provider::tax_cards::handle::put))
        .routes(routes!(provider::tax_cards::file::get))
        .routes(routes!(provider::people::list::get))
        .routes(routes!(provider::people::roles::get))
        .routes(routes!(provider::people::roles::put))
        .routes(routes!(provider::promo_codes::list::get))
        .routes(routes!(provider::promo_codes::save::post))
        .routes(routes!(provider::promo_codes::save::put))
        .routes(routes!(provider::settings::list::get))
        .routes(routes!(provider::settings::add::post))
        .routes(
            routes!(provider::shifts::import::post)
                .layer(upload::up_to(provider::shifts::import::LARGEST_BYTES)),
        )
        .routes(routes!(provider::api_keys::list::get))
        .routes(routes!(provider::api_keys::create::post))
        .routes(routes!(provider::api_keys::end::delete))
        .routes(routes!(provider::audit::get))
        .routes(routes!(provider::jobs::list::get))
        .routes(routes!(provider::jobs::retry::post))
        .routes(routes!(provider::dashboard::get))
        .routes(routes!(provider::check::get))
        .routes(routes!(provider::bills::payments::get))
        .routes(routes!(provider::payments::list::get))
        .routes(routes!(provider::payments::get::get))
        .routes(routes!(provider::payments::match_by_hand::post))
        .routes(routes!(provider::payments::unmatch::post))
        .routes(routes!(provider::payments::refund::post))
        .routes(routes!(provider::payments::set_aside::post))
        .routes(routes!(provider::open_bills::get))
        .routes(routes!(provider::overdue::get))
        .routes(routes!(provider::bank_files::list::get))
        .routes(
            routes!(provider::bank_files::upload::post)
                .layer(upload::up_to(provider::bank_files::upload::LARGEST_BYTES)),
        )
        .routes(routes!(provider::reminders::list::get))
        .routes(routes!(provider::reminders::make::post))
        .routes(routes!(provider::reminders::posted::put))
        .routes(routes!(provider::reminders::pdf::get))
        .routes(routes!(demo::bank_statement::get))
        .routes(routes!(customers::search::get))
        .routes(routes!(customers::create::post))
        .routes(routes!(customers::replace::put))
        .routes(routes!(customers::list::get))
        .routes(routes!(customers::save::post))
        .routes(routes!(customers::remove::delete))
        .routes(routes!(customers::options::get))
        .routes(routes!(templates::list::get))
        .routes(routes!(templates::put::put))
        .routes(routes!(templates::delete::delete))
        .routes(routes!(templates::delete_many::post))
        .routes(routes!(demo::mails::list))
        .routes(routes!(demo::mails::get))
        .route("/api/openapi.json", axum::routing::get(openapi_json))
}

/// The whole description, as `liksa openapi` prints it and the web client is generated from it.
pub fn openapi() -> OpenApi {
    let mut api = router().into_openapi();
    for item in api.paths.paths.values_mut() {
        let operations =
            [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch, &mut item.head];
        for operation in operations.into_iter().flatten() {
            // Too large, not JSON, too slow: what can happen to any request need not be said by each.
            operation.responses.responses.insert("default".to_owned(), any_failure().into());
        }
    }
    api
}

fn any_failure() -> Response {
    let problem = Ref::from_schema_name("Problem");
    let content = ContentBuilder::new().schema(Some(problem)).build();
    ResponseBuilder::new().description("What went wrong").content("application/json", content).build()
}

async fn openapi_json() -> axum::Json<OpenApi> {
    axum::Json(openapi())
}

fn description() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Liksa")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Invoicing and salary payment for freelancers without a company. Log in with POST /api/login \
             and send the token of the answer in the `authtoken` header. Every failure has the shape \
             `Problem`.",
        ))
        .license(Some(LicenseBuilder::new().name("MIT").identifier(Some("MIT")).build()))
        .build();
    let mut api = OpenApiBuilder::new().info(info).build();
    let token = ApiKeyValue::with_description("authtoken", "The token that POST /api/login answers.");
    api.components
        .get_or_insert_default()
        .add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Header(token)));
    api
}

#[cfg(test)]
mod tests;
