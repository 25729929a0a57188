//! Credit notes, of a part and of the whole.

use liksa_actions::bills::{self, Draft, Refusal};
use liksa_domain::bill::{ExpenseClass, ExpenseKind, Expenses, Pricing};

use crate::model::{Figures, Note, cents};
use crate::sales::kilometers;
use crate::steps::{Costs, Share};
use crate::world::{Done, History, MAKER, Stepped, agree, answer_about_bill, around, broken, keys_of, money};

impl History<'_> {
    /// The bills with credit notes that were sent, each with the number of one.
    pub fn sent_notes(&self) -> Vec<(usize, i64)> {
        let bills = self.model.bills.iter().enumerate();
        bills
            .flat_map(|(place, bill)| bill.notes.iter().filter_map(move |note| Some((place, note.number?))))
            .collect()
    }

    pub async fn credit(&mut self, bill: usize) -> Stepped {
        match self.bill(bill, |bill| bill.notes.is_empty()) {
            Some(bill) => self.credit_bill(bill).await,
            None => Ok(Done::Nothing),
        }
    }

    pub async fn credit_bill(&mut self, bill: usize) -> Stepped {
        let chosen = &self.model.bills[bill];
        let worker = &self.world.workers[chosen.worker];
        let made = bills::correct(&self.context, worker, chosen.id, None).await;
        let made = answer_about_bill(made.map(|made| made.value.credit_note.id))?;
        let expected = chosen.may_correct();
        if let Ok(id) = &made {
            let note = Note::new(*id, chosen.asked.of_customer());
            self.model.bills[bill].notes.push(note);
        }
        agree(made.map(drop), expected)
    }

    pub async fn credit_part(&mut self, bill: usize, share: Share, costs: Costs) -> Stepped {
        let chosen = &self.model.bills[bill];
        let left = chosen.left_to_credit();
        let of = |costs_left: i64| share.of(costs_left);
        let (trips, receipts) = match costs {
            Costs::None => (0, 0),
            Costs::Share if left.costs() > 0 => (of(left.kilometers), of(left.receipts)),
            Costs::Share => (0, 0),
            Costs::All => (left.kilometers, left.receipts),
            Costs::Trips => (left.kilometers, 0),
        };
        let part = chosen.part(share.of(left.work), trips, receipts);
        let worker = &self.world.workers[chosen.worker];
        let made = bills::credit_part(&self.context, worker, chosen.id, None).await;
        let draft = match answer_about_bill(made.map(|made| made.value))? {
            Ok(draft) => draft,
            Err(key) => return agree(Err(key), chosen.may_credit(&part)),
        };
        let mut note = draft.bill.clone();
        note.rows.truncate(1);
        let row = note.rows.first_mut().ok_or("a credit note without a row")?;
        row.pricing = Pricing::Contract { price: Some(money(part.work)) };
        row.journey.kilometers = kilometers(part.kilometers)?;
        row.expenses = Expenses::default();
        row.expenses.set(ExpenseKind::Other, ExpenseClass::Vat25Half, money(part.receipts));
        let credit_of = Some(chosen.id);
        let draft_of_note = Draft { bill: note, credit_of };
        let sent =
            bills::send_for_approval(&self.context, worker, draft.id, draft.version, draft_of_note).await;
        let sent = match sent {
            Err(Refusal::NotSendable(problems)) => Err(keys_of(&problems)),
            other => answer_about_bill(other)?,
        };
        let done = agree(sent.as_ref().map(drop).map_err(Clone::clone), chosen.may_credit(&part))?;
        if let Ok(sent) = sent {
            let (net, gross) = (cents(sent.figures.total), cents(sent.figures.total_with_vat));
            if (net, gross) != (-part.net(), -part.gross()) {
                return Err(format!("a credit note of {net} and {gross}, expected {part:?}"));
            }
            self.model.bills[bill].notes.push(Note::new(draft.id, part));
        }
        Ok(done)
    }

    pub async fn send_credit_note(&mut self, note: usize) -> Stepped {
        let bills = self.model.bills.iter().enumerate();
        let waiting: Vec<(usize, usize)> = bills
            .flat_map(|(bill, of)| {
                let notes = of.notes.iter().enumerate();
                notes.filter(|(_, note)| note.number.is_none()).map(move |(note, _)| (bill, note))
            })
            .collect();
        let Some(chosen) = around(note, waiting.len()) else { return Ok(Done::Nothing) };
        self.send_note(waiting[chosen]).await
    }

    /// Sends the note that was made last, of whatever bill.
    pub async fn send_if(&mut self, sent: bool, made: Done) -> Stepped {
        let newest = |bill: usize| self.model.bills[bill].notes.last().map(|note| (note.id, bill));
        match (0..self.model.bills.len()).filter_map(newest).max() {
            Some((_, bill)) if sent && made == Done::Yes => {
                self.tick();
                self.send_note((bill, self.model.bills[bill].notes.len() - 1)).await
            }
            _ => Ok(made),
        }
    }

    async fn send_note(&mut self, (bill, place): (usize, usize)) -> Stepped {
        let note = self.model.bills[bill].notes[place].id;
        let (context, clerk) = (&self.context, self.clerk(MAKER));
        let refused = |key: String| format!("the credit note was refused: {key}");
        answer_about_bill(bills::take(context, clerk, note).await)?.map_err(refused)?;
        answer_about_bill(bills::approve(context, clerk, note).await)?.map_err(refused)?;
        let sent =
            answer_about_bill(bills::send_to_customer(context, clerk, note).await)?.map_err(refused)?;
        self.model.take_shares((bill, place));
        let taken = context.store.taken_back_by(note, None).await.map_err(broken)?;
        let taken = taken.map(|line| Figures::of(&line.taken.summary));
        let expected = self.model.taken_back_by(bill, place).map(|(figures, _)| figures);
        if taken != expected {
            return Err(format!("taken back: {taken:?}, expected {expected:?}"));
        }
        self.shares_were_taken_back((bill, place)).await?;
        self.model.credit((bill, place), sent.number.ok_or("a credit note without a number")?);
        Ok(Done::Yes)
    }
}
