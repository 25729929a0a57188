//! What can happen in a history. A step names things by number, counted round: whatever steps are left out while a
//! failing history is made shorter, the others still mean something. Four of five numbers are among the things that the
//! step can be done with, so that much happens; the others are among all, so that much is refused.

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

/// What becomes of a payment file with all purchases and advances that are ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFate {
    /// It is taken back before it is approved.
    Cancelled,
    /// What is in it stays on its way.
    Sent,
    /// The bank books each kind as one sum.
    PaidAsSums,
    /// The bank refuses the first of a kind, and books the others as one sum.
    PaidAsSumsButOne,
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
    /// All purchases and advances that are ready go into one payment file.
    PayOutAll {
        clerk: usize,
        fate: FileFate,
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
    /// The bank tells that money came back before it tells that it had left.
    PayoutReturnsEarly {
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

    /// What becomes of things by it, for counting that too.
    pub fn fate(self) -> Option<String> {
        let of = |fate: &dyn std::fmt::Debug| {
            let text = format!("{fate:?}");
            let fate = text.split([' ', '(']).next().unwrap_or_default().to_owned();
            Some(format!("{}: {fate}", self.name()))
        };
        match self {
            Self::PayOut { fate, .. } => of(&fate),
            Self::PayOutAll { fate, .. } => of(&fate),
            Self::AdvanceGoesOn { fate, .. } => of(&fate),
            Self::Give { answer, .. } => of(&answer),
            _ => None,
        }
    }
}

/// A purchase or an advance of a credited bill is made anew, since a salary bears it or its worker has paid for it.
pub const AGAIN_OF_CREDITED: &str = "PayoutAgain: of a credited bill";

/// All that has to happen to things in many histories.
pub const FATES: [&str; 23] = [
    "PayOut: Sent",
    "PayOut: Paid",
    "PayOut: PaidAfterAll",
    "PayOut: PaidTwice",
    "PayOut: Refused",
    "PayOut: Returned",
    "PayOut: Rests",
    "PayOutAll: Cancelled",
    "PayOutAll: Sent",
    "PayOutAll: PaidAsSums",
    "PayOutAll: PaidAsSumsButOne",
    "AdvanceGoesOn: Grant",
    "AdvanceGoesOn: Withdraw",
    "AdvanceGoesOn: Refuse",
    "AdvanceGoesOn: Leaves",
    "AdvanceGoesOn: Paid",
    "AdvanceGoesOn: Fails",
    "AdvanceGoesOn: Again",
    "AdvanceGoesOn: Free",
    "Give: Yes",
    "Give: No",
    "Give: YesTwice",
    AGAIN_OF_CREDITED,
];
