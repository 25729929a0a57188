//! Late receipts: claimed by workers, decided by clerks, and undone.

use liksa_actions::late_receipts;
use liksa_domain::bill::ExpenseClass;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::late_receipt::{LateClaimBody, LateReceiptState};
use liksa_store::NewReceipt;

use crate::model::{Late, fraction};
use crate::steps::Step;
use crate::world::{Done, History, MAKER, Stepped, agree, answer, broken, choose, money};

impl History<'_> {
    /// A worker claims a cost of a bill that was sent. What files are taken is tested elsewhere.
    pub async fn claim(&mut self, bill: usize, amount: i64) -> Stepped {
        let Some(bill) = self.bill(bill, |bill| bill.owed() >= 0) else { return Ok(Done::Nothing) };
        let (worker, id) = (self.model.bills[bill].worker, self.model.bills[bill].id);
        let person = self.world.workers[worker].id;
        let stored = self.context.store.bill(id).await.map_err(broken)?.ok_or("a bill is gone")?;
        let row = stored.bill.rows[0].id.ok_or("a row without an id")?;
        let body = LateClaimBody {
            row_id: Some(row),
            field: Some("othercost_alv255".into()),
            amount: Some(money(amount).plain().as_str().into()),
            note: None,
            version: None,
        };
        let made =
            answer(late_receipts::make(&self.context, person, &body, None).await.map(|made| made.value))?;
        let late = match (made, self.model.may_claim(bill)) {
            (Ok(made), Ok(())) => made.late.id,
            (Err(key), Err(refused)) if key == refused => return Ok(Done::Refused(key)),
            (program, model) => return Err(format!("the program answered {program:?}, the model {model:?}")),
        };
        let now = self.context.clock.now();
        let content = self.context.files.put(self.context.new_id().map_err(broken)?, b"%PDF-1.4", now);
        let content = content.await.map_err(broken)?;
        let mut tx = self.context.store.begin().await.map_err(broken)?;
        let kind = (FilePurpose::Receipt, MediaType::Pdf);
        let file = self.context.add_file(&mut tx, &content, kind, Some(person), "kuitti.pdf").await;
        let new = NewReceipt {
            id: self.context.new_id().map_err(broken)?,
            row,
            late: Some(late),
            file: file.map_err(broken)?,
            made_at: now,
        };
        tx.insert_receipt(&new).await.map_err(broken)?;
        tx.commit().await.map_err(broken)?;
        let sent = answer(late_receipts::send(&self.context, person, late, None).await.map(drop))?;
        sent.map_err(|key| format!("a late receipt was not sent: {key}"))?;
        self.model.late.push(Late {
            id: late,
            worker,
            amount,
            vat: 0,
            state: LateReceiptState::Waiting,
            decided: 0,
            salary: None,
        });
        Ok(Done::Yes)
    }

    pub async fn late_step(&mut self, step: Step, place: usize) -> Stepped {
        let fits = |late: &Late| match step {
            Step::UndoLate { .. } => late.state == LateReceiptState::Approved,
            _ => late.state == LateReceiptState::Waiting,
        };
        let Some(place) = choose(place, &self.model.late, fits) else { return Ok(Done::Nothing) };
        let (context, clerk, now) = (&self.context, self.clerk(MAKER), self.model.now);
        let id = self.model.late[place].id;
        let stored = context.store.late_receipt(id).await.map_err(broken)?.ok_or("it is gone")?;
        let amount = self.model.late[place].amount;
        let all_vat = fraction(amount, ExpenseClass::Vat25Half.rate().millionths(), 1_255_000);
        let (decided, expected) = match step {
            Step::ApproveLate { vat, .. } => {
                let vat = (vat && all_vat > 0).then(|| money(all_vat).plain());
                let done = late_receipts::approve(context, clerk, id, stored.version, vat.as_deref()).await;
                (done, self.model.may_decide(place))
            }
            Step::RefuseLate { .. } => {
                let done = late_receipts::refuse(context, clerk, id, stored.version, "epäselvä").await;
                (done, self.model.may_decide(place))
            }
            Step::UndoLate { .. } => {
                let done = late_receipts::undo(context, clerk, id, stored.version).await;
                (done, self.model.may_undo_late(place))
            }
            other => return Err(format!("{other:?} is not about a late receipt")),
        };
        let done = agree(answer(decided.map(drop))?, expected)?;
        if done == Done::Yes {
            let late = &mut self.model.late[place];
            late.decided = now;
            match step {
                Step::ApproveLate { vat, .. } => {
                    (late.state, late.vat) = (LateReceiptState::Approved, if vat { all_vat } else { 0 });
                }
                Step::RefuseLate { .. } => late.state = LateReceiptState::Refused,
                _ => (late.state, late.vat, late.salary) = (LateReceiptState::Waiting, 0, None),
            }
        }
        Ok(done)
    }
}
