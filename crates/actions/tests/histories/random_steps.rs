//! How often what happens in a history.

use proptest::prelude::*;

use crate::steps::{AdvanceFate, Content, Costs, FileFate, PurchaseFate, Share, ShareAnswer, Step};

/// How long a history is, and how many of its steps are bills at its beginning.
const STEPS: usize = 30;
const BEGINNING: usize = 4;

fn share() -> impl Strategy<Value = Share> {
    prop_oneof![
        4 => Just(Share::All),
        2 => (1i64..1000).prop_map(Share::Part),
        2 => (1i64..50_000).prop_map(Share::More),
    ]
}

fn content() -> impl Strategy<Value = Content> {
    use Content::{CostsWithin, Price, TripOnTop, WithoutVat};
    prop_oneof![4 => Just(Price), 1 => Just(WithoutVat), 1 => Just(TripOnTop), 1 => Just(CostsWithin)]
}

fn costs() -> impl Strategy<Value = Costs> {
    use Costs::{All, None, Share, Trips};
    prop_oneof![2 => Just(None), 3 => Just(Share), 2 => Just(All), 1 => Just(Trips)]
}

/// Mostly ordinary sums, some around the wage from which TyEL is due, some beyond the largest fee of a month.
fn price() -> impl Strategy<Value = i64> {
    prop_oneof![4 => 20_000i64..400_000, 1 => 5_000i64..15_000, 1 => 400_000i64..2_000_000]
}

fn bill() -> impl Strategy<Value = Step> {
    (0usize..4, price(), content(), prop::bool::weighted(0.6))
        .prop_map(|(worker, cents, content, paid)| Step::Bill { worker, cents, content, paid })
}

/// A history begins with some bills, so that there is something to pay, match, credit and make salaries of. One of four
/// is about payouts: what becomes of one takes several steps, which seldom come together otherwise.
pub fn history() -> impl Strategy<Value = Vec<Step>> {
    let beginning = prop::collection::vec(bill(), BEGINNING);
    let rest = prop::collection::vec(step(), STEPS - BEGINNING);
    let bought = (prop::collection::vec(buy(), BEGINNING), pay_out());
    let paid_out = prop::collection::vec(about_payouts(), STEPS - BEGINNING - 1);
    prop_oneof![
        3 => (beginning, rest).prop_map(|(beginning, rest)| [beginning, rest].concat()),
        1 => (bought, paid_out).prop_map(|((bought, first), rest)| [bought, vec![first], rest].concat()),
    ]
}

fn give() -> impl Strategy<Value = Step> {
    use Content::{Price, TripOnTop, WithoutVat};
    // Costs within the price may leave nothing to share.
    let content = prop_oneof![3 => Just(Price), 1 => Just(WithoutVat), 1 => Just(TripOnTop)];
    let more = prop::option::weighted(0.4, 1i64..250);
    let answer = prop_oneof![
        4 => Just(ShareAnswer::Yes),
        1 => Just(ShareAnswer::No),
        2 => Just(ShareAnswer::YesTwice),
    ];
    let bought = prop::option::weighted(0.5, (1i64..150, any::<bool>()));
    let bill = (0usize..4, price(), content, prop::bool::weighted(0.7));
    (bill, 0usize..3, 1i64..400, answer, more, bought).prop_map(
        |((worker, cents, content, paid), to, part, answer, more, bought)| Step::Give {
            worker,
            to,
            cents,
            content,
            part,
            answer,
            more,
            bought,
            paid,
        },
    )
}

fn buy() -> impl Strategy<Value = Step> {
    let more = prop::option::weighted(0.3, (1i64..200, any::<bool>()));
    (0usize..4, price(), (1i64..500, any::<bool>()), more, prop::bool::weighted(0.5))
        .prop_map(|(worker, cents, bought, more, paid)| Step::Buy { worker, cents, bought, more, paid })
}

fn pay_out() -> impl Strategy<Value = Step> {
    let fate = prop_oneof![
        2 => Just(PurchaseFate::Sent),
        3 => Just(PurchaseFate::Paid),
        1 => Just(PurchaseFate::PaidAfterAll),
        1 => any::<bool>().prop_map(|back| PurchaseFate::PaidTwice { back }),
        1 => Just(PurchaseFate::Refused),
        1 => Just(PurchaseFate::Returned),
        4 => any::<bool>().prop_map(|paid| PurchaseFate::Rests { paid }),
    ];
    (0usize..3, fate).prop_map(|(clerk, fate)| Step::PayOut { clerk, fate })
}

fn pay_out_all() -> impl Strategy<Value = Step> {
    let fate = prop_oneof![
        2 => Just(FileFate::Cancelled),
        2 => Just(FileFate::Sent),
        2 => Just(FileFate::PaidAsSums),
        3 => Just(FileFate::PaidAsSumsButOne),
    ];
    (0usize..3, fate).prop_map(|(clerk, fate)| Step::PayOutAll { clerk, fate })
}

fn purchase() -> impl Strategy<Value = Step> {
    // There are several payouts of a purchase.
    let (payout, clerk) = (0usize..200, 0usize..3);
    let again = (0usize..4, payout.clone(), any::<bool>(), prop::bool::weighted(0.5))
        .prop_map(|(worker, purchase, now, paid)| Step::BuyAgain { worker, purchase, now, paid });
    prop_oneof![
        4 => buy(),
        4 => pay_out(),
        3 => pay_out_all(),
        2 => again,
        4 => payout.clone().prop_map(|payout| Step::PayoutLeaves { payout }),
        2 => payout.clone().prop_map(|payout| Step::PayoutReturns { payout }),
        2 => payout.clone().prop_map(|payout| Step::PayoutReturnsEarly { payout }),
        3 => (payout.clone(), clerk.clone()).prop_map(|(payout, clerk)| Step::PayoutFails { payout, clerk }),
        5 => (payout, clerk).prop_map(|(payout, clerk)| Step::PayoutAgain { payout, clerk }),
    ]
}

fn remit() -> impl Strategy<Value = Step> {
    let more = prop_oneof![6 => Just(0i64), 1 => 1i64..100];
    (0usize..40, 0usize..3, 0i32..40, more, prop::bool::weighted(0.3), 1usize..=4).prop_map(
        |(kind, clerk, days, more, refused, steps)| {
            let steps = steps + usize::from(refused);
            Step::Remit { kind, clerk, days, more, refused, steps }
        },
    )
}

fn fate() -> impl Strategy<Value = AdvanceFate> {
    prop_oneof![
        3 => (0usize..3).prop_map(AdvanceFate::Grant),
        1 => Just(AdvanceFate::Withdraw),
        1 => Just(AdvanceFate::Refuse),
        3 => Just(AdvanceFate::Leaves),
        4 => Just(AdvanceFate::Paid),
        3 => Just(AdvanceFate::Fails),
        3 => Just(AdvanceFate::Again),
        2 => Just(AdvanceFate::Free),
    ]
}

fn advance() -> impl Strategy<Value = Step> {
    let one = 0usize..40;
    prop_oneof![
        3 => (one.clone(), share(), 0usize..3, prop_oneof![1 => 0usize..4, 2 => Just(4usize)], prop::bool::weighted(0.2))
            .prop_map(|(bill, share, clerk, steps, credited)| Step::Advance { bill, share, clerk, steps, credited }),
        2 => (one.clone(), fate()).prop_map(|(advance, fate)| Step::AdvanceGoesOn { advance, fate }),
    ]
}

/// What happens to purchases and advances between their payment, a credit note and a salary, in whatever order.
fn about_payouts() -> impl Strategy<Value = Step> {
    let one = 0usize..40;
    prop_oneof![
        10 => purchase(),
        4 => advance(),
        3 => one.clone().prop_map(|bill| Step::Credit { bill, sent: true }),
        2 => one.clone().prop_map(|bill| Step::Pay { bill, share: Share::All }),
        2 => one.prop_map(|payment| Step::BankTakesBack { payment }),
        3 => (0i32..20, prop_oneof![1 => 1usize..5, 1 => Just(5usize)])
            .prop_map(|(days, steps)| Step::RunUntil { days, steps }),
        1 => (0usize..40).prop_map(|run| Step::Unapprove { run }),
        1 => (1i32..25).prop_map(|days| Step::Wait { days }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let (one, sent) = (0usize..40, prop::bool::weighted(0.6));
    let bills = prop_oneof![
        9 => bill(),
        6 => (one.clone(), share()).prop_map(|(bill, share)| Step::Pay { bill, share }),
        2 => (one.clone(), one.clone(), prop_oneof![3 => Just(0i64), 1 => 1i64..100])
            .prop_map(|(first, second, more)| Step::PayTwo { bills: (first, second), more }),
        2 => (one.clone(), one.clone()).prop_map(|(bill, note)| Step::PayLessCredit { bill, note }),
        4 => (1_000i64..900_000).prop_map(|cents| Step::Stray { cents }),
        4 => (one.clone(), sent).prop_map(|(bill, sent)| Step::Credit { bill, sent }),
        9 => (one.clone(), share(), costs(), sent, prop_oneof![3 => Just(1usize), 2 => 2usize..4])
            .prop_map(|(bill, share, costs, sent, times)| Step::CreditPart { bill, share, costs, sent, times }),
        6 => one.clone().prop_map(|note| Step::SendCreditNote { note }),
    ];
    let payments = prop_oneof![
        4 => (one.clone(), one.clone(), share()).prop_map(|(payment, bill, share)| Step::Match { payment, bill, share }),
        6 => one.clone().prop_map(|payment| Step::Confirm { payment }),
        4 => one.clone().prop_map(|payment| Step::Reject { payment }),
        3 => one.clone().prop_map(|payment| Step::Unmatch { payment }),
        1 => one.clone().prop_map(|payment| Step::SetAside { payment }),
        4 => (one.clone(), 0usize..3).prop_map(|(payment, clerk)| Step::Refund { payment, clerk }),
        3 => one.clone().prop_map(|payment| Step::BankTakesBack { payment }),
        25 => one.clone().prop_map(|refund| Step::RefundLeaves { refund }),
    ];
    let remittances = prop_oneof![
        12 => remit(),
        16 => (one.clone(), 0usize..3)
            .prop_map(|(remittance, clerk)| Step::ApproveRemittance { remittance, clerk }),
        3 => one.clone().prop_map(|remittance| Step::CancelRemittance { remittance }),
        4 => one.clone().prop_map(|remittance| Step::RemittanceLeaves { remittance }),
        3 => one.clone().prop_map(|remittance| Step::RemittanceReturns { remittance }),
    ];
    // Mostly smaller than a bill; some are not covered by any.
    let late_cents = prop_oneof![4 => 100i64..30_000, 1 => 30_000i64..300_000];
    let late = prop_oneof![
        6 => (one.clone(), late_cents).prop_map(|(bill, cents)| Step::ClaimLate { bill, cents }),
        6 => (one.clone(), any::<bool>()).prop_map(|(late, vat)| Step::ApproveLate { late, vat }),
        1 => one.clone().prop_map(|late| Step::RefuseLate { late }),
        2 => one.clone().prop_map(|late| Step::UndoLate { late }),
    ];
    let run = one;
    let runs = prop_oneof![
        1 => (0i32..40).prop_map(|days| Step::MakeRun { days }),
        4 => run.clone().prop_map(|run| Step::Calculate { run }),
        2 => (run.clone(), 0usize..4).prop_map(|(run, salary)| Step::Hold { run, salary }),
        1 => (run.clone(), 0usize..4).prop_map(|(run, salary)| Step::Release { run, salary }),
        5 => run.clone().prop_map(|run| Step::Approve { run }),
        5 => run.clone().prop_map(|run| Step::Book { run }),
        4 => run.clone().prop_map(|run| Step::WriteFiles { run }),
        1 => run.clone().prop_map(|run| Step::FetchFile { run }),
        4 => run.clone().prop_map(|run| Step::PayRun { run }),
        4 => run.clone().prop_map(|run| Step::Unapprove { run }),
        3 => run.prop_map(|run| Step::Reverse { run }),
        12 => (0i32..20, prop_oneof![1 => 1usize..5, 1 => Just(5usize)])
            .prop_map(|(days, steps)| Step::RunUntil { days, steps }),
        2 => Just(Step::WriteCorrections),
        1 => Just(Step::CloseBooks),
        2 => (1i32..25).prop_map(|days| Step::Wait { days }),
    ];
    prop_oneof![
        9 => bills, 7 => payments, 9 => runs, 5 => remittances, 5 => purchase(), 5 => give(), 6 => advance(), 4 => late
    ]
}
