//! What a worker has to give so that a salary can be paid.

use super::{Calculated, SalaryProblem};
use crate::named::named;
use crate::salary::TaxBasis;

named! {
    /// What is missing of a worker's details.
    SalaryNeed {
        Account = "NO_ACCOUNT",
        Profession = "NO_PROFESSION",
        /// No salary waits for it, but without it the law says how much is withheld.
        TaxCard = "NO_TAX_CARD",
    }
}

impl SalaryNeed {
    /// Whether a salary waits until it is there.
    pub fn holds(self) -> bool {
        self != Self::TaxCard
    }
}

/// What the worker of a salary has to give. The rest of its problems is for the provider's staff to solve.
pub fn needs(salary: &Calculated) -> Vec<SalaryNeed> {
    let has = |problem| salary.problems.contains(&problem);
    let found = [
        (has(SalaryProblem::NoAccount), SalaryNeed::Account),
        (has(SalaryProblem::NoProfession), SalaryNeed::Profession),
        (salary.basis.tax == TaxBasis::NoCard, SalaryNeed::TaxCard),
    ];
    found.into_iter().filter(|(is, _)| *is).map(|(_, need)| need).collect()
}

#[cfg(test)]
mod tests {
    use liksa_rates::StatutoryFigures;

    use super::super::tests::{PAYDAY, worker};
    use super::super::{PastSalaries, calculate};
    use super::*;
    use crate::person::WorkerType;
    use crate::settings::ProviderSettings;
    use crate::worker_facts::PayFacts;

    fn needs_of(facts: &PayFacts) -> Vec<SalaryNeed> {
        needs(&calculate(
            StatutoryFigures::shipped(),
            &[],
            facts,
            &PastSalaries::default(),
            &ProviderSettings::default(),
            PAYDAY,
        ))
    }

    #[test]
    fn workers_are_asked_for_what_only_they_can_give() {
        let mut facts = worker();
        assert_eq!(needs_of(&facts), []);
        facts.profile.iban = None;
        facts.profile.personal_id = None;
        facts.facts.tax_card = None;
        facts.person.worker_type = WorkerType::Employee;
        assert_eq!(needs_of(&facts), SalaryNeed::ALL);
        assert!(!SalaryNeed::TaxCard.holds() && SalaryNeed::Account.holds());
    }
}
