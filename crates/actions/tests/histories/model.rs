//! What should be, kept in whole cents and without looking at the database: who owes what, and where all money is. The
//! figures of one salary are taken from the program, which tests them elsewhere; everything that follows from them is
//! calculated here a second time, by rules that are written as an accountant would say them.

use std::collections::BTreeMap;

use jiff::civil::Date;
use liksa_domain::ids::{BillId, PaymentId, PayrollRunId, RefundId, SalaryId};
use liksa_domain::payments::{PaymentState, RefundState};
use liksa_domain::payroll::RunState;
use liksa_domain::salary::Summary;
use liksa_money::Money;

/// Above this a second person confirms a match by hand, as the made-up provider has it.
const SECOND_PERSON_ABOVE: i64 = 100_000;

pub fn cents(amount: Money) -> i64 {
    amount.cents().expect("whole cents")
}

#[derive(Debug, Default)]
pub struct Model {
    pub bills: Vec<Bill>,
    pub payments: Vec<Payment>,
    pub runs: Vec<Run>,
    /// What each worker owes, reserved parts taken off.
    pub debts: BTreeMap<usize, i64>,
    /// What the bank account should have.
    pub bank: i64,
    /// Counts the steps, to know what came after what.
    pub now: u32,
    pub last_credit: BTreeMap<usize, u32>,
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
    pub net: i64,
    pub gross: i64,
    pub paid: i64,
    pub state: BillState,
    pub note: Option<Note>,
    /// The salary that it is in.
    pub salary: Option<SalaryId>,
}

#[derive(Debug)]
pub struct Note {
    pub id: BillId,
    /// Once it was sent.
    pub number: Option<i64>,
    /// What it took back of a salary.
    pub taken_back: Option<Summary>,
    pub correction_written: bool,
}

impl Bill {
    pub fn owed(&self) -> i64 {
        if self.state == BillState::Credited { 0 } else { self.gross - self.paid }
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

#[derive(Debug)]
pub struct Run {
    pub id: PayrollRunId,
    pub payday: Date,
    pub state: RunState,
    pub salaries: Vec<Salary>,
    /// Workers whose salaries a clerk held.
    pub on_hold: Vec<usize>,
    pub calculated: u32,
    pub approved: u32,
    pub unapproving: bool,
    pub written: bool,
    pub fetched: bool,
}

#[derive(Debug, Clone)]
pub struct Salary {
    pub id: SalaryId,
    pub worker: usize,
    pub held: bool,
    /// None where it could not be calculated.
    pub summary: Option<Summary>,
    pub number: Option<i64>,
    /// What it has taken of the worker's debt.
    pub reserved: i64,
}

impl Run {
    pub fn is_approved(&self) -> bool {
        matches!(self.state, RunState::Approved | RunState::Posted | RunState::Paid)
    }

    pub fn paid_salaries(&self) -> impl Iterator<Item = &Salary> {
        self.salaries.iter().filter(|salary| !salary.held)
    }
}

/// Why a step should be refused.
pub type Refused = &'static str;

impl Model {
    pub fn salary(&self, id: SalaryId) -> Option<(&Run, &Salary)> {
        let find = |run: &'_ Run| run.salaries.iter().position(|salary| salary.id == id);
        self.runs.iter().find_map(|run| find(run).map(|place| (run, &run.salaries[place])))
    }

    /// Whether a bill is in a salary that was approved.
    fn is_in_approved_run(&self, bill: usize) -> bool {
        self.bills[bill].salary.and_then(|id| self.salary(id)).is_some_and(|(run, _)| run.is_approved())
    }

    /// Takes a part of a payment to a bill.
    fn give(&mut self, payment: usize, bill: usize, amount: i64) {
        *self.payments[payment].parts.entry(bill).or_default() += amount;
        let bill = &mut self.bills[bill];
        bill.paid += amount;
        assert!(bill.paid <= bill.gross, "paid more than the bill");
        if bill.paid == bill.gross {
            bill.state = BillState::Paid;
        }
    }

    /// Takes all parts of a payment away from their bills.
    fn take_parts(&mut self, payment: usize) {
        for (bill, amount) in std::mem::take(&mut self.payments[payment].parts) {
            let bill = &mut self.bills[bill];
            bill.paid -= amount;
            if bill.state == BillState::Paid {
                bill.state = BillState::Sent;
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
        let stays_paid = chosen.parts.keys().any(|bill| self.is_in_approved_run(*bill));
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

    /// A credit note was sent: what had paid the bill is the customer's again, and the worker owes what the bill had
    /// brought in a salary that stands.
    pub fn credit(&mut self, bill: usize, number: i64, taken_back: Option<Summary>) {
        for payment in &mut self.payments {
            if let Some(amount) = payment.parts.remove(&bill) {
                payment.withdraw_proposal();
                if payment.state != PaymentState::Unmatched {
                    payment.state = PaymentState::Refundable;
                }
                payment.rest += amount;
                *payment.released.entry(bill).or_default() += amount;
            }
        }
        let credited = &mut self.bills[bill];
        (credited.state, credited.paid) = (BillState::Credited, 0);
        let worker = credited.worker;
        if let Some(note) = &mut credited.note {
            (note.number, note.taken_back) = (Some(number), taken_back);
        }
        if let Some(taken) = taken_back {
            *self.debts.entry(worker).or_default() -= cents(taken.salary);
            self.last_credit.insert(worker, self.now);
        }
    }

    /// Whether the salary of a bill is paid whatever happens to the bill.
    pub fn salary_stands(&self, bill: usize) -> bool {
        let found = self.bills[bill].salary.and_then(|id| self.salary(id));
        found.is_some_and(|(run, salary)| run.is_approved() && !run.unapproving && !salary.held)
    }

    /// The bills that a salary of the worker would be made of, those of an earlier calculation included.
    pub fn payable(&self, run: usize) -> BTreeMap<usize, Vec<usize>> {
        let mut payable: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (place, bill) in self.bills.iter().enumerate() {
            let free = bill.salary.is_none_or(|id| self.runs[run].salaries.iter().any(|one| one.id == id));
            if bill.state == BillState::Paid && free {
                payable.entry(bill.worker).or_default().push(place);
            }
        }
        payable
    }

    /// Whether a run may be approved. `Some(None)` where only the program knows.
    pub fn may_approve(&self, run: usize, today: Date) -> Result<(), Refused> {
        let chosen = &self.runs[run];
        if chosen.state != RunState::Calculated {
            return Err("RunNotInState");
        }
        if chosen.payday < today {
            return Err("PaydayOver");
        }
        let moved = self.bills.iter().any(|bill| {
            let paid_in = |salary: &Salary| Some(salary.id) == bill.salary;
            bill.state != BillState::Paid && chosen.paid_salaries().any(paid_in)
        });
        let paid_since = self.runs.iter().enumerate().any(|(place, other)| {
            let same = |salary: &Salary| chosen.paid_salaries().any(|one| one.worker == salary.worker);
            place != run
                && other.is_approved()
                && other.approved >= chosen.calculated
                && other.paid_salaries().any(same)
        });
        let credited_since =
            chosen.paid_salaries().any(|one| self.last_credit.get(&one.worker) >= Some(&chosen.calculated));
        let unapproved_since = self.last_unapproval >= Some(chosen.calculated);
        if moved || paid_since || credited_since || unapproved_since {
            return Err("RunChanged");
        }
        if chosen.paid_salaries().next().is_none() { Err("RunEmpty") } else { Ok(()) }
    }

    /// The figures are fixed, debts are reserved, and the bills of held salaries wait again.
    pub fn approve(&mut self, run: usize, approver: usize) {
        let (now, chosen) = (self.now, &mut self.runs[run]);
        (chosen.state, chosen.approved) = (RunState::Approved, now);
        for salary in &mut chosen.salaries {
            if salary.held {
                for bill in self.bills.iter_mut().filter(|bill| bill.salary == Some(salary.id)) {
                    bill.salary = None;
                }
            } else if let Some(summary) = &salary.summary {
                salary.reserved = cents(summary.reductions);
                let debt = self.debts.entry(salary.worker).or_default();
                *debt -= salary.reserved;
                assert!(*debt >= 0, "more is taken from worker {} than is owed", salary.worker);
            }
        }
        for refund in self.payments.iter_mut().flat_map(|payment| &mut payment.refunds) {
            if refund.run.is_none() && refund.clerk != approver {
                refund.run = Some(run);
            }
        }
    }

    pub fn may_unapprove(&self, run: usize) -> Result<(), Refused> {
        let chosen = &self.runs[run];
        if chosen.unapproving || !matches!(chosen.state, RunState::Approved | RunState::Posted) {
            return Err("RunNotInState");
        }
        if chosen.fetched {
            return Err("RunFetched");
        }
        let later = self.runs.iter().enumerate().any(|(place, other)| {
            let same = |salary: &Salary| chosen.paid_salaries().any(|one| one.worker == salary.worker);
            place != run
                && other.is_approved()
                && other.approved >= chosen.approved
                && other.paid_salaries().any(same)
        });
        if later {
            return Err("LaterRunApproved");
        }
        let moved = self.bills.iter().any(|bill| {
            let of_run = |salary: &Salary| Some(salary.id) == bill.salary;
            bill.state != BillState::Paid && chosen.salaries.iter().any(of_run)
        });
        if moved { Err("RunBillCredited") } else { Ok(()) }
    }

    pub fn unapprove(&mut self, run: usize) {
        self.last_unapproval = Some(self.now);
        let chosen = &mut self.runs[run];
        (chosen.state, chosen.unapproving, chosen.written) = (RunState::Approved, true, false);
        for salary in &mut chosen.salaries {
            *self.debts.entry(salary.worker).or_default() += std::mem::take(&mut salary.reserved);
        }
        let refunds = self.payments.iter_mut().flat_map(|payment| &mut payment.refunds);
        for refund in refunds.filter(|refund| refund.run == Some(run)) {
            (refund.run, refund.state) = (None, RefundState::Waiting);
        }
    }

    pub fn reverse(&mut self, run: usize) {
        let chosen = &mut self.runs[run];
        if chosen.unapproving {
            (chosen.state, chosen.unapproving) = (RunState::Calculated, false);
            chosen.salaries.iter_mut().for_each(|salary| salary.number = None);
        }
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
