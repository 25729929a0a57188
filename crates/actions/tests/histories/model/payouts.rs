//! What the bank was asked to pay for purchases and advances, and what it did.

use liksa_domain::ids::PayoutId;
use liksa_domain::payments::PaymentState;
use liksa_domain::payout::PayoutState;

use super::{BillState, Model, PurchaseState, Refused};

/// What is paid: a purchase by its bill and its place among those of the bill, or an advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    Purchase(usize, usize),
    Advance(usize),
}

#[derive(Debug)]
pub struct Payout {
    pub id: PayoutId,
    pub amount: i64,
    pub state: PayoutState,
    /// By which it was paid.
    pub payment: Option<usize>,
    /// Movements that name it, are not booked and did not come back. The oldest first.
    pub listed: Vec<usize>,
    /// Money that came back before the bank told that it had left.
    pub early: Option<usize>,
    /// What was made in its place.
    pub replaced_by: Option<usize>,
}

impl Payout {
    pub fn has_failed(&self) -> bool {
        matches!(self.state, PayoutState::Refused | PayoutState::Returned)
    }

    /// Whether the bank may have paid it without having told so.
    pub fn may_have_left(&self) -> bool {
        matches!(self.state, PayoutState::Approved | PayoutState::Refused) && self.early.is_none()
    }
}

/// All payouts of one thing, the oldest first.
#[derive(Debug, Default)]
pub struct Payouts {
    pub all: Vec<Payout>,
}

impl Payouts {
    pub fn newest(&self) -> Option<&Payout> {
        self.all.last()
    }

    pub fn add(&mut self, id: PayoutId, amount: i64) {
        let state = PayoutState::Ready;
        self.all.push(Payout {
            id,
            amount,
            state,
            payment: None,
            listed: vec![],
            early: None,
            replaced_by: None,
        });
    }

    /// The newest is not to be paid any more, if it was ready.
    pub fn withdraw(&mut self) {
        if let Some(newest) = self.all.last_mut().filter(|newest| newest.state == PayoutState::Ready) {
            newest.state = PayoutState::Withdrawn;
        }
    }

    fn stands(&self, but: Option<usize>, states: &[PayoutState]) -> bool {
        let mut others = self.all.iter().enumerate().filter(|(place, _)| Some(*place) != but);
        others.any(|(_, one)| states.contains(&one.state))
    }

    /// Whether a movement pays it: it is on its way, or was taken for refused and nothing else is on its way.
    pub fn may_be_paid(&self, place: usize) -> bool {
        match self.all[place].state {
            PayoutState::Approved => true,
            PayoutState::Refused => !self.stands(Some(place), &[PayoutState::Approved, PayoutState::Paid]),
            _ => false,
        }
    }

    /// The oldest that failed and that a movement names all the same: the receiver may have the money.
    fn left_unbooked(&self) -> Option<usize> {
        self.all.iter().position(|one| one.has_failed() && !one.listed.is_empty())
    }

    /// Whether it failed and nothing was made in its place.
    fn rests(&self, place: usize) -> bool {
        let standing = [PayoutState::Ready, PayoutState::Approved, PayoutState::Paid];
        let is_replaced = self.all[place].replaced_by.is_some() || self.stands(Some(place), &standing);
        self.all[place].has_failed() && !is_replaced
    }
}

impl Model {
    pub fn payouts(&self, thing: Thing) -> &Payouts {
        match thing {
            Thing::Purchase(bill, place) => &self.bills[bill].purchases[place].payouts,
            Thing::Advance(place) => &self.advances[place].payouts,
        }
    }

    pub fn payouts_mut(&mut self, thing: Thing) -> &mut Payouts {
        match thing {
            Thing::Purchase(bill, place) => &mut self.bills[bill].purchases[place].payouts,
            Thing::Advance(place) => &mut self.advances[place].payouts,
        }
    }

    /// Everything that is or was to be paid.
    pub fn things(&self) -> Vec<Thing> {
        let bills = self.bills.iter().enumerate();
        let purchases = bills
            .flat_map(|(bill, of)| (0..of.purchases.len()).map(move |place| Thing::Purchase(bill, place)));
        purchases.chain((0..self.advances.len()).map(Thing::Advance)).collect()
    }

    /// Its payment file is approved.
    pub fn payout_is_sent(&mut self, (thing, place): (Thing, usize)) {
        self.payouts_mut(thing).all[place].state = PayoutState::Approved;
        match thing {
            Thing::Purchase(bill, place) => self.bills[bill].purchases[place].state = PurchaseState::Sent,
            Thing::Advance(advance) => self.advance_leaves(advance),
        }
    }

    /// A movement out of the account names it. What it does not pay is listed.
    pub fn payout_leaves(&mut self, (thing, place): (Thing, usize), payment: usize) -> PaymentState {
        if self.payouts(thing).may_be_paid(place) {
            self.is_paid((thing, place), payment);
            return PaymentState::Confirmed;
        }
        self.payouts_mut(thing).all[place].listed.push(payment);
        PaymentState::Outgoing
    }

    fn is_paid(&mut self, (thing, place): (Thing, usize), payment: usize) {
        let payouts = self.payouts_mut(thing);
        payouts.withdraw();
        let payout = &mut payouts.all[place];
        (payout.state, payout.payment) = (PayoutState::Paid, Some(payment));
        let amount = payout.amount;
        self.bank -= amount;
        match thing {
            Thing::Purchase(bill, place) => self.purchase_is_paid((bill, place)),
            Thing::Advance(advance) => self.advance_is_paid(advance, amount),
        }
    }

    /// A movement into the account names it: what was listed comes back first. Answers what came back. Whether its worker
    /// owes a purchase no more is said by the program.
    pub fn payout_returns(&mut self, (thing, place): (Thing, usize), unowed: bool) -> Result<usize, String> {
        let payout = &mut self.payouts_mut(thing).all[place];
        if !payout.listed.is_empty() {
            return Ok(payout.listed.remove(0));
        }
        let payment = payout.payment.take().ok_or("it was not paid")?;
        payout.state = PayoutState::Returned;
        let amount = payout.amount;
        self.bank += amount;
        // A sum that paid others too stays as it is.
        if !self.payments[payment].is_sum {
            self.payments[payment].state = PaymentState::Reversed;
        }
        // What was withdrawn when it was paid stands in the place of nothing.
        let payouts = self.payouts_mut(thing);
        let withdrawn: Vec<usize> = (0..payouts.all.len())
            .filter(|place| payouts.all[*place].state == PayoutState::Withdrawn)
            .collect();
        for one in &mut payouts.all {
            one.replaced_by = one.replaced_by.filter(|other| !withdrawn.contains(other));
        }
        match thing {
            Thing::Purchase(bill, place) => self.purchase_comes_back((bill, place), unowed)?,
            Thing::Advance(advance) => self.advance_comes_back(advance),
        }
        self.pay_by_earlier(thing);
        Ok(payment)
    }

    /// It has left, by what the bank tells now, and come back before that: what waits among the unmatched and nobody has
    /// matched. Whether its worker owes a purchase no more is said by the program.
    pub fn payout_had_returned(
        &mut self,
        (thing, place): (Thing, usize),
        unowed: bool,
    ) -> Result<(), String> {
        let Some(early) = self.payouts(thing).all[place].early else { return Ok(()) };
        let back = &self.payments[early];
        if back.unmatched() != back.amount {
            return Ok(());
        }
        self.payouts_mut(thing).all[place].early = None;
        let taken = self.payout_returns((thing, place), unowed)?;
        let back = &mut self.payments[early];
        back.withdraw_proposal();
        (back.state, back.rest, back.takes_back) = (PaymentState::Reversal, 0, Some(taken));
        self.bank -= back.amount;
        Ok(())
    }

    /// Two people say that the bank has refused it.
    pub fn payout_fails(&mut self, (thing, place): (Thing, usize)) {
        self.payouts_mut(thing).all[place].state = PayoutState::Refused;
        match thing {
            Thing::Purchase(bill, place) => self.purchase_rests((bill, place)),
            Thing::Advance(advance) => self.advance_comes_back(advance),
        }
        self.pay_by_earlier(thing);
    }

    /// The thing is paid by a movement that was only listed while another payout of it was on its way.
    fn pay_by_earlier(&mut self, thing: Thing) {
        let Some(place) = self.payouts(thing).left_unbooked() else { return };
        if self.payouts(thing).may_be_paid(place) {
            let payment = self.payouts_mut(thing).all[place].listed.remove(0);
            self.payments[payment].state = PaymentState::Confirmed;
            self.is_paid((thing, place), payment);
        }
    }

    /// Whether a purchase is to be paid as its bill is now: the bill has it paid, or its worker has paid for it.
    fn is_due(&self, (bill, place): (usize, usize)) -> bool {
        let purchase = &self.bills[bill].purchases[place];
        let by_bill = match self.bills[bill].state {
            BillState::Sent => purchase.now,
            BillState::Paid => true,
            BillState::Credited => false,
        };
        by_bill || purchase.recovered || self.salary_stands(bill)
    }

    /// Whether it failed, and its thing is still to be paid.
    pub fn waits_to_be_paid_again(&self, (thing, place): (Thing, usize)) -> bool {
        self.payouts(thing).rests(place) && self.is_to_be_paid(thing).is_ok()
    }

    fn is_to_be_paid(&self, thing: Thing) -> Result<(), Refused> {
        match thing {
            Thing::Purchase(bill, place) if !self.is_due((bill, place)) => Err("PurchaseNotDue"),
            Thing::Purchase(..) => Ok(()),
            Thing::Advance(advance) if !self.advances[advance].waits() => Err("AdvanceNotInState"),
            Thing::Advance(_) => Ok(()),
        }
    }

    /// Whether it may be made anew. What a movement names all the same may have been received.
    pub fn may_pay_again(&self, (thing, place): (Thing, usize)) -> Result<(), Refused> {
        let payouts = self.payouts(thing);
        if !payouts.rests(place) || payouts.left_unbooked().is_some() {
            return Err("PayoutNotInState");
        }
        self.is_to_be_paid(thing)?;
        match thing {
            Thing::Purchase(bill, place) if self.is_bought_elsewhere((bill, place)) => {
                Err("DuplicatePurchase")
            }
            _ => Ok(()),
        }
    }
}
