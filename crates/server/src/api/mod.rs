//! The HTTP API, one file per resource, and its description.

mod address;
mod app_info;
pub mod bills;
mod calc;
mod customers;
pub mod demo;
mod describe;
mod info;
mod late_receipts;
mod login;
mod paging;
mod password;
mod person;
mod prelude;
pub mod provider;
mod registration;
mod shares;
mod shifts;
mod templates;
mod travel;
mod travel_expense;
mod wire;

use liksa_domain::job::JobKind;
use liksa_domain::person::Role;
use utoipa::PartialSchema;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, Response, ResponseBuilder,
};
use utoipa_axum::router::OpenApiRouter;

use self::describe::{for_roles, group};
use crate::app::AppState;

/// Every route of the API. The description names the roles that a route is for, in its own `security` or for a
/// whole group by [`for_roles`]; without roles it is for every signed-in user, and without `security` it is public.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(description())
        .merge(app_info::routes())
        .merge(login::routes())
        .merge(registration::routes())
        .merge(password::routes())
        .merge(for_roles(&[], person::routes()))
        .merge(for_roles(&[Role::User], bills::routes()))
        .merge(calc::routes())
        .merge(group("info", &[Role::User], info::routes()))
        .merge(for_roles(&[Role::User], travel::routes()))
        .merge(travel_expense::routes())
        .merge(customers::routes())
        .merge(for_roles(&[Role::User], templates::routes()))
        .merge(group("address", &[Role::User], address::routes()))
        .merge(group("address", &[Role::User], person::places::routes()))
        .merge(group("shares", &[Role::User], shares::routes()))
        .merge(for_roles(&[Role::User], shifts::routes()))
        .merge(for_roles(&[], person::salaries::routes()))
        .merge(group("late-receipts", &[Role::User], late_receipts::routes()))
        .merge(provider::routes())
        .merge(demo::routes())
        .route("/api/openapi.json", axum::routing::get(openapi_json))
}

/// The whole description, as `liksa openapi` prints it and the web client is generated from it.
pub fn openapi() -> OpenApi {
    let mut api = router().into_openapi();
    for operation in describe::operations(&mut api) {
        // Too large, not JSON, too slow: what can happen to any request need not be said by each.
        operation.responses.responses.insert("default".to_owned(), any_failure().into());
    }
    // No field has this type, since a newer program may have made other kinds; the app names those that there are.
    if let Some(components) = &mut api.components {
        components.schemas.insert("JobKind".to_owned(), JobKind::schema());
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
