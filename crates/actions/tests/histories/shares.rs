//! The side of the subcontractors: workers who get a share of another's bill.

use std::collections::BTreeSet;

use liksa_actions::payroll;
use liksa_actions::shares::{self, Named};
use liksa_domain::ids::BillId;
use liksa_domain::share::{self as domain, ShareState};
use liksa_money::Rate;

use crate::model::{self, Figures, cents, fraction};
use crate::purchases::Bought;
use crate::steps::{Content, Purchase, ShareAnswer};
use crate::world::{Done, Fault, History, Stepped, answer, broken, money};

/// Who gets so many thousandths of the work, and what they answer.
#[derive(Debug, Clone, Copy)]
pub struct Given {
    to: usize,
    part: i64,
    answer: ShareAnswer,
}

impl History<'_> {
    /// A bill of which one or two others get thousandths of its work, and that may pay a purchase.
    pub async fn give(
        &mut self,
        (worker, price, content): (usize, i64, Content),
        (to, part, answer): (usize, i64, ShareAnswer),
        more: Option<i64>,
        bought: Option<Purchase>,
    ) -> Stepped {
        // Nobody is one's own subcontractor.
        let other = |steps: usize| (worker + 1 + (to + steps) % 3) % 4;
        let mut given = vec![Given { to: other(0), part, answer }];
        given.extend(more.map(|part| {
            let to = other(usize::from(part % 2 == 0));
            Given { to, part, answer: ShareAnswer::Yes }
        }));
        let bought: Vec<Bought> = bought.into_iter().map(|one| Bought::of(price, one)).collect();
        self.send_bill((worker, price, content), &bought, &given).await
    }

    /// The worker of a draft and the subcontractors agree on its shares. Answers the shares that are paid.
    pub async fn agree_on_shares(
        &self,
        (worker, bill): (usize, BillId),
        work: i64,
        given: &[Given],
    ) -> Result<Vec<model::Share>, Fault> {
        let mut agreed = vec![];
        for one in given {
            agreed.extend(self.agree_on_share((worker, bill), work, *one).await?);
        }
        Ok(agreed)
    }

    async fn agree_on_share(
        &self,
        (worker, bill): (usize, BillId),
        work: i64,
        Given { to, part, answer: answered }: Given,
    ) -> Result<Option<model::Share>, Fault> {
        let (context, own, subcontractor) =
            (&self.context, self.world.workers[worker].id, &self.world.workers[to]);
        let amount = fraction(work, part, 1000).max(1);
        let named = Named::Person(subcontractor.id, Some(subcontractor.email.clone()));
        let by_sum = domain::Share {
            id: None,
            state: ShareState::Open,
            subcontractor: None,
            date: Some(self.today()),
            amount: Some(money(amount)),
            percent: None,
            description: "Ääni".into(),
        };
        let percent = Some(Rate::from_millionths(part * 1000));
        let by_percent = domain::Share { amount: None, percent, ..by_sum.clone() };
        let made = shares::add(context, own, bill, (named.clone(), by_sum), None).await;
        let made = answer(made.map(|made| made.value))??;
        let id = made.id;
        let mut asked = answer(shares::ask(context, own, (id, Some(made.version))).await)??;
        if answered == ShareAnswer::No {
            answer(shares::decline(context, subcontractor.id, (id, Some(asked.version)), "en ehdi").await)??;
            return Ok(None);
        }
        let mut approved =
            answer(shares::approve(context, subcontractor.id, (id, Some(asked.version))).await)??;
        if answered == ShareAnswer::YesTwice {
            let seen = (id, Some(asked.version));
            let open = answer(shares::reopen(context, own, id).await)??;
            let changed = shares::change(context, own, (bill, id), Some(open.version), (named, by_percent));
            let changed = answer(changed.await)??;
            asked = answer(shares::ask(context, own, (id, Some(changed.version))).await)??;
            // What was seen before is not what is agreed on now.
            let stale = answer(shares::approve(context, subcontractor.id, seen).await)?;
            if stale.err().as_deref() != Some("StaleShare") {
                return Err("another share was approved than the one that was seen".into());
            }
            approved = answer(shares::approve(context, subcontractor.id, (id, Some(asked.version))).await)??;
        }
        if approved.share.amount != Some(money(amount)) {
            return Err(format!("{approved:?} is not of {amount}"));
        }
        Ok(Some(model::Share { id, worker: to, amount, salary: None }))
    }

    /// What a credit note took back for shares is what it should have.
    pub async fn shares_were_taken_back(&mut self, (bill, place): (usize, usize)) -> Result<(), Fault> {
        let note = self.model.bills[bill].notes[place].id;
        let lines = self.model.shares_taken_back_by(bill, place);
        let told: BTreeSet<_> = lines.iter().map(|(salary, ..)| *salary).collect();
        for share in &self.model.bills[bill].shares {
            let Some(salary) = share.salary.filter(|salary| !told.contains(salary)) else { continue };
            let line = self.context.store.taken_back_by(note, Some(salary)).await.map_err(broken)?;
            if let Some(line) = line {
                return Err(format!("taken back for nothing: {line:?}"));
            }
        }
        for (salary, worker, expected) in &lines {
            let line = self.context.store.taken_back_by(note, Some(*salary)).await.map_err(broken)?;
            let stored = line.map(|line| Figures::of(&line.taken.summary));
            if stored != Some(*expected) {
                return Err(format!("taken back of worker {worker}: {stored:?}, expected {expected:?}"));
            }
        }
        self.model.owe_shares((bill, place), lines);
        Ok(())
    }

    /// The corrections of salaries that shares were in, once those are booked.
    pub async fn write_corrections_of_shares(&mut self) -> Stepped {
        let mut done = Done::Nothing;
        for bill in 0..self.model.bills.len() {
            for note in 0..self.model.bills[bill].notes.len() {
                for line in 0..self.model.bills[bill].notes[note].of_shares.len() {
                    let of = &self.model.bills[bill].notes[note];
                    let (id, line) = (of.id, &of.of_shares[line]);
                    let salary = line.salary;
                    let booked = self.model.salary(salary).is_some_and(|(_, one)| one.number.is_some());
                    if line.correction_written || !booked {
                        continue;
                    }
                    payroll::write_correction(&self.context, id, Some(salary)).await.map_err(broken)?;
                    done = Done::Yes;
                    let lines = &mut self.model.bills[bill].notes[note].of_shares;
                    lines
                        .iter_mut()
                        .filter(|one| one.salary == salary)
                        .for_each(|one| one.correction_written = true);
                }
            }
        }
        Ok(done)
    }

    /// Every share is stored as it should be: what is left of it, and the salary that it is in.
    pub async fn shares_are_stored(&self) -> Result<(), Fault> {
        let store = &self.context.store;
        for bill in self.model.bills.iter().filter(|bill| !bill.shares.is_empty()) {
            let mut tx = store.begin().await.map_err(broken)?;
            let stored = tx.salaries_of_shares(bill.id).await.map_err(broken)?;
            drop(tx);
            for (place, share) in bill.shares.iter().enumerate() {
                let found = stored.iter().find(|(id, _)| *id == share.id).ok_or("a share is gone")?;
                let of = store.share(share.id).await.map_err(broken)?.ok_or("a share is gone")?;
                let left = share.amount - cents(of.credited);
                if (found.1, left) != (share.salary, bill.left_of_share(place)) {
                    return Err(format!("stored is {of:?} in {found:?}, expected {share:?}"));
                }
            }
        }
        Ok(())
    }
}
