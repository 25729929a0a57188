//! The side of the workers who do not wait for their customers.

use std::collections::BTreeMap;

use liksa_actions::advances::{self, AdvanceRequest};
use liksa_domain::advance::AdvanceState;
use liksa_domain::ids::{AdvanceId, RowId, SalaryId};
use liksa_domain::payout::PayoutState;
use liksa_domain::payroll::next_payday;

use crate::model::{Advance, BillState, Thing, cents};
use crate::steps::{AdvanceFate, Share};
use crate::world::{Done, Fault, History, MAKER, Stepped, agree, answer, broken, choose, money, payee};

impl History<'_> {
    /// Asks for an advance on all rows of a bill, and takes it so many steps further.
    pub async fn advance(&mut self, bill: usize, part: Share, clerk: usize, steps: usize) -> Stepped {
        let fits = |bill: &crate::model::Bill| bill.state == BillState::Sent;
        let Some(bill) = self.bill(bill, fits) else { return Ok(Done::Nothing) };
        let worker = self.model.bills[bill].worker;
        let payday = next_payday(self.today()).map_err(broken)?;
        let limit = self.model.may_ask(bill, payee(worker), payday);
        let amount = part.of(limit.unwrap_or(100)).max(1);
        let expected = limit.and_then(|limit| if amount <= limit { Ok(()) } else { Err("AdvanceTooBig") });
        let id = self.model.bills[bill].id;
        let stored = self.context.store.bill(id).await.map_err(broken)?.ok_or("a bill is gone")?;
        let rows: Vec<RowId> = stored.bill.rows.iter().filter_map(|row| row.id).collect();
        let request = AdvanceRequest { rows, amount: Some(money(amount)) };
        let asked = advances::ask(&self.context, self.world.workers[worker].id, id, &request).await;
        let asked = answer(asked)?;
        if let Ok(made) = &asked {
            self.model.advances.push(Advance::new(made.id, bill, worker, amount));
        }
        let done = agree(asked.map(drop), expected)?;
        if done != Done::Yes {
            return Ok(done);
        }
        let place = self.model.advances.len() - 1;
        let other = (clerk + 1) % 3;
        let all =
            [AdvanceFate::Grant(clerk), AdvanceFate::Grant(other), AdvanceFate::Leaves, AdvanceFate::Paid];
        for fate in all.into_iter().take(steps) {
            self.tick();
            self.advance_step(place, fate).await?;
        }
        Ok(Done::Yes)
    }

    /// An advance, mostly one with which this can happen.
    pub fn advance_for(&self, place: usize, fate: AdvanceFate) -> Option<usize> {
        let fits = |one: &Advance| match fate {
            AdvanceFate::Grant(_) | AdvanceFate::Withdraw => one.state == AdvanceState::Requested,
            AdvanceFate::Refuse => {
                matches!(one.state, AdvanceState::Requested | AdvanceState::Granted) && !one.out
            }
            AdvanceFate::Leaves => one.is(PayoutState::Ready),
            AdvanceFate::Paid => one.is(PayoutState::Approved) || one.is(PayoutState::Refused),
            AdvanceFate::Fails => one.is(PayoutState::Approved) || one.is(PayoutState::Paid),
            AdvanceFate::Again => one.is(PayoutState::Refused) || one.is(PayoutState::Returned),
            AdvanceFate::Free => one.out && !one.due,
        };
        choose(place, &self.model.advances, fits)
    }

    pub async fn advance_step(&mut self, place: usize, fate: AdvanceFate) -> Stepped {
        let advance = &self.model.advances[place];
        let (id, bill, worker) = (advance.id, self.model.bills[advance.bill].id, advance.worker);
        let (context, one) = (&self.context, self.clerk(MAKER));
        match fate {
            AdvanceFate::Grant(clerk) => {
                let payday = next_payday(self.today()).map_err(broken)?;
                let granted = answer(advances::grant(context, self.clerk(clerk), id).await)?;
                let done = agree(granted.map(drop), self.model.grant(place, clerk, payee(worker), payday))?;
                self.find_payouts().await?;
                Ok(done)
            }
            AdvanceFate::Withdraw => {
                let own = self.world.workers[worker].id;
                let withdrawn = answer(advances::withdraw(context, own, bill, id).await)?;
                let waits = advance.state == AdvanceState::Requested;
                let done = agree(withdrawn.map(drop), if waits { Ok(()) } else { Err("AdvanceNotInState") })?;
                if done == Done::Yes {
                    self.model.advances[place].state = AdvanceState::Withdrawn;
                }
                Ok(done)
            }
            AdvanceFate::Refuse => {
                let refused = answer(advances::refuse(context, one, id, "ei nyt").await)?;
                let done = agree(refused.map(drop), self.model.may_refuse(place))?;
                if done == Done::Yes {
                    self.model.end_advance(place);
                }
                Ok(done)
            }
            AdvanceFate::Free => {
                let freed = answer(advances::recover(context, one, id, "asiakas ei maksa").await)?;
                agree(freed.map(drop), self.model.free_advance(place))
            }
            AdvanceFate::Leaves | AdvanceFate::Paid | AdvanceFate::Fails | AdvanceFate::Again => {
                self.newest_payment(place, fate).await
            }
        }
    }

    /// What happens to the newest payment of an advance.
    async fn newest_payment(&mut self, place: usize, fate: AdvanceFate) -> Stepped {
        let Some(newest) = self.newest(Thing::Advance(place)) else { return Ok(Done::Nothing) };
        let state = self.payout(newest).state;
        match fate {
            AdvanceFate::Leaves if state == PayoutState::Ready => {
                self.send_payouts(MAKER, &[newest]).await?;
                Ok(Done::Yes)
            }
            AdvanceFate::Paid if matches!(state, PayoutState::Approved | PayoutState::Refused) => {
                self.payout_leaves(newest).await
            }
            AdvanceFate::Fails if state == PayoutState::Paid => self.payout_returns(newest).await,
            AdvanceFate::Fails => self.payout_fails(newest, MAKER).await,
            AdvanceFate::Again => self.pay_again(newest, MAKER).await,
            _ => Ok(Done::Nothing),
        }
    }

    /// What the salaries of a run have taken of advances.
    pub async fn taken_of_advances(
        &self,
        run: usize,
    ) -> Result<BTreeMap<SalaryId, Vec<(AdvanceId, i64)>>, Fault> {
        let mut parts = BTreeMap::new();
        for salary in self.model.runs[run].paid_salaries() {
            let taken = self.context.store.advances_recovered_by(salary.id).await.map_err(broken)?;
            parts.insert(salary.id, taken.iter().map(|one| (one.id, cents(one.amount))).collect());
        }
        Ok(parts)
    }

    /// Every advance is stored as the model has it.
    pub async fn advances_are_stored(&self) -> Result<(), Fault> {
        for advance in &self.model.advances {
            let found = self.context.store.advance(advance.id).await.map_err(broken)?;
            let found = found.ok_or("an advance is gone")?;
            let stored = (
                found.state,
                found.is_out,
                found.due_at.is_some(),
                cents(found.amount),
                cents(found.recovered),
            );
            if stored != (advance.state, advance.out, advance.due, advance.amount, advance.taken) {
                return Err(format!("stored {found:?}, expected {advance:?}"));
            }
        }
        Ok(())
    }
}
