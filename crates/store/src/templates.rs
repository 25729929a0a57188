//! Rows and texts that workers keep for later bills.

use jiff::Timestamp;
use liksa_domain::bill::Pricing;
use liksa_domain::customer::search::folded;
use liksa_domain::ids::{Id, PersonId, TemplateId};
use liksa_domain::template::{Template, TemplateContent, TemplateDetails, TemplateKind, TemplateRow};
use liksa_money::{Money, Quantity, Rate};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{On, Store, Tx, on};
use crate::error::{StoreError, StoreResult};
use crate::time::{from_micros, to_micros};

pub struct NewTemplate<'a> {
    pub id: TemplateId,
    pub person: PersonId,
    pub details: &'a TemplateDetails,
    pub saved_at: Timestamp,
}

#[derive(FromRow)]
struct TemplateRecord {
    id: Uuid,
    kind: String,
    name: String,
    show_in_result: bool,
    content: String,
    row_type: Option<String>,
    vat_rate: Option<i64>,
    price: Option<i64>,
    unit_price: Option<i64>,
    amount: Option<i64>,
    saved_at: i64,
}

const CONTRACT: &str = "CONTRACT";
const AMOUNT: &str = "AMOUNT";

pub const TEMPLATES: &str = "SELECT id, kind, name, show_in_result, content, row_type, vat_rate, price, \
    unit_price, amount, saved_at FROM template WHERE person_id = $1 ORDER BY folded_name, id";

impl Store {
    /// All of the person's, by name.
    pub async fn templates(&self, person: PersonId) -> StoreResult<Vec<Template>> {
        let rows: Vec<TemplateRecord> = on!(self.reads(), c => sqlx::query_as(TEMPLATES)
            .bind(person.uuid())
            .fetch_all(c).await)?;
        rows.into_iter().map(TemplateRecord::into_template).collect()
    }
}

impl Tx {
    /// How many templates the person has beside this one. Nobody else changes the number before this
    /// transaction is through.
    pub async fn count_other_templates(&mut self, person: PersonId, id: TemplateId) -> StoreResult<i64> {
        // A transaction of SQLite is alone with the whole database.
        if let On::Postgres(c) = self.conn() {
            sqlx::query("SELECT id FROM person WHERE id = $1 FOR NO KEY UPDATE")
                .bind(person.uuid())
                .execute(c)
                .await?;
        }
        let (count,): (i64,) = on!(self.conn(), c => sqlx::query_as(
                "SELECT COUNT(*) FROM template WHERE person_id = $1 AND id <> $2")
            .bind(person.uuid())
            .bind(id.uuid())
            .fetch_one(c).await)?;
        Ok(count)
    }

    /// Makes the template, or writes over the person's own of this id. False if the id is somebody else's.
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
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO template (id, person_id, kind, name, folded_name, show_in_result, content, \
                 row_type, vat_rate, price, unit_price, amount, saved_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
                 ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, \
                 folded_name = excluded.folded_name, show_in_result = excluded.show_in_result, \
                 content = excluded.content, row_type = excluded.row_type, vat_rate = excluded.vat_rate, \
                 price = excluded.price, unit_price = excluded.unit_price, amount = excluded.amount, \
                 saved_at = excluded.saved_at WHERE template.person_id = excluded.person_id")
            .bind(new.id.uuid())
            .bind(new.person.uuid())
            .bind(content.kind().name())
            .bind(name)
            .bind(folded(name))
            .bind(*show_in_result)
            .bind(text)
            .bind(row_type)
            .bind(row.and_then(|row| row.vat_rate).map(Rate::millionths))
            .bind(price.map(Money::units))
            .bind(unit_price.map(Money::units))
            .bind(amount.map(Quantity::parts))
            .bind(to_micros(new.saved_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Deletes one of the person's; false if there is none of this id.
    pub async fn delete_template(&mut self, person: PersonId, id: TemplateId) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query("DELETE FROM template WHERE person_id = $1 AND id = $2")
            .bind(person.uuid())
            .bind(id.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}

impl TemplateRecord {
    fn into_template(self) -> StoreResult<Template> {
        let kind = TemplateKind::from_name(&self.kind).ok_or(StoreError::Corrupt("kind of template"))?;
        let money = |units: Option<i64>| units.map(Money::from_units);
        let content = match (kind, self.row_type.as_deref()) {
            (TemplateKind::Text, None) => TemplateContent::Text(self.content),
            (TemplateKind::Row, Some(row_type)) => TemplateContent::Row(TemplateRow {
                destination: self.content,
                vat_rate: self.vat_rate.map(Rate::from_millionths),
                pricing: match row_type {
                    CONTRACT => Pricing::Contract { price: money(self.price) },
                    AMOUNT => Pricing::Amount {
                        unit_price: money(self.unit_price),
                        amount: self.amount.map(Quantity::from_parts),
                    },
                    _ => return Err(StoreError::Corrupt("type of row")),
                },
            }),
            _ => return Err(StoreError::Corrupt("row of template")),
        };
        Ok(Template {
            id: TemplateId::from_uuid(self.id),
            details: TemplateDetails { name: self.name, show_in_result: self.show_in_result, content },
            saved_at: from_micros(self.saved_at)?,
        })
    }
}
