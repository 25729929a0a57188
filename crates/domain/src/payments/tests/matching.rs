use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::matching::sum;
use super::*;
use crate::problem::ErrorKey;

fn owed(place: u8, own: &str) -> Owed {
    Owed { bill: bill(place), own: money(own), interest: Money::ZERO, fee: Money::ZERO }
}

fn unstated(about: About) -> Claim {
    Claim { about, stated: None }
}

fn stated(about: About, amount: &str) -> Claim {
    Claim { about, stated: Some(money(amount)) }
}

fn part(place: u8, kind: PartKind, amount: &str) -> Part {
    Part { bill: bill(place), kind, amount: money(amount) }
}

#[test]
fn one_reference_takes_what_it_is_owed() {
    let pay = |amount: &str, own: &str| {
        let matching = match_payment(money(amount), &[unstated(About::Bill(owed(1, own)))]).unwrap();
        (matching.parts.first().map(|part| part.amount), matching.rest, matching.state)
    };
    assert_eq!(pay("100", "100"), (Some(money("100")), Money::ZERO, PaymentState::Matched));
    assert_eq!(pay("40", "100"), (Some(money("40")), Money::ZERO, PaymentState::Matched));
    assert_eq!(pay("100.01", "100"), (Some(money("100")), money("0.01"), PaymentState::Refundable));
    // Paid a second time.
    assert_eq!(pay("100", "0"), (None, money("100"), PaymentState::Refundable));
}

#[test]
fn interest_and_fee_come_after_the_bill_itself() {
    let reminded = Owed { interest: money("1.20"), fee: money("5"), ..owed(1, "100") };
    let parts =
        |amount: &str| match_payment(money(amount), &[unstated(About::Bill(reminded))]).unwrap().parts;
    assert_eq!(parts("99"), [part(1, PartKind::Bill, "99")]);
    assert_eq!(parts("101"), [part(1, PartKind::Bill, "100"), part(1, PartKind::Interest, "1")]);
    let all =
        [part(1, PartKind::Bill, "100"), part(1, PartKind::Interest, "1.20"), part(1, PartKind::Fee, "5")];
    assert_eq!(parts("106.20"), all);
    assert_eq!(parts("200"), all);
}

#[test]
fn an_unknown_reference_is_left_unmatched() {
    for claims in [vec![], vec![unstated(About::Nothing)]] {
        let matching = match_payment(money("10"), &claims).unwrap();
        assert_eq!((matching.rest, matching.state), (money("10"), PaymentState::Unmatched));
    }
    let credit = unstated(About::Credit { credit_note: bill(9), left: money("10") });
    assert_eq!(match_payment(money("10"), &[credit]).unwrap().state, PaymentState::Unmatched);
}

#[test]
fn several_bills_are_paid_as_the_payer_states() {
    let claims = [stated(About::Bill(owed(1, "100")), "100"), stated(About::Bill(owed(2, "50")), "20")];
    let matching = match_payment(money("120"), &claims).unwrap();
    assert_eq!(matching.parts, [part(1, PartKind::Bill, "100"), part(2, PartKind::Bill, "20")]);
    assert_eq!(matching.state, PaymentState::Matched);
    // What was stated for an unknown bill is left to a clerk.
    let claims = [stated(About::Bill(owed(1, "100")), "100"), stated(About::Nothing, "20")];
    let matching = match_payment(money("120"), &claims).unwrap();
    assert_eq!((matching.rest, matching.state), (money("20"), PaymentState::Unmatched));
    // More was stated than came.
    let claims = [stated(About::Bill(owed(1, "100")), "100"), stated(About::Bill(owed(2, "50")), "50")];
    let matching = match_payment(money("110"), &claims).unwrap();
    assert_eq!(matching.parts, [part(1, PartKind::Bill, "100"), part(2, PartKind::Bill, "10")]);
}

#[test]
fn several_bills_without_amounts_are_paid_only_when_the_sum_is_theirs() {
    let claims = [unstated(About::Bill(owed(1, "100"))), unstated(About::Bill(owed(2, "50")))];
    assert_eq!(match_payment(money("150"), &claims).unwrap().state, PaymentState::Matched);
    let short = match_payment(money("149.99"), &claims).unwrap();
    assert_eq!((short.parts, short.state), (vec![], PaymentState::Unmatched));
}

#[test]
fn a_credit_note_is_taken_off_as_far_as_it_is_left() {
    let credit = About::Credit { credit_note: bill(9), left: money("40") };
    let claims = [stated(About::Bill(owed(1, "100")), "100"), stated(credit, "-40")];
    let matching = match_payment(money("60"), &claims).unwrap();
    assert_eq!(matching.parts, [part(1, PartKind::Bill, "60")]);
    assert_eq!(matching.from_credits, [(bill(9), part(1, PartKind::Bill, "40"))]);
    assert_eq!(matching.state, PaymentState::Matched);
    // Twice the same note, or more than is left of it, is not paid.
    let claims = [stated(About::Bill(owed(1, "100")), "100"), stated(credit, "-40"), stated(credit, "-40")];
    let matching = match_payment(money("20"), &claims).unwrap();
    assert_eq!(matching.parts, [part(1, PartKind::Bill, "20")]);
    assert_eq!(matching.from_credits, [(bill(9), part(1, PartKind::Bill, "40"))]);
    // The bill is smaller than the credit: what is not needed stays.
    let claims = [stated(About::Bill(owed(1, "30")), "30"), stated(credit, "-40")];
    let matching = match_payment(money("5"), &claims).unwrap();
    assert_eq!(matching.from_credits, [(bill(9), part(1, PartKind::Bill, "25"))]);
    assert_eq!((matching.parts, matching.rest), (vec![part(1, PartKind::Bill, "5")], Money::ZERO));
    // The sum alone is enough too.
    let claims = [unstated(About::Bill(owed(1, "100"))), unstated(credit)];
    let matching = match_payment(money("60"), &claims).unwrap();
    assert_eq!(matching.from_credits, [(bill(9), part(1, PartKind::Bill, "40"))]);
}

#[test]
fn a_manual_match_needs_amounts_that_are_owed_and_available() {
    let keys = |rest: &str, chosen: &[(Option<Owed>, Money)]| {
        let refused = match_by_hand(money(rest), chosen).unwrap().unwrap_err();
        refused.into_iter().map(|problem| (problem.field, problem.key)).collect::<Vec<_>>()
    };
    let bill = owed(1, "100");
    assert_eq!(keys("10", &[]), [("parts".into(), ErrorKey::Required)]);
    assert_eq!(keys("10", &[(None, money("1"))]), [("parts[0].billId".into(), ErrorKey::InvalidChoice)]);
    for bad in ["0", "-1", "0.001"] {
        let expected = [("parts[0].amount".into(), ErrorKey::InvalidNumber)];
        assert_eq!(keys("10", &[(Some(bill), money(bad))]), expected);
    }
    let expected = [("parts[0].amount".into(), ErrorKey::MoreThanOwed)];
    assert_eq!(keys("500", &[(Some(bill), money("100.01"))]), expected);
    assert_eq!(keys("10", &[(Some(bill), money("11"))]), [("parts".into(), ErrorKey::MoreThanPaid)]);
    let twice = [(Some(bill), money("5")), (Some(bill), money("5"))];
    assert_eq!(keys("10", &twice), [("parts[1].billId".into(), ErrorKey::InvalidChoice)]);
    let parts = match_by_hand(money("10"), &[(Some(bill), money("9"))]).unwrap().unwrap();
    assert_eq!(parts, [part(1, PartKind::Bill, "9")]);
}

fn cents(range: std::ops::RangeInclusive<i64>) -> impl Strategy<Value = Money> {
    range.prop_map(|cents| Money::from_cents(cents).unwrap())
}

fn any_owed() -> impl Strategy<Value = Owed> {
    (1u8..=4, cents(0..=20_000), cents(0..=500), cents(0..=500))
        .prop_map(|(place, own, interest, fee)| Owed { bill: bill(place), own, interest, fee })
}

fn any_about() -> impl Strategy<Value = About> {
    prop_oneof![
        4 => any_owed().prop_map(About::Bill),
        1 => Just(About::Nothing),
        1 => (7u8..=8, cents(0..=9_000)).prop_map(|(place, left)| About::Credit { credit_note: bill(place), left }),
    ]
}

fn any_claim() -> impl Strategy<Value = Claim> {
    (any_about(), prop::option::weighted(0.8, cents(-9_000..=30_000)))
        .prop_map(|(about, stated)| Claim { about, stated })
}

/// A payment for one bill, or for several with their amounts.
fn any_clear_payment() -> impl Strategy<Value = Vec<(u8, Money)>> {
    prop::collection::vec((1u8..=3, cents(1..=9_000)), 1..=3)
}

proptest! {
    #[test]
    fn parts_and_rest_are_what_came(amount in cents(1..=50_000), claims in prop::collection::vec(any_claim(), 0..6)) {
        let matching = match_payment(amount, &claims).unwrap();
        prop_assert_eq!(sum(&matching.parts).unwrap().plus(matching.rest).unwrap(), amount);
        prop_assert!(!matching.rest.is_negative() && matching.rest <= amount);
        prop_assert!(matching.parts.iter().all(|part| part.amount.is_positive()));
        prop_assert_eq!(matching.rest.is_zero(), matching.state == PaymentState::Matched);
        for claim in &claims {
            if let About::Credit { credit_note, .. } = claim.about {
                let used = matching.from_credits.iter().filter(|(note, _)| *note == credit_note);
                let most = claims.iter().filter_map(|claim| match claim.about {
                    About::Credit { credit_note: of, left } if of == credit_note => Some(left),
                    _ => None,
                });
                prop_assert!(Money::sum(used.map(|(_, part)| part.amount)).unwrap() <= most.max().unwrap());
            }
        }
    }

    /// Files may come in any order: what each bill still lacks, and what goes back in all, is the same.
    #[test]
    fn the_order_of_payments_does_not_matter(
        payments in prop::collection::vec(any_clear_payment(), 1..8),
        sums in prop::collection::vec(cents(1..=20_000), 3),
        turn in 0usize..8,
    ) {
        let end = |payments: &[Vec<(u8, Money)>]| {
            let mut bills: BTreeMap<u8, Owed> = (1u8..=3).zip(&sums).map(|(place, sum)| {
                (place, Owed { own: *sum, interest: money("2"), fee: money("5"), ..owed(place, "0") })
            }).collect();
            let mut rest = Money::ZERO;
            for payment in payments {
                let amount = Money::sum(payment.iter().map(|(_, amount)| *amount)).unwrap();
                let claims: Vec<Claim> = payment.iter()
                    .map(|(place, amount)| Claim { about: About::Bill(bills[place]), stated: Some(*amount) }).collect();
                let matching = match_payment(amount, &claims).unwrap();
                for part in &matching.parts {
                    let owed = bills.values_mut().find(|owed| owed.bill == part.bill).unwrap();
                    let share = match part.kind {
                        PartKind::Bill => &mut owed.own,
                        PartKind::Interest => &mut owed.interest,
                        PartKind::Fee => &mut owed.fee,
                    };
                    *share = share.minus(part.amount).unwrap();
                    assert!(!share.is_negative());
                }
                rest = rest.plus(matching.rest).unwrap();
            }
            (bills, rest)
        };
        let mut other = payments.clone();
        other.rotate_left(turn % payments.len());
        other.reverse();
        prop_assert_eq!(end(&payments), end(&other));
    }
}
