//! Shares on the wire, by the names of the specification: as the contractor sees them, and as the subcontractor does.

use liksa_actions::shares::{Named, WrittenShare};
use liksa_domain::bill::{BillState, limits};
use liksa_domain::dates::format_date;
use liksa_domain::ids::{BillId, PersonId, ShareId};
use liksa_domain::person::{Email, Person};
use liksa_domain::problem::{ErrorKey, Problem};
use liksa_domain::reading::{NumberText, Reader};
use liksa_domain::share::{Share, ShareState};
use liksa_money::{Money, Percent};
use liksa_store::StoredShare;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A worker who can be named as a subcontractor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subcontractor {
    pub id: PersonId,
    pub full_name: String,
    pub email: String,
}

impl From<Person> for Subcontractor {
    fn from(person: Person) -> Self {
        Self { id: person.id, full_name: person.full_name(), email: person.email.as_str().to_owned() }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Contractor {
    pub full_name: String,
}

/// A share of one's own bill. It tells nothing of what the subcontractor is paid of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Share)]
pub struct ShareOnWire {
    pub id: ShareId,
    /// Goes back with the next change.
    pub version: i64,
    pub subcontractor: Subcontractor,
    pub contractor: Contractor,
    /// DD.MM.YYYY
    #[schema(required)]
    pub date: Option<String>,
    /// Without VAT. Of a share by per cent what it is of the rows as they are, until the subcontractor is asked.
    #[schema(required)]
    pub amount: Option<Money>,
    /// Of the rows without VAT; null for a share by sum.
    #[schema(required)]
    pub percent: Option<Percent>,
    pub description: String,
    pub state: ShareState,
    /// Why it was declined.
    #[schema(required)]
    pub reason: Option<String>,
    /// Whether it can be changed, removed or sent to the subcontractor now.
    pub can_be_edited: bool,
    pub bill_id: BillId,
    #[schema(required)]
    pub bill_number: Option<i64>,
    /// What credit notes have taken of it.
    pub credited_amount: Money,
}

impl ShareOnWire {
    /// `rows` are the VAT-free rows of the bill.
    pub fn new(stored: StoredShare, rows: Money) -> Self {
        let share = stored.share;
        Self {
            id: stored.id,
            version: stored.version,
            subcontractor: Subcontractor {
                id: stored.subcontractor,
                full_name: stored.subcontractor_name,
                email: stored.subcontractor_email,
            },
            contractor: Contractor { full_name: stored.contractor_name },
            date: share.date.map(format_date),
            amount: share.sum(rows).ok(),
            percent: share.percent.map(Percent),
            can_be_edited: share.state == ShareState::Open && stored.bill_state == BillState::Open,
            description: share.description,
            state: share.state,
            reason: Some(stored.reason).filter(|reason| !reason.is_empty()),
            bill_id: stored.bill,
            bill_number: stored.bill_number,
            credited_amount: stored.credited,
        }
    }
}

/// A share of another's bill, for its subcontractor: neither the customer nor the rest of the bill is told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedShare {
    pub id: ShareId,
    /// Goes back with one's answer.
    pub version: i64,
    pub contractor: Contractor,
    /// DD.MM.YYYY
    #[schema(required)]
    pub date: Option<String>,
    /// Without VAT.
    #[schema(required)]
    pub amount: Option<Money>,
    pub description: String,
    pub state: ShareState,
    /// Why one declined it.
    #[schema(required)]
    pub reason: Option<String>,
    /// Whether it waits for one's answer.
    pub can_be_answered: bool,
    /// Once the bill has gone to the customer.
    #[schema(required)]
    pub bill_number: Option<i64>,
    /// What credit notes have taken of it.
    pub credited_amount: Money,
    /// What it would pay by itself on the next payday; null once it was paid, and where it cannot be calculated.
    #[schema(required)]
    pub salary: Option<Money>,
    pub customer_paid: bool,
    /// The payday on which it was paid or, once the customer has paid, can be; DD.MM.YYYY.
    #[schema(required)]
    pub payday: Option<String>,
    /// Whether it is in a salary that was paid.
    pub paid: bool,
}

impl From<liksa_actions::shares::Received> for ReceivedShare {
    fn from(received: liksa_actions::shares::Received) -> Self {
        let liksa_actions::shares::Received { share: stored, salary, payday } = received;
        Self {
            id: stored.id,
            version: stored.version,
            can_be_answered: stored.share.state == ShareState::WaitingForSubcontractor
                && stored.bill_state == BillState::Open,
            customer_paid: stored.is_paid_by_customer(),
            contractor: Contractor { full_name: stored.contractor_name },
            date: stored.share.date.map(format_date),
            amount: stored.share.amount,
            description: stored.share.description,
            state: stored.share.state,
            reason: Some(stored.reason).filter(|reason| !reason.is_empty()),
            bill_number: stored.bill_number,
            credited_amount: stored.credited,
            salary,
            payday: payday.map(format_date),
            paid: stored.paid_on.is_some(),
        }
    }
}

/// A share as its contractor writes it: by `amount` or by `percent`, to a subcontractor by id or by `email`.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShareToWrite)]
pub struct ShareBody {
    version: Option<NumberText>,
    subcontractor: Option<SubcontractorReference>,
    email: Option<String>,
    /// DD.MM.YYYY
    date: Option<String>,
    /// Without VAT.
    amount: Option<NumberText>,
    /// Of the rows without VAT.
    percent: Option<NumberText>,
    description: Option<String>,
    /// OPEN takes a share back that was asked for or answered; nothing else of the body is read then.
    state: Option<String>,
}

/// A subcontractor by id, as the search for them answers it. The address is needed the first time.
#[derive(Deserialize, ToSchema)]
pub struct SubcontractorReference {
    id: PersonId,
    email: Option<String>,
}

impl ShareBody {
    /// The state that is asked for. Only OPEN can be written.
    pub fn state(&self) -> Result<Option<ShareState>, Vec<Problem>> {
        let mut reader = Reader::default();
        let state = reader.choice("state", self.state.as_deref(), ShareState::from_name);
        reader.finish(Some(state))
    }

    /// What was written, and the version that it was written on.
    pub fn read(self) -> Result<(Option<i64>, WrittenShare), Vec<Problem>> {
        let mut reader = Reader::default();
        let version = reader.whole("version", self.version.as_deref());
        let email = self.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
        let named = match (self.subcontractor, email) {
            (Some(named), email) => {
                let email = email.or(named.email.as_deref());
                Named::Person(named.id, email.and_then(Email::parse))
            }
            (None, Some(email)) => match Email::parse(email) {
                Some(email) => Named::Email(email),
                None => {
                    reader.refuse_if(true, "email", ErrorKey::InvalidEmail);
                    Named::Nobody
                }
            },
            (None, None) => Named::Nobody,
        };
        let share = Share {
            id: None,
            state: ShareState::Open,
            subcontractor: None,
            date: reader.date("date", self.date.as_deref()),
            amount: reader.money("amount", self.amount.as_deref()),
            percent: reader.percent("percent", self.percent.as_deref()),
            description: reader.text("description", self.description.as_deref(), limits::SHARE_DESCRIPTION),
        };
        reader.finish(Some((version, (named, share))))
    }
}
