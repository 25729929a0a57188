//! What is withheld for others, and the remittances that pay it on.

use std::collections::BTreeMap;

use jiff::civil::Date;
use liksa_domain::ids::{RemittanceId, SalaryId};
use liksa_domain::ledger::Account;
use liksa_domain::payments::PaymentState;
use liksa_domain::payroll::RunState;
use liksa_domain::remittance::RemittanceState;
use liksa_domain::settings::DueKind;

use super::wages::Figures;
use super::{Model, Refused};

/// What is to be paid on; negative what lowers the next payment.
#[derive(Debug)]
pub struct Withheld {
    pub account: Account,
    /// Whose distraint it is.
    pub worker: Option<usize>,
    pub day: Date,
    /// Nothing of it is paid on before this run is paid.
    pub run: Option<usize>,
    pub amount: i64,
    pub remittance: Option<usize>,
}

#[derive(Debug)]
pub struct Remittance {
    pub id: RemittanceId,
    pub kind: DueKind,
    pub worker: Option<usize>,
    pub parts: BTreeMap<Account, i64>,
    pub state: RemittanceState,
    pub pay_on: Date,
    pub maker: usize,
    /// The movement of the bank account that paid it.
    pub payment: Option<usize>,
    /// Further movements that name it, in their order.
    pub listed: Vec<usize>,
}

impl Remittance {
    pub fn amount(&self) -> i64 {
        self.parts.values().sum()
    }
}

/// The accounts of each receiver, written a second time here.
fn accounts(kind: DueKind) -> &'static [Account] {
    match kind {
        DueKind::TaxAndHealthInsurance => &[Account::WithheldTax, Account::HealthInsurance],
        DueKind::Tyel => &[Account::Tyel],
        DueKind::Unemployment => &[Account::UnemploymentInsurance],
        DueKind::Accident => &[Account::AccidentInsurance],
        DueKind::GroupLife => &[Account::GroupLife],
        DueKind::Yel => &[Account::Yel],
        DueKind::Distraint => &[Account::Distraint],
    }
}

/// What a salary makes the provider owe to others, by account.
pub fn owed_to_others(figures: &Figures) -> [(Account, i64); 8] {
    let f = figures;
    [
        (Account::WithheldTax, f.tax),
        (Account::HealthInsurance, f.health_insurance),
        (Account::Tyel, f.employer_tyel + f.tyel),
        (Account::UnemploymentInsurance, f.employer_unemployment + f.unemployment),
        (Account::AccidentInsurance, f.accident_insurance),
        (Account::GroupLife, f.group_life),
        (Account::Yel, f.yel),
        (Account::Distraint, f.distraint),
    ]
}

impl Model {
    /// The salaries of a run were booked.
    pub fn withhold_run(&mut self, run: usize) {
        let (day, chosen) = (self.runs[run].payday, &self.runs[run]);
        let booked: Vec<(usize, Figures)> =
            chosen.paid_salaries().filter_map(|salary| Some((salary.worker, salary.figures?))).collect();
        for (worker, figures) in booked {
            self.withhold((run, day), worker, &figures);
        }
    }

    /// A part of a salary was taken back today.
    pub fn withhold_taken_back(&mut self, salary: SalaryId, worker: usize, taken: &Figures) {
        let run = self.runs.iter().position(|run| run.salaries.iter().any(|one| one.id == salary));
        let run = run.expect("the run of a salary");
        self.withhold((run, self.today), worker, taken);
    }

    fn withhold(&mut self, (run, day): (usize, Date), worker: usize, figures: &Figures) {
        for (account, amount) in owed_to_others(figures) {
            let worker = (account == Account::Distraint).then_some(worker);
            self.withheld.push(Withheld { account, worker, day, run: Some(run), amount, remittance: None });
        }
    }

    fn is_payable(&self, one: &Withheld) -> bool {
        one.remittance.is_none() && one.run.is_none_or(|run| self.runs[run].state == RunState::Paid)
    }

    /// What a remittance of a receiver until a day would pay, by account.
    pub fn to_pay(&self, kind: DueKind, worker: Option<usize>, until: Date) -> BTreeMap<Account, i64> {
        let mut parts: BTreeMap<Account, i64> = accounts(kind).iter().map(|account| (*account, 0)).collect();
        for one in self.withheld.iter().filter(|one| one.worker == worker && one.day <= until) {
            if let Some(sum) = parts.get_mut(&one.account).filter(|_| self.is_payable(one)) {
                *sum += one.amount;
            }
        }
        parts
    }

    /// Takes all that it pays, so that no other does.
    pub fn remit(&mut self, remittance: Remittance, until: Date) {
        let place = Some(self.remittances.len());
        let (kind, worker) = (remittance.kind, remittance.worker);
        for one in 0..self.withheld.len() {
            let row = &self.withheld[one];
            let is_of = row.worker == worker && row.day <= until && accounts(kind).contains(&row.account);
            if is_of && self.is_payable(row) {
                self.withheld[one].remittance = place;
            }
        }
        self.remittances.push(remittance);
    }

    pub fn may_approve_remittance(
        &self,
        remittance: usize,
        clerk: usize,
        today: Date,
    ) -> Result<(), Refused> {
        let chosen = &self.remittances[remittance];
        if chosen.state != RemittanceState::Made {
            Err("RemittanceNotInState")
        } else if chosen.maker == clerk {
            Err("ApprovedBySamePerson")
        } else if chosen.pay_on < today {
            Err("RemittanceDayOver")
        } else {
            Ok(())
        }
    }

    /// Taken back before its approval, or refused by the bank after it.
    pub fn cancel_remittance(&mut self, remittance: usize) -> Result<(), Refused> {
        let chosen = &mut self.remittances[remittance];
        chosen.state = match chosen.state {
            RemittanceState::Made => RemittanceState::Withdrawn,
            RemittanceState::Approved => RemittanceState::Refused,
            _ => return Err("RemittanceNotInState"),
        };
        let held = self.withheld.iter_mut().filter(|one| one.remittance == Some(remittance));
        held.for_each(|one| one.remittance = None);
        Ok(())
    }

    /// The bank paid it. Whether that counts: once, and also if it was taken for refused.
    pub fn remittance_leaves(&mut self, remittance: usize, payment: usize) -> bool {
        match self.remittances[remittance].state {
            RemittanceState::Approved => {}
            RemittanceState::Refused => self.open_again(remittance, -1),
            _ => {
                self.remittances[remittance].listed.push(payment);
                return false;
            }
        }
        let chosen = &mut self.remittances[remittance];
        (chosen.state, chosen.payment) = (RemittanceState::Paid, Some(payment));
        self.bank -= chosen.amount();
        true
    }

    /// The money came back: what had left a second time does so first, the rest is owed again. Answers by which payment it
    /// had left.
    pub fn remittance_returns(&mut self, remittance: usize) -> Option<usize> {
        let chosen = &mut self.remittances[remittance];
        if !chosen.listed.is_empty() {
            return Some(chosen.listed.remove(0));
        }
        let payment = chosen.payment?;
        chosen.state = RemittanceState::Returned;
        self.bank += chosen.amount();
        self.payments[payment].state = PaymentState::Reversed;
        self.open_again(remittance, 1);
        Some(payment)
    }

    fn open_again(&mut self, remittance: usize, sign: i64) {
        let chosen = &self.remittances[remittance];
        let (worker, day) = (chosen.worker, self.today);
        for (account, amount) in &chosen.parts {
            let (account, amount) = (*account, sign * amount);
            self.withheld.push(Withheld { account, worker, day, run: None, amount, remittance: None });
        }
    }
}
