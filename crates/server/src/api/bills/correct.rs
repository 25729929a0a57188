//! `POST /api/person/{personId}/bills/{billId}/correct`: mend a bill that has gone to the customer.
//!
//! What was sent stands. It is taken back by a credit note of its own number, and the worker gets a new draft
//! with the same content: all in one transaction, so that neither comes without the other.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::bill::{Bill, life};
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::person::Person;
use liksa_domain::problem::ErrorKey;
use liksa_store::{MadeKind, NewBill, StoreError, StoredBill, Tx, WrittenBill};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::refusal::{BillConflict, Refusal};
use super::wire::BillOnWire;
use super::work::{Terms, identify_rows, own_bill, subject};
use crate::app::{App, AppState};
use crate::http::error::{ApiError, Problem};
use crate::http::extract::{Json, Path};
use crate::http::idempotency::IdempotencyKey;
use crate::session::WorkerSession;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// Waits for the provider's approval.
    pub credit_note: BillOnWire,
    /// Opens for changes.
    pub draft: BillOnWire,
}

/// Take a sent bill back by a credit note, and write it anew.
#[utoipa::path(post, path = "/api/person/{personId}/bills/{billId}/correct", tag = "bills",
    operation_id = "correct_bill",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"), ("billId" = Uuid, Path),
           ("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets what it made")),
    responses(
        (status = 201, description = "The credit note and the new draft", body = Correction),
        (status = 200, description = "What this key made before, as it stands now", body = Correction),
        (status = 404, description = "No such bill of one's own", body = Problem),
        (status = 409, description = "ILLEGAL_TRANSITION: it has not gone to the customer. ALREADY_CREDITED",
            body = BillConflict)))]
pub async fn post(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, bill)): Path<(Uuid, Uuid)>,
    IdempotencyKey(key): IdempotencyKey,
) -> Result<(StatusCode, Json<Correction>), Refusal> {
    session.must_be(PersonId::from(person))?;
    let person = &session.person;
    let source = own_bill(&app, person.id, BillId::from(bill)).await?;
    let today = app.clock.today();
    let (mut credit_note, mut draft) = (source.bill.credit_note(today), source.bill.correction(today));
    identify_rows(&app, &mut credit_note)?;
    identify_rows(&app, &mut draft)?;
    let terms = Terms::of(&app, person).await?;
    let (credit_id, draft_id): (BillId, BillId) = (app.new_id()?, app.new_id()?);

    let mut tx = app.store.begin().await?;
    if let Some(key) = &key
        && let Some(made) =
            tx.claim_key(person.id, MadeKind::Correction, key, draft_id, app.clock.now()).await?
    {
        drop(tx);
        return Ok((StatusCode::OK, made_before(&app, person, &source, made).await?));
    }
    if !life::may_be_corrected(&source.bill) {
        return Err(Refusal::Conflict(ErrorKey::IllegalTransition, Box::new(source)));
    }
    let maker = Maker { app: &app, person, terms: &terms, source: source.id };
    let credited = maker.store(&mut tx, credit_id, &credit_note, Kind::CreditNote).await;
    match credited {
        Err(StoreError::AlreadyCredited) => {
            return Err(Refusal::Conflict(ErrorKey::AlreadyCredited, Box::new(source)));
        }
        other => other?,
    }
    maker.store(&mut tx, draft_id, &draft, Kind::Draft).await?;
    let detail = json!({"link": credit_id.to_string(), "draft": draft_id.to_string()});
    maker.record(&mut tx, source.id, Action::BillCorrected, &detail).await?;
    tx.commit().await?;
    let correction = Correction {
        credit_note: own_bill(&app, person.id, credit_id).await?.into(),
        draft: own_bill(&app, person.id, draft_id).await?.into(),
    };
    Ok((StatusCode::CREATED, Json(correction)))
}

async fn made_before(
    app: &App,
    person: &Person,
    source: &StoredBill,
    draft: BillId,
) -> Result<Json<Correction>, Refusal> {
    let credit_note = source.links.credited_by.as_ref().ok_or(ApiError::NotFound)?.id;
    Ok(Json(Correction {
        credit_note: own_bill(app, person.id, credit_note).await?.into(),
        draft: own_bill(app, person.id, draft).await?.into(),
    }))
}

enum Kind {
    CreditNote,
    Draft,
}

struct Maker<'a> {
    app: &'a App,
    person: &'a Person,
    terms: &'a Terms,
    source: BillId,
}

impl Maker<'_> {
    async fn store(&self, tx: &mut Tx, id: BillId, bill: &Bill, kind: Kind) -> Result<(), StoreError> {
        let figures = self.terms.figures(bill);
        let found_by = bill.found_by(&figures);
        let saved_at = self.app.clock.now();
        let content = WrittenBill { id, bill, figures, found_by: &found_by, saved_at };
        let (credit_of, correction_of) = match kind {
            Kind::CreditNote => (Some(self.source), None),
            Kind::Draft => (None, Some(self.source)),
        };
        tx.insert_bill(&NewBill { person: self.person.id, credit_of, correction_of, content }).await?;
        let detail = json!({"link": self.source.to_string()});
        self.record(tx, id, Action::BillCreated, &detail).await?;
        match kind {
            Kind::CreditNote => self.record(tx, id, Action::BillSent, &json!({})).await,
            Kind::Draft => Ok(()),
        }
    }

    async fn record(
        &self,
        tx: &mut Tx,
        id: BillId,
        action: Action,
        detail: &Value,
    ) -> Result<(), StoreError> {
        tx.record(&self.app.event(Some(self.person.id), action, subject(id), detail)).await
    }
}
