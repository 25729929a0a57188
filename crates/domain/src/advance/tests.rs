use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::ids::Id;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn id<T: Id>(byte: u8) -> T {
    T::new(Timestamp::UNIX_EPOCH, [byte; 10])
}

/// The table as it was agreed, written the other way round: what is not here is refused. `out` is None where it does
/// not matter, and so are the states of the bill where there are none.
type Line = (AdvanceState, Option<bool>, AdvanceStep, &'static [BillState], AdvanceState);
const LEGAL: &[Line] = &[
    (AdvanceState::Requested, None, AdvanceStep::Withdraw, &[], AdvanceState::Withdrawn),
    (AdvanceState::Requested, None, AdvanceStep::Grant, &[BillState::Closed], AdvanceState::Granted),
    (AdvanceState::Requested, None, AdvanceStep::Refuse, &[], AdvanceState::Refused),
    (AdvanceState::Requested, None, AdvanceStep::Lapse, &[], AdvanceState::Refused),
    (AdvanceState::Granted, Some(false), AdvanceStep::Refuse, &[], AdvanceState::Refused),
    (AdvanceState::Granted, Some(false), AdvanceStep::Lapse, &[], AdvanceState::Refused),
    (
        AdvanceState::Granted,
        Some(false),
        AdvanceStep::Leave,
        &[BillState::Closed, BillState::Paid],
        AdvanceState::Granted,
    ),
    (AdvanceState::Granted, None, AdvanceStep::Pay, &[], AdvanceState::Paid),
    (AdvanceState::Granted, Some(true), AdvanceStep::ComeBack, &[], AdvanceState::Granted),
    (AdvanceState::Paid, Some(true), AdvanceStep::ComeBack, &[], AdvanceState::Granted),
    (AdvanceState::Granted, Some(true), AdvanceStep::Free, &[BillState::Closed], AdvanceState::Granted),
    (AdvanceState::Paid, Some(true), AdvanceStep::Free, &[BillState::Closed], AdvanceState::Paid),
];

#[test]
fn only_the_agreed_steps_are_made() {
    let mut legal = 0;
    for (state, out, step, bill) in every_case() {
        let agreed = LEGAL.iter().find(|(from, when, of, bills, _)| {
            (*from, *of) == (state, step)
                && when.is_none_or(|when| when == out)
                && (bills.is_empty() || bills.contains(&bill))
        });
        let found = Standing { state, out, due: false, bill }.after(step);
        assert_eq!(
            found.ok(),
            agreed.map(|line| line.4),
            "{step:?} from {state:?}, out {out}, bill {bill:?}"
        );
        legal += i32::from(found.is_ok());
    }
    assert!(legal > 50, "{legal}");
}

fn every_case() -> Vec<(AdvanceState, bool, AdvanceStep, BillState)> {
    let mut all = vec![];
    for state in AdvanceState::ALL {
        for step in AdvanceStep::ALL {
            for bill in BillState::ALL {
                all.extend([false, true].map(|out| (*state, out, *step, *bill)));
            }
        }
    }
    all
}

#[test]
fn what_is_due_at_once_is_not_freed_again() {
    let out = Standing { state: AdvanceState::Paid, out: true, due: true, bill: BillState::Closed };
    assert_eq!(out.after(AdvanceStep::Free), Err(ErrorKey::AdvanceNotInState));
    let paid = Standing { due: false, bill: BillState::Paid, ..out };
    assert_eq!(paid.after(AdvanceStep::Free), Err(ErrorKey::InvoicePaid), "its salary pays it back");
}

#[test]
fn an_advance_is_asked_for_between_sending_and_paying() {
    let answers: Vec<_> = BillState::ALL.iter().map(|state| (*state, may_be_asked(*state).err())).collect();
    let expected = [
        (BillState::Open, Some(ErrorKey::InvoiceNotSent)),
        (BillState::Pending, None),
        (BillState::Taken, None),
        (BillState::Approved, None),
        (BillState::Closed, None),
        (BillState::Paid, Some(ErrorKey::InvoicePaid)),
        (BillState::Credited, Some(ErrorKey::AdvanceCannotBeAsked)),
    ];
    assert_eq!(answers, expected);
}

#[test]
fn the_limit_is_a_share_of_the_net_less_what_is_out() {
    let terms = AdvanceTerms::default();
    let limit = |net: &str, bill: &str, person: &str| {
        AdvanceLimit::of(&terms, money(net), money(bill), money(person)).unwrap().limit
    };
    // 70 % of 726.56 is 508.592.
    assert_eq!(limit("726.56", "0", "0"), money("508.59"));
    assert_eq!(limit("726.56", "508.59", "508.59"), money("0"));
    assert_eq!(limit("726.56", "100", "1700"), money("300"), "the person's maximum is nearer");
    assert_eq!(limit("10000", "0", "0"), money("2000"));
    assert_eq!(limit("726.56", "600", "600"), money("0"), "never below nothing");
    assert_eq!(limit("-20", "0", "0"), money("0"));
}

#[test]
fn no_more_is_asked_for_than_the_limit() {
    let limit = AdvanceLimit::of(&AdvanceTerms::default(), money("100"), Money::ZERO, Money::ZERO).unwrap();
    assert_eq!(limit.amount_of(None), Ok(money("70")));
    assert_eq!(limit.amount_of(Some(money("70"))), Ok(money("70")));
    for wrong in ["70.01", "0", "-1"] {
        assert_eq!(limit.amount_of(Some(money(wrong))), Err(ErrorKey::AdvanceTooBig), "{wrong}");
    }
}

#[test]
fn rows_are_of_the_bill_and_in_one_advance() {
    let rows = [id::<RowId>(1), id(2), id(3)];
    let handled = BTreeSet::from([rows[2]]);
    let choose = |asked: &[RowId]| choose_rows(asked, &rows, &handled);
    assert_eq!(choose(&[rows[0], rows[1], rows[0]]), Ok(BTreeSet::from([rows[0], rows[1]])));
    assert_eq!(choose(&[]), Err(ErrorKey::NoRowsSelected));
    assert_eq!(choose(&[rows[0], id(9)]), Err(ErrorKey::CannotCreateAdvance));
    assert_eq!(choose(&[rows[0], rows[2]]), Err(ErrorKey::RowsAlreadyHandled));
}

#[test]
fn two_people_grant_what_is_large_and_nobody_their_own() {
    let terms = AdvanceTerms::default();
    let (worker, first, second) = (id(1), id(2), id(3));
    let of =
        |amount: &str, before: Option<PersonId>, by| granting(&terms, (worker, money(amount)), before, by);
    assert_eq!(of("500", None, first), Ok(Granting::Complete));
    assert_eq!(of("500.01", None, first), Ok(Granting::First));
    assert_eq!(of("500.01", Some(first), first), Err(ErrorKey::ApprovedBySamePerson));
    assert_eq!(of("500.01", Some(first), second), Ok(Granting::Complete));
    for before in [None, Some(first)] {
        assert_eq!(of("1", before, worker), Err(ErrorKey::OwnMatter));
    }
}

#[test]
fn what_is_out_ages_from_the_due_date_until_the_customer_pays() {
    let due = Some(date(2026, 11, 1));
    let age = |day| RiskAge::of(BillState::Closed, due, day);
    assert_eq!(age(date(2026, 11, 1)), RiskAge::NotDue);
    assert_eq!(age(date(2026, 11, 2)), RiskAge::UpTo30);
    assert_eq!(age(date(2026, 12, 1)), RiskAge::UpTo30);
    assert_eq!(age(date(2026, 12, 2)), RiskAge::UpTo60);
    assert_eq!(age(date(2027, 1, 30)), RiskAge::UpTo90);
    assert_eq!(age(date(2027, 1, 31)), RiskAge::Older);
    assert_eq!(RiskAge::of(BillState::Paid, due, date(2027, 12, 31)), RiskAge::NotDue);
    assert_eq!(RiskAge::of(BillState::Closed, None, date(2027, 12, 31)), RiskAge::NotDue);
}

proptest! {
    /// However often somebody asks for all there is, no more than the share of the net is out.
    #[test]
    fn what_is_out_never_exceeds_the_share(cents in 0_i64..=1_000_000, asked in prop::collection::vec(1_i64..=300_000, 0..8)) {
        let terms = AdvanceTerms::default();
        let net = Money::from_cents(cents).unwrap();
        let mut out = Money::ZERO;
        for cents in asked {
            let limit = AdvanceLimit::of(&terms, net, out, out).unwrap();
            if let Ok(amount) = limit.amount_of(Some(Money::from_cents(cents).unwrap())) {
                out = out.plus(amount).unwrap();
            }
        }
        prop_assert!(out <= net.share(terms.share).unwrap() && out <= terms.maximum_per_person);
    }
}
