//! What the rules need to know of the worker and the provider to calculate a bill.

use std::collections::BTreeSet;
use std::sync::Arc;

use liksa_domain::advance::TiedDebt;
use liksa_domain::bill::{Bill, BillFigures, Row};
use liksa_domain::customer::Buyer;
use liksa_domain::payroll::{
    self, Estimate, Forecast, LateReceiptEffect, PastSalaries, PayableBill, Payables, next_payday,
};
use liksa_domain::purchase::PurchaseCost;
use liksa_domain::salary::{Summary, Worker};
use liksa_domain::settings::Provider;
use liksa_domain::validation::{Sending, sending_problems};
use liksa_domain::worker_facts::PayFacts;
use liksa_rates::StatutoryFigures;

use super::drafts;
use crate::customers;
use crate::prelude::*;

/// What the salary of one worker depends on, on one payday.
pub struct PaydayTerms {
    payday: Date,
    facts: PayFacts,
    past: PastSalaries,
    settings: Arc<Provider>,
    law: StatutoryFigures,
}

impl PaydayTerms {
    /// On the payday that comes next, which every estimate is for.
    pub async fn next(context: &Context, person: PersonId) -> Result<Self> {
        let payday = next_payday(context.clock.today()).map_err(anyhow::Error::from)?;
        Self::on(context, person, payday).await
    }

    pub async fn on(context: &Context, person: PersonId, payday: Date) -> Result<Self> {
        let facts = context.store.pay_facts(&[person], payday).await?.remove(&person);
        let past = context.store.past_salaries(&[person], payday).await?.remove(&person);
        Ok(Self {
            payday,
            facts: facts.ok_or(Error::NotFound)?,
            past: past.unwrap_or_default(),
            settings: context.settings_on(payday).await?,
            law: context.law().await?,
        })
    }

    /// The worker as the payroll run of the payday would see them: with what was paid and charged, and what is owed. The
    /// advances of a bill are paid back by the salary that has it.
    pub fn worker(&self, bill: Option<BillId>) -> Result<Worker> {
        Ok(payroll::worker_on(&self.facts, &self.past, bill.as_slice(), self.payday)?)
    }

    /// What some rows of a bill leave of the gross salary. None where it cannot be calculated.
    pub fn net_of_rows(&self, bill: &Bill, credits: Vec<Bill>, rows: &BTreeSet<RowId>) -> Option<Money> {
        let (facts, past, prices) = (&self.facts, &self.past, &self.settings.prices);
        payroll::estimate_rows(&self.law, (bill, credits), rows, facts, past, prices, self.payday)
    }

    /// Salaries to come, one after the other. Advances that were granted and have not left are owed by then.
    pub(crate) fn forecast(&self, granted: impl IntoIterator<Item = TiedDebt>) -> Forecast<'_> {
        let mut past = self.past.clone();
        past.tied.extend(granted);
        Forecast::new(&self.law, &self.facts, past, &self.settings.prices, self.payday)
    }

    pub(crate) fn facts(&self) -> &PayFacts {
        &self.facts
    }

    pub fn payday(&self) -> Date {
        self.payday
    }

    pub fn settings(&self) -> &Provider {
        &self.settings
    }

    pub fn law(&self) -> &StatutoryFigures {
        &self.law
    }

    fn estimate(&self, bill: &Bill) -> Option<Estimate> {
        payroll::estimate(&self.law, bill, &self.facts, &self.past, &self.settings.prices, self.payday)
    }

    /// The salary of a bill with what was credited of it, less what its worker owes. None where it cannot be calculated.
    pub(super) fn salary_of(&self, bill: &PayableBill) -> Option<Summary> {
        let (facts, past, prices) = (&self.facts, &self.past, &self.settings.prices);
        payroll::calculate(&self.law, std::slice::from_ref(bill), facts, past, prices, self.payday).summary
    }

    /// What one more late receipt does to the salary of these bills and shares.
    pub(crate) fn late_receipt_effect(
        &self,
        payables: Payables<'_>,
        amount: Money,
    ) -> Option<LateReceiptEffect> {
        let (facts, past, prices) = (&self.facts, &self.past, &self.settings.prices);
        payroll::late_receipt_effect(&self.law, payables, amount, facts, past, prices, self.payday)
    }

    /// What a share of another's bill would pay the worker by itself.
    pub fn estimate_share(&self, amount: Money) -> Option<Estimate> {
        let (facts, past, prices) = (&self.facts, &self.past, &self.settings.prices);
        payroll::estimate_share(&self.law, amount, facts, past, prices, self.payday)
    }

    /// What a credit note takes off the salary to come of its bill. Where nothing is left of the bill, of the purchases
    /// those are given that it pays all the same, and what the worker owes of them already.
    pub(super) fn estimate_credit(
        &self,
        credited: &PayableBill,
        note: (&Bill, Option<Vec<PurchaseCost>>),
        owed_of_it: Money,
    ) -> Result<Option<Summary>> {
        let past = PastSalaries { owed: self.past.owed.minus(owed_of_it)?, ..self.past.clone() };
        let (facts, prices) = (&self.facts, &self.settings.prices);
        Ok(payroll::estimate_credit(&self.law, credited, note, facts, &past, prices, self.payday))
    }
}

pub struct Terms {
    today: Date,
    payday: PaydayTerms,
    /// The worker as if nothing had been paid yet: whether a bill is enough must not depend on the month.
    worker: Worker,
    settings: Arc<Provider>,
}

impl Terms {
    pub fn law(&self) -> &StatutoryFigures {
        &self.payday.law
    }

    pub async fn of(context: &Context, person: &Person) -> Result<Self> {
        let today = context.clock.today();
        let payday = PaydayTerms::next(context, person.id).await?;
        let worker = payday.facts.facts.worker(person.worker_type);
        Ok(Self { today, payday, worker, settings: context.settings_on(today).await? })
    }

    /// Every reason against sending a bill that credits no other.
    pub fn problems_of_sending(&self, bill: &Bill, buyer: Option<&Buyer>) -> Vec<Problem> {
        let sending = Sending {
            law: &self.payday.law,
            today: self.today,
            home_postal_code: &self.payday.facts.facts.postal_code,
            buyer,
            worker: &self.worker,
            settings: &self.settings.prices,
        };
        sending_problems(bill, &sending)
    }

    /// The figures of a bill by what is known now, and the estimate that they follow from. A credit note is the mirror
    /// image of its bill, not a salary to come.
    pub fn figures(&self, bill: &Bill) -> (BillFigures, Option<Estimate>) {
        if bill.is_credit_note {
            let figures = BillFigures::of(self.law(), bill, &self.worker, &self.settings.prices, self.today);
            return (figures, None);
        }
        let estimate = self.payday.estimate(bill);
        let summary = estimate.as_ref().map(|estimate| &estimate.summary);
        (BillFigures::with_salary(self.law(), bill, summary, self.today), estimate)
    }

    /// The bill as it is written to the database, with its figures and its search text.
    pub(super) fn prepare(&self, context: &Context, mut bill: Bill) -> Result<PreparedBill> {
        for row in bill.rows.iter_mut().filter(|row| row.id.is_none()) {
            row.id = Some(context.new_id()?);
        }
        let (figures, estimate) = self.figures(&bill);
        let search_text = bill.search_text(&figures);
        Ok(PreparedBill { bill, figures, estimate, search_text })
    }
}

/// A bill whose rows have ids, with what is calculated from it.
pub(super) struct PreparedBill {
    pub bill: Bill,
    figures: BillFigures,
    /// What the worker is shown when the bill is sent.
    pub estimate: Option<Estimate>,
    search_text: String,
}

impl PreparedBill {
    pub fn content(&self, context: &Context, id: BillId) -> WrittenBill<'_> {
        WrittenBill {
            id,
            bill: &self.bill,
            figures: self.figures,
            found_by: &self.search_text,
            saved_at: context.clock.now(),
        }
    }
}

/// What lists show of the salary of a draft follows its shares and purchases, which have calls of their own.
pub(crate) async fn estimate_anew(context: &Context, contractor: PersonId, bill: BillId) -> Result<()> {
    let person = context.store.person(contractor).await?.ok_or(Error::NotFound)?;
    let draft = drafts::read(context, &person, bill).await?;
    Ok(context.store.note_estimate(bill, draft.version, &draft.figures).await?)
}

/// Checks that the worker may bill what the bill says. An employee's reimbursements are never billed.
pub(super) fn check_worker(person: &Person, bill: &Bill) -> Result<()> {
    match bill.bills_those_of_employee(person.worker_type) {
        false => Ok(()),
        true => Err(Error::field("billReimbursementsFromCustomer", ErrorKey::InvalidChoice)),
    }
}

/// Checks that the rows name shifts of the worker's own. Whether another's exists is not told.
pub(super) async fn check_shifts(context: &Context, person: PersonId, bill: &Bill) -> Result<()> {
    let named: Vec<&str> = bill.rows.iter().filter_map(|row| row.shift.as_deref()).collect();
    if named.is_empty() {
        return Ok(());
    }
    let own = context.store.shifts_to_bill(person, &named).await?;
    let is_strange = |row: &Row| row.shift.as_ref().is_some_and(|shift| !own.contains(shift));
    match bill.rows.iter().position(is_strange) {
        Some(place) => Err(Error::field(format!("billableitems[{place}].shiftId"), ErrorKey::InvalidChoice)),
        None => Ok(()),
    }
}

/// The customer as the worker bills it, which the bill then names: a record that was replaced while the draft was open is
/// exchanged for its successor, and a company of the register for the worker's own record of it.
pub(super) async fn check_customer(
    context: &Context,
    person: PersonId,
    bill: &mut Bill,
) -> Result<Option<CustomerCard>> {
    let Some(chosen) = bill.customer else { return Ok(None) };
    let customer = match customers::of_worker(context, person, chosen).await {
        Err(Error::NotFound) => return Err(Error::field("sharedCustomer", ErrorKey::InvalidChoice)),
        found => found?,
    };
    bill.customer = Some(customer.id);
    Ok(Some(customer))
}
