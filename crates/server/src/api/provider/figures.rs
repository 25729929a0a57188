//! `/api/provider/figures`: the statutory figures, and what the provider adds to them.

use liksa_actions::figures::{self, Preview};
use liksa_domain::statutory::{
    FiguresKind, FiguresOfYearBody, MissingFigures, ReferenceRateBody, missing_figures,
};
use liksa_rates::{Addition, Difference, Figure};
use liksa_store::MadeAddition;

use crate::api::prelude::*;
use crate::http::download::{Disposition, Download, respond};

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(statutory_figures))
        .routes(routes!(file_of_year))
        .routes(routes!(take_year))
        .routes(routes!(preview_year))
        .routes(routes!(take_reference_rate))
        .routes(routes!(preview_reference_rate))
}

/// The figures from a day until the next table, or the end of the year.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FiguresTable {
    pub year: i16,
    /// DD.MM.YYYY
    pub valid_from: String,
    /// False for the tables that ship with the program.
    pub is_added: bool,
    #[schema(required)]
    pub figures: Vec<Figure>,
}

/// What was added, by whom and when.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FiguresAddition {
    pub version: i64,
    pub kind: FiguresKind,
    pub year: i16,
    /// 1 or 2 of a reference rate; null of a whole year.
    #[schema(required)]
    pub half: Option<u8>,
    /// Of a reference rate.
    #[schema(required)]
    pub percent: Option<String>,
    /// DD.MM.YYYY
    pub valid_from: String,
    /// An instant, ISO 8601.
    pub made_at: String,
    pub made_by: String,
}

#[derive(Serialize, ToSchema)]
pub struct StatutoryFiguresPage {
    /// Those of the latest day first.
    #[schema(required)]
    pub tables: Vec<FiguresTable>,
    /// The newest first.
    #[schema(required)]
    pub additions: Vec<FiguresAddition>,
    /// What is missing today or within the days of warning.
    #[schema(required)]
    pub missing: Vec<MissingFigures>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FiguresPreview {
    /// To be sent with the same content to take it.
    pub seal: String,
    /// DD.MM.YYYY
    pub valid_from: String,
    /// The year whose figures the new ones are compared with; null where there is none.
    #[schema(required)]
    pub compared_with: Option<i16>,
    #[schema(required)]
    pub differences: Vec<Difference>,
}

impl From<Preview> for FiguresPreview {
    fn from(preview: Preview) -> Self {
        Self {
            seal: preview.seal,
            valid_from: format_date(preview.valid_from),
            compared_with: preview.compared_with,
            differences: preview.differences,
        }
    }
}

/// All statutory figures by year, with their sources, and what is missing.
#[utoipa::path(get, path = "/api/provider/figures",
    responses((status = 200, description = "The figures", body = StatutoryFiguresPage)))]
async fn statutory_figures(app: Server, _: PeopleSession) -> Reply<StatutoryFiguresPage> {
    page(&app).await
}

async fn page(app: &App) -> Reply<StatutoryFiguresPage> {
    let law = app.law().await?;
    let tables = law.tables().iter().rev().map(|table| FiguresTable {
        year: table.year,
        valid_from: format_date(table.valid_from),
        is_added: table.is_added,
        figures: table.figures.clone(),
    });
    let mut additions = vec![];
    for made in app.store.figures_additions().await?.into_iter().rev() {
        additions.push(shown(app, made).await?);
    }
    let missing = missing_figures(&law, app.clock.today());
    Ok(Json(StatutoryFiguresPage { tables: tables.collect(), additions, missing }))
}

/// With the name of its maker. There are a few a year.
async fn shown(app: &App, made: MadeAddition) -> ApiResult<FiguresAddition> {
    let maker = app.store.person(made.made_by).await?;
    let (kind, half, percent, valid_from) = match made.addition {
        Addition::Year { valid_from, .. } => (FiguresKind::Year, None, None, valid_from),
        Addition::ReferenceRate { half_year, rate, .. } => {
            let percent = Some(rate.plain_percent());
            (FiguresKind::ReferenceRate, Some(half_year.half()), percent, half_year.first_day())
        }
    };
    Ok(FiguresAddition {
        version: made.version,
        kind,
        year: valid_from.year(),
        half,
        percent,
        valid_from: format_date(valid_from),
        made_at: made.made_at.to_string(),
        made_by: maker.map(|person| person.full_name()).unwrap_or_default(),
    })
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct YearQuery {
    year: i16,
}

/// The newest file of a year, from which the one of the next year is written.
#[utoipa::path(get, path = "/api/provider/figures/file", params(YearQuery),
    responses(
        (status = 200, description = "The file", content_type = "application/toml", body = String),
        (status = 404, description = "There are no figures of the year")))]
async fn file_of_year(
    app: Server,
    _: PeopleSession,
    headers: HeaderMap,
    Query(query): Query<YearQuery>,
) -> ApiResult<Response> {
    let law = app.law().await?;
    let table = law.tables().iter().rev().find(|table| table.year == query.year);
    let table = table.ok_or(ApiError::NotFound)?;
    let name = &format!("{}.toml", table.year);
    let content = table.to_toml().into();
    let file = Download { name, media_type: "application/toml", content };
    Ok(respond(&headers, Disposition::Attachment, file))
}

/// What the file of a year would change.
#[utoipa::path(post, path = "/api/provider/figures/year/preview", request_body = FiguresOfYearBody,
    security(("session" = ["ROLE_ADMIN"])),
    responses(
        (status = 200, description = "The difference", body = FiguresPreview),
        (status = 401, description = "Not signed in"),
        (status = 403, description = "Not an administrator"),
        (status = 422, description = "The file was not accepted; the fields are places in it")))]
async fn preview_year(
    app: Server,
    _: AdminSession,
    Json(body): Json<FiguresOfYearBody>,
) -> Reply<FiguresPreview> {
    Ok(Json(figures::preview_year(&app, &body).await?.into()))
}

/// Take the file of a year as it was shown.
#[utoipa::path(post, path = "/api/provider/figures/year", request_body = FiguresOfYearBody,
    security(("session" = ["ROLE_ADMIN"])),
    responses(
        (status = 200, description = "All figures, the new ones among them", body = StatutoryFiguresPage),
        (status = 401, description = "Not signed in"),
        (status = 403, description = "Not an administrator"),
        (status = 409, description = "Not what was shown, or shown against other figures"),
        (status = 422, description = "The file was not accepted; the fields are places in it")))]
async fn take_year(
    app: Server,
    session: AdminSession,
    Json(body): Json<FiguresOfYearBody>,
) -> Reply<StatutoryFiguresPage> {
    figures::take_year(&app, session.person.id, &body).await?;
    page(&app).await
}

/// What a reference rate would change.
#[utoipa::path(post, path = "/api/provider/figures/reference-rate/preview", request_body = ReferenceRateBody,
    security(("session" = ["ROLE_ADMIN"])),
    responses(
        (status = 200, description = "The difference", body = FiguresPreview),
        (status = 401, description = "Not signed in"),
        (status = 403, description = "Not an administrator"),
        (status = 422, description = "A field was not accepted")))]
async fn preview_reference_rate(
    app: Server,
    _: AdminSession,
    Json(body): Json<ReferenceRateBody>,
) -> Reply<FiguresPreview> {
    Ok(Json(figures::preview_reference_rate(&app, &body).await?.into()))
}

/// Take a reference rate as it was shown.
#[utoipa::path(post, path = "/api/provider/figures/reference-rate", request_body = ReferenceRateBody,
    security(("session" = ["ROLE_ADMIN"])),
    responses(
        (status = 200, description = "All figures, the new one among them", body = StatutoryFiguresPage),
        (status = 401, description = "Not signed in"),
        (status = 403, description = "Not an administrator"),
        (status = 409, description = "Not what was shown, or shown against other figures"),
        (status = 422, description = "A field was not accepted")))]
async fn take_reference_rate(
    app: Server,
    session: AdminSession,
    Json(body): Json<ReferenceRateBody>,
) -> Reply<StatutoryFiguresPage> {
    figures::take_reference_rate(&app, session.person.id, &body).await?;
    page(&app).await
}

#[cfg(test)]
mod tests;
