//! Late receipts: costs that a later salary repays, if what was billed covers them.

use liksa_domain::ids::{LateReceiptId, SalaryId};
use liksa_domain::late_receipt::LateReceiptState;

use super::runs::Salary;
use super::wages::{Payee, SoFar, Terms};
use super::{BillState, Charge, Model, Refused};

#[derive(Debug)]
pub struct Late {
    pub id: LateReceiptId,
    pub worker: usize,
    pub amount: i64,
    /// What the provider deducts of it.
    pub vat: i64,
    pub state: LateReceiptState,
    /// When it was decided about.
    pub decided: u32,
    pub salary: Option<SalaryId>,
}

impl Late {
    /// It is billed to nobody, and repaid.
    pub fn charge(&self) -> Charge {
        Charge { receipts: self.amount, ..Charge::default() }
    }
}

impl Model {
    pub fn may_claim(&self, bill: usize) -> Result<(), Refused> {
        if self.bills[bill].state == BillState::Credited { Err("LateReceiptNotForBill") } else { Ok(()) }
    }

    pub fn may_decide(&self, late: usize) -> Result<(), Refused> {
        if self.late[late].state == LateReceiptState::Waiting { Ok(()) } else { Err("StaleLateReceipt") }
    }

    pub fn may_undo_late(&self, late: usize) -> Result<(), Refused> {
        let chosen = &self.late[late];
        let approved = chosen.salary.and_then(|id| self.salary(id)).is_some_and(|(run, _)| run.is_approved());
        match chosen.state {
            _ if approved => Err("LateReceiptInSalary"),
            LateReceiptState::Approved => Ok(()),
            _ => Err("StaleLateReceipt"),
        }
    }

    /// The late receipts that a salary of these charges repays, the oldest first; the others wait.
    pub fn late_in_salary(
        &self,
        run: usize,
        worker: usize,
        (payee, so_far, year): (Payee, SoFar, i16),
        charges: &mut Vec<Charge>,
    ) -> Vec<usize> {
        let mut taken = vec![];
        for (place, late) in self.late.iter().enumerate() {
            let free = late.salary.is_none_or(|id| self.runs[run].salaries.iter().any(|one| one.id == id));
            if late.worker != worker || late.state != LateReceiptState::Approved || !free {
                continue;
            }
            charges.push(late.charge());
            if Terms::covered(payee, so_far, year, charges) {
                taken.push(place);
            } else {
                charges.pop();
            }
        }
        taken
    }

    /// Whether one of a run's workers has other late receipts than when it was calculated.
    pub fn late_changed(&self, run: usize) -> bool {
        let chosen = &self.runs[run];
        let undone =
            |salary: &Salary| salary.late.iter().any(|place| self.late[*place].salary != Some(salary.id));
        let approved_since = |salary: &Salary| {
            self.late.iter().any(|late| {
                late.worker == salary.worker
                    && late.state == LateReceiptState::Approved
                    && late.salary.is_none()
                    && late.decided >= chosen.calculated
            })
        };
        chosen.paid_salaries().any(|salary| undone(salary) || approved_since(salary))
    }
}
