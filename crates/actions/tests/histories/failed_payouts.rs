//! Payments that failed, step by step: what becomes of each, and that nobody is paid twice.

use liksa_test_support::both_engines;

use crate::steps::{Content, PurchaseFate, Step};
use crate::world::{Done, World};

both_engines! {
    what_leaves_twice_is_booked_once,
    what_is_paid_after_it_was_made_anew_is_paid_once,
    the_first_payment_counts_when_the_second_fails,
    what_a_salary_has_paid_for_is_not_bought_again,
    what_was_never_paid_is_bought_again_and_paid_once,
    what_came_back_before_it_left_is_paid_anew_once,
    what_came_back_before_it_left_and_was_made_anew_is_paid_once,
}

/// A number that means one of all things, whether the step can be done with it or not.
const fn nth(place: usize) -> usize {
    5 * place + 4
}

const FIRST: usize = nth(0);
const SECOND: usize = nth(1);

/// A bill of 1000 € with a purchase of 200 € that is paid at once.
const BOUGHT: Step = Step::Buy { worker: 0, cents: 100_000, bought: (200, true), more: None, paid: false };
const LEFT: Step = Step::PayOut { clerk: 0, fate: PurchaseFate::Paid };
const REFUSED: Step = Step::PayOut { clerk: 0, fate: PurchaseFate::Rests { paid: false } };

fn refused(key: &str) -> Done {
    Done::Refused(key.to_owned())
}

/// Each step ends as it should, and the model has everything after it.
async fn happens(mut world: World, steps: &[(Step, Done)]) {
    let mut history = world.begin().await;
    for (place, (step, done)) in steps.iter().enumerate() {
        assert_eq!(history.step(*step).await.as_ref(), Ok(done), "step {place}, {step:?}");
        assert_eq!(history.agrees().await, Ok(()), "after step {place}, {step:?}");
    }
}

async fn what_leaves_twice_is_booked_once(world: World) {
    let again = Step::PayoutLeaves { payout: FIRST };
    let back = Step::PayoutReturns { payout: FIRST };
    let anew = Step::PayoutAgain { payout: FIRST, clerk: 0 };
    let steps = [
        (BOUGHT, Done::Yes),
        (LEFT, Done::Yes),
        (again, Done::Yes),
        (back, Done::Yes),
        (anew, refused("PayoutNotInState")),
        (back, Done::Yes),
        (again, Done::Yes),
        // The seller may have the money.
        (anew, refused("PayoutNotInState")),
        (back, Done::Yes),
        (anew, Done::Yes),
        (LEFT, Done::Yes),
    ];
    happens(world, &steps).await;
}

async fn what_is_paid_after_it_was_made_anew_is_paid_once(world: World) {
    let first_leaves = Step::PayoutLeaves { payout: FIRST };
    let anew = Step::PayoutAgain { payout: FIRST, clerk: 1 };
    let steps = [
        (BOUGHT, Done::Yes),
        (REFUSED, Done::Yes),
        (anew, Done::Yes),
        (first_leaves, Done::Yes),
        // What was made in its place is not to be paid any more.
        (LEFT, Done::Nothing),
        (Step::PayoutAgain { payout: SECOND, clerk: 1 }, refused("PayoutNotInState")),
        // The seller sends it back: somebody has to pay it anew.
        (Step::PayoutReturns { payout: FIRST }, Done::Yes),
        (anew, Done::Yes),
        (LEFT, Done::Yes),
    ];
    happens(world, &steps).await;
}

async fn the_first_payment_counts_when_the_second_fails(world: World) {
    let steps = [
        (BOUGHT, Done::Yes),
        (REFUSED, Done::Yes),
        (Step::PayoutAgain { payout: FIRST, clerk: 1 }, Done::Yes),
        (Step::PayOut { clerk: 0, fate: PurchaseFate::Sent }, Done::Yes),
        (Step::PayoutLeaves { payout: FIRST }, Done::Yes),
        (Step::PayoutFails { payout: SECOND, clerk: 2 }, Done::Yes),
        (Step::PayoutAgain { payout: SECOND, clerk: 1 }, refused("PayoutNotInState")),
        (LEFT, Done::Nothing),
    ];
    happens(world, &steps).await;
}

async fn what_a_salary_has_paid_for_is_not_bought_again(world: World) {
    let bought = Step::Buy { worker: 0, cents: 100_000, bought: (200, true), more: None, paid: true };
    let again = |worker| Step::BuyAgain { worker, purchase: FIRST, now: true, paid: true };
    let steps = [
        (Step::Bill { worker: 1, cents: 100_000, content: Content::Price, paid: true }, Done::Yes),
        (bought, Done::Yes),
        (REFUSED, Done::Yes),
        (Step::RunUntil { days: 1, steps: 5 }, Done::Yes),
        (again(0), refused("DuplicatePurchase")),
        // The seller is still to be paid, by the bill whose salary has borne it.
        (Step::PayoutAgain { payout: FIRST, clerk: 0 }, Done::Yes),
        (LEFT, Done::Yes),
        (again(1), refused("DuplicatePurchase")),
    ];
    happens(world, &steps).await;
}

async fn what_was_never_paid_is_bought_again_and_paid_once(world: World) {
    let again = Step::BuyAgain { worker: 0, purchase: FIRST, now: true, paid: false };
    let steps = [
        (BOUGHT, Done::Yes),
        (REFUSED, Done::Yes),
        (again, Done::Yes),
        (Step::PayoutAgain { payout: FIRST, clerk: 0 }, refused("PurchaseNotDue")),
        (LEFT, Done::Yes),
        (again, refused("DuplicatePurchase")),
        (LEFT, Done::Nothing),
    ];
    happens(world, &steps).await;
}

const SENT: Step = Step::PayOut { clerk: 0, fate: PurchaseFate::Sent };

async fn what_came_back_before_it_left_is_paid_anew_once(world: World) {
    let back = Step::PayoutReturnsEarly { payout: FIRST };
    let leaves = Step::PayoutLeaves { payout: FIRST };
    let anew = Step::PayoutAgain { payout: FIRST, clerk: 1 };
    let steps = [
        (BOUGHT, Done::Yes),
        (SENT, Done::Yes),
        (back, Done::Yes),
        (anew, refused("PayoutNotInState")),
        (leaves, Done::Yes),
        (anew, Done::Yes),
        (LEFT, Done::Yes),
        (anew, refused("PayoutNotInState")),
        (LEFT, Done::Nothing),
    ];
    happens(world, &steps).await;
}

/// It was taken for refused, and what was made in its place is on its way when the bank tells that it had left.
async fn what_came_back_before_it_left_and_was_made_anew_is_paid_once(world: World) {
    let steps = [
        (BOUGHT, Done::Yes),
        (REFUSED, Done::Yes),
        (Step::PayoutReturnsEarly { payout: FIRST }, Done::Yes),
        (Step::PayoutAgain { payout: FIRST, clerk: 1 }, Done::Yes),
        (SENT, Done::Yes),
        (Step::PayoutLeaves { payout: FIRST }, Done::Yes),
        (Step::PayoutFails { payout: SECOND, clerk: 2 }, Done::Yes),
        // Neither has reached the seller.
        (Step::PayoutAgain { payout: SECOND, clerk: 1 }, Done::Yes),
        (LEFT, Done::Yes),
    ];
    happens(world, &steps).await;
}
