//! All that is known of a person whom a salary is paid to.

use liksa_finland::{Bic, Iban, PersonalId};

use crate::person::Person;
use crate::salary::Worker;
use crate::worker_facts::{PaidSoFar, WorkerFacts};

/// Where a person lives and is paid, and who they are to the authorities. The postal code stands in
/// [`WorkerFacts`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    pub address: String,
    pub city: String,
    /// Three letters.
    pub country: String,
    pub phone: String,
    /// What the person is known by to customers, where it is not their own name.
    pub marketing_name: String,
    pub iban: Option<Iban>,
    pub bic: Option<Bic>,
    pub personal_id: Option<PersonalId>,
}

/// Everything a salary, its slip, its payment and its report need, but for what was paid before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayFacts {
    pub person: Person,
    pub profile: Profile,
    /// With the tax card and the distraint of the payday that was asked for.
    pub facts: WorkerFacts,
}

impl PayFacts {
    pub fn worker(&self, paid: &PaidSoFar) -> Worker {
        self.facts.worker_after(self.person.worker_type, paid)
    }
}

/// An account number as others than payroll see it: "FI21 •••• 0785".
pub fn masked_iban(iban: &Iban) -> String {
    let text = iban.as_str();
    let (start, end) = (text.get(..4).unwrap_or_default(), text.get(text.len() - 4..).unwrap_or_default());
    format!("{start} •••• {end}")
}

/// A personal id as it is shown: the birth date is known anyway, the rest is not told.
pub fn masked_personal_id(id: &PersonalId) -> String {
    format!("{}••••", id.as_str().get(..7).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_does_not_tell_the_number() {
        let iban: Iban = "FI2112345600000785".parse().unwrap();
        assert_eq!(masked_iban(&iban), "FI21 •••• 0785");
        let id: PersonalId = "010190-900P".parse().unwrap();
        assert_eq!(masked_personal_id(&id), "010190-••••");
    }
}
