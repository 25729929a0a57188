//! What the rules need to know of the worker and the provider to calculate a bill.

use std::sync::Arc;

use liksa_domain::bill::{Bill, BillFigures};
use liksa_domain::salary::Worker;
use liksa_domain::settings::Provider;
use liksa_domain::validation::{Sending, sending_problems};
use liksa_domain::worker_facts::WorkerFacts;

use crate::prelude::*;

pub struct Terms {
    today: Date,
    facts: WorkerFacts,
    worker: Worker,
    settings: Arc<Provider>,
}

impl Terms {
    pub async fn of(context: &Context, person: &Person) -> Result<Self> {
        let today = context.clock.today();
        let facts = context.store.worker_facts(person.id, today).await?;
        let worker = facts.worker(person.worker_type);
        Ok(Self { today, facts, worker, settings: context.settings_on(today).await? })
    }

    /// Every reason against sending the bill. A credit note mirrors its bill, so that there is nothing in it that
    /// its worker could change.
    pub fn problems_of_sending(&self, bill: &Bill) -> Vec<Problem> {
        if bill.is_credit_note {
            return vec![];
        }
        let sending = Sending {
            today: self.today,
            home_postal_code: &self.facts.postal_code,
            worker: &self.worker,
            settings: &self.settings.prices,
        };
        sending_problems(bill, &sending)
    }

    /// The bill as it is written to the database, with its figures and its search text.
    pub(super) fn prepare(&self, context: &Context, mut bill: Bill) -> Result<PreparedBill> {
        for row in bill.rows.iter_mut().filter(|row| row.id.is_none()) {
            row.id = Some(context.new_id()?);
        }
        let figures = BillFigures::of(&bill, &self.worker, &self.settings.prices, self.today);
        let search_text = bill.search_text(&figures);
        Ok(PreparedBill { bill, figures, search_text })
    }
}

/// A bill whose rows have ids, with what is calculated from it.
pub(super) struct PreparedBill {
    pub bill: Bill,
    figures: BillFigures,
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

/// Checks that the worker may bill the customer and returns the customer's days to pay. A customer record that was
/// replaced while the draft was open is exchanged for its successor.
pub(super) async fn check_customer(
    context: &Context,
    person: PersonId,
    bill: &mut Bill,
) -> Result<Option<u8>> {
    let Some(chosen) = bill.customer else { return Ok(None) };
    let found = context.store.customer_card(chosen).await?.filter(|card| card.may_be_billed_by(person));
    let customer = found.ok_or_else(|| Error::field("sharedCustomer", ErrorKey::InvalidChoice))?;
    bill.customer = Some(customer.replaced_by.unwrap_or(customer.id));
    Ok(Some(customer.payment_days))
}
