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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A bill goes to its customer, who may pay it at once.
    Bill {
        worker: usize,
        cents: i64,
        content: Content,
        paid: bool,
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

/// A history begins with some bills, so that there is something to pay, match, credit and make salaries of.
pub fn history() -> impl Strategy<Value = Vec<Step>> {
    let beginning = prop::collection::vec(bill(), BEGINNING);
    let rest = prop::collection::vec(step(), STEPS - BEGINNING);
    (beginning, rest).prop_map(|(beginning, rest)| [beginning, rest].concat())
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
        2 => one.clone().prop_map(|payment| Step::Confirm { payment }),
        1 => one.clone().prop_map(|payment| Step::Reject { payment }),
        3 => one.clone().prop_map(|payment| Step::Unmatch { payment }),
        1 => one.clone().prop_map(|payment| Step::SetAside { payment }),
        4 => (one.clone(), 0usize..3).prop_map(|(payment, clerk)| Step::Refund { payment, clerk }),
        3 => one.clone().prop_map(|payment| Step::BankTakesBack { payment }),
        2 => one.clone().prop_map(|refund| Step::RefundLeaves { refund }),
    ];
    let remittances = prop_oneof![
        12 => remit(),
        4 => (one.clone(), 0usize..3)
            .prop_map(|(remittance, clerk)| Step::ApproveRemittance { remittance, clerk }),
        3 => one.clone().prop_map(|remittance| Step::CancelRemittance { remittance }),
        4 => one.clone().prop_map(|remittance| Step::RemittanceLeaves { remittance }),
        3 => one.clone().prop_map(|remittance| Step::RemittanceReturns { remittance }),
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
    prop_oneof![9 => bills, 4 => payments, 9 => runs, 4 => remittances]
}
