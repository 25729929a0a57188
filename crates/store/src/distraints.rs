//! Payment orders of the enforcement authority, one a person.

use jiff::Timestamp;
use liksa_domain::distraint::Distraint;
use liksa_domain::ids::{Id, PersonId};
use liksa_money::Money;

use crate::db::{Store, Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::pay_facts::DistraintRow;
use crate::time::{date_text, to_micros};

impl Store {
    /// The order of the person, also one that does not hold yet or no longer.
    pub async fn distraint(&self, person: PersonId) -> StoreResult<Option<Distraint>> {
        let row: Option<DistraintRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT fixed, dependants, from_date, until_date, receiver, receiver_iban, reference \
                 FROM distraint WHERE person_id = $1")
            .bind(person.uuid())
            .fetch_optional(c).await)?;
        Ok(row.map(DistraintRow::into_distraint).transpose()?.flatten())
    }
}

impl Tx {
    pub async fn put_distraint(
        &mut self,
        person: PersonId,
        order: &Distraint,
        at: Timestamp,
    ) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO distraint (person_id, fixed, dependants, from_date, until_date, receiver, \
                 receiver_iban, reference, saved_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
                 ON CONFLICT (person_id) DO UPDATE SET fixed = excluded.fixed, dependants = excluded.dependants, \
                 from_date = excluded.from_date, until_date = excluded.until_date, receiver = excluded.receiver, \
                 receiver_iban = excluded.receiver_iban, reference = excluded.reference, \
                 saved_at = excluded.saved_at")
            .bind(person.uuid())
            .bind(order.fixed.map(Money::units))
            .bind(i64::from(order.dependants))
            .bind(date_text(order.from))
            .bind(order.until.map(date_text))
            .bind(&order.receiver)
            .bind(order.iban.as_str())
            .bind(order.reference.as_str())
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// False if there was none.
    pub async fn delete_distraint(&mut self, person: PersonId) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query("DELETE FROM distraint WHERE person_id = $1")
            .bind(person.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}
