//! `/landing`, the page for those who do not know the service yet, with what search engines ask for. It is whole HTML:
//! everything can be read, and the calculator used, without a script.

mod drawings;
mod example;
mod facts;
mod page;
mod pages;
mod questions;
mod texts;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use liksa_actions::context::random;
use liksa_actions::mail::notice::escaped;
use liksa_domain::person::Language;
use liksa_domain::settings::FrontPage;
use liksa_web_assets::Page;
use serde::Deserialize;

use self::example::Fields;
use self::facts::Facts;
use self::page::Landing;
use crate::app::{App, AppState};
use crate::http::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::extract::Query;
use crate::http::security_headers::page_policy;
use crate::session::Session;

pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/landing", get(landing))
        .route("/sitemap.xml", get(sitemap))
        .route("/robots.txt", get(robots))
}

#[derive(Deserialize)]
struct Asked {
    lang: Option<String>,
    #[serde(flatten)]
    fields: Fields,
}

async fn landing(
    State(app): State<AppState>,
    client: ClientAddress,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> ApiResult<Response> {
    app.limits.calculation.check(client)?;
    let today = app.clock.today();
    let terms = app.terms_for_visitors(today).await?;
    let language = asked.lang.as_deref().and_then(Language::from_name).unwrap_or_else(|| preferred(&headers));
    let page = Landing {
        language,
        facts: Facts::on(today, &terms.law, &terms.settings, language).map_err(ApiError::Internal)?,
        example: asked.fields.calculate(&terms, today).map_err(ApiError::Internal)?,
        seller: &terms.settings.seller,
        origin: origin(&app),
        assets: liksa_web_assets::head(Page::Landing).unwrap_or_default(),
    };
    let policy = HeaderValue::from_str(&page_policy(&random::text::<16>()?, false))
        .map_err(|error| ApiError::Internal(error.into()))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_LANGUAGE, HeaderValue::from_static(language.name())),
        (header::VARY, HeaderValue::from_static("accept-language")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    Ok((headers, page.html()).into_response())
}

/// Whether a visitor who names no page begins at the landing page: where the provider has chosen so.
pub async fn is_front_page(app: &App, headers: &HeaderMap) -> ApiResult<bool> {
    let settings = app.terms_for_visitors(app.clock.today()).await?.settings;
    Ok(settings.front_page == FrontPage::Landing && Session::find(headers, app).await?.is_none())
}

/// A page of the app as it was built, with the title and description of its path.
pub fn with_head(app: &App, html: String, path: &str, headers: &HeaderMap) -> String {
    pages::with_head(html, path, preferred(headers), origin(app))
}

/// The language that the browser likes best of ours; Finnish where it names none of them.
fn preferred(headers: &HeaderMap) -> Language {
    let sent = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut wanted: Vec<(u16, Language)> = sent
        .split(',')
        .filter_map(|one| {
            let (tag, weight) = one.split_once(';').unwrap_or((one, ""));
            let code = tag.trim().split('-').next()?.to_ascii_lowercase();
            Some((weight_of(weight), Language::from_name(&code)?))
        })
        .filter(|(weight, _)| *weight > 0)
        .collect();
    // Of equal weights the first stays first.
    wanted.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    wanted.first().map_or(Language::Finnish, |(_, language)| *language)
}

/// `q=0.8` in thousandths; all of it where nothing is said.
fn weight_of(parameter: &str) -> u16 {
    let Some(digits) = parameter.trim().strip_prefix("q=") else { return 1000 };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let thousandths = format!("{decimals:0<3.3}");
    whole.parse::<u16>().unwrap_or(0).saturating_mul(1000).saturating_add(thousandths.parse().unwrap_or(0))
}

fn origin(app: &App) -> &str {
    app.config.public_url.trim_end_matches('/')
}

async fn sitemap(State(app): State<AppState>) -> Response {
    let origin = escaped(origin(&app));
    let landing = |address: &str| {
        format!(
            "<url><loc>{origin}{address}</loc>\
             <xhtml:link rel=\"alternate\" hreflang=\"fi\" href=\"{origin}/landing\"/>\
             <xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"{origin}/landing?lang=en\"/></url>"
        )
    };
    let others: String =
        pages::listed().map(|path| format!("<url><loc>{origin}{path}</loc></url>")).collect();
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\
         {}{}{others}</urlset>",
        landing("/landing"),
        landing("/landing?lang=en"),
    );
    text("application/xml; charset=utf-8", xml)
}

async fn robots(State(app): State<AppState>) -> Response {
    let lines = ["User-agent: *", "Disallow: /api/", &format!("Sitemap: {}/sitemap.xml", origin(&app)), ""];
    text("text/plain; charset=utf-8", lines.join("\n"))
}

fn text(content_type: &'static str, body: String) -> Response {
    let headers: [(HeaderName, HeaderValue); 2] = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, body).into_response()
}

#[cfg(test)]
mod tests;
