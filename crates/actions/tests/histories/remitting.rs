//! The side of authorities and insurers: what was withheld for them is paid on.

use jiff::ToSpan;
use liksa_actions::payments::Transaction;
use liksa_actions::remittances;
use liksa_domain::dates::format_date;
use liksa_domain::ids::Id;
use liksa_domain::payments::PaymentState;
use liksa_domain::remittance::{RemittanceBody, RemittanceState};
use liksa_domain::settings::DueKind;
use liksa_finland::bank_days::bank_day_on_or_after;

use crate::model::{Payment, Remittance};
use crate::steps::Step;
use crate::world::{Done, Fault, History, Stepped, agree, answer, choose, money};

/// The worker whose wages are garnished.
const DEBTOR: usize = 3;

impl History<'_> {
    pub async fn remit(&mut self, kind: usize, clerk: usize, days: i32, more: i64) -> Stepped {
        let until = self.today().saturating_add(days.days());
        let worker = |kind: DueKind| (kind == DueKind::Distraint).then_some(DEBTOR);
        let is_open =
            |kind: &DueKind| self.model.to_pay(*kind, worker(*kind), until).values().sum::<i64>() > 0;
        let Some(kind) = choose(kind, DueKind::ALL, is_open) else { return Ok(Done::Nothing) };
        let kind = DueKind::ALL[kind];
        let worker = worker(kind);
        let parts = self.model.to_pay(kind, worker, until);
        let amount = parts.values().sum::<i64>() + more;
        let pay_on = bank_day_on_or_after(self.today());
        let body = RemittanceBody {
            kind: Some(kind),
            person_id: worker.map(|worker| self.world.workers[worker].id),
            until: Some(format_date(until)),
            amount: Some(money(amount).plain().as_str().into()),
            pay_on: Some(format_date(pay_on)),
            reference: None,
        };
        let made = answer(remittances::make(&self.context, self.clerk(clerk), &body).await)?;
        let expected = match (amount, more) {
            (..=0, _) => Err("OutOfRange"),
            (_, 0) => Ok(()),
            _ => Err("RemittanceChanged"),
        };
        if let Ok(made) = &made {
            let (id, state) = (made.id, RemittanceState::Made);
            let remittance = Remittance {
                id,
                kind,
                worker,
                parts,
                state,
                pay_on,
                maker: clerk,
                payment: None,
                listed: vec![],
            };
            self.model.remit(remittance, until);
        }
        agree(made.map(drop), expected)
    }

    /// Takes the remittance that was made last further.
    pub async fn remit_until(&mut self, maker: usize, refused: bool, steps: usize) -> Stepped {
        let (remittance, clerk) = (self.model.remittances.len() - 1, (maker + 1) % 3);
        let approve = Step::ApproveRemittance { remittance, clerk };
        let refusal = refused.then_some(Step::CancelRemittance { remittance });
        let money = [Step::RemittanceLeaves { remittance }, Step::RemittanceReturns { remittance }];
        for step in [approve].into_iter().chain(refusal).chain(money).take(steps - 1) {
            self.tick();
            self.remittance_step(step, remittance).await?;
        }
        Ok(Done::Yes)
    }

    pub async fn remittance_step(&mut self, step: Step, remittance: usize) -> Stepped {
        let (context, id) = (&self.context, self.model.remittances[remittance].id);
        match step {
            Step::ApproveRemittance { clerk, .. } => {
                let approved = answer(remittances::approve(context, self.clerk(clerk), &[id]).await)?;
                let expected = self.model.may_approve_remittance(remittance, clerk, self.today());
                let done = agree(approved, expected)?;
                if done == Done::Yes {
                    self.model.remittances[remittance].state = RemittanceState::Approved;
                }
                Ok(done)
            }
            Step::CancelRemittance { .. } => {
                let (one, other) = (self.clerk(0), self.clerk(1));
                let cancelled = match self.model.remittances[remittance].state {
                    RemittanceState::Approved => {
                        answer(remittances::propose_refusal(context, one, id, "hylätty").await)??;
                        remittances::confirm_refusal(context, other, id).await
                    }
                    _ => remittances::cancel(context, one, id, "perutaan").await,
                };
                agree(answer(cancelled)?.map(drop), self.model.cancel_remittance(remittance))
            }
            Step::RemittanceLeaves { .. } => self.remittance_leaves(remittance).await,
            Step::RemittanceReturns { .. } => self.remittance_returns(remittance).await,
            other => Err(format!("{other:?} is not about a remittance")),
        }
    }

    /// A movement of the bank account that names a remittance.
    fn movement(&self, remittance: usize, sign: i64) -> Result<(Payment, Transaction), Fault> {
        let chosen = &self.model.remittances[remittance];
        let (id, transaction) = self.transaction(sign * chosen.amount(), &[])?;
        let end_to_end_id = Some(chosen.id.uuid().simple().to_string());
        let transaction = Transaction { end_to_end_id, ..transaction };
        Ok((self.payment_of(id, &transaction), transaction))
    }

    async fn remittance_leaves(&mut self, remittance: usize) -> Stepped {
        let (mut payment, transaction) = self.movement(remittance, -1)?;
        let state = self.book(payment.id, &transaction).await?;
        let counts = self.model.remittance_leaves(remittance, self.model.payments.len());
        let expected = if counts { PaymentState::Confirmed } else { PaymentState::Outgoing };
        (payment.state, payment.rest) = (expected, 0);
        self.model.payments.push(payment);
        Self::same_state(state, expected)
    }

    async fn remittance_returns(&mut self, remittance: usize) -> Stepped {
        if self.model.remittances[remittance].state != RemittanceState::Paid {
            return Ok(Done::Nothing);
        }
        let (mut payment, transaction) = self.movement(remittance, 1)?;
        let state = self.book(payment.id, &transaction).await?;
        let paid_by = self.model.remittance_returns(remittance).ok_or("paid by nothing")?;
        (payment.state, payment.rest, payment.takes_back) = (PaymentState::Reversal, 0, Some(paid_by));
        self.model.payments.push(payment);
        Self::same_state(state, PaymentState::Reversal)
    }
}
