//! Pages of bills, for both lists.

use liksa_domain::bill::{Section, search_words};
use liksa_domain::ids::PersonId;
use liksa_domain::problem::ErrorKey;
use liksa_store::{BillFilter, ListOrder};
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::CardOnWire;
use crate::app::App;
use crate::http::error::{ApiError, ApiResult, FieldProblem};

/// A part of a list.
#[derive(Serialize, ToSchema)]
pub struct BillPage {
    #[schema(required)]
    pub bills: Vec<CardOnWire>,
    /// What to send as `page` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
    /// How many there are in all.
    pub total: i64,
}

/// What a list was asked for, as texts.
pub struct Asked<'a> {
    pub person: PersonId,
    pub section: Option<&'a str>,
    /// The sections that the list has.
    pub sections: (Section, Section),
    pub search: Option<&'a str>,
    pub order: Option<&'a str>,
    pub page: Option<&'a str>,
    pub limit: i64,
}

/// Longer searches are pasted by mistake.
const LONGEST_SEARCH: usize = 200;

pub async fn page(app: &App, asked: &Asked<'_>) -> ApiResult<BillPage> {
    let section = asked.section.map(|name| section_of(name, asked.sections)).transpose()?;
    let search: String = asked.search.unwrap_or_default().chars().take(LONGEST_SEARCH).collect();
    let order = match asked.order {
        None | Some("openFirst") => ListOrder::OpenFirst,
        Some("closedFirst") => ListOrder::ClosedFirst,
        Some(_) => return Err(unknown("order")),
    };
    let filter = BillFilter {
        person: asked.person,
        sections: section.map_or(asked.sections, |section| (section, section)),
        words: &search_words(&search),
        order,
        after: asked.page.map(|cursor| cursor.parse().map_err(|()| unknown("page"))).transpose()?,
        limit: asked.limit,
    };
    let page = app.store.bill_page(&filter).await?;
    Ok(BillPage {
        bills: page.bills.into_iter().map(CardOnWire::from).collect(),
        next: page.next.map(|cursor| cursor.to_string()),
        total: page.total,
    })
}

fn section_of(name: &str, (first, last): (Section, Section)) -> ApiResult<Section> {
    let section = Section::from_name(name).filter(|section| (first..=last).contains(section));
    section.ok_or_else(|| unknown("section"))
}

fn unknown(field: &str) -> ApiError {
    ApiError::Invalid(vec![FieldProblem::new(field, ErrorKey::InvalidChoice)])
}
