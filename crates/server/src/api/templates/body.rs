//! A template as a client sends it.

use liksa_domain::problem::Problem;
use liksa_domain::template::{TemplateDetails, TemplateForm, TemplateRowForm};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::number::{NumberText, text};

/// A row or a text to be saved.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateBody {
    /// ROW or TEXT.
    kind: Option<String>,
    name: Option<String>,
    /// Whether the editor offers it; true if not given.
    show_in_result: Option<bool>,
    /// Of a TEXT: what goes to the bill's `invoiceText`.
    text: Option<String>,
    /// Of a ROW.
    row: Option<TemplateRowBody>,
}

/// What a new row is filled with.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateRowBody {
    destination: Option<String>,
    /// CONTRACT, or AMOUNT for so many at a unit price.
    r#type: Option<String>,
    /// VAT in per cent.
    alv: Option<NumberText>,
    /// The price without VAT of a CONTRACT row.
    alv_price: Option<NumberText>,
    /// The unit price without VAT of an AMOUNT row.
    hourlyprice: Option<NumberText>,
    /// How many, of an AMOUNT row.
    billable_work_hours: Option<NumberText>,
}

impl TemplateBody {
    /// The template, or every fault.
    pub fn read(&self) -> Result<TemplateDetails, Vec<Problem>> {
        let form = TemplateForm {
            kind: self.kind.as_deref(),
            name: self.name.as_deref(),
            show_in_result: self.show_in_result,
            text: self.text.as_deref(),
            row: self.row.as_ref().map(TemplateRowBody::form),
        };
        form.read()
    }
}

impl TemplateRowBody {
    fn form(&self) -> TemplateRowForm<'_> {
        TemplateRowForm {
            destination: self.destination.as_deref(),
            pricing: self.r#type.as_deref(),
            vat_percent: text(&self.alv),
            price: text(&self.alv_price),
            unit_price: text(&self.hourlyprice),
            amount: text(&self.billable_work_hours),
        }
    }
}
