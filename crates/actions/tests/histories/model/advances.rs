//! Advances: what workers got before their customers paid, and which salaries pay it back.

use std::collections::BTreeMap;

use jiff::civil::Date;
use liksa_domain::advance::AdvanceState;
use liksa_domain::ids::{AdvanceId, SalaryId};
use liksa_domain::payout::PayoutState;

use super::wages::{Payee, Terms, share};
use super::{BillState, Model, Payouts, Refused};

/// As the made-up provider has it: per cent of the net, the most of one person, and what needs two people.
const SHARE: i64 = 700_000;
const MOST: i64 = 200_000;
const TWO_PEOPLE_ABOVE: i64 = 50_000;

#[derive(Debug)]
pub struct Advance {
    pub id: AdvanceId,
    pub bill: usize,
    pub worker: usize,
    pub amount: i64,
    pub state: AdvanceState,
    /// Of two clerks who grant it, the first.
    pub first_by: Option<usize>,
    /// The worker has the money, or it is on its way.
    pub out: bool,
    /// Any salary pays it back.
    pub due: bool,
    /// What approved salaries have paid back.
    pub taken: i64,
    pub payouts: Payouts,
}

impl Advance {
    pub fn new(id: AdvanceId, bill: usize, worker: usize, amount: i64) -> Self {
        Self {
            id,
            bill,
            worker,
            amount,
            state: AdvanceState::Requested,
            first_by: None,
            out: false,
            due: false,
            taken: 0,
            payouts: Payouts::default(),
        }
    }

    /// What is still to be recovered.
    pub fn owed(&self) -> i64 {
        if self.out { self.amount - self.taken } else { 0 }
    }

    /// What is booked as owed by the worker: paid by the bank, less what salaries have taken.
    pub fn booked(&self) -> i64 {
        let paid = if self.state == AdvanceState::Paid { self.amount } else { 0 };
        paid - self.taken
    }

    fn outstanding(&self) -> i64 {
        if self.state.stands() { self.amount - self.taken } else { 0 }
    }

    /// Granted, and neither paid nor on its way.
    pub fn waits(&self) -> bool {
        self.state == AdvanceState::Granted && !self.out
    }

    fn has_not_left(&self) -> bool {
        let waits = matches!(self.state, AdvanceState::Requested | AdvanceState::Granted);
        waits && !self.out
    }

    pub fn is(&self, state: PayoutState) -> bool {
        self.payouts.newest().is_some_and(|payout| payout.state == state)
    }
}

impl Model {
    /// Whether any salary of the worker pays an advance back.
    fn is_free(&self, advance: &Advance) -> bool {
        advance.due || self.salary_stands(advance.bill)
    }

    /// What a salary of these bills is reduced by, as far as it goes.
    pub fn owed_with(&self, worker: usize, bills: &[usize]) -> i64 {
        let counts =
            |one: &&Advance| one.worker == worker && (bills.contains(&one.bill) || self.is_free(one));
        let advances: i64 = self.advances.iter().filter(counts).map(Advance::owed).sum();
        self.debts.get(&worker).copied().unwrap_or_default() + advances
    }

    /// All that the worker owes.
    pub fn owed_in_all(&self, worker: usize) -> i64 {
        let own = self.advances.iter().filter(|one| one.worker == worker);
        self.debts.get(&worker).copied().unwrap_or_default() + own.map(Advance::owed).sum::<i64>()
    }

    /// The most that can be asked for on a bill, beside all advances but one.
    fn limit(&self, bill: usize, payee: Payee, payday: Date, but: Option<usize>) -> Result<i64, Refused> {
        let (chosen, worker) = (&self.bills[bill], self.bills[bill].worker);
        let debt = self.owed_with(worker, &[]);
        let terms = |charge| Terms::new(payee, self.so_far(worker, payday), payday.year(), &[charge]);
        // Such a bill is not sent, but histories begin with bills that were.
        if !terms(chosen.asked).is_enough(&[chosen.asked]) {
            return Err("CannotCreateAdvance");
        }
        let net = |charge| terms(charge).salary(&[charge], debt).net;
        let net = net(chosen.asked).min(net(chosen.left_to_credit()));
        let others = || self.advances.iter().enumerate().filter(|(place, _)| Some(*place) != but);
        let of_bill: i64 =
            others().filter(|(_, one)| one.bill == bill).map(|(_, one)| one.outstanding()).sum();
        let own = others().filter(|(_, one)| one.worker == worker);
        let of_person: i64 = own.map(|(_, one)| one.outstanding()).sum();
        Ok((share(net, SHARE) - of_bill).min(MOST - of_person).max(0))
    }

    /// What may be asked for on a bill, if anything.
    pub fn may_ask(&self, bill: usize, payee: Payee, payday: Date) -> Result<i64, Refused> {
        match self.bills[bill].state {
            BillState::Sent => {}
            BillState::Paid => return Err("InvoicePaid"),
            BillState::Credited => return Err("AdvanceCannotBeAsked"),
        }
        if self.advances.iter().any(|one| one.bill == bill && one.state.stands()) {
            return Err("RowsAlreadyHandled");
        }
        if self.salary_stands(bill) {
            return Err("InvoicePaid");
        }
        self.limit(bill, payee, payday, None)
    }

    /// Grants an advance, or is the first of two who do.
    pub fn grant(&mut self, place: usize, clerk: usize, payee: Payee, payday: Date) -> Result<(), Refused> {
        let advance = &self.advances[place];
        if advance.state != AdvanceState::Requested {
            return Err("AdvanceNotInState");
        }
        match self.bills[advance.bill].state {
            BillState::Sent => {}
            BillState::Paid => return Err("InvoicePaid"),
            BillState::Credited => return Err("AdvanceCannotBeAsked"),
        }
        if self.salary_stands(advance.bill) {
            return Err("InvoicePaid");
        }
        if advance.amount > self.limit(advance.bill, payee, payday, Some(place))? {
            return Err("AdvanceTooBig");
        }
        // Advances that were granted before count together with it.
        let worker = self.advances[place].worker;
        let before = |one: &&Advance| {
            one.worker == worker && matches!(one.state, AdvanceState::Granted | AdvanceState::Paid)
        };
        let granted: i64 = self.advances.iter().filter(before).map(Advance::outstanding).sum();
        let advance = &mut self.advances[place];
        match advance.first_by {
            Some(first) if first == clerk => return Err("ApprovedBySamePerson"),
            None if granted + advance.amount > TWO_PEOPLE_ABOVE => advance.first_by = Some(clerk),
            _ => advance.state = AdvanceState::Granted,
        }
        Ok(())
    }

    pub fn may_refuse(&self, place: usize) -> Result<(), Refused> {
        if self.advances[place].has_not_left() { Ok(()) } else { Err("AdvanceNotInState") }
    }

    /// An advance ends that has not left. What salaries had taken of it is still the worker's.
    pub fn end_advance(&mut self, place: usize) {
        let advance = &mut self.advances[place];
        if advance.taken == 0 {
            advance.state = AdvanceState::Refused;
            advance.payouts.withdraw();
            return;
        }
        (advance.state, advance.amount) = (AdvanceState::Granted, advance.taken);
        if advance.payouts.newest().is_some_and(|newest| newest.amount != advance.taken) {
            advance.payouts.withdraw();
        }
    }

    /// The advances of a bill that have not left end.
    fn lapse(&mut self, bill: usize) {
        for place in 0..self.advances.len() {
            if self.advances[place].bill == bill && self.advances[place].has_not_left() {
                self.end_advance(place);
            }
        }
    }

    /// A bill is credited as a whole: what has left and is owed is due at once.
    pub fn bill_is_credited(&mut self, bill: usize) {
        self.lapse(bill);
        for advance in self.advances.iter_mut().filter(|one| one.bill == bill && one.owed() > 0) {
            advance.due = true;
        }
    }

    /// A part of a bill is credited: what was granted and has not left ends.
    pub fn part_is_credited(&mut self, bill: usize) {
        for place in 0..self.advances.len() {
            if self.advances[place].bill == bill && self.advances[place].waits() {
                self.end_advance(place);
            }
        }
    }

    /// What salaries take of advances, as it is stored: each may take only what is theirs. Answers what of each salary
    /// pays other debts. Before the run counts as approved.
    pub fn take_advances(
        &mut self,
        run: usize,
        parts: &BTreeMap<SalaryId, Vec<(AdvanceId, i64)>>,
    ) -> Result<BTreeMap<SalaryId, i64>, String> {
        let mut others = BTreeMap::new();
        let salaries: Vec<(SalaryId, i64)> = self.runs[run]
            .paid_salaries()
            .map(|salary| (salary.id, salary.figures.map_or(0, |figures| figures.reductions)))
            .collect();
        for (salary, reductions) in salaries {
            let mut left = reductions;
            for (id, amount) in parts.get(&salary).into_iter().flatten() {
                let place = self.advances.iter().position(|one| one.id == *id).ok_or("an unknown advance")?;
                let advance = &self.advances[place];
                let is_its_bill = self.bills[advance.bill].salary == Some(salary);
                if !(is_its_bill || self.is_free(advance)) || *amount > advance.owed() {
                    return Err(format!("a salary takes {amount} of {advance:?}"));
                }
                left -= amount;
                self.advances[place].taken += amount;
            }
            others.insert(salary, left);
        }
        Ok(others)
    }

    /// The bills of the run are paid as salaries: nothing is advanced on them any more.
    pub fn lapse_of_run(&mut self, run: usize) {
        let paid: Vec<SalaryId> = self.runs[run].paid_salaries().map(|salary| salary.id).collect();
        for bill in 0..self.bills.len() {
            if self.bills[bill].salary.is_some_and(|salary| paid.contains(&salary)) {
                self.lapse(bill);
            }
        }
    }

    /// The payment file of an advance is approved.
    pub fn advance_leaves(&mut self, place: usize) {
        self.advances[place].out = true;
    }

    /// The bank has paid so much of it, perhaps after it was taken for having refused it.
    pub fn advance_is_paid(&mut self, place: usize, amount: i64) {
        let is_credited = self.bills[self.advances[place].bill].state == BillState::Credited;
        let advance = &mut self.advances[place];
        (advance.state, advance.amount) = (AdvanceState::Paid, amount);
        if !advance.out {
            advance.out = true;
            advance.due |= is_credited && advance.owed() > 0;
        }
    }

    /// The bank refused it, or sent it back.
    pub fn advance_comes_back(&mut self, place: usize) {
        let advance = &mut self.advances[place];
        (advance.state, advance.out) = (AdvanceState::Granted, false);
        let bill = advance.bill;
        if self.bills[bill].state == BillState::Credited || self.salary_stands(bill) {
            self.end_advance(place);
        }
    }

    /// Payroll has it recovered from any salary.
    pub fn free_advance(&mut self, place: usize) -> Result<(), Refused> {
        let bill = self.bills[self.advances[place].bill].state;
        let advance = &mut self.advances[place];
        if !advance.out || advance.due {
            return Err("AdvanceNotInState");
        }
        match bill {
            BillState::Sent => advance.due = true,
            BillState::Paid => return Err("InvoicePaid"),
            BillState::Credited => return Err("AdvanceNotInState"),
        }
        Ok(())
    }
}
