//! Erasing the data of a person that no law requires to be stored.

use crate::payouts::is_to_be_made_again;
use crate::prelude::*;
use crate::shares::share_is_payable;

/// Why an account cannot be erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsettled {
    /// Its owner has not asked for it, or it is erased already.
    NotRequested,
    /// Bills, late receipts, salaries or debts are under way.
    MoneyUnderWay,
}

/// What belongs to the person alone and not to the accounts.
const OWN_THINGS: [&str; 16] = [
    "DELETE FROM session WHERE person_id = $1",
    "DELETE FROM identification WHERE person_id = $1",
    "DELETE FROM one_time_token WHERE person_id = $1",
    "DELETE FROM email_link WHERE person_id = $1",
    "DELETE FROM known_browser WHERE person_id = $1",
    "DELETE FROM template WHERE person_id = $1",
    "DELETE FROM own_place WHERE person_id = $1",
    "DELETE FROM saved_customer WHERE person_id = $1",
    // Whom the person knew at customers. Where bills were sent to belongs to the accounts.
    "UPDATE customer SET phone = '', email2 = '', people = '[]' WHERE maker_id = $1",
    "DELETE FROM made_with_key WHERE person_id = $1",
    "DELETE FROM person_word WHERE person_id = $1",
    "DELETE FROM person_role WHERE person_id = $1",
    "DELETE FROM shift WHERE person_id = $1",
    // Shares of bills that were not sent: the contractor sees that nothing will come of them.
    "DELETE FROM share WHERE person_id = $1 AND state = 'OPEN'",
    "UPDATE share SET state = 'DECLINED', version = version + 1 WHERE person_id = $1 \
     AND state IN ('WAITING_SUBCONTRACTOR', 'APPROVED') AND bill_id IN (SELECT id FROM bill WHERE state = 'OPEN')",
    // Nothing was paid by a salary that was left out of its run.
    "UPDATE salary SET first_name = '', last_name = '', personal_id = NULL, iban = NULL WHERE person_id = $1 AND held",
];

/// What was mailed to or requested from the person's address. A mail with a file belongs to the accounts; one that is being
/// sent at this moment is forgotten with the others that were sent.
const OF_ADDRESS: [&str; 3] = [
    "DELETE FROM mail WHERE to_address = $1 AND state <> 'SENDING' AND attachment_file IS NULL",
    "DELETE FROM registration WHERE email = $1",
    "DELETE FROM password_request WHERE email = $1",
];

const MONEY_UNDER_WAY: &str = concat!(
    "SELECT EXISTS (SELECT 1 FROM person p WHERE p.id = $1 AND ( \
     EXISTS (SELECT 1 FROM bill b WHERE b.person_id = p.id AND b.state IN ('PENDING', 'TAKEN', 'APPROVED', 'CLOSED')) \
     OR EXISTS (SELECT 1 FROM bill b WHERE b.person_id = p.id AND b.state = 'PAID' AND b.salary_id IS NULL \
     AND b.credit_of IS NULL) \
     OR EXISTS (SELECT 1 FROM share h JOIN bill b ON b.id = h.bill_id WHERE h.person_id = p.id AND h.state = 'APPROVED' \
     AND h.salary_id IS NULL AND b.state IN ('PENDING', 'TAKEN', 'APPROVED', 'CLOSED')) \
     OR EXISTS (SELECT 1 FROM share h JOIN bill b ON b.id = h.bill_id WHERE h.person_id = p.id AND ",
    share_is_payable!(),
    ") OR EXISTS (SELECT 1 FROM salary s JOIN payroll_run r ON r.id = s.run_id WHERE s.person_id = p.id \
     AND r.state <> 'PAID' AND (NOT s.held OR EXISTS (SELECT 1 FROM bill x WHERE x.salary_id = s.id) \
     OR EXISTS (SELECT 1 FROM share x WHERE x.salary_id = s.id))) \
     OR EXISTS (SELECT 1 FROM payout o WHERE o.person_id = p.id AND (o.state IN ('READY', 'APPROVED') OR (",
    is_to_be_made_again!(),
    "))) OR EXISTS (SELECT 1 FROM advance a WHERE a.person_id = p.id AND a.state IN ('REQUESTED', 'GRANTED')) \
     OR EXISTS (SELECT 1 FROM late_receipt l WHERE l.person_id = p.id AND l.state IN ('WAITING', 'APPROVED') \
     AND l.salary_id IS NULL) \
     OR EXISTS (SELECT 1 FROM recovery c WHERE c.person_id = p.id AND c.remaining > 0)))"
);

impl Tx {
    /// Erases a person who asked for it: the account, drafts, templates, places, shifts, the picture, mails to them, late
    /// receipts that were not sent or were refused, and how to reach or pay them. Names, personal ids, tax cards, bills
    /// and salaries that were paid, with the name, the personal id and the account that they were paid to, belong to the
    /// accounts and are stored for as long as those. After a refusal the transaction must not be committed.
    pub async fn erase_person(&mut self, id: PersonId, now: Timestamp) -> StoreResult<Result<(), Unsettled>> {
        // The person comes before the bills, as where a bill with a trip is sent.
        self.lock_worker(id).await?;
        // A bill that is being sent at this moment counts on its shares.
        self.lock_drafts_and_shared_bills(id).await?;
        let email: Option<String> =
            self.find_value(sql!("SELECT email FROM person WHERE id = $1" => id)).await?;
        let Some(email) = email else { return Ok(Err(Unsettled::NotRequested)) };
        let gone = format!("{id}@poistettu.invalid");
        let update = sql!(
            "UPDATE person SET erased_at = $2, version = version + 1, email = $3, password_hash = '', \
             address = '', city = '', postal_code = '', phone = '', marketing_name = '', iban = NULL, \
             bic = NULL, primary_work = '', identified_at = NULL \
             WHERE id = $1 AND deletion_requested_at IS NOT NULL AND erased_at IS NULL"
            => id, now, gone
        );
        if !self.try_change(update).await? {
            return Ok(Err(Unsettled::NotRequested));
        }
        if self.fetch_value(sql!(MONEY_UNDER_WAY => id)).await? {
            return Ok(Err(Unsettled::MoneyUnderWay));
        }
        self.set_picture(id, None, now).await?;
        if !self.delete_drafts_of(id, now).await? {
            return Ok(Err(Unsettled::MoneyUnderWay));
        }
        self.delete_late_receipts_of(id, now).await?;
        for statement in OWN_THINGS {
            self.run(sql!(statement => id)).await?;
        }
        for statement in OF_ADDRESS {
            self.run(sql!(statement => email)).await?;
        }
        Ok(Ok(()))
    }

    /// False if one of them was sent meanwhile.
    async fn delete_drafts_of(&mut self, person: PersonId, now: Timestamp) -> StoreResult<bool> {
        let select = sql!("SELECT id, version FROM bill WHERE person_id = $1 AND state = 'OPEN'" => person);
        let drafts: Vec<(BillId, i64)> = self.fetch_all(select).await?;
        for (id, version) in drafts {
            if !self.delete_bill(person, id, version, now).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
