//! What the bank does with payments for purchases and advances, whatever was thought of them.

use liksa_actions::payments::Transaction;
use liksa_actions::payouts;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{BillId, Id};
use liksa_domain::ledger::EntryKind;
use liksa_domain::payments::PaymentState;
use liksa_domain::payout::{OtherAccount, PaidThing, PayoutFileBody, PayoutState};
use liksa_finland::bank_days::bank_day_on_or_after;
use liksa_store::Payout;

use crate::model::{self, BillState, PurchaseState, Thing, cents};
use crate::steps::{AGAIN_OF_CREDITED, FileFate, Step};
use crate::world::{Done, Fault, History, Stepped, agree, answer, broken, choose};

/// One payout of a thing, counted from the oldest.
pub type Which = (Thing, usize);

impl History<'_> {
    pub fn payout(&self, (thing, place): Which) -> &model::Payout {
        &self.model.payouts(thing).all[place]
    }

    /// The newest payout of a thing, if it has any.
    pub fn newest(&self, thing: Thing) -> Option<Which> {
        self.model.payouts(thing).all.len().checked_sub(1).map(|place| (thing, place))
    }

    fn bill_of(&self, thing: Thing) -> BillId {
        match thing {
            Thing::Purchase(bill, _) => self.model.bills[bill].id,
            Thing::Advance(place) => self.model.bills[self.model.advances[place].bill].id,
        }
    }

    /// All payouts of a thing as they are stored, the oldest first.
    async fn stored(&self, thing: Thing) -> Result<Vec<Payout>, Fault> {
        let all = self.context.store.payouts_of_bill(self.bill_of(thing)).await.map_err(broken)?;
        let is_its = |payout: &Payout| match (thing, payout.thing) {
            (Thing::Purchase(bill, place), PaidThing::Purchase(id)) => {
                self.model.bills[bill].purchases[place].id == id
            }
            (Thing::Advance(place), PaidThing::Advance(id)) => self.model.advances[place].id == id,
            _ => false,
        };
        Ok(all.into_iter().filter(is_its).collect())
    }

    /// Learns the ids of the payouts that the program has made: each is of a thing that is to be paid.
    pub async fn find_payouts(&mut self) -> Result<(), Fault> {
        for thing in self.model.things() {
            let newest = self.newest(thing).map(|newest| self.payout(newest).state);
            let (is_to_be_paid, amount) = match thing {
                Thing::Purchase(bill, place) => {
                    let purchase = &self.model.bills[bill].purchases[place];
                    (purchase.state == PurchaseState::Ready, purchase.net + purchase.vat)
                }
                Thing::Advance(place) => {
                    (self.model.advances[place].waits(), self.model.advances[place].amount)
                }
            };
            let is_known =
                matches!(newest, Some(PayoutState::Ready | PayoutState::Approved | PayoutState::Paid));
            if !is_to_be_paid || is_known {
                continue;
            }
            let known = self.model.payouts(thing).all.len();
            for new in self.stored(thing).await?.into_iter().skip(known) {
                if (new.state, cents(new.amount)) != (PayoutState::Ready, amount) {
                    return Err(format!("{new:?} is to pay {amount}"));
                }
                self.model.payouts_mut(thing).add(new.id, amount);
            }
        }
        Ok(())
    }

    /// Puts payouts into a file that another person than its maker approves.
    /// Answers the file's own id, as a bank tells it.
    pub async fn send_payouts(&mut self, maker: usize, all: &[Which]) -> Result<String, Fault> {
        let (context, one, other) = (&self.context, self.clerk(maker), self.clerk((maker + 1) % 3));
        let made = answer(payouts::make_file(context, one, &self.file_of(all)).await)??;
        let own = answer(payouts::approve_file(context, one, made.id).await)?;
        if own.err().as_deref() != Some("ApprovedBySamePerson") {
            return Err("a file was approved by its maker".into());
        }
        answer(payouts::approve_file(context, other, made.id).await)??;
        all.iter().for_each(|which| self.model.payout_is_sent(*which));
        let digits = made.id.digits();
        Ok(format!("LIKSA-M-{}-{}", self.today().strftime("%Y%m%d"), &digits[digits.len() - 12..]))
    }

    /// What is asked for to put payouts into a file.
    fn file_of(&self, all: &[Which]) -> PayoutFileBody {
        PayoutFileBody {
            ids: Some(all.iter().map(|which| self.payout(*which).id).collect()),
            pay_on: Some(format_date(bank_day_on_or_after(self.today()))),
        }
    }

    /// All that is ready goes into one payment file.
    pub async fn pay_out_all(&mut self, maker: usize, fate: FileFate) -> Stepped {
        let is_ready = |which: &Which| self.payout(*which).state == PayoutState::Ready;
        let things = self.model.things().into_iter();
        let all: Vec<Which> = things.filter_map(|thing| self.newest(thing)).filter(is_ready).collect();
        if all.is_empty() {
            return Ok(Done::Nothing);
        }
        if fate == FileFate::Cancelled {
            let (context, one, other) = (&self.context, self.clerk(maker), self.clerk((maker + 1) % 3));
            let made = answer(payouts::make_file(context, one, &self.file_of(&all)).await)??;
            answer(payouts::cancel_file(context, other, made.id, "väärä päivä").await)??;
            return Ok(Done::Yes);
        }
        let file = self.send_payouts(maker, &all).await?;
        if fate == FileFate::Sent {
            return Ok(Done::Yes);
        }
        // The kinds are the parts of a file, in this order.
        let is_advance = |(thing, _): &Which| matches!(thing, Thing::Advance(_));
        let (advances, bought): (Vec<Which>, Vec<Which>) = all.into_iter().partition(is_advance);
        let parts = [advances, bought].into_iter().filter(|part| !part.is_empty());
        for (place, part) in (1..).zip(parts) {
            let mut paid = part;
            if fate == FileFate::PaidAsSumsButOne && paid.len() > 1 {
                self.payout_fails(paid.remove(0), maker).await?;
            }
            self.tick();
            self.sum_leaves(&format!("{file}-{place}"), &paid).await?;
        }
        Ok(Done::Yes)
    }

    /// The bank books several payments of a file as one sum.
    async fn sum_leaves(&mut self, order: &str, all: &[Which]) -> Stepped {
        let sum: i64 = all.iter().map(|which| self.payout(*which).amount).sum();
        let (id, transaction) = self.transaction(-sum, &[])?;
        let ordered_as = Some(order.to_owned());
        let transaction = Transaction { end_to_end_id: None, ordered_as, ..transaction };
        let mut payment = self.payment_of(id, &transaction);
        let state = self.book(payment.id, &transaction).await?;
        (payment.rest, payment.state, payment.is_sum) = (0, PaymentState::Confirmed, all.len() > 1);
        self.model.payments.push(payment);
        let payment = self.model.payments.len() - 1;
        for which in all {
            self.model.payout_leaves(*which, payment);
        }
        Self::same_state(state, PaymentState::Confirmed)
    }

    /// A movement of the bank account that names a payout.
    async fn movement_of_payout(&mut self, which: Which, sign: i64) -> Result<(usize, PaymentState), Fault> {
        let (digits, amount) = (self.payout(which).id.digits(), self.payout(which).amount);
        let (id, transaction) = self.transaction(sign * amount, &[])?;
        let transaction = Transaction { end_to_end_id: Some(digits), ..transaction };
        let mut payment = self.payment_of(id, &transaction);
        let state = self.book(payment.id, &transaction).await?;
        payment.rest = 0;
        self.model.payments.push(payment);
        Ok((self.model.payments.len() - 1, state))
    }

    /// The bank pays it, be it for the first time or once more. It may have told before that the money came back.
    pub async fn payout_leaves(&mut self, which: Which) -> Stepped {
        let (payment, state) = self.movement_of_payout(which, -1).await?;
        self.model.payments[payment].state = self.model.payout_leaves(which, payment);
        let undone = self.debt_is_undone(which).await?;
        self.model.payout_had_returned(which, undone)?;
        Self::same_state(state, self.model.payments[payment].state)
    }

    /// The bank tells that the money came back, and not yet that it had left.
    async fn payout_returns_early(&mut self, which: Which) -> Stepped {
        if !self.payout(which).may_have_left() || !self.payout(which).listed.is_empty() {
            return Ok(Done::Nothing);
        }
        let (payment, state) = self.movement_of_payout(which, 1).await?;
        let back = &mut self.model.payments[payment];
        back.rest = back.amount;
        self.model.bank += back.amount;
        let (thing, place) = which;
        self.model.payouts_mut(thing).all[place].early = Some(payment);
        Self::same_state(state, PaymentState::Unmatched)
    }

    /// Whether the program has undone what the worker owed of a purchase when the money of this payment came back.
    async fn debt_is_undone(&self, which: Which) -> Result<bool, Fault> {
        let subject = format!("payout:{}", self.payout(which).id);
        let undone = self.context.store.entry_of(EntryKind::PurchaseDebtUndone, &subject).await;
        Ok(undone.map_err(broken)?.is_some())
    }

    /// What the bank has paid comes back. Money that it has not paid does not.
    pub async fn payout_returns(&mut self, which: Which) -> Stepped {
        let payout = self.payout(which);
        if payout.state != PayoutState::Paid && payout.listed.is_empty() {
            return Ok(Done::Nothing);
        }
        let (payment, state) = self.movement_of_payout(which, 1).await?;
        let undone = self.debt_is_undone(which).await?;
        let taken = self.model.payout_returns(which, undone)?;
        let back = &mut self.model.payments[payment];
        (back.state, back.takes_back) = (PaymentState::Reversal, Some(taken));
        Self::same_state(state, PaymentState::Reversal)
    }

    /// Two clerks say that the bank has refused it.
    pub async fn payout_fails(&mut self, which: Which, clerk: usize) -> Stepped {
        let (id, is_sent) = (self.payout(which).id, self.payout(which).state == PayoutState::Approved);
        let (one, other) = (self.clerk(clerk), self.clerk((clerk + 1) % 3));
        let said = answer(payouts::propose_refusal(&self.context, one, id, "hylätty").await)?;
        let done = agree(said.map(drop), if is_sent { Ok(()) } else { Err("PayoutNotInState") })?;
        if done == Done::Yes {
            answer(payouts::confirm_refusal(&self.context, other, id).await)??;
            self.model.payout_fails(which);
        }
        Ok(done)
    }

    /// A clerk makes it anew.
    pub async fn pay_again(&mut self, (thing, place): Which, clerk: usize) -> Stepped {
        let id = self.payout((thing, place)).id;
        let by = self.clerk(clerk);
        let again = payouts::make_again(&self.context, by, id, &OtherAccount::default()).await;
        let done = agree(answer(again)?.map(drop), self.model.may_pay_again((thing, place)))?;
        if done == Done::Yes {
            let bill = match thing {
                Thing::Purchase(bill, _) => bill,
                Thing::Advance(place) => self.model.advances[place].bill,
            };
            if self.model.bills[bill].state == BillState::Credited {
                self.seen.push(AGAIN_OF_CREDITED);
            }
            if let Thing::Purchase(bill, place) = thing {
                self.model.bills[bill].purchases[place].state = PurchaseState::Ready;
            }
            self.find_payouts().await?;
            let new = self.model.payouts(thing).all.len() - 1;
            self.model.payouts_mut(thing).all[place].replaced_by = Some(new);
        }
        Ok(done)
    }

    /// Something happens to a payout, mostly to one to which it can.
    pub async fn payout_step(&mut self, step: Step, place: usize) -> Stepped {
        let all: Vec<Which> = self
            .model
            .things()
            .into_iter()
            .flat_map(|thing| (0..self.model.payouts(thing).all.len()).map(move |place| (thing, place)))
            .collect();
        let fits = |which: &Which| {
            let payout = self.payout(*which);
            match step {
                Step::PayoutLeaves { .. } => payout.state == PayoutState::Approved || payout.has_failed(),
                Step::PayoutReturns { .. } => payout.state == PayoutState::Paid || !payout.listed.is_empty(),
                Step::PayoutReturnsEarly { .. } => payout.may_have_left(),
                Step::PayoutFails { .. } => payout.state == PayoutState::Approved,
                _ => payout.has_failed() && payout.replaced_by.is_none(),
            }
        };
        let Some(chosen) = choose(place, &all, fits) else { return Ok(Done::Nothing) };
        match step {
            Step::PayoutLeaves { .. } => self.payout_leaves(all[chosen]).await,
            Step::PayoutReturns { .. } => self.payout_returns(all[chosen]).await,
            Step::PayoutReturnsEarly { .. } => self.payout_returns_early(all[chosen]).await,
            Step::PayoutFails { clerk, .. } => self.payout_fails(all[chosen], clerk).await,
            Step::PayoutAgain { clerk, .. } => self.pay_again(all[chosen], clerk).await,
            other => Err(format!("{other:?} is not about a payout")),
        }
    }

    /// Every payout is stored as it should be, and people see what waits for them: what failed and is to be paid anew,
    /// and what left the account once more.
    pub async fn payouts_are_stored(&self) -> Result<(), Fault> {
        let (mut open, mut listed) = (vec![], vec![]);
        for thing in self.model.things() {
            let stored = self.stored(thing).await?;
            let stored: Vec<_> = stored.iter().map(|one| (one.id, one.state, cents(one.amount))).collect();
            let all = &self.model.payouts(thing).all;
            let expected: Vec<_> = all.iter().map(|one| (one.id, one.state, one.amount)).collect();
            if stored != expected {
                return Err(format!("stored payouts: {stored:?}, expected {expected:?}"));
            }
            for (place, payout) in all.iter().enumerate() {
                if payout.state == PayoutState::Ready || self.model.waits_to_be_paid_again((thing, place)) {
                    open.push(payout.id);
                }
                listed.extend(payout.listed.iter().map(|payment| self.model.payments[*payment].id));
            }
        }
        let store = &self.context.store;
        let mut shown: Vec<_> =
            store.payouts_open(1000).await.map_err(broken)?.iter().map(|one| one.id).collect();
        let left = store.payouts_left_again(1000).await.map_err(broken)?;
        let mut left: Vec<_> = left.iter().map(|one| one.payment_id).collect();
        open.sort_unstable();
        listed.sort_unstable();
        shown.sort_unstable();
        left.sort_unstable();
        if shown != open {
            return Err(format!("shown as open are {shown:?}, expected {open:?}"));
        }
        if left != listed {
            Err(format!("shown as left again are {left:?}, expected {listed:?}"))
        } else {
            Ok(())
        }
    }
}
