//! Payroll runs: who may be paid what, and what an approval fixes.

use std::collections::BTreeMap;

use jiff::civil::Date;
use liksa_domain::ids::{AdvanceId, PayrollRunId, SalaryId};
use liksa_domain::payments::RefundState;
use liksa_domain::payroll::RunState;

use super::wages::{Figures, SoFar, Terms};
use super::{BillState, Charge, Model, Refused};

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
    /// What it is made of, as it was when it was calculated.
    pub bills: Vec<(usize, Charge)>,
    /// The late receipts that it repays.
    pub late: Vec<usize>,
    /// The shares of others' bills, and how much of each.
    pub shares: Vec<(usize, usize, i64)>,
    /// Both None where it could not be calculated.
    pub terms: Option<Terms>,
    pub figures: Option<Figures>,
    pub number: Option<i64>,
    /// What it could take when it was calculated, as far as it went.
    pub owed: i64,
    /// What it has taken of the worker's debt.
    pub reserved: i64,
    /// The part of it that pays advances back.
    pub of_advances: Vec<(AdvanceId, i64)>,
}

impl Run {
    pub fn is_approved(&self) -> bool {
        matches!(self.state, RunState::Approved | RunState::Posted | RunState::Paid)
    }

    pub fn paid_salaries(&self) -> impl Iterator<Item = &Salary> {
        self.salaries.iter().filter(|salary| !salary.held)
    }
}

impl Model {
    pub fn salary(&self, id: SalaryId) -> Option<(&Run, &Salary)> {
        let find = |run: &'_ Run| run.salaries.iter().position(|salary| salary.id == id);
        self.runs.iter().find_map(|run| find(run).map(|place| (run, &run.salaries[place])))
    }

    pub fn salaries(&self) -> impl Iterator<Item = (&Run, &Salary)> {
        self.runs.iter().flat_map(|run| run.salaries.iter().map(move |salary| (run, salary)))
    }

    /// What was taken back of a salary.
    pub fn taken_back_of(&self, salary: &Salary) -> impl Iterator<Item = &Figures> {
        let bills = self.bills.iter().filter(|bill| bill.salary == Some(salary.id));
        let of_bills = bills.flat_map(|bill| bill.taken_back().map(|(_, figures, _)| figures));
        let of_shares = self.shares_taken_back().filter(|line| line.salary == salary.id);
        of_bills.chain(of_shares.map(|line| &line.figures))
    }

    /// A salary after what was taken back of it.
    pub fn standing(&self, salary: &Salary) -> Option<Figures> {
        Some(self.taken_back_of(salary).fold(salary.figures?, |left, taken| left.plus(*taken)))
    }

    /// Whether a bill is in a salary that was approved.
    pub fn is_in_approved_run(&self, bill: usize) -> bool {
        self.bills[bill].salary.and_then(|id| self.salary(id)).is_some_and(|(run, _)| run.is_approved())
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

    /// What a worker was paid in the year and month of a payday, by salaries that were approved.
    pub fn so_far(&self, worker: usize, payday: Date) -> SoFar {
        let mut so_far = SoFar::default();
        let of_year = |run: &Run| run.is_approved() && !run.unapproving && run.payday.year() == payday.year();
        for run in self.runs.iter().filter(|run| of_year(run)) {
            for salary in run.paid_salaries().filter(|salary| salary.worker == worker) {
                let Some(figures) = self.standing(salary) else { continue };
                so_far.gross_of_year += figures.gross;
                if run.payday.month() == payday.month() {
                    so_far.fees_of_month += figures.fee;
                    so_far.tyel_wages_of_month += figures.gross;
                    so_far.tyel_base_of_month += figures.tyel_base;
                    so_far.net_of_month += figures.net + figures.distraint + figures.reductions;
                    so_far.distraint_of_month += figures.distraint;
                }
            }
        }
        so_far
    }

    /// Whether a run may be approved.
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
            let changed = bill.state != BillState::Paid || bill.last_credit >= Some(chosen.calculated);
            changed && chosen.paid_salaries().any(paid_in)
        });
        let moved = moved || chosen.paid_salaries().any(|salary| self.shares_moved(salary));
        let paid_since = self.runs.iter().enumerate().any(|(place, other)| {
            let same = |salary: &Salary| chosen.paid_salaries().any(|one| one.worker == salary.worker);
            place != run
                && other.is_approved()
                && other.approved >= chosen.calculated
                && other.paid_salaries().any(same)
        });
        let taken_back_since = chosen
            .paid_salaries()
            .any(|one| self.last_taken_back.get(&one.worker) >= Some(&chosen.calculated));
        // Until it is reversed, what its salaries made their workers owe is still there.
        let unapproved_since = self.last_unapproval >= Some(chosen.calculated)
            || self.runs.iter().any(|other| other.unapproving);
        // As by an advance that left, or by a purchase that its seller paid back.
        let owed_otherwise = chosen.paid_salaries().any(|salary| {
            let bills: Vec<usize> = salary.bills.iter().map(|(bill, _)| *bill).collect();
            salary.owed != self.owed_with(salary.worker, &bills)
        });
        let changed = self.late_changed(run) || owed_otherwise;
        if changed || moved || paid_since || taken_back_since || unapproved_since {
            return Err("RunChanged");
        }
        if chosen.paid_salaries().next().is_none() { Err("RunEmpty") } else { Ok(()) }
    }

    /// The figures are fixed, debts are reserved, and the bills and late receipts of held salaries wait again.
    pub fn approve(
        &mut self,
        run: usize,
        approver: usize,
        taken: &BTreeMap<SalaryId, Vec<(AdvanceId, i64)>>,
    ) -> Result<(), String> {
        let of_other_debts = self.take_advances(run, taken)?;
        self.lapse_of_run(run);
        let (now, chosen) = (self.now, &mut self.runs[run]);
        (chosen.state, chosen.approved) = (RunState::Approved, now);
        for salary in &mut chosen.salaries {
            if salary.held {
                for bill in self.bills.iter_mut().filter(|bill| bill.salary == Some(salary.id)) {
                    bill.salary = None;
                }
                for late in self.late.iter_mut().filter(|late| late.salary == Some(salary.id)) {
                    late.salary = None;
                }
                let shares = self.bills.iter_mut().flat_map(|bill| &mut bill.shares);
                for share in shares.filter(|share| share.salary == Some(salary.id)) {
                    share.salary = None;
                }
            } else if let Some(figures) = &salary.figures {
                salary.reserved = figures.reductions;
                salary.of_advances = taken.get(&salary.id).cloned().unwrap_or_default();
                let debt = self.debts.entry(salary.worker).or_default();
                *debt -= of_other_debts.get(&salary.id).copied().unwrap_or_default();
                assert!(*debt >= 0, "more is taken from worker {} than is owed", salary.worker);
            }
        }
        for refund in self.payments.iter_mut().flat_map(|payment| &mut payment.refunds) {
            if refund.run.is_none() && refund.clerk != approver {
                refund.run = Some(run);
            }
        }
        Ok(())
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
            let changed = bill.state != BillState::Paid || bill.taken_back().next().is_some();
            changed && chosen.salaries.iter().any(of_run)
        });
        let shares_moved = chosen.salaries.iter().any(|salary| {
            let unpaid = |(bill, share, _): &(usize, usize, i64)| {
                let of = &self.bills[*bill];
                of.state != BillState::Paid && of.shares[*share].salary == Some(salary.id)
            };
            let taken_back = self.shares_taken_back().any(|line| line.salary == salary.id);
            taken_back || salary.shares.iter().any(unpaid)
        });
        if moved || shares_moved { Err("RunBillCredited") } else { Ok(()) }
    }

    pub fn unapprove(&mut self, run: usize) {
        self.last_unapproval = Some(self.now);
        let chosen = &mut self.runs[run];
        (chosen.state, chosen.unapproving, chosen.written) = (RunState::Approved, true, false);
        for salary in &mut chosen.salaries {
            let mut back = std::mem::take(&mut salary.reserved);
            for (id, amount) in std::mem::take(&mut salary.of_advances) {
                back -= amount;
                let advance = self.advances.iter_mut().find(|one| one.id == id);
                advance.expect("an advance that was taken of").taken -= amount;
            }
            *self.debts.entry(salary.worker).or_default() += back;
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
            self.withheld.retain(|one| one.run != Some(run));
        }
    }
}
