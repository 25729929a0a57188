//! What a person stores in their own account.

use liksa_domain::account::Notices;
use liksa_domain::account::identity::Identity;
use liksa_domain::account::profile::OwnAccount;
use liksa_domain::person::Person;
use liksa_finland::PersonalId;

use crate::pay_facts::profile_columns;
use crate::people::{folded_name, person_columns};
use crate::prelude::*;

read_row! {
    OwnAccount {
        version, postal_code, profession_code, primary_work, disable_address_search, picture = "picture_file",
        deletion_requested_at, email_confirmed
    } flat { person, profile, notices }
}
read_row! {
    Notices {
        bill_approved = "mail_bill_approved", bill_returned = "mail_bill_returned", bill_paid = "mail_bill_paid",
        salary_paid = "mail_salary_paid"
    }
}

/// A person and when they asked for the account to be deleted.
struct DeletionRequest {
    person: Person,
    at: Timestamp,
}

read_row! { DeletionRequest { at = "deletion_requested_at" } flat { person } }

pub(crate) const DELETION_REQUESTS: &str = concat!(
    "SELECT p.deletion_requested_at, ",
    person_columns!(),
    " FROM person p WHERE p.deletion_requested_at IS NOT NULL AND p.erased_at IS NULL \
     ORDER BY p.folded_name, p.id LIMIT $1"
);

pub(crate) const PERSON_WITH_PERSONAL_ID: &str = concat!(
    "SELECT ",
    person_columns!(),
    " FROM person p WHERE p.personal_id = $1 AND p.strong_identified AND p.erased_at IS NULL \
     ORDER BY p.id LIMIT 1"
);

store_methods! {
    pub async fn own_account(id: PersonId) -> Option<OwnAccount> = fetch_optional
        concat!(
            "SELECT p.version, p.postal_code, p.profession_code, p.primary_work, p.disable_address_search, \
             p.mail_bill_approved, p.mail_bill_returned, p.mail_bill_paid, p.mail_salary_paid, p.picture_file, \
             p.deletion_requested_at, p.email_confirmed_at IS NOT NULL AS email_confirmed, ",
            person_columns!(), ", ", profile_columns!(), " FROM person p WHERE p.id = $1"
        );

    /// The person whom a bank identified by this personal id, if they have an account.
    pub async fn person_with_personal_id(id: &PersonalId) -> Option<Person> = fetch_optional PERSON_WITH_PERSONAL_ID;
}

impl Store {
    /// People who asked for their account to be deleted, and when, by last name.
    pub async fn deletion_requests(&self, limit: i64) -> StoreResult<Vec<(Person, Timestamp)>> {
        let requests: Vec<DeletionRequest> = self.fetch_all(sql!(DELETION_REQUESTS => limit)).await?;
        Ok(requests.into_iter().map(|request| (request.person, request.at)).collect())
    }

    pub async fn personal_id_of(&self, id: PersonId) -> StoreResult<Option<PersonalId>> {
        let found = self.find_value(sql!("SELECT personal_id FROM person WHERE id = $1" => id)).await?;
        Ok(found.flatten())
    }
}

tx_methods! {
    pub async fn set_password(person: PersonId, hash: &str) = change_one
        "UPDATE person SET password_hash = $2 WHERE id = $1";

    pub async fn accept_terms(person: PersonId, version: &str, at: Timestamp) = change_one
        "UPDATE person SET terms_version = $2, terms_accepted_at = $3 WHERE id = $1";

    /// Stores or clears the request to delete the account. False if that changes nothing.
    pub async fn set_deletion_request(person: PersonId, at: Option<Timestamp>) -> bool = try_change
        "UPDATE person SET deletion_requested_at = $2 WHERE id = $1 \
         AND (deletion_requested_at IS NULL) = ($2 IS NOT NULL)";

    /// The hash of a person's password, locked until this transaction ends: what was checked before it began may have
    /// changed since. None for a person who is erased. Not FOR UPDATE: rows that refer to the person may be written
    /// meanwhile.
    pub async fn lock_password(person: PersonId) -> Option<String> = find_value
        "SELECT password_hash FROM person WHERE id = $1 AND erased_at IS NULL FOR NO KEY UPDATE";
}

impl Tx {
    /// Whether a person whom a bank identified by this personal id has an account.
    pub async fn is_registered(&mut self, id: &PersonalId) -> StoreResult<bool> {
        let row: Option<Person> = self.fetch_optional(sql!(PERSON_WITH_PERSONAL_ID => id)).await?;
        Ok(row.is_some())
    }

    /// Saves what a person may change themselves. False if the account is no longer of this version.
    pub async fn save_own_account(&mut self, account: &OwnAccount) -> StoreResult<bool> {
        let OwnAccount { person, profile, notices, .. } = account;
        let changed = self.try_change(sql!(
                "UPDATE person SET version = version + 1, first_name = $3, last_name = $4, folded_name = $5, \
                 language = $6, address = $7, city = $8, country = $9, phone = $10, marketing_name = $11, \
                 iban = $12, bic = $13, postal_code = $14, profession_code = $15, primary_work = $16, \
                 disable_address_search = $17, mail_bill_approved = $18, mail_bill_returned = $19, \
                 mail_bill_paid = $20, mail_salary_paid = $21 WHERE id = $1 AND version = $2"
                => person.id, account.version, person.first_name, person.last_name, folded_name(person), person.language, profile.address, profile.city,
                   profile.country, profile.phone, profile.marketing_name, profile.iban, profile.bic,
                   account.postal_code, account.profession_code, account.primary_work,
                   account.disable_address_search, notices.bill_approved, notices.bill_returned,
                   notices.bill_paid, notices.salary_paid
            )).await?;
        if changed {
            self.replace_words_of(person).await?;
        }
        Ok(changed)
    }

    pub(super) async fn replace_words_of(&mut self, person: &Person) -> StoreResult<()> {
        self.execute(sql!("DELETE FROM person_word WHERE person_id = $1" => person.id)).await?;
        self.insert_words_of(person).await
    }

    /// Stores that a bank identified the person, with the name and personal id it gave. Returns the changed person.
    /// Fails with [`StoreError::AlreadyIdentified`] if another account has that personal id.
    pub async fn set_identity(
        &mut self,
        person: &Person,
        who: &Identity,
        at: Timestamp,
    ) -> StoreResult<Person> {
        let person = Person {
            first_name: who.first_name.clone(),
            last_name: who.last_name.clone(),
            strong_identified: true,
            ..person.clone()
        };
        let update = sql!(
            "UPDATE person SET strong_identified = $2, identified_at = $3, personal_id = $4, birth_date = $5, \
             first_name = $6, last_name = $7, folded_name = $8, version = version + 1 WHERE id = $1"
            => person.id, person.strong_identified, at, who.personal_id,
               who.personal_id.birth_date(), person.first_name, person.last_name,
               folded_name(&person)
        );
        self.change_one_unique(update, StoreError::AlreadyIdentified).await?;
        self.replace_words_of(&person).await?;
        Ok(person)
    }

    /// Replaces or removes the picture, and deletes the file of the old one. False if another request replaced it
    /// first; the transaction must not be committed then.
    pub async fn set_picture(
        &mut self,
        person: PersonId,
        picture: Option<FileId>,
        now: Timestamp,
    ) -> StoreResult<bool> {
        let before: Option<FileId> =
            self.fetch_value(sql!("SELECT picture_file FROM person WHERE id = $1" => person)).await?;
        let update = sql!(
            "UPDATE person SET picture_file = $2 WHERE id = $1 AND picture_file IS NOT DISTINCT FROM $3"
            => person, picture, before
        );
        let changed = self.try_change(update).await?;
        if let Some(before) = before.filter(|_| changed) {
            self.delete_file(before, now).await?;
        }
        Ok(changed)
    }
}
