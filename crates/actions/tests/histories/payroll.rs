//! The side of the workers: payroll runs, step by step.

use std::collections::{BTreeMap, BTreeSet};

use jiff::ToSpan;
use liksa_actions::payroll;
use liksa_domain::ids::{BillId, SalaryId};
use liksa_domain::payments::RefundState;
use liksa_domain::payroll::RunState;
use liksa_finland::bank_days::is_bank_day;
use liksa_store::Only;

use crate::model::{Charge, Figures, Note, Run, Salary, Terms, cents};
use crate::steps::Step;
use crate::world::{
    APPROVER, Done, Fault, History, MAKER, Stepped, UNDOER, agree, answer, around, broken, payee,
};

impl History<'_> {
    /// The first day from then on on which banks pay, and its run.
    pub async fn make_run(&mut self, days: i32) -> Result<(Done, usize), Fault> {
        let mut payday = self.today().saturating_add(days.days());
        while !is_bank_day(payday) {
            payday = payday.tomorrow().map_err(broken)?;
        }
        let made = answer(payroll::make(&self.context, self.clerk(MAKER), Some(payday)).await)?;
        let (id, is_new) = made.map_err(|key| format!("a run was refused: {key}"))?;
        let open = self.model.runs.iter().position(|run| run.payday == payday && run.state != RunState::Paid);
        match (is_new, open) {
            (false, Some(place)) if self.model.runs[place].id == id => {
                Ok((Done::Refused("the day has a run".into()), place))
            }
            (true, None) => {
                self.model.runs.push(Run {
                    id,
                    payday,
                    state: RunState::Draft,
                    salaries: vec![],
                    on_hold: vec![],
                    calculated: 0,
                    approved: 0,
                    unapproving: false,
                    written: false,
                    fetched: false,
                });
                Ok((Done::Yes, self.model.runs.len() - 1))
            }
            (is_new, open) => Err(format!("a new run: {is_new}, the one of the day: {open:?}")),
        }
    }

    pub async fn run_until(&mut self, days: i32, steps: usize) -> Stepped {
        let (_, run) = self.make_run(days).await?;
        let mut last = Done::Nothing;
        let (book, write) = (Step::Book { run }, Step::WriteFiles { run });
        let all = [Step::Calculate { run }, Step::Approve { run }, book, write, Step::PayRun { run }];
        for step in all.into_iter().take(steps) {
            self.tick();
            last = self.run_step(step, run).await?;
        }
        Ok(last)
    }

    pub async fn run_step(&mut self, step: Step, run: usize) -> Stepped {
        let (context, id) = (&self.context, self.model.runs[run].id);
        match step {
            Step::Calculate { .. } => self.calculate(run).await,
            Step::Hold { salary, .. } => self.hold(run, salary, true).await,
            Step::Release { salary, .. } => self.hold(run, salary, false).await,
            Step::Approve { .. } => {
                let refunds = context.store.refunds_to_approve(self.clerk(APPROVER)).await.map_err(broken)?;
                let refunds: BTreeSet<_> = refunds.iter().map(|refund| refund.id).collect();
                let approved = payroll::approve(context, self.clerk(APPROVER), id, &refunds).await;
                let done = agree(answer(approved)?, self.model.may_approve(run, self.today()))?;
                if done == Done::Yes {
                    let taken = self.taken_of_advances(run).await?;
                    self.model.approve(run, APPROVER, &taken)?;
                }
                Ok(done)
            }
            Step::Book { .. } => self.book_run(run).await,
            Step::WriteFiles { .. } => {
                payroll::write_files(context, id).await.map_err(broken)?;
                let chosen = &mut self.model.runs[run];
                if chosen.state != RunState::Posted || chosen.written {
                    return Ok(Done::Nothing);
                }
                chosen.written = true;
                let refunds = self.model.payments.iter_mut().flat_map(|payment| &mut payment.refunds);
                for refund in refunds.filter(|refund| refund.run == Some(run)) {
                    refund.state = RefundState::InFile;
                }
                Ok(Done::Yes)
            }
            Step::FetchFile { .. } => {
                let files = context.store.payroll_files(id).await.map_err(broken)?;
                let Some(file) = files.first() else { return Ok(Done::Nothing) };
                let fetched = payroll::fetch_file(context, self.clerk(APPROVER), (id, file.file)).await;
                answer(fetched)?.map_err(|key| format!("a file was refused: {key}"))?;
                self.model.runs[run].fetched = true;
                Ok(Done::Yes)
            }
            Step::PayRun { .. } => {
                let paid = payroll::pay(context, self.clerk(APPROVER), id).await;
                let chosen = &mut self.model.runs[run];
                let ready = chosen.state == RunState::Posted && chosen.written;
                let done = agree(answer(paid)?, if ready { Ok(()) } else { Err("RunNotInState") })?;
                if done == Done::Yes {
                    chosen.state = RunState::Paid;
                    let figures = chosen.paid_salaries().filter_map(|salary| salary.figures);
                    self.model.bank -= figures.map(|figures| figures.salary.max(0)).sum::<i64>();
                }
                Ok(done)
            }
            Step::Unapprove { .. } => {
                let undone = payroll::unapprove(context, self.clerk(UNDOER), id, "tarkistus").await;
                let done = agree(answer(undone)?, self.model.may_unapprove(run))?;
                if done == Done::Yes {
                    self.model.unapprove(run);
                }
                Ok(done)
            }
            Step::Reverse { .. } => {
                payroll::reverse(context, id).await.map_err(broken)?;
                let undone = self.model.runs[run].unapproving;
                self.model.reverse(run);
                Ok(if undone { Done::Yes } else { Done::Nothing })
            }
            other => Err(format!("{other:?} is not about a run")),
        }
    }

    pub async fn calculate(&mut self, run: usize) -> Stepped {
        let (context, id) = (&self.context, self.model.runs[run].id);
        let begun = answer(payroll::start_calculation(context, self.clerk(MAKER), id).await)?;
        let open = matches!(self.model.runs[run].state, RunState::Draft | RunState::Calculated);
        let done = agree(begun, if open { Ok(()) } else { Err("RunNotInState") })?;
        if done != Done::Yes {
            return Ok(done);
        }
        payroll::calculate(context, id).await.map_err(broken)?;
        let mut payable = self.model.payable(run);
        let mut payable_shares = self.model.payable_shares(run);
        let mut shared_in: BTreeMap<(usize, usize), SalaryId> = BTreeMap::new();
        let stored = context.store.run_salaries(id, Only::All, None, 100).await.map_err(broken)?;
        let mut salaries = vec![];
        let mut paid_in: BTreeMap<usize, _> = BTreeMap::new();
        let mut repaid_in: BTreeMap<usize, _> = BTreeMap::new();
        for salary in stored {
            let worker = self.world.workers.iter().position(|worker| worker.id == salary.person);
            let worker = worker.ok_or("a salary of nobody")?;
            let (bills, shares) = (payable.remove(&worker), payable_shares.remove(&worker));
            if bills.is_none() && shares.is_none() {
                return Err(format!("a salary of worker {worker} without paid bills and shares"));
            }
            let (bills, shares) = (bills.unwrap_or_default(), shares.unwrap_or_default());
            let found = context.store.shares_of_salary(salary.id).await.map_err(broken)?;
            let found: BTreeMap<_, _> = found.iter().map(|share| (share.id, cents(share.total))).collect();
            let left = |bill: usize, share: usize| self.model.bills[bill].left_of_share(share);
            let shares: Vec<(usize, usize, i64)> =
                shares.into_iter().map(|(bill, share)| (bill, share, left(bill, share))).collect();
            let of = |bill: usize, share: usize| self.model.bills[bill].shares[share].id;
            if found != shares.iter().map(|(bill, share, left)| (of(*bill, *share), *left)).collect() {
                return Err(format!(
                    "the salary of worker {worker} has the shares {found:?}, not {shares:?}"
                ));
            }
            shared_in.extend(shares.iter().map(|(bill, share, _)| ((*bill, *share), salary.id)));
            let found = context.store.bills_of_salary(salary.id).await.map_err(broken)?;
            let found: BTreeSet<BillId> = found.iter().map(|bill| bill.id).collect();
            if found != bills.iter().map(|bill| self.model.bills[*bill].id).collect() {
                return Err(format!("the salary of worker {worker} has other bills than {bills:?}"));
            }
            paid_in.extend(bills.iter().map(|bill| (*bill, salary.id)));
            let (payday, debt) = (self.model.runs[run].payday, self.model.owed_with(worker, &bills));
            let so_far = self.model.so_far(worker, payday);
            let bills: Vec<(usize, Charge)> =
                bills.iter().map(|bill| (*bill, self.model.bills[*bill].payable())).collect();
            let mut charges: Vec<Charge> = bills.iter().map(|(_, charge)| *charge).collect();
            charges.extend(
                shares.iter().map(|(.., received)| Charge { received: *received, ..Charge::default() }),
            );
            let by = (payee(worker), so_far, payday.year());
            let late = self.model.late_in_salary(run, worker, by, &mut charges);
            repaid_in.extend(late.iter().map(|late| (*late, salary.id)));
            let terms = salary.summary.map(|_| Terms::new(payee(worker), so_far, payday.year(), &charges));
            let expected = terms.map(|terms| terms.salary(&charges, debt));
            let figures = salary.summary.as_ref().map(Figures::of);
            if figures != expected {
                return Err(format!("worker {worker} gets {figures:?}, expected {expected:?}"));
            }
            salaries.push(Salary {
                id: salary.id,
                worker,
                held: salary.held,
                bills,
                late,
                shares,
                terms,
                figures,
                number: None,
                owed: debt,
                reserved: 0,
                of_advances: vec![],
            });
        }
        if !payable.is_empty() || !payable_shares.is_empty() {
            return Err(format!("no salary for the bills {payable:?} and shares {payable_shares:?}"));
        }
        for (place, bill) in self.model.bills.iter_mut().enumerate() {
            let here = |salary: SalaryId| self.model.runs[run].salaries.iter().any(|one| one.id == salary);
            match paid_in.remove(&place) {
                Some(salary) => bill.salary = Some(salary),
                None if bill.salary.is_some_and(here) => bill.salary = None,
                None => {}
            }
            for (number, share) in bill.shares.iter_mut().enumerate() {
                match shared_in.remove(&(place, number)) {
                    Some(salary) => share.salary = Some(salary),
                    None if share.salary.is_some_and(here) => share.salary = None,
                    None => {}
                }
            }
        }
        for (place, late) in self.model.late.iter_mut().enumerate() {
            let here = |salary: SalaryId| self.model.runs[run].salaries.iter().any(|one| one.id == salary);
            match repaid_in.remove(&place) {
                Some(salary) => late.salary = Some(salary),
                None if late.salary.is_some_and(here) => late.salary = None,
                None => {}
            }
        }
        let now = self.model.now;
        let chosen = &mut self.model.runs[run];
        let wrongly_held = |salary: &Salary| {
            salary.figures.is_some() && salary.held != chosen.on_hold.contains(&salary.worker)
        };
        if let Some(salary) = salaries.iter().find(|salary| wrongly_held(salary)) {
            return Err(format!("worker {} is held or paid against what was decided", salary.worker));
        }
        (chosen.state, chosen.calculated, chosen.salaries) = (RunState::Calculated, now, salaries);
        Ok(Done::Yes)
    }

    pub async fn hold(&mut self, run: usize, salary: usize, hold: bool) -> Stepped {
        let chosen = &self.model.runs[run];
        let Some(place) = around(salary, chosen.salaries.len()) else { return Ok(Done::Nothing) };
        let salary = &chosen.salaries[place];
        if salary.figures.is_none() {
            return Ok(Done::Nothing);
        }
        let (ids, clerk) = ((chosen.id, salary.id), self.clerk(MAKER));
        let done = match hold {
            true => payroll::hold(&self.context, clerk, ids, "odottaa").await,
            false => payroll::release(&self.context, clerk, ids).await,
        };
        let open = chosen.state == RunState::Calculated;
        let done = agree(answer(done.map(drop))?, if open { Ok(()) } else { Err("RunNotInState") })?;
        if done == Done::Yes {
            let chosen = &mut self.model.runs[run];
            let salary = &mut chosen.salaries[place];
            salary.held = hold;
            chosen.on_hold.retain(|worker| *worker != salary.worker);
            if hold {
                chosen.on_hold.push(salary.worker);
            }
        }
        Ok(done)
    }

    pub async fn book_run(&mut self, run: usize) -> Stepped {
        let (context, id) = (&self.context, self.model.runs[run].id);
        payroll::book(context, id).await.map_err(broken)?;
        let chosen = &mut self.model.runs[run];
        if chosen.state != RunState::Approved || chosen.unapproving {
            return Ok(Done::Nothing);
        }
        chosen.state = RunState::Posted;
        let stored = context.store.run_salaries(id, Only::All, None, 100).await.map_err(broken)?;
        for salary in &mut chosen.salaries {
            let found = stored.iter().find(|one| one.id == salary.id).ok_or("a salary is gone")?;
            if found.summary.as_ref().map(Figures::of) != salary.figures
                || found.number.is_none() != salary.held
            {
                return Err(format!("approved was {salary:?}, booked {found:?}"));
            }
            salary.number = found.number;
            let below_zero = salary.figures.map_or(0, |figures| -figures.salary.min(0));
            if below_zero > 0 && !salary.held {
                *self.model.debts.entry(salary.worker).or_default() += below_zero;
            }
        }
        self.model.withhold_run(run);
        Ok(Done::Yes)
    }

    pub async fn write_corrections(&mut self) -> Stepped {
        let mut done = self.write_corrections_of_shares().await?;
        for bill in 0..self.model.bills.len() {
            let booked =
                self.model.bills[bill].salary.and_then(|id| self.model.salary(id)?.1.number).is_some();
            let waits = |note: &&mut Note| booked && note.taken_back.is_some() && !note.correction_written;
            for note in self.model.bills[bill].notes.iter_mut().filter(waits) {
                payroll::write_correction(&self.context, note.id, None).await.map_err(broken)?;
                note.correction_written = true;
                done = Done::Yes;
            }
        }
        Ok(done)
    }

    /// The jobs that a server would have done within a minute.
    pub async fn finish_jobs(&mut self) -> Result<(), Fault> {
        for run in 0..self.model.runs.len() {
            for step in [Step::Reverse { run }, Step::Book { run }, Step::WriteFiles { run }] {
                self.run_step(step, run).await?;
            }
        }
        self.write_corrections().await.map(drop)
    }
}
