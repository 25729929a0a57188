//! A payment as it is answered.

use liksa_domain::customer::search::name_words;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{Id, PaymentId};
use liksa_domain::payments::{
    Candidate, Mentioned, PartKind, PaymentState, Reason, RefundState, Suggestion, Unknown, suggestions,
};
use liksa_store::{CandidateQuery, PartOfPayment, Refund, StoredPayment};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::bills::StateOnWire;
use crate::api::named::wire_enum;
use crate::api::number::Euros;
use crate::api::provider::open_bills::OpenBill;
use crate::app::App;
use crate::http::error::{ApiError, ApiResult};

wire_enum!(PaymentStateOnWire, "PaymentState", PaymentState);
wire_enum!(PartKindOnWire, "PartKind", PartKind);
wire_enum!(RefundStateOnWire, "RefundState", RefundState);
wire_enum!(ReasonOnWire, "SuggestionReason", Reason);

/// A movement on the account. Dates are DD.MM.YYYY, amounts euros.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payment)]
pub struct PaymentOnWire {
    pub id: Uuid,
    /// Goes back with what is decided about it.
    pub version: i64,
    pub state: PaymentStateOnWire,
    /// Negative what went out.
    pub amount: Euros,
    /// What no bill has taken and no refund gives back.
    pub rest: Euros,
    pub booking_date: String,
    pub value_date: String,
    pub payer_name: String,
    #[schema(required)]
    pub payer_iban: Option<String>,
    pub reference: String,
    pub message: String,
    /// The payment that this one takes back.
    #[schema(required)]
    pub reverses: Option<Uuid>,
    /// Why it was set aside.
    pub note: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDetails {
    pub payment: PaymentOnWire,
    /// The bills that it is for.
    #[schema(required)]
    pub parts: Vec<PaymentPart>,
    /// What goes back or has gone back.
    #[schema(required)]
    pub refunds: Vec<RefundOnWire>,
    /// Bills that the rest may be for, the likeliest first.
    #[schema(required)]
    pub suggestions: Vec<SuggestedBill>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentPart {
    pub bill_id: Uuid,
    pub bill_number: i64,
    pub bill_state: StateOnWire,
    pub customer: String,
    pub kind: PartKindOnWire,
    pub amount: Euros,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Refund)]
pub struct RefundOnWire {
    pub id: Uuid,
    pub state: RefundStateOnWire,
    pub amount: Euros,
    pub name: String,
    pub iban: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedBill {
    #[serde(flatten)]
    pub bill: OpenBill,
    #[schema(required)]
    pub reasons: Vec<ReasonOnWire>,
}

impl From<StoredPayment> for PaymentOnWire {
    fn from(payment: StoredPayment) -> Self {
        Self {
            id: payment.id.uuid(),
            version: payment.version,
            state: PaymentStateOnWire(payment.state),
            amount: Euros(payment.amount),
            rest: Euros(payment.rest),
            booking_date: format_date(payment.booking_date),
            value_date: format_date(payment.value_date),
            payer_name: payment.payer_name,
            payer_iban: payment.payer_iban,
            reference: payment.reference,
            message: payment.message,
            reverses: payment.reverses.map(Id::uuid),
            note: payment.note,
        }
    }
}

impl From<PartOfPayment> for PaymentPart {
    fn from(of: PartOfPayment) -> Self {
        Self {
            bill_id: of.part.bill.uuid(),
            bill_number: of.number,
            bill_state: StateOnWire(of.state),
            customer: of.customer,
            kind: PartKindOnWire(of.part.kind),
            amount: Euros(of.part.amount),
        }
    }
}

impl From<Refund> for RefundOnWire {
    fn from(refund: Refund) -> Self {
        Self {
            id: refund.id.uuid(),
            state: RefundStateOnWire(refund.state),
            amount: Euros(refund.amount),
            name: refund.name,
            iban: refund.iban,
        }
    }
}

/// More than this nobody reads; who knows better searches for the bill.
const MOST_SUGGESTIONS: usize = 10;

/// A payment with all that is known of it.
pub async fn details(app: &App, id: PaymentId) -> ApiResult<PaymentDetails> {
    let payment = app.store.payment(id).await?.ok_or(ApiError::NotFound)?;
    let parts = app.store.parts_of_payment(id).await?;
    let refunds = app.store.refunds_of(id).await?;
    let suggestions = match payment.state {
        PaymentState::Unmatched | PaymentState::Refundable if payment.rest.is_positive() => {
            suggested(app, &payment).await?
        }
        _ => vec![],
    };
    Ok(PaymentDetails {
        payment: payment.into(),
        parts: parts.into_iter().map(PaymentPart::from).collect(),
        refunds: refunds.into_iter().map(RefundOnWire::from).collect(),
        suggestions,
    })
}

async fn suggested(app: &App, payment: &StoredPayment) -> ApiResult<Vec<SuggestedBill>> {
    let message = format!("{} {}", payment.reference, payment.message);
    let payer = payment.payer_name.clone();
    let payer_words: Vec<String> = name_words(&payer).into_iter().collect();
    let mentioned = Mentioned::in_text(&message);
    let query = CandidateQuery { amount: payment.rest, mentioned: &mentioned, payer_words: &payer_words };
    let bills = app.store.candidates(&query).await?;
    let candidates: Vec<Candidate> = bills
        .iter()
        .map(|bill| Candidate {
            bill: bill.bill,
            number: bill.number,
            customer: bill.customer.clone(),
            owed: bill.owed,
        })
        .collect();
    let found = suggestions(&Unknown { amount: payment.rest, payer, message }, &candidates);
    let shown = |suggestion: Suggestion| {
        let bill = bills.iter().find(|bill| bill.bill == suggestion.bill)?;
        let reasons = suggestion.reasons.into_iter().map(ReasonOnWire).collect();
        Some(SuggestedBill { bill: OpenBill::from(bill), reasons })
    };
    Ok(found.into_iter().take(MOST_SUGGESTIONS).filter_map(shown).collect())
}
