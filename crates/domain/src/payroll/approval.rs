//! Approving a run, and settling what its workers owe.

use std::collections::HashMap;

use jiff::civil::Date;
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
    /// Salaries of the same workers that another run has approved, or of which something was taken back.
    pub paid_meanwhile: i64,
    /// Runs whose approval was undone, this one included: what they paid counts no more.
    pub unapproved: i64,
    /// Salaries whose worker has given another account since.
    pub other_accounts: i64,
    /// Files with the statutory figures of the payday that were taken since.
    pub other_figures: i64,
    /// Late receipts of its workers that were approved since, or whose approval was undone.
    pub other_receipts: i64,
    /// Salaries whose workers owe another sum by now than they were reduced by.
    pub other_debts: i64,
}

impl SinceCalculation {
    /// Whether the run must be calculated again before it can be approved.
    pub fn is_outdated(&self) -> bool {
        [
            self.moved_bills,
            self.paid_meanwhile,
            self.unapproved,
            self.other_accounts,
            self.other_figures,
            self.other_receipts,
            self.other_debts,
        ]
        .into_iter()
        .any(|count| count > 0)
    }

    /// Whether a run in this state may be approved; the people who may do so are another rule.
    pub fn allows_approval(&self, state: RunState, payday: Date, today: Date) -> Result<(), ErrorKey> {
        if state != RunState::Calculated {
            return Err(ErrorKey::RunNotInState);
        }
        // The bank pays on the day of the file, or not at all.
        if payday < today {
            return Err(ErrorKey::PaydayOver);
        }
        if self.is_outdated() {
            return Err(ErrorKey::RunChanged);
        }
        if self.to_pay == 0 { Err(ErrorKey::RunEmpty) } else { Ok(()) }
    }
}

/// What has happened to a run since it was approved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SinceApproval {
    /// Files that somebody has fetched.
    pub fetched_files: i64,
    /// Salaries of the same workers in runs that were approved later, on the figures of this one.
    pub later_salaries: i64,
    /// Bills that were credited, so that their part of the salary is owed already.
    pub credited_bills: i64,
}

impl SinceApproval {
    /// Whether the approval may be undone: only while nothing has left and nothing follows from it.
    pub fn allows_undoing(&self, state: RunState) -> Result<(), ErrorKey> {
        if !matches!(state, RunState::Approved | RunState::Posted) {
            return Err(ErrorKey::RunNotInState);
        }
        if self.fetched_files > 0 {
            return Err(ErrorKey::RunFetched);
        }
        if self.later_salaries > 0 {
            return Err(ErrorKey::LaterRunApproved);
        }
        if self.credited_bills > 0 { Err(ErrorKey::RunBillCredited) } else { Ok(()) }
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
    use jiff::civil::date;

    use super::*;
    use crate::ids::Id;

    #[test]
    fn a_run_is_approved_only_if_calculated_unchanged_and_not_empty() {
        let payday = date(2026, 11, 20);
        let on_payday = |run: SinceCalculation, state| run.allows_approval(state, payday, payday);
        let sound = SinceCalculation { to_pay: 2, ..SinceCalculation::default() };
        assert_eq!(on_payday(sound, RunState::Calculated), Ok(()));
        assert_eq!(on_payday(sound, RunState::Draft), Err(ErrorKey::RunNotInState));
        for outdated in [
            SinceCalculation { moved_bills: 1, ..sound },
            SinceCalculation { paid_meanwhile: 1, ..sound },
            SinceCalculation { unapproved: 1, ..sound },
            SinceCalculation { other_accounts: 1, ..sound },
            SinceCalculation { other_receipts: 1, ..sound },
            SinceCalculation { other_debts: 1, ..sound },
        ] {
            assert_eq!(on_payday(outdated, RunState::Calculated), Err(ErrorKey::RunChanged));
            assert_eq!(on_payday(outdated, RunState::Approved), Err(ErrorKey::RunNotInState));
        }
        let empty = SinceCalculation::default();
        assert_eq!(on_payday(empty, RunState::Calculated), Err(ErrorKey::RunEmpty));
        let late = sound.allows_approval(RunState::Calculated, payday, date(2026, 11, 21));
        assert_eq!(late, Err(ErrorKey::PaydayOver));
    }

    #[test]
    fn an_approval_is_undone_only_while_nothing_has_left_or_follows_from_it() {
        let still = SinceApproval::default();
        for state in [RunState::Approved, RunState::Posted] {
            assert_eq!(still.allows_undoing(state), Ok(()));
        }
        for state in [RunState::Draft, RunState::Calculating, RunState::Calculated, RunState::Paid] {
            assert_eq!(still.allows_undoing(state), Err(ErrorKey::RunNotInState));
        }
        for (since, key) in [
            (SinceApproval { fetched_files: 1, ..still }, ErrorKey::RunFetched),
            (SinceApproval { later_salaries: 1, ..still }, ErrorKey::LaterRunApproved),
            (SinceApproval { credited_bills: 1, ..still }, ErrorKey::RunBillCredited),
        ] {
            assert_eq!(since.allows_undoing(RunState::Posted), Err(key));
        }
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
