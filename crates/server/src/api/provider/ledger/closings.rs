//! `/api/provider/ledger/closings`: until which day the books are closed, and closing them further.

use liksa_actions::ledger;
use liksa_store::BooksClosing;

use crate::api::prelude::*;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BooksClosings {
    /// The last closed day, DD.MM.YYYY; null while the books never were closed.
    #[schema(required)]
    pub closed_until: Option<String>,
    /// The latest first.
    #[schema(required)]
    pub closings: Vec<ClosingOnWire>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BooksClosing)]
pub struct ClosingOnWire {
    /// DD.MM.YYYY
    pub until: String,
    /// An instant, ISO 8601.
    pub closed_at: String,
    pub closed_by: String,
}

impl From<BooksClosing> for ClosingOnWire {
    fn from(closing: BooksClosing) -> Self {
        Self {
            until: format_date(closing.until),
            closed_at: closing.closed_at.to_string(),
            closed_by: closing.closed_by,
        }
    }
}

/// What was closed, when and by whom.
#[utoipa::path(get, path = "/api/provider/ledger/closings",
    responses((status = 200, description = "All closings", body = BooksClosings)))]
pub async fn books_closings(app: Server, _: PayrollSession) -> Reply<BooksClosings> {
    closings(&app).await
}

async fn closings(app: &App) -> Reply<BooksClosings> {
    let closings: Vec<_> = app.store.books_closings().await?.into_iter().map(ClosingOnWire::from).collect();
    let closed_until = closings.first().map(|latest| latest.until.clone());
    Ok(Json(BooksClosings { closed_until, closings }))
}

#[derive(Deserialize, ToSchema)]
pub struct BooksToClose {
    /// The last day of a month that is over, DD.MM.YYYY.
    until: Option<String>,
}

/// Close the books until the end of a month. Nothing is booked on an earlier day any more: what comes later is booked on
/// the first open day and keeps its own. There is no way back.
#[utoipa::path(post, path = "/api/provider/ledger/closings", request_body = BooksToClose,
    responses(
        (status = 201, description = "All closings, the new one first", body = BooksClosings),
        (status = 409, description = "BOOKS_ALREADY_CLOSED: until that day or a later one"),
        (status = 422, description = "NOT_A_MONTH_END, or PERIOD_NOT_OVER")))]
pub async fn close_books(
    app: Server,
    session: PayrollSession,
    Json(body): Json<BooksToClose>,
) -> ApiResult<(StatusCode, Json<BooksClosings>)> {
    ledger::close_books(&app, session.person.id, body.until.as_deref()).await?;
    Ok((StatusCode::CREATED, closings(&app).await?))
}
