//! What there is to say about bills before they are approved.

use std::collections::HashMap;

use jiff::civil::Date;
use liksa_domain::ids::BillId;
use liksa_domain::pay_facts::PayFacts;
use liksa_domain::problem::Problem;
use liksa_domain::review::remarks;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::validation::{Sending, sending_problems};
use liksa_domain::worker_facts::PaidSoFar;
use liksa_store::{ReviewFacts, StoredBill};

use crate::app::App;
use crate::http::error::ApiResult;

/// A bill with all that a clerk judges it by.
pub struct Judged {
    pub bill: StoredBill,
    pub worker: PayFacts,
    pub facts: ReviewFacts,
    /// What the rules refuse, and then what should be looked at.
    pub remarks: Vec<Problem>,
}

/// Bills that are not there are not in the answer.
pub async fn judge(app: &App, ids: &[BillId]) -> ApiResult<HashMap<BillId, Judged>> {
    let today = app.clock.today();
    let settings = app.settings_on(today).await?;
    let bills = app.store.bills(ids).await?;
    let workers: Vec<_> = bills.iter().map(|bill| bill.person).collect();
    let mut facts = app.store.review_facts(ids).await?;
    let workers = app.store.pay_facts(&workers, today).await?;
    let mut judged = HashMap::with_capacity(bills.len());
    for bill in bills {
        if let (Some(facts), Some(worker)) = (facts.remove(&bill.id), workers.get(&bill.person)) {
            let worker = worker.clone();
            let mut all = problems(&bill, &worker, &settings.prices, today);
            all.extend(remarks(&bill.bill, bill.figures.total, facts.reach.as_ref(), &facts.earlier));
            judged.insert(bill.id, Judged { bill, worker, facts, remarks: all });
        }
    }
    Ok(judged)
}

/// A credit note mirrors its bill, so that there is nothing anybody could mend.
fn problems(bill: &StoredBill, worker: &PayFacts, settings: &ProviderSettings, today: Date) -> Vec<Problem> {
    if bill.bill.is_credit_note {
        return vec![];
    }
    let sending = Sending {
        // The days were checked when it was sent; that they pass while it waits is not the worker's fault.
        today: bill.bill.billing_date.map_or(today, |billing| billing.min(today)),
        home_postal_code: &worker.facts.postal_code,
        worker: &worker.worker(&PaidSoFar::default()),
        settings,
    };
    sending_problems(&bill.bill, &sending)
}
