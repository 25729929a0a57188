//! What can happen in a history. A step names things by number, counted round: whatever steps are left out while a
//! failing history is made shorter, the others still mean something. Four of five numbers are among the things that the
//! step can be done with, so that much happens; the others are among all, so that much is refused.

use proptest::prelude::*;

/// How long a history is, and how many of its steps are bills at its beginning.
const STEPS: usize = 30;
const BEGINNING: usize = 4;

/// Much money compared with what is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// So many thousandths.
    Part(i64),
    All,
    /// All, and so many cents.
    More(i64),
}

impl Share {
    pub fn of(self, cents: i64) -> i64 {
        match self {
            Self::Part(thousandths) => cents * thousandths / 1000,
            Self::All => cents,
            Self::More(more) => cents + more,
        }
    }
}

/// What a bill is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// A price with VAT.
    Price,
    WithoutVat,
    /// Hours, and a trip that the customer pays on top.
    TripOnTop,
    /// A trip and a receipt that are paid out of the price.
    CostsWithin,
}

/// What a credit note of a part takes of the trips and receipts that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Costs {
    None,
    /// The same share as of the work.
    Share,
    All,
    /// The trips alone.
    Trips,
}

/// What the subcontractor of a share answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShareAnswer {
    Yes,
    No,
    /// Yes; then the contractor takes it back and writes it by per cent, and the subcontractor approves it again.
    YesTwice,
}

/// A purchase of so many thousandths of a bill's price, paid at once or when the customer has paid.
pub type Purchase = (i64, bool);

/// What becomes of purchases in a payment file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PurchaseFate {
    /// They stay on their way.
    Sent,
    Paid,
    /// The bank is taken for having refused them, and has paid them after all.
    PaidAfterAll,
    /// They leave the account twice, and what left too much may come back.
    PaidTwice {
        back: bool,
    },
    /// The bank refuses them, and they are made anew.
    Refused,
    /// They are paid and come back, and are made anew.
    Returned,
    /// The bank refuses them, or they are paid and come back, and nobody makes them anew yet.
    Rests {
        paid: bool,
    },
}

/// What can become of an advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdvanceFate {
    Grant(usize),
    Withdraw,
    Refuse,
    /// Its payment file is made and approved.
    Leaves,
    /// The bank has paid it.
    Paid,
    /// The bank has refused it, or its money comes back.
    Fails,
    Again,
    /// The customer does not pay: any salary pays it back.
    Free,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A bill goes to its customer, who may pay it at once.
    Bill {
        worker: usize,
        cents: i64,
        content: Content,
        paid: bool,
    },
    /// A bill with a purchase, or with two.
    Buy {
        worker: usize,
        cents: i64,
        bought: Purchase,
        more: Option<Purchase>,
        paid: bool,
    },
    /// A bill of which others get so many thousandths of its work, and that may pay a purchase too.
    Give {
        worker: usize,
        to: usize,
        cents: i64,
        content: Content,
        part: i64,
        answer: ShareAnswer,
        more: Option<i64>,
        bought: Option<Purchase>,
        paid: bool,
    },
    /// All purchases that are ready go into a payment file.
    PayOut {
        clerk: usize,
        fate: PurchaseFate,
    },
    /// A bill is credited, if it is not yet, and an invoice that it was to pay is bought with another one.
    BuyAgain {
        worker: usize,
        purchase: usize,
        now: bool,
        paid: bool,
    },
    /// The bank pays a purchase or an advance, be it after it was taken for refused, or once more.
    PayoutLeaves {
        payout: usize,
    },
    /// Money that was paid for a purchase or an advance comes back.
    PayoutReturns {
        payout: usize,
    },
    /// Two clerks say that the bank has refused a payment.
    PayoutFails {
        payout: usize,
        clerk: usize,
    },
    /// What the bank has refused or sent back is made anew, if it is still to be paid.
    PayoutAgain {
        payout: usize,
        clerk: usize,
    },
    /// The customer pays with the reference of a bill.
    Pay {
        bill: usize,
        share: Share,
    },
    /// One payment names two bills and no amounts. It is matched if it is what both owe together.
    PayTwo {
        bills: (usize, usize),
        more: i64,
    },
    /// A bill is paid less a credit note.
    PayLessCredit {
        bill: usize,
        note: usize,
    },
    /// Money comes without a reference.
    Stray {
        cents: i64,
    },
    Match {
        payment: usize,
        bill: usize,
        share: Share,
    },
    /// A second person confirms a match.
    Confirm {
        payment: usize,
    },
    Reject {
        payment: usize,
    },
    Unmatch {
        payment: usize,
    },
    SetAside {
        payment: usize,
    },
    Refund {
        payment: usize,
        clerk: usize,
    },
    /// The bank takes a payment back.
    BankTakesBack {
        payment: usize,
    },
    /// The bank has paid a refund.
    RefundLeaves {
        refund: usize,
    },
    /// A worker has a whole bill credited; the note may wait.
    Credit {
        bill: usize,
        sent: bool,
    },
    /// A worker has a part of what is left of a bill credited, and so many times over; the notes may wait.
    CreditPart {
        bill: usize,
        share: Share,
        costs: Costs,
        sent: bool,
        times: usize,
    },
    /// A credit note goes to the customer, of a part or of the whole.
    SendCreditNote {
        note: usize,
    },
    /// A worker claims a receipt that was found after the bill was sent.
    ClaimLate {
        bill: usize,
        cents: i64,
    },
    /// A clerk approves it, and may deduct its VAT.
    ApproveLate {
        late: usize,
        vat: bool,
    },
    RefuseLate {
        late: usize,
    },
    /// A clerk undoes the approval.
    UndoLate {
        late: usize,
    },
    MakeRun {
        days: i32,
    },
    Calculate {
        run: usize,
    },
    Hold {
        run: usize,
        salary: usize,
    },
    Release {
        run: usize,
        salary: usize,
    },
    Approve {
        run: usize,
    },
    Book {
        run: usize,
    },
    WriteFiles {
        run: usize,
    },
    FetchFile {
        run: usize,
    },
    PayRun {
        run: usize,
    },
    Unapprove {
        run: usize,
    },
    /// Takes back what was booked of a run whose approval was undone.
    Reverse {
        run: usize,
    },
    /// The first steps of one run, without anything between them: calculated, approved, booked, written, paid.
    RunUntil {
        days: i32,
        steps: usize,
    },
    /// What is withheld for a receiver is to be paid on, up to a day; `more` than there is, so that it is refused. The
    /// first steps without anything between them: made, approved, refused by the bank if it is, paid (after all), come
    /// back.
    Remit {
        kind: usize,
        clerk: usize,
        days: i32,
        more: i64,
        refused: bool,
        steps: usize,
    },
    ApproveRemittance {
        remittance: usize,
        clerk: usize,
    },
    /// It is taken back, or the bank has refused it.
    CancelRemittance {
        remittance: usize,
    },
    /// The bank has paid a remittance.
    RemittanceLeaves {
        remittance: usize,
    },
    /// The money of a remittance comes back.
    RemittanceReturns {
        remittance: usize,
    },
    /// A worker asks for an advance. The next steps without anything between them: granted by two, left, paid. Then the
    /// bill may be credited.
    Advance {
        bill: usize,
        share: Share,
        clerk: usize,
        steps: usize,
        credited: bool,
    },
    AdvanceGoesOn {
        advance: usize,
        fate: AdvanceFate,
    },
    /// The corrections for the Incomes Register are written.
    WriteCorrections,
    CloseBooks,
    /// Days pass, and the jobs that wait are done.
    Wait {
        days: i32,
    },
}

impl Step {
    /// For counting what was done.
    pub fn name(self) -> String {
        let text = format!("{self:?}");
        text.split([' ', '{']).next().unwrap_or_default().to_owned()
    }
}

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

fn purchase() -> impl Strategy<Value = Step> {
    // There are several payouts of a purchase.
    let (payout, clerk) = (0usize..200, 0usize..3);
    let again = (0usize..4, payout.clone(), any::<bool>(), prop::bool::weighted(0.5))
        .prop_map(|(worker, purchase, now, paid)| Step::BuyAgain { worker, purchase, now, paid });
    prop_oneof![
        4 => buy(),
        4 => pay_out(),
        2 => again,
        4 => payout.clone().prop_map(|payout| Step::PayoutLeaves { payout }),
        2 => payout.clone().prop_map(|payout| Step::PayoutReturns { payout }),
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
