use proptest::prelude::*;

use super::*;

/// The table as it was agreed, written the other way round: every pair that is not here is refused.
const LEGAL: &[(ShareState, ShareMove, ShareState)] = &[
    (ShareState::Open, ShareMove::Change, ShareState::Open),
    (ShareState::Open, ShareMove::Remove, ShareState::Open),
    (ShareState::Open, ShareMove::Ask, ShareState::WaitingForSubcontractor),
    (ShareState::WaitingForSubcontractor, ShareMove::Approve, ShareState::Approved),
    (ShareState::WaitingForSubcontractor, ShareMove::Decline, ShareState::Declined),
    (ShareState::WaitingForSubcontractor, ShareMove::Reopen, ShareState::Open),
    (ShareState::Declined, ShareMove::Reopen, ShareState::Open),
    (ShareState::Approved, ShareMove::Reopen, ShareState::Open),
];

#[test]
fn only_the_agreed_moves_are_made_and_only_while_the_bill_is_open() {
    for state in ShareState::ALL {
        for step in ShareMove::ALL {
            let agreed = LEGAL.iter().find(|(from, of, _)| (from, *of) == (state, step));
            let expected = agreed.map(|(_, _, to)| *to).ok_or(ErrorKey::ShareNotInState);
            for bill in BillState::ALL {
                let expected =
                    if *bill == BillState::Open { expected } else { Err(ErrorKey::InvoiceDisabled) };
                assert_eq!(step.of(*state, *bill), expected, "{step:?} from {state:?} of a bill {bill:?}");
            }
        }
    }
}

fn share(state: ShareState, amount: Option<Money>, percent: Option<Rate>) -> Share {
    let (id, subcontractor, date, description) = (None, None, None, String::new());
    Share { id, state, subcontractor, date, amount, percent, description }
}

#[test]
fn a_share_by_per_cent_follows_the_rows_until_it_is_sent() {
    let (third, rows) = (Some(Rate::from_millionths(333_333)), Money::euros(100));
    let open = share(ShareState::Open, None, third);
    assert_eq!(open.cost(rows).unwrap().plain(), "33.33");
    assert_eq!(open.cost(Money::euros(200)).unwrap().plain(), "66.67");
    let approved = share(ShareState::Approved, Some(Money::euros(33)), third);
    assert_eq!(approved.cost(Money::euros(200)), Ok(Money::euros(33)), "approved is a sum");
    assert_eq!(share(ShareState::Declined, Some(Money::euros(33)), None).cost(rows), Ok(Money::ZERO));
}

proptest! {
    /// Credited in any parts, a share is taken back to the cent, and never more than it was.
    #[test]
    fn the_parts_of_a_credited_share_are_the_share(
        share in 1i64..=1_000_000,
        parts in prop::collection::vec(1i64..=500_000, 1..7),
    ) {
        let money = |cents: i64| Money::from_cents(cents).unwrap();
        let (share, rows) = (money(share), money(parts.iter().sum()));
        let (mut left, mut taken) = (rows, Money::ZERO);
        for part in parts {
            let after = left.minus(money(part)).unwrap();
            let now = credited(share, rows, left, after).unwrap();
            prop_assert!(!now.is_negative() && now.cents().is_some());
            (left, taken) = (after, taken.plus(now).unwrap());
            prop_assert!(taken <= share);
        }
        prop_assert_eq!(taken, share);
    }
}
