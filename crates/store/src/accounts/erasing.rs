//! Removing what the law does not have us keep of a person.

use jiff::Timestamp;
use liksa_domain::ids::{BillId, Id, PersonId};
use uuid::Uuid;

use crate::db::{Tx, on};
use crate::error::StoreResult;
use crate::time::to_micros;

/// Why an account cannot be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsettled {
    /// Its owner has not asked for it, or it is removed already.
    NotRequested,
    /// Bills, salaries or debts are under way.
    MoneyUnderWay,
}

/// What is the person's alone, and nobody's books.
const OWN_THINGS: [&str; 11] = [
    "DELETE FROM session WHERE person_id = $1",
    "DELETE FROM identification WHERE person_id = $1",
    "DELETE FROM one_time_token WHERE person_id = $1",
    "DELETE FROM email_link WHERE person_id = $1",
    "DELETE FROM known_browser WHERE person_id = $1",
    "DELETE FROM template WHERE person_id = $1",
    "DELETE FROM saved_customer WHERE person_id = $1",
    "DELETE FROM made_with_key WHERE person_id = $1",
    "DELETE FROM person_word WHERE person_id = $1",
    "DELETE FROM person_role WHERE person_id = $1",
    "DELETE FROM shift WHERE person_id = $1",
];

/// What was written to or asked from the person's address. A mail with a file is a part of the books.
const OF_ADDRESS: [&str; 3] = [
    "DELETE FROM mail WHERE to_address = $1 AND state = 'SENT' AND attachment_file IS NULL",
    "DELETE FROM registration WHERE email = $1",
    "DELETE FROM password_request WHERE email = $1",
];

const MONEY_UNDER_WAY: &str = "SELECT p.id FROM person p WHERE p.id = $1 AND ( \
     EXISTS (SELECT 1 FROM bill b WHERE b.person_id = p.id AND b.state IN ('PENDING', 'TAKEN', 'APPROVED', 'CLOSED')) \
     OR EXISTS (SELECT 1 FROM bill b WHERE b.person_id = p.id AND b.state = 'PAID' AND b.salary_id IS NULL \
     AND b.credit_of IS NULL) \
     OR EXISTS (SELECT 1 FROM salary s JOIN payroll_run r ON r.id = s.run_id WHERE s.person_id = p.id \
     AND r.state <> 'PAID' AND NOT s.held) \
     OR EXISTS (SELECT 1 FROM recovery c WHERE c.person_id = p.id AND c.remaining > 0))";

impl Tx {
    /// Removes a person who asked for it: the account, drafts, templates, shifts, the picture, what was written to
    /// them, and how to reach or pay them. Names, personal ids, tax cards, bills and salaries are of the books and stay for as long as those. Who
    /// comes back begins anew. After a refusal the transaction must not be committed.
    pub async fn erase_person(
        &mut self,
        person: PersonId,
        now: Timestamp,
    ) -> StoreResult<Result<(), Unsettled>> {
        let email: Option<(String,)> = on!(self.conn(), c => sqlx::query_as("SELECT email FROM person WHERE id = $1")
            .bind(person.uuid())
            .fetch_optional(c).await)?;
        let Some((email,)) = email else { return Ok(Err(Unsettled::NotRequested)) };
        let gone = format!("{person}@poistettu.invalid");
        let claimed = on!(self.conn(), c => sqlx::query(
                "UPDATE person SET erased_at = $2, version = version + 1, email = $3, password_hash = '', \
                 address = '', city = '', postal_code = '', phone = '', marketing_name = '', iban = NULL, \
                 bic = NULL, primary_work = '', identified_at = NULL \
                 WHERE id = $1 AND deletion_requested_at IS NOT NULL AND erased_at IS NULL")
            .bind(person.uuid())
            .bind(to_micros(now))
            .bind(gone)
            .execute(c).await.map(|done| done.rows_affected()))?;
        if claimed == 0 {
            return Ok(Err(Unsettled::NotRequested));
        }
        let under_way: Option<(Uuid,)> = on!(self.conn(), c => sqlx::query_as(MONEY_UNDER_WAY)
            .bind(person.uuid())
            .fetch_optional(c).await)?;
        if under_way.is_some() {
            return Ok(Err(Unsettled::MoneyUnderWay));
        }
        self.set_picture(person, None, now).await?;
        if !self.delete_drafts_of(person, now).await? {
            return Ok(Err(Unsettled::MoneyUnderWay));
        }
        for statement in OWN_THINGS {
            on!(self.conn(), c => sqlx::query(statement).bind(person.uuid()).execute(c).await.map(drop))?;
        }
        for statement in OF_ADDRESS {
            on!(self.conn(), c => sqlx::query(statement).bind(&email).execute(c).await.map(drop))?;
        }
        Ok(Ok(()))
    }

    /// False if one of them is a draft no longer: it was sent meanwhile.
    async fn delete_drafts_of(&mut self, person: PersonId, now: Timestamp) -> StoreResult<bool> {
        let drafts: Vec<(Uuid, i64)> = on!(self.conn(), c => sqlx::query_as(
                "SELECT id, version FROM bill WHERE person_id = $1 AND state = 'OPEN'")
            .bind(person.uuid())
            .fetch_all(c).await)?;
        for (id, version) in drafts {
            if !self.delete_bill(person, BillId::from_uuid(id), version, now).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
