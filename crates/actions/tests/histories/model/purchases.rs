//! What is bought with bills: when it is paid, and who bears it.

use liksa_domain::ids::PurchaseId;
use liksa_domain::payout::PayoutState;
use liksa_domain::purchase::PurchaseInvoice;

use super::{Bill, BillState, Model, Payouts};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PurchaseState {
    /// For the customer's money.
    Waits,
    Ready,
    /// In a payment file.
    Sent,
    Paid,
    /// The bank refused it or sent it back, and nobody has made it anew.
    Rests,
    /// Its bill was credited while it was ready.
    Dropped,
}

/// Cents.
#[derive(Debug)]
pub struct Purchase {
    pub id: PurchaseId,
    pub invoice: PurchaseInvoice,
    pub net: i64,
    pub vat: i64,
    pub commission: i64,
    pub now: bool,
    pub state: PurchaseState,
    /// Whether the worker owes it, because no salary bore it.
    pub recovered: bool,
    pub payouts: Payouts,
}

impl Purchase {
    fn moves(&mut self, from: PurchaseState, to: PurchaseState) {
        if self.state == from {
            self.state = to;
            self.payouts.withdraw();
        }
    }

    fn owed(&self) -> i64 {
        self.net + self.commission
    }
}

impl Bill {
    pub fn customer_has_paid(&mut self) {
        for purchase in &mut self.purchases {
            purchase.moves(PurchaseState::Waits, PurchaseState::Ready);
        }
    }

    pub fn customer_has_not_paid(&mut self) {
        for purchase in self.purchases.iter_mut().filter(|purchase| !purchase.now) {
            purchase.moves(PurchaseState::Ready, PurchaseState::Waits);
        }
    }
}

impl Model {
    /// A bill is credited that no salary has borne.
    pub fn purchases_of_credited(&mut self, bill: usize) {
        for place in 0..self.bills[bill].purchases.len() {
            let purchase = &mut self.bills[bill].purchases[place];
            purchase.moves(PurchaseState::Ready, PurchaseState::Dropped);
            if purchase.state == PurchaseState::Paid {
                self.recover((bill, place));
            }
        }
    }

    fn recover(&mut self, (bill, place): (usize, usize)) {
        let worker = self.bills[bill].worker;
        let purchase = &mut self.bills[bill].purchases[place];
        if !purchase.recovered {
            purchase.recovered = true;
            *self.debts.entry(worker).or_default() += purchase.owed();
        }
    }

    /// The bank has paid a purchase.
    pub fn purchase_is_paid(&mut self, (bill, place): (usize, usize)) {
        self.bills[bill].purchases[place].state = PurchaseState::Paid;
        if self.bills[bill].state == BillState::Credited && !self.salary_stands(bill) {
            self.recover((bill, place));
        }
    }

    pub fn purchase_rests(&mut self, (bill, place): (usize, usize)) {
        self.bills[bill].purchases[place].state = PurchaseState::Rests;
    }

    /// Its money came back. What its worker owed of it is not owed any more, unless salaries have taken of the debt.
    pub fn purchase_comes_back(&mut self, (bill, place): (usize, usize), unowed: bool) -> Result<(), String> {
        self.purchase_rests((bill, place));
        let worker = self.bills[bill].worker;
        let has_paid_debts = self.salaries().any(|(run, salary)| {
            let reductions = salary.figures.map_or(0, |figures| figures.reductions);
            run.is_approved() && salary.worker == worker && !salary.held && reductions > 0
        });
        let purchase = &mut self.bills[bill].purchases[place];
        let debt = self.debts.entry(worker).or_default();
        match (purchase.recovered, unowed) {
            (true, true) if *debt >= purchase.owed() => {
                *debt -= purchase.owed();
                purchase.recovered = false;
                Ok(())
            }
            (true, false) if has_paid_debts => Ok(()),
            (false, false) => Ok(()),
            _ => Err(format!("owed no more: {unowed}, of a debt of {debt}, {purchase:?}")),
        }
    }

    /// Whether the same invoice counts as bought with another bill: nobody pays it twice.
    pub fn is_bought_elsewhere(&self, (bill, place): (usize, usize)) -> bool {
        let purchase = &self.bills[bill].purchases[place];
        self.counts_as_bought(purchase, Some((bill, place)))
    }

    /// Whether an invoice counts as bought. That of a credited bill does not where its worker has not paid for it.
    pub fn counts_as_bought(&self, invoice: &Purchase, but: Option<(usize, usize)>) -> bool {
        let standing = [PayoutState::Ready, PayoutState::Approved, PayoutState::Paid];
        self.bills.iter().enumerate().any(|(bill, of)| {
            of.purchases.iter().enumerate().any(|(place, one)| {
                let counts = of.state != BillState::Credited
                    || one.recovered
                    || one.payouts.all.iter().any(|payout| standing.contains(&payout.state))
                    || self.salary_stands(bill);
                let is_it = Some((bill, place)) == but;
                !is_it && counts && one.invoice.reference == invoice.invoice.reference
            })
        })
    }
}
