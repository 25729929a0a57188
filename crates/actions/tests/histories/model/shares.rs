//! What workers give others of their bills: when it is paid, and what credit notes take of it.

use std::collections::BTreeMap;

use liksa_domain::ids::{SalaryId, ShareId};

use super::runs::Salary;
use super::wages::{Figures, fraction};
use super::{Bill, BillState, Charge, Model};

#[derive(Debug)]
pub struct Share {
    pub id: ShareId,
    /// Who gets it.
    pub worker: usize,
    pub amount: i64,
    /// The salary that it is in.
    pub salary: Option<SalaryId>,
}

/// What a credit note took back of a salary that shares of its bill are in.
#[derive(Debug)]
pub struct SharesTakenBack {
    pub salary: SalaryId,
    pub worker: usize,
    pub figures: Figures,
    pub correction_written: bool,
}

impl Bill {
    /// What credit notes that were sent have taken of a share: all, or those that took it back of a salary.
    fn credited_of(&self, share: usize, of_salary: Option<SalaryId>) -> i64 {
        let counts = |note: &&super::Note| {
            of_salary.is_none_or(|id| note.of_shares.iter().any(|line| line.salary == id))
        };
        self.sent_notes().filter(counts).filter_map(|note| note.shares.get(share)).sum()
    }

    /// What is left of a share.
    pub fn left_of_share(&self, share: usize) -> i64 {
        self.shares[share].amount - self.credited_of(share, None)
    }
}

impl Model {
    /// The shares that a salary of each worker would be made of, those of an earlier calculation included.
    pub fn payable_shares(&self, run: usize) -> BTreeMap<usize, Vec<(usize, usize)>> {
        let mut payable: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
        for (place, bill) in self.bills.iter().enumerate().filter(|(_, bill)| bill.state == BillState::Paid) {
            for (share, of) in bill.shares.iter().enumerate() {
                let free = of.salary.is_none_or(|id| self.runs[run].salaries.iter().any(|one| one.id == id));
                if free && bill.left_of_share(share) > 0 {
                    payable.entry(of.worker).or_default().push((place, share));
                }
            }
        }
        payable
    }

    /// Whether a share of a bill is in a salary that was approved.
    pub fn share_is_in_approved_run(&self, bill: usize) -> bool {
        let mut salaries = self.bills[bill].shares.iter().filter_map(|share| share.salary);
        salaries.any(|id| self.salary(id).is_some_and(|(run, _)| run.is_approved()))
    }

    /// Whether a salary has shares whose bills are not paid any more, or of which something else is left.
    pub fn shares_moved(&self, salary: &Salary) -> bool {
        salary.shares.iter().any(|(bill, share, amount)| {
            self.bills[*bill].state != BillState::Paid || self.bills[*bill].left_of_share(*share) != *amount
        })
    }

    /// A credit note that is about to be sent takes of every share as much as of the work, rounded so that all notes
    /// together take all of it.
    pub fn take_shares(&mut self, (bill, note): (usize, usize)) {
        let chosen = &mut self.bills[bill];
        let (all, before) = (chosen.asked.work, chosen.stands().work);
        let after = before - chosen.notes[note].credited.work;
        let taken: Vec<i64> = chosen
            .shares
            .iter()
            .map(|share| fraction(share.amount, before, all) - fraction(share.amount, after, all))
            .collect();
        chosen.notes[note].credited.given = taken.iter().sum();
        chosen.notes[note].shares = taken;
    }

    /// What is left of what a salary was made of, after all that was taken back of it.
    pub fn left_in_salary(&self, salary: &Salary) -> Vec<Charge> {
        let mut left = vec![];
        for (place, charge) in &salary.bills {
            let taken = self.bills[*place].taken_back();
            left.push(taken.fold(*charge, |rest, (credited, ..)| rest - *credited));
        }
        for (bill, share, amount) in &salary.shares {
            let taken = self.bills[*bill].credited_of(*share, Some(salary.id));
            left.push(Charge { received: amount - taken, ..Charge::default() });
        }
        // The cost of a late receipt is not credited.
        left.extend(salary.late.iter().map(|late| self.late[*late].charge()));
        left
    }

    /// What a credit note takes back of the salaries that shares of its bill are in. Its shares are taken already.
    pub fn shares_taken_back_by(&self, bill: usize, note: usize) -> Vec<(SalaryId, usize, Figures)> {
        let mut by_salary: BTreeMap<SalaryId, i64> = BTreeMap::new();
        for (share, taken) in self.bills[bill].shares.iter().zip(&self.bills[bill].notes[note].shares) {
            if let Some(id) = share.salary.filter(|_| *taken > 0) {
                *by_salary.entry(id).or_default() += taken;
            }
        }
        let mut lines = vec![];
        for (id, taken) in by_salary {
            let Some((run, salary)) = self.salary(id) else { continue };
            if !run.is_approved() || run.unapproving || salary.held {
                continue;
            }
            let (Some(paid), Some(standing), Some(terms)) =
                (salary.figures, self.standing(salary), salary.terms)
            else {
                continue;
            };
            let mut left = self.left_in_salary(salary);
            left.push(Charge { received: -taken, ..Charge::default() });
            lines.push((id, salary.worker, terms.again(&paid, &left).minus(standing)));
        }
        lines
    }

    /// Those who got shares owe what the credited part had brought them.
    pub fn owe_shares(&mut self, (bill, note): (usize, usize), lines: Vec<(SalaryId, usize, Figures)>) {
        for (salary, worker, figures) in lines {
            *self.debts.entry(worker).or_default() -= figures.salary;
            self.last_taken_back.insert(worker, self.now);
            self.withhold_taken_back(salary, worker, &figures);
            let line = SharesTakenBack { salary, worker, figures, correction_written: false };
            self.bills[bill].notes[note].of_shares.push(line);
        }
    }

    /// All lines that credit notes took back of salaries for shares.
    pub fn shares_taken_back(&self) -> impl Iterator<Item = &SharesTakenBack> {
        self.bills.iter().flat_map(|bill| &bill.notes).flat_map(|note| &note.of_shares)
    }
}
