//! Whether a worker can be paid: what is there of what a salary needs, and what is missing.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Calculated, SalaryProblem};
use crate::named::named;
use crate::person::WorkerType;
use crate::salary::TaxBasis;
use crate::worker_facts::PayFacts;

named! {
    /// What a salary needs of its worker.
    SalaryNeed {
        /// An account that a payment file can reach.
        Account = "NO_ACCOUNT",
        /// Without it the law says how much tax is withheld.
        TaxCard = "NO_TAX_CARD",
        Profession = "NO_PROFESSION",
        /// So that news of bills and salaries reach their worker.
        ConfirmedEmail = "EMAIL_NOT_CONFIRMED",
        /// Something that only payroll can clear up. It is not asked of the worker.
        Payroll = "PAYROLL",
    }
}

named! {
    NeedState {
        /// The worker has to do something.
        Missing = "MISSING",
        /// The worker has done it, and payroll has not yet.
        Waiting = "WAITING",
        Done = "DONE",
    }
}

impl SalaryNeed {
    /// Whether a salary waits until it is there.
    pub fn holds(self, worker_type: WorkerType) -> bool {
        match self {
            Self::Account | Self::Payroll => true,
            // Employees are insured by their occupation.
            Self::Profession => worker_type == WorkerType::Employee,
            Self::TaxCard | Self::ConfirmedEmail => false,
        }
    }
}

impl SalaryProblem {
    /// What is needed to solve it; None where nothing is.
    pub fn need(self) -> Option<SalaryNeed> {
        match self {
            Self::NoAccount | Self::NotSepa => Some(SalaryNeed::Account),
            Self::NoProfession => Some(SalaryNeed::Profession),
            Self::NoName
            | Self::NoPersonalId
            | Self::NoBirthDate
            | Self::NotEnough
            | Self::NotCalculated
            | Self::NotWritable => Some(SalaryNeed::Payroll),
            Self::Negative => None,
        }
    }
}

pub(super) fn has_account(facts: &PayFacts) -> bool {
    facts.profile.iban.is_some_and(|iban| iban.is_in_sepa())
}

pub(super) fn has_profession(facts: &PayFacts) -> bool {
    facts.facts.profession_code.as_deref().is_some_and(|code| !code.trim().is_empty())
}

/// What a calculated salary lacks, each thing once. One that payroll has left out of its run lacks their decision.
pub fn needs(salary: &Calculated, left_out: bool) -> Vec<SalaryNeed> {
    let of_problems = salary.problems.iter().filter_map(|problem| problem.need());
    let card = (salary.basis.tax == TaxBasis::NoCard).then_some(SalaryNeed::TaxCard);
    let payroll = left_out.then_some(SalaryNeed::Payroll);
    let mut all: Vec<SalaryNeed> = of_problems.chain(card).chain(payroll).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A salary that a run holds back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldSalary {
    pub problems: Vec<SalaryProblem>,
    /// Payroll has decided so.
    pub left_out: bool,
}

/// What is known of a worker before a payday.
pub struct Known<'a> {
    /// With the tax card of the payday.
    pub facts: &'a PayFacts,
    pub email_confirmed: bool,
    /// A tax card was sent whose figures payroll has not entered yet.
    pub card_sent: bool,
    /// The worker's newest salary, if its run holds it back.
    pub held: Option<HeldSalary>,
    /// A customer has paid a bill of which no salary is approved.
    pub salary_waits: bool,
    /// The day on which the next salary can be paid.
    pub payday: Date,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReadinessItem {
    pub need: SalaryNeed,
    pub state: NeedState,
    /// Whether a salary waits for it.
    pub holds: bool,
}

/// Whether a worker can be paid. Screens, mails and the API tell this and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readiness {
    /// What is asked of every worker, and what payroll has to clear up if there is such a thing.
    pub items: Vec<ReadinessItem>,
    pub salary_waits: bool,
    pub payday: Date,
}

impl Readiness {
    pub fn of(known: Known<'_>) -> Self {
        let facts = known.facts;
        let state = |done, otherwise| if done { NeedState::Done } else { otherwise };
        let card = if known.card_sent { NeedState::Waiting } else { NeedState::Missing };
        let for_payroll = known.held.is_some_and(|held| {
            held.left_out || held.problems.iter().any(|problem| problem.need() == Some(SalaryNeed::Payroll))
        });
        let of_worker = [
            (SalaryNeed::Account, state(has_account(facts), NeedState::Missing)),
            (SalaryNeed::TaxCard, state(facts.facts.tax_card.is_some(), card)),
            (SalaryNeed::Profession, state(has_profession(facts), NeedState::Missing)),
            (SalaryNeed::ConfirmedEmail, state(known.email_confirmed, NeedState::Missing)),
        ];
        let of_payroll =
            (known.salary_waits && for_payroll).then_some((SalaryNeed::Payroll, NeedState::Waiting));
        let worker_type = facts.person.worker_type;
        let item = |(need, state): (SalaryNeed, NeedState)| {
            let holds = need.holds(worker_type) && state != NeedState::Done;
            ReadinessItem { need, state, holds }
        };
        Self {
            items: of_worker.into_iter().chain(of_payroll).map(item).collect(),
            salary_waits: known.salary_waits,
            payday: known.payday,
        }
    }

    /// What the worker still has to do.
    pub fn missing(&self) -> impl Iterator<Item = &ReadinessItem> {
        self.items.iter().filter(|item| item.state == NeedState::Missing)
    }

    /// What mails tell: what is missing, and what a salary waits for though the worker has nothing to do.
    pub fn unmet(&self) -> impl Iterator<Item = SalaryNeed> {
        self.items.iter().filter(|item| item.state == NeedState::Missing || item.holds).map(|item| item.need)
    }

    /// Whether a salary could not be paid as things are.
    pub fn holds(&self) -> bool {
        self.items.iter().any(|item| item.holds)
    }
}

#[cfg(test)]
mod tests {
    use liksa_rates::StatutoryFigures;

    use super::super::tests::{PAYDAY, worker};
    use super::super::{PastSalaries, calculate};
    use super::*;
    use crate::settings::ProviderSettings;

    fn needs_of(facts: &PayFacts, left_out: bool) -> Vec<SalaryNeed> {
        let (past, settings) = (PastSalaries::default(), ProviderSettings::default());
        let salary = calculate(StatutoryFigures::shipped(), &Vec::new(), facts, &past, &settings, PAYDAY);
        needs(&salary, left_out)
    }

    fn newcomer() -> PayFacts {
        let mut facts = worker();
        facts.profile.iban = None;
        facts.facts.tax_card = None;
        facts.facts.profession_code = None;
        facts
    }

    fn known(facts: &PayFacts) -> Known<'_> {
        let (email_confirmed, card_sent, held, salary_waits) = (true, false, None, true);
        Known { facts, email_confirmed, card_sent, held, salary_waits, payday: PAYDAY }
    }

    fn states(readiness: &Readiness) -> Vec<(SalaryNeed, NeedState)> {
        readiness.items.iter().map(|item| (item.need, item.state)).collect()
    }

    #[test]
    fn a_salary_tells_what_it_lacks_once() {
        assert_eq!(needs_of(&worker(), false), []);
        assert_eq!(needs_of(&worker(), true), [SalaryNeed::Payroll]);
        let mut facts = newcomer();
        facts.person.worker_type = WorkerType::Employee;
        facts.profile.personal_id = None;
        let all = [SalaryNeed::Account, SalaryNeed::TaxCard, SalaryNeed::Profession, SalaryNeed::Payroll];
        assert_eq!(needs_of(&facts, true), all);
    }

    #[test]
    fn every_problem_that_holds_a_salary_back_is_told() {
        for problem in SalaryProblem::ALL {
            assert_eq!(problem.need().is_some(), problem.blocks(), "{problem:?}");
        }
    }

    #[test]
    fn a_newcomer_lacks_everything_and_a_salary_waits_for_some_of_it() {
        let mut facts = newcomer();
        let readiness = Readiness::of(Known { email_confirmed: false, ..known(&facts) });
        let missing: Vec<_> = readiness.missing().map(|item| (item.need, item.holds)).collect();
        let all = [
            (SalaryNeed::Account, true),
            (SalaryNeed::TaxCard, false),
            (SalaryNeed::Profession, false),
            (SalaryNeed::ConfirmedEmail, false),
        ];
        assert_eq!(missing, all);
        assert!(readiness.holds());
        facts.profile.iban = worker().profile.iban;
        assert!(!Readiness::of(known(&facts)).holds(), "a light entrepreneur is paid without the rest");
        facts.person.worker_type = WorkerType::Employee;
        assert!(Readiness::of(known(&facts)).holds(), "an employee is insured by the occupation");
    }

    #[test]
    fn what_was_sent_is_not_missing() {
        let facts = newcomer();
        let readiness = Readiness::of(Known { card_sent: true, ..known(&facts) });
        assert_eq!(states(&readiness)[1], (SalaryNeed::TaxCard, NeedState::Waiting));
        assert!(readiness.unmet().all(|need| need != SalaryNeed::TaxCard));
        let mut in_use = newcomer();
        in_use.facts.tax_card = worker().facts.tax_card;
        let readiness = Readiness::of(Known { card_sent: true, ..known(&in_use) });
        assert_eq!(states(&readiness)[1], (SalaryNeed::TaxCard, NeedState::Done));
    }

    #[test]
    fn an_account_that_no_payment_reaches_is_missing() {
        let mut facts = worker();
        facts.profile.iban = "TR330006100519786457841326".parse().ok();
        assert!(facts.profile.iban.is_some());
        let readiness = Readiness::of(known(&facts));
        assert_eq!(states(&readiness)[0], (SalaryNeed::Account, NeedState::Missing));
    }

    #[test]
    fn what_payroll_clears_up_holds_a_salary_and_is_not_asked_of_the_worker() {
        let mut facts = worker();
        facts.facts.profession_code = Some("2652".into());
        let held = |problems: &[SalaryProblem], left_out| {
            let held = Some(HeldSalary { problems: problems.to_vec(), left_out });
            Readiness::of(Known { held, ..known(&facts) })
        };
        for readiness in [held(&[SalaryProblem::NoPersonalId], false), held(&[], true)] {
            assert_eq!(states(&readiness)[4], (SalaryNeed::Payroll, NeedState::Waiting));
            assert_eq!(readiness.missing().count(), 0);
            assert!(readiness.unmet().eq([SalaryNeed::Payroll]));
            assert!(readiness.holds());
        }
        // What the worker has given since the calculation holds nothing any more.
        assert!(!held(&[SalaryProblem::NoAccount], false).holds());
        let none_waits = Known { salary_waits: false, ..known(&facts) };
        let held = Some(HeldSalary { problems: vec![], left_out: true });
        assert!(!Readiness::of(Known { held, ..none_waits }).holds());
    }
}
