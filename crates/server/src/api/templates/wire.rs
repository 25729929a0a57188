//! A template as it is answered.

use liksa_domain::bill::Pricing;
use liksa_domain::ids::Id;
use liksa_domain::template::{Template, TemplateContent, TemplateDetails, TemplateKind, TemplateRow};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::named::wire_enum;
use crate::api::number::{Count, Euros, Percent};

wire_enum!(KindOnWire, "TemplateKind", TemplateKind);

/// A saved row or text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Template)]
pub struct TemplateOnWire {
    pub id: Uuid,
    pub kind: KindOnWire,
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
    pub alv_price: Option<Euros>,
    #[schema(required)]
    pub hourlyprice: Option<Euros>,
    #[schema(required)]
    pub billable_work_hours: Option<Count>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateList {
    #[schema(required)]
    pub templates: Vec<TemplateOnWire>,
}

impl From<Template> for TemplateOnWire {
    fn from(template: Template) -> Self {
        let Template { id, details: TemplateDetails { name, show_in_result, content }, saved_at } = template;
        let kind = KindOnWire(content.kind());
        let (text, row) = match content {
            TemplateContent::Text(text) => (text, None),
            TemplateContent::Row(row) => (String::new(), Some(row.into())),
        };
        Self { id: id.uuid(), kind, name, show_in_result, text, row, last_saved: saved_at.to_string() }
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
            alv_price: price.map(Euros),
            hourlyprice: unit_price.map(Euros),
            billable_work_hours: amount.map(Count),
        }
    }
}
