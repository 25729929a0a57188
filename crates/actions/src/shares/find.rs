//! Finding subcontractors, and inviting those who are not there yet. Nobody learns from it who else uses the service:
//! an address has to be known, and names are searched among those one has shared bills with.

use liksa_domain::customer::search::search_words;
use liksa_domain::payroll::payday_to_come;
use liksa_domain::share::ShareState;

use crate::bills::PaydayTerms;
use crate::mail::shares::{CAN_BE_NAMED, INVITATION, invitation};
use crate::prelude::*;

/// Shorter searches find nothing.
const SHORTEST_SEARCH: usize = 3;
const MOST_FOUND: usize = 20;
/// As many as one person works with in a life.
const MOST_KNOWN: i64 = 1_000;

/// Workers by their exact address, or by name among those whom one has shared bills with.
pub async fn find(context: &Context, person: PersonId, query: &str) -> Result<Vec<Person>> {
    let query = query.trim();
    if query.chars().count() < SHORTEST_SEARCH {
        return Ok(vec![]);
    }
    let is_other_worker = |found: &Person| found.id != person && found.has_role(Role::User);
    if let Some(email) = Email::parse(query) {
        let found = context.store.credentials(&email).await?.map(|found| found.person);
        return Ok(found.into_iter().filter(is_other_worker).collect());
    }
    let words = search_words(query);
    let known = context.store.shared_with(person, MOST_KNOWN).await?;
    let fits = |found: &Person| {
        let own = found.index_words();
        !words.is_empty() && words.iter().all(|word| own.iter().any(|one| one.starts_with(word.as_str())))
    };
    Ok(known.into_iter().filter(|found| is_other_worker(found) && fits(found)).take(MOST_FOUND).collect())
}

/// Mails an address that its owner can be named as a subcontractor: a worker as who they are, anybody else with the way
/// to become one. The caller cannot tell which.
pub async fn invite(context: &Context, person: &Person, email: &Email) -> Result<()> {
    let known = context.store.credentials(email).await?.map(|found| found.person);
    let letter = match known.filter(|known| known.has_role(Role::User)) {
        Some(known) => invitation(context, &CAN_BE_NAMED, (known.language, "/"), person, email),
        None => invitation(context, &INVITATION, (person.language, "/register"), person, email),
    };
    let mut tx = context.store.begin().await?;
    context.post_mail(&mut tx, &letter).await?;
    let subject = format!("person:{}", person.id);
    context.record(&mut tx, Some(person.id), Action::SubcontractorInvited, subject, json!({}));
    Ok(context.commit_with_jobs(tx).await?)
}

/// A share as its subcontractor sees it.
pub struct Received {
    pub share: StoredShare,
    /// What it would pay by itself; None once it was paid.
    pub salary: Option<Money>,
    /// The payday on which it was paid, or can be.
    pub payday: Option<Date>,
}

/// A page of the shares that a worker is the subcontractor of, and how many there are.
pub async fn received(
    context: &Context,
    person: PersonId,
    state: Option<ShareState>,
    page: (i64, i64),
) -> Result<(Vec<Received>, i64)> {
    let (shares, total) = context.store.shares_received(person, state, page).await?;
    let (terms, payday) = view_of(context, person).await?;
    Ok((shares.into_iter().map(|share| Received::of(share, &terms, payday)).collect(), total))
}

/// One share as its subcontractor sees it.
pub async fn as_received(context: &Context, share: StoredShare) -> Result<Received> {
    let (terms, payday) = view_of(context, share.subcontractor).await?;
    Ok(Received::of(share, &terms, payday))
}

/// What the shares of one subcontractor are seen by: their terms, and the day on which a salary can be paid.
async fn view_of(context: &Context, person: PersonId) -> Result<(PaydayTerms, Date)> {
    let today = context.clock.today();
    let runs = context.store.paydays_from(today).await?;
    let payday = payday_to_come(today, &runs).map_err(anyhow::Error::from)?;
    Ok((PaydayTerms::next(context, person).await?, payday))
}

impl Received {
    pub(crate) fn of(share: StoredShare, terms: &PaydayTerms, payday: Date) -> Self {
        let left = share.left().filter(|_| share.paid_on.is_none());
        let salary = left.and_then(|left| terms.estimate_share(left)).map(|shown| shown.summary.salary);
        let comes = left.is_some() && share.is_paid_by_customer();
        let payday = share.paid_on.or_else(|| comes.then_some(payday));
        Self { share, salary, payday }
    }
}
