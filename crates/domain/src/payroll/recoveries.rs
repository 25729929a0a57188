//! Which debts a reduction pays.

use liksa_money::Money;

use crate::ids::RecoveryId;

/// The parts of each debt that `reductions` pays, in the order of the debts. None if they are not that large.
pub fn settle(debts: &[(RecoveryId, Money)], reductions: Money) -> Option<Vec<(RecoveryId, Money)>> {
    let mut left = reductions;
    let mut parts = Vec::new();
    for (recovery, owed) in debts {
        let part = left.min(*owed);
        if part.is_positive() {
            parts.push((*recovery, part));
            left = left.minus(part).ok()?;
        }
    }
    left.is_zero().then_some(parts)
}
