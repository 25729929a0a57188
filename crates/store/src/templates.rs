//! Rows and texts that workers save for later bills.

use liksa_domain::bill::Pricing;
use liksa_domain::customer::search::folded;
use liksa_domain::template::{Template, TemplateContent, TemplateDetails, TemplateKind, TemplateRow};

use crate::prelude::*;

pub struct NewTemplate<'a> {
    pub id: TemplateId,
    pub person: PersonId,
    pub details: &'a TemplateDetails,
    pub saved_at: Timestamp,
}

const CONTRACT: &str = "CONTRACT";
const AMOUNT: &str = "AMOUNT";

pub(crate) const TEMPLATES: &str = "SELECT id, kind, name, show_in_result, content, row_type, vat_rate, price, \
    unit_price, amount, saved_at FROM template WHERE person_id = $1 ORDER BY folded_name, id";

store_methods! {
    /// All templates of the person, by name.
    pub async fn templates(person: PersonId) -> Vec<Template> = fetch_all TEMPLATES;
}

tx_methods! {
    /// Deletes a template of the person; false if there is none of this id.
    pub async fn delete_template(person: PersonId, id: TemplateId) -> bool = try_change
        "DELETE FROM template WHERE person_id = $1 AND id = $2";
}

impl Tx {
    /// How many templates the person has beside this one, which does not change until this transaction ends.
    pub async fn count_other_templates(&mut self, person: PersonId, id: TemplateId) -> StoreResult<i64> {
        // Locks the person, so that two requests at once cannot both be under the limit.
        let _: Option<PersonId> =
            self.find_value(sql!("SELECT id FROM person WHERE id = $1 FOR NO KEY UPDATE" => person)).await?;
        self.fetch_value(sql!(
            "SELECT COUNT(*) FROM template WHERE person_id = $1 AND id <> $2" => person, id
        ))
        .await
    }

    /// Adds the template, or replaces the person's template of this id. False if the id is another person's.
    pub async fn put_template(&mut self, new: &NewTemplate<'_>) -> StoreResult<bool> {
        let TemplateDetails { name, show_in_result, content } = new.details;
        let (text, row) = match content {
            TemplateContent::Text(text) => (text, None),
            TemplateContent::Row(row) => (&row.destination, Some(row)),
        };
        let (row_type, price, unit_price, amount) = match row.map(|row| row.pricing) {
            None => (None, None, None, None),
            Some(Pricing::Contract { price }) => (Some(CONTRACT), price, None, None),
            Some(Pricing::Amount { unit_price, amount }) => (Some(AMOUNT), None, unit_price, amount),
        };
        self.try_change(sql!(
            "INSERT INTO template (id, person_id, kind, name, folded_name, show_in_result, content, \
             row_type, vat_rate, price, unit_price, amount, saved_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
             ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, \
             folded_name = excluded.folded_name, show_in_result = excluded.show_in_result, \
             content = excluded.content, row_type = excluded.row_type, vat_rate = excluded.vat_rate, \
             price = excluded.price, unit_price = excluded.unit_price, amount = excluded.amount, \
             saved_at = excluded.saved_at WHERE template.person_id = excluded.person_id"
            => new.id, new.person, content.kind(), name, folded(name), show_in_result, text,
               row_type, row.and_then(|row| row.vat_rate), price, unit_price, amount, new.saved_at
        ))
        .await
    }
}

impl ReadRow for Template {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let (kind, row_type): (TemplateKind, Option<String>) = (row.get("kind")?, row.get("row_type")?);
        let text: String = row.get("content")?;
        let content = match (kind, row_type.as_deref()) {
            (TemplateKind::Text, None) => TemplateContent::Text(text),
            (TemplateKind::Row, Some(row_type)) => TemplateContent::Row(TemplateRow {
                destination: text,
                vat_rate: row.get("vat_rate")?,
                pricing: match row_type {
                    CONTRACT => Pricing::Contract { price: row.get("price")? },
                    AMOUNT => {
                        Pricing::Amount { unit_price: row.get("unit_price")?, amount: row.get("amount")? }
                    }
                    _ => return Err(StoreError::Corrupt("type of row")),
                },
            }),
            _ => return Err(StoreError::Corrupt("row of template")),
        };
        let details =
            TemplateDetails { name: row.get("name")?, show_in_result: row.get("show_in_result")?, content };
        Ok(Self { id: row.get("id")?, details, saved_at: row.get("saved_at")? })
    }
}
