//! What should be, kept in whole cents and without looking at the database: who owes what, and where all money is.
//! Everything is calculated here a second time, salaries included, by rules that are written as an accountant would say
//! them.

mod advances;
mod credits;
mod late;
mod payouts;
mod purchases;
mod remitting;
mod runs;
mod shares;
mod wages;

use std::collections::BTreeMap;

use jiff::civil::Date;
use liksa_domain::ids::{BillId, PaymentId, RefundId, SalaryId};
use liksa_domain::payments::{PaymentState, RefundState};
use liksa_money::Money;

pub use advances::Advance;
pub use credits::{Charge, Note};
pub use late::Late;
pub use payouts::{Payout, Payouts, Thing};
pub use purchases::{Purchase, PurchaseState};
pub use remitting::{Remittance, Withheld, owed_to_others};
pub use runs::{Run, Salary};
pub use shares::{Share, SharesTakenBack};
pub use wages::{Card, Figures, Payee, Terms, fraction, per_kilometer, share};

/// Above this a second person confirms a match by hand, as the made-up provider has it.
const SECOND_PERSON_ABOVE: i64 = 100_000;

pub fn cents(amount: Money) -> i64 {
    amount.cents().expect("whole cents")
}

#[derive(Debug, Default)]
pub struct Model {
    pub bills: Vec<Bill>,
    pub payments: Vec<Payment>,
    pub late: Vec<Late>,
    pub runs: Vec<Run>,
    pub withheld: Vec<Withheld>,
    pub remittances: Vec<Remittance>,
    pub advances: Vec<Advance>,
    /// What each worker owes beside advances, reserved parts taken off.
    pub debts: BTreeMap<usize, i64>,
    /// What the bank account should have.
    pub bank: i64,
    /// Counts the steps, to know what came after what.
    pub now: u32,
    pub today: Date,
    pub last_taken_back: BTreeMap<usize, u32>,
    pub last_unapproval: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BillState {
    Sent,
    Paid,
    Credited,
}

#[derive(Debug)]
pub struct Bill {
    pub id: BillId,
    pub number: i64,
    pub worker: usize,
    pub asked: Charge,
    /// Cents, and millionths.
    pub per_kilometer: i64,
    pub vat_rate: i64,
    /// What the provider deducts of its receipts.
    pub receipt_vat: i64,
    pub paid: i64,
    pub state: BillState,
    pub notes: Vec<Note>,
    /// When a credit note was sent last.
    pub last_credit: Option<u32>,
    /// The salary that it is in.
    pub salary: Option<SalaryId>,
    pub purchases: Vec<Purchase>,
    pub shares: Vec<Share>,
}

impl Bill {
    pub fn owed(&self) -> i64 {
        self.stands().gross() - self.paid
    }
}

#[derive(Debug)]
pub struct Payment {
    pub id: PaymentId,
    /// As the payer gave it.
    pub end_to_end_id: String,
    pub amount: i64,
    pub rest: i64,
    pub state: PaymentState,
    /// Bills and how much of each.
    pub parts: BTreeMap<usize, i64>,
    /// What was free again when a bill was credited.
    pub released: BTreeMap<usize, i64>,
    pub refunds: Vec<Refund>,
    pub matched_by_hand: i64,
    pub proposal: Option<Proposal>,
    pub takes_back: Option<usize>,
    /// It paid several payouts.
    pub is_sum: bool,
}

#[derive(Debug)]
pub struct Refund {
    pub id: RefundId,
    pub amount: i64,
    pub state: RefundState,
    pub clerk: usize,
    pub run: Option<usize>,
}

#[derive(Debug)]
pub struct Proposal {
    pub from: PaymentState,
    pub bill: usize,
    pub amount: i64,
}

impl Payment {
    pub fn new(id: PaymentId, end_to_end_id: String, amount: i64) -> Self {
        Self {
            id,
            end_to_end_id,
            amount,
            rest: amount,
            state: PaymentState::Unmatched,
            parts: BTreeMap::new(),
            released: BTreeMap::new(),
            refunds: vec![],
            matched_by_hand: 0,
            proposal: None,
            takes_back: None,
            is_sum: false,
        }
    }

    pub fn is_open(&self) -> bool {
        matches!(self.state, PaymentState::Unmatched | PaymentState::Refundable) && self.rest > 0
    }

    pub fn refund_has_left(&self) -> bool {
        self.refunds.iter().any(|refund| refund.state != RefundState::Waiting)
    }

    /// The state that counts for where the rest is.
    fn place(&self) -> PaymentState {
        self.proposal.as_ref().map_or(self.state, |proposal| proposal.from)
    }

    /// What of it is still looking for its bill.
    pub fn unmatched(&self) -> i64 {
        match self.place() {
            PaymentState::Unmatched | PaymentState::SetAside => self.rest,
            _ => 0,
        }
    }

    /// What of it goes back to the customer and has not left.
    pub fn refundable(&self) -> i64 {
        let rest = if self.place() == PaymentState::Refundable { self.rest } else { 0 };
        let waiting = self.refunds.iter().filter(|refund| refund.state != RefundState::Paid);
        rest + waiting.map(|refund| refund.amount).sum::<i64>()
    }

    fn withdraw_proposal(&mut self) {
        if let Some(proposal) = self.proposal.take() {
            self.state = proposal.from;
        }
    }
}

/// Why a step should be refused.
pub type Refused = &'static str;

impl Model {
    /// Takes a part of a payment to a bill.
    fn give(&mut self, payment: usize, bill: usize, amount: i64) {
        *self.payments[payment].parts.entry(bill).or_default() += amount;
        let bill = &mut self.bills[bill];
        bill.paid += amount;
        assert!(bill.owed() >= 0, "paid more than the bill");
        if bill.owed() == 0 {
            bill.state = BillState::Paid;
            bill.customer_has_paid();
        }
    }

    /// Takes all parts of a payment away from their bills.
    fn take_parts(&mut self, payment: usize) {
        for (bill, amount) in std::mem::take(&mut self.payments[payment].parts) {
            let stands = self.salary_stands(bill);
            let bill = &mut self.bills[bill];
            bill.paid -= amount;
            if bill.state == BillState::Paid {
                bill.state = BillState::Sent;
                if !stands {
                    bill.customer_has_not_paid();
                }
            }
        }
    }

    /// Money with the reference of one bill: the bill takes what it is owed, and the customer gets the rest back.
    pub fn pay(&mut self, mut payment: Payment, bill: usize) -> PaymentState {
        self.bank += payment.amount;
        let part = payment.amount.min(self.bills[bill].owed());
        payment.rest -= part;
        payment.state = if payment.rest == 0 { PaymentState::Matched } else { PaymentState::Refundable };
        let state = payment.state;
        self.payments.push(payment);
        if part > 0 {
            self.give(self.payments.len() - 1, bill, part);
        }
        state
    }

    /// Money for several bills, less what is left of a credit note: matched only if it is exactly what they are owed.
    pub fn pay_several(
        &mut self,
        mut payment: Payment,
        bills: &[usize],
        credited: Option<usize>,
    ) -> PaymentState {
        self.bank += payment.amount;
        let owed: i64 = bills.iter().map(|bill| self.bills[*bill].owed()).sum();
        let mut credit = credited.map_or(0, |bill| self.credit_left(bill));
        let place = self.payments.len();
        if payment.amount + credit != owed {
            self.payments.push(payment);
            return PaymentState::Unmatched;
        }
        payment.rest = 0;
        payment.state = PaymentState::Matched;
        self.payments.push(payment);
        for bill in bills {
            let mut left = self.bills[*bill].owed();
            // What the credit note brings is used first: it is in the payments that had paid the credited bill.
            for earlier in 0..place {
                let Some(credited) = credited else { break };
                let there = self.payments[earlier].free_again(credited).min(credit).min(left);
                if there > 0 {
                    credit -= there;
                    left -= there;
                    self.give(earlier, *bill, there);
                    let payment = &mut self.payments[earlier];
                    payment.rest -= there;
                    if payment.rest == 0 {
                        payment.state = PaymentState::Matched;
                    }
                }
            }
            if left > 0 {
                self.give(place, *bill, left);
            }
        }
        PaymentState::Matched
    }

    /// What a customer can still take off elsewhere of a credited bill.
    pub fn credit_left(&self, credited: usize) -> i64 {
        self.payments.iter().map(|payment| payment.free_again(credited)).sum()
    }

    pub fn stray(&mut self, payment: Payment) {
        self.bank += payment.amount;
        self.payments.push(payment);
    }

    pub fn match_by_hand(&mut self, payment: usize, bill: usize, amount: i64) -> Result<(), Refused> {
        self.may_match(payment, bill, amount)?;
        let chosen = &mut self.payments[payment];
        if chosen.matched_by_hand + amount > SECOND_PERSON_ABOVE {
            chosen.proposal = Some(Proposal { from: chosen.state, bill, amount });
            chosen.state = PaymentState::Proposed;
            return Ok(());
        }
        self.matched(payment, bill, amount);
        Ok(())
    }

    fn may_match(&self, payment: usize, bill: usize, amount: i64) -> Result<(), Refused> {
        let chosen = &self.payments[payment];
        if chosen.state == PaymentState::Proposed {
            return Err("MatchWaits");
        }
        if !chosen.is_open() {
            return Err("PaymentChanged");
        }
        self.amount_fits(payment, bill, amount)
    }

    fn amount_fits(&self, payment: usize, bill: usize, amount: i64) -> Result<(), Refused> {
        if amount <= 0 {
            return Err("InvalidNumber");
        }
        if amount > self.bills[bill].owed() {
            return Err("MoreThanOwed");
        }
        if amount > self.payments[payment].rest { Err("MoreThanPaid") } else { Ok(()) }
    }

    fn matched(&mut self, payment: usize, bill: usize, amount: i64) {
        let chosen = &mut self.payments[payment];
        chosen.rest -= amount;
        chosen.matched_by_hand += amount;
        if chosen.rest == 0 {
            chosen.state = PaymentState::Matched;
        }
        self.give(payment, bill, amount);
    }

    pub fn confirm(&mut self, payment: usize) -> Result<(), Refused> {
        let Some(Proposal { bill, amount, .. }) = self.payments[payment].proposal else {
            return Err("MatchNotWaiting");
        };
        self.amount_fits(payment, bill, amount)?;
        self.payments[payment].withdraw_proposal();
        self.matched(payment, bill, amount);
        Ok(())
    }

    pub fn reject(&mut self, payment: usize) -> Result<(), Refused> {
        if self.payments[payment].proposal.is_none() {
            return Err("MatchNotWaiting");
        }
        self.payments[payment].withdraw_proposal();
        Ok(())
    }

    pub fn unmatch(&mut self, payment: usize) -> Result<(), Refused> {
        let chosen = &self.payments[payment];
        let decided = match chosen.state {
            PaymentState::Proposed => return Err("MatchWaits"),
            PaymentState::Unmatched => chosen.rest < chosen.amount,
            PaymentState::Matched
            | PaymentState::Refundable
            | PaymentState::Refunded
            | PaymentState::SetAside => true,
            _ => false,
        };
        if !decided || chosen.refund_has_left() {
            return Err("PaymentChanged");
        }
        let in_salary = |bill: &usize| self.is_in_approved_run(*bill) || self.share_is_in_approved_run(*bill);
        let stays_paid = chosen.parts.keys().any(in_salary);
        let chosen = &mut self.payments[payment];
        let back: i64 = chosen.refunds.drain(..).map(|refund| refund.amount).sum();
        if stays_paid {
            if back == 0 {
                return Err("PaymentInSalary");
            }
            chosen.state = PaymentState::Refundable;
            chosen.rest += back;
            return Ok(());
        }
        self.take_parts(payment);
        let chosen = &mut self.payments[payment];
        (chosen.rest, chosen.state) = (chosen.amount, PaymentState::Unmatched);
        chosen.matched_by_hand = 0;
        Ok(())
    }

    pub fn set_aside(&mut self, payment: usize) -> Result<(), Refused> {
        let chosen = &mut self.payments[payment];
        match chosen.state {
            PaymentState::Proposed => Err("MatchWaits"),
            PaymentState::Unmatched if chosen.rest == chosen.amount => {
                chosen.state = PaymentState::SetAside;
                Ok(())
            }
            _ => Err("PaymentChanged"),
        }
    }

    pub fn may_refund(&self, payment: usize) -> Result<(), Refused> {
        let chosen = &self.payments[payment];
        match chosen.state {
            PaymentState::Proposed => Err("MatchWaits"),
            _ if chosen.is_open() => Ok(()),
            _ => Err("PaymentChanged"),
        }
    }

    pub fn refund(&mut self, payment: usize, (id, clerk): (RefundId, usize)) {
        let chosen = &mut self.payments[payment];
        let amount = std::mem::take(&mut chosen.rest);
        chosen.refunds.push(Refund { id, amount, state: RefundState::Waiting, clerk, run: None });
        chosen.state = PaymentState::Refunded;
    }

    /// The bank takes money back: its bills are owed again. What was paid on to somebody is left to a clerk.
    pub fn take_back(&mut self, mut reversal: Payment, payment: usize) -> PaymentState {
        self.bank += reversal.amount;
        let chosen = &mut self.payments[payment];
        let gone = matches!(chosen.state, PaymentState::SetAside | PaymentState::Reversed);
        if gone || chosen.refund_has_left() {
            self.payments.push(reversal);
            return PaymentState::Unmatched;
        }
        chosen.withdraw_proposal();
        chosen.refunds.clear();
        (chosen.state, chosen.rest) = (PaymentState::Reversed, 0);
        self.take_parts(payment);
        (reversal.state, reversal.rest, reversal.takes_back) = (PaymentState::Reversal, 0, Some(payment));
        self.payments.push(reversal);
        PaymentState::Reversal
    }
}

impl Payment {
    /// What of it a credit note has made free and nobody has used since.
    fn free_again(&self, credited: usize) -> i64 {
        match self.state {
            PaymentState::Refundable => {
                self.released.get(&credited).map_or(0, |amount| self.rest.min(*amount))
            }
            _ => 0,
        }
    }
}
