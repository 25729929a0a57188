//! Approving a run, and settling what its workers owe.

use std::collections::HashMap;

use liksa_money::Money;

use super::{RunState, settle};
use crate::ids::{PersonId, RecoveryId, SalaryId};
use crate::problem::ErrorKey;

/// What has changed since a run was calculated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SinceCalculation {
    /// Salaries in the run that are not held.
    pub to_pay: i64,
    /// Bills of those salaries that are not paid any more.
    pub moved_bills: i64,
    /// Salaries of the same workers that another run has approved.
    pub paid_meanwhile: i64,
}

impl SinceCalculation {
    /// Whether the run must be calculated again before it can be approved.
    pub fn is_outdated(&self) -> bool {
        self.moved_bills > 0 || self.paid_meanwhile > 0
    }

    /// Whether a run in this state may be approved; the people who may do so are another rule.
    pub fn allows_approval(&self, state: RunState) -> Result<(), ErrorKey> {
        if state != RunState::Calculated {
            return Err(ErrorKey::RunNotInState);
        }
        if self.is_outdated() {
            return Err(ErrorKey::RunChanged);
        }
        if self.to_pay == 0 { Err(ErrorKey::RunEmpty) } else { Ok(()) }
    }
}

/// A recovery of which something is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenRecovery {
    pub id: RecoveryId,
    pub person: PersonId,
    pub remaining: Money,
}

/// What a salary pays of a recovery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecoveryPart {
    pub recovery: RecoveryId,
    pub salary: SalaryId,
    pub amount: Money,
}

/// The parts of the recoveries that salaries pay by their reductions, in the order of the recoveries. None if a
/// worker owes less than the salary was reduced by.
pub fn settle_salaries(
    reductions: &[(PersonId, SalaryId, Money)],
    open: &[OpenRecovery],
) -> Option<Vec<RecoveryPart>> {
    let mut owed: HashMap<PersonId, Vec<(RecoveryId, Money)>> = HashMap::new();
    for recovery in open {
        owed.entry(recovery.person).or_default().push((recovery.id, recovery.remaining));
    }
    let mut parts = vec![];
    for (person, salary, amount) in reductions {
        let settled = settle(owed.get(person).map_or(&[], Vec::as_slice), *amount)?;
        parts.extend(settled.into_iter().map(|(recovery, amount)| RecoveryPart {
            recovery,
            salary: *salary,
            amount,
        }));
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::ids::Id;

    #[test]
    fn a_run_is_approved_only_if_calculated_unchanged_and_not_empty() {
        let sound = SinceCalculation { to_pay: 2, ..SinceCalculation::default() };
        assert_eq!(sound.allows_approval(RunState::Calculated), Ok(()));
        assert_eq!(sound.allows_approval(RunState::Draft), Err(ErrorKey::RunNotInState));
        for outdated in
            [SinceCalculation { moved_bills: 1, ..sound }, SinceCalculation { paid_meanwhile: 1, ..sound }]
        {
            assert_eq!(outdated.allows_approval(RunState::Calculated), Err(ErrorKey::RunChanged));
            assert_eq!(outdated.allows_approval(RunState::Approved), Err(ErrorKey::RunNotInState));
        }
        let empty = SinceCalculation::default();
        assert_eq!(empty.allows_approval(RunState::Calculated), Err(ErrorKey::RunEmpty));
    }

    #[test]
    fn salaries_pay_the_oldest_recoveries_of_their_own_worker() {
        let id = |number| [number; 10];
        let (maija, ville) =
            (PersonId::new(Timestamp::UNIX_EPOCH, id(1)), PersonId::new(Timestamp::UNIX_EPOCH, id(2)));
        let recovery = |number, person, cents| OpenRecovery {
            id: RecoveryId::new(Timestamp::UNIX_EPOCH, id(number)),
            person,
            remaining: Money::from_units(cents),
        };
        let open = [recovery(3, maija, 100), recovery(4, ville, 50), recovery(5, maija, 30)];
        let salary = SalaryId::new(Timestamp::UNIX_EPOCH, id(6));
        let parts = settle_salaries(&[(maija, salary, Money::from_units(110))], &open).unwrap();
        let amounts: Vec<_> = parts.iter().map(|part| (part.recovery, part.amount.units())).collect();
        assert_eq!(amounts, [(open[0].id, 100), (open[2].id, 10)]);
        assert_eq!(settle_salaries(&[(ville, salary, Money::from_units(51))], &open), None);
    }
}
