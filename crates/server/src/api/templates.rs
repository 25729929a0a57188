//! Templates: rows and texts that a worker saves for later bills.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_actions::templates;
use liksa_domain::bill::Pricing;
use liksa_domain::ids::{PersonId, TemplateId};
use liksa_domain::template::{
    Template, TemplateBody, TemplateContent, TemplateDetails, TemplateKind, TemplateRow,
};
use liksa_money::{Money, Percent, Quantity};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(save))
        .routes(routes!(delete))
        .routes(routes!(delete_many))
}

/// A saved row or text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Template)]
pub struct TemplateOnWire {
    pub id: TemplateId,
    pub kind: TemplateKind,
    pub name: String,
    /// Whether the editor offers it.
    pub show_in_result: bool,
    /// Of a TEXT; empty otherwise.
    pub text: String,
    /// Of a ROW; null otherwise.
    #[schema(required)]
    pub row: Option<RowOnWire>,
    /// An instant, ISO 8601.
    pub last_saved: String,
}

/// What a new row is filled with; null where nothing was given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TemplateRow)]
pub struct RowOnWire {
    pub destination: String,
    /// CONTRACT or AMOUNT.
    pub r#type: &'static str,
    #[schema(required)]
    pub alv: Option<Percent>,
    #[schema(required)]
    pub alv_price: Option<Money>,
    #[schema(required)]
    pub hourlyprice: Option<Money>,
    #[schema(required)]
    pub billable_work_hours: Option<Quantity>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateList {
    #[schema(required)]
    pub templates: Vec<TemplateOnWire>,
}

impl From<Template> for TemplateOnWire {
    fn from(template: Template) -> Self {
        let Template { id, details: TemplateDetails { name, show_in_result, content }, saved_at } = template;
        let kind = content.kind();
        let (text, row) = match content {
            TemplateContent::Text(text) => (text, None),
            TemplateContent::Row(row) => (String::new(), Some(row.into())),
        };
        Self { id, kind, name, show_in_result, text, row, last_saved: saved_at.to_string() }
    }
}

impl From<TemplateRow> for RowOnWire {
    fn from(row: TemplateRow) -> Self {
        let (r#type, price, unit_price, amount) = match row.pricing {
            Pricing::Contract { price } => ("CONTRACT", price, None, None),
            Pricing::Amount { unit_price, amount } => ("AMOUNT", None, unit_price, amount),
        };
        Self {
            destination: row.destination,
            r#type,
            alv: row.vat_rate.map(Percent),
            alv_price: price,
            hourlyprice: unit_price,
            billable_work_hours: amount,
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct TemplateIds {
    ids: Vec<TemplateId>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DeletedTemplates {
    /// How many there were to delete.
    deleted: usize,
}

/// One's own saved rows and texts, by name.
#[utoipa::path(get, path = "/api/person/{personId}/templates", tag = "templates",
    operation_id = "list_templates",
    params(("personId" = Uuid, Path, description = "One's own id")),
    responses(
        (status = 200, description = "All of them", body = TemplateList),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's", body = Problem)))]
async fn list(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<PersonId>,
) -> ApiResult<Json<TemplateList>> {
    session.must_be(person)?;
    let templates = app.store.templates(person).await?;
    Ok(Json(TemplateList { templates: templates.into_iter().map(Into::into).collect() }))
}

/// Save a row or a text, or write over one. The client chooses the id of a new one, so that a call sent twice
/// makes one.
#[utoipa::path(put, path = "/api/person/{personId}/templates/{templateId}", tag = "templates",
    operation_id = "put_template",
    params(("personId" = Uuid, Path, description = "One's own id"),
           ("templateId" = Uuid, Path, description = "The template")),
    request_body = TemplateBody,
    responses(
        (status = 200, description = "The template", body = TemplateOnWire),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's", body = Problem),
        (status = 409, description = "TOO_MANY_TEMPLATES: one has as many as one may keep", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
async fn save(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, template)): Path<(PersonId, TemplateId)>,
    Json(body): Json<TemplateBody>,
) -> ApiResult<Json<TemplateOnWire>> {
    session.must_be(person)?;
    Ok(Json(templates::save(&app, person, template, body.read()?).await?.into()))
}

/// Delete one of one's own saved rows and texts. The answer is the same when there is none.
#[utoipa::path(delete, path = "/api/person/{personId}/templates/{templateId}", tag = "templates",
    operation_id = "delete_template",
    params(("personId" = Uuid, Path, description = "One's own id"),
           ("templateId" = Uuid, Path, description = "The template")),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's", body = Problem)))]
async fn delete(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, template)): Path<(PersonId, TemplateId)>,
) -> ApiResult<StatusCode> {
    session.must_be(person)?;
    templates::delete(&app, person, &[template]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete several of one's own saved rows and texts at once: all of them or, if that fails, none.
#[utoipa::path(post, path = "/api/person/{personId}/templates/delete", tag = "templates",
    operation_id = "delete_templates",
    params(("personId" = Uuid, Path, description = "One's own id")),
    request_body = TemplateIds,
    responses(
        (status = 200, description = "They are gone", body = DeletedTemplates),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
async fn delete_many(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    Json(TemplateIds { ids }): Json<TemplateIds>,
) -> ApiResult<Json<DeletedTemplates>> {
    session.must_be(person)?;
    Ok(Json(DeletedTemplates { deleted: templates::delete(&app, person, &ids).await? }))
}

#[cfg(test)]
mod tests;
