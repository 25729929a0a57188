//! `GET /api/person/export`: all data of a person as one zip, which is sent while it is being written.

use anyhow::anyhow;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use liksa_actions::accounts::idle_since;
use liksa_actions::people::{self, subject};
use liksa_actions::shifts;
use liksa_domain::audit::AuditEvent;
use liksa_domain::bill::Section;
use liksa_domain::dates::format_date;
use liksa_domain::file::archive_name;
use liksa_domain::ids::PersonId;
use liksa_domain::worker_terms::WorkerTerms;
use liksa_finland::PersonalId;
use liksa_money::Money;
use liksa_store::{AuditFilter, BillFilter, ListOrder, ShiftFilter, StoredFile};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use zip::CompressionMethod;

use super::places::PlaceList;
use super::wire::Profile;
use super::zip_stream::ZipStream;
use crate::api::bills::{BillOnWire, PurchaseOnWire};
use crate::api::customers::CustomerList;
use crate::api::late_receipts::LateReceiptList;
use crate::api::person::salaries::{CorrectionOnWire, SlipOnWire};
use crate::api::provider::workers::{DistraintOnWire, TaxCardOnWire};
use crate::api::shares::{ReceivedShare, ShareOnWire};
use crate::api::shifts::ShiftOnWire;
use crate::api::templates::TemplateList;
use crate::app::{App, AppState};
use crate::http::error::{ApiResult, Problem};
use crate::session::Session;

/// Pieces that may wait for a slow connection before writing waits too.
const PIECES_AHEAD: usize = 4;

const BILLS_AT_ONCE: i64 = 50;
const SHARES_AT_ONCE: i64 = 200;
const SLIPS_AT_ONCE: i64 = 200;
const SHIFTS_AT_ONCE: i64 = 200;
const EVENTS_AT_ONCE: usize = 500;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get))
}

/// All of one's own data in one zip: JSON, and the files as they were sent or made.
#[utoipa::path(get, path = "/api/person/export", tag = "person", operation_id = "export",
    responses(
        (status = 200, description = "The zip", body = Vec<u8>, content_type = "application/zip"),
        (status = 401, description = "Not signed in", body = Problem)))]
async fn get(State(app): State<AppState>, user: Session) -> ApiResult<Response> {
    let person = user.person.id;
    people::record_export(&app, person).await?;
    let name = format!("attachment; filename=\"liksa-{}.zip\"", app.clock.today());
    let headers = [(header::CONTENT_TYPE, "application/zip".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, zip_of(app, person)).into_response())
}

/// A failure in the middle breaks the transfer off, so that a part is not taken for the whole.
fn zip_of(app: AppState, person: PersonId) -> Body {
    let (send, receive) = mpsc::channel(PIECES_AHEAD);
    tokio::spawn(async move {
        if let Err(error) = write(&app, person, ZipStream::new(send.clone())).await {
            tracing::error!(error = format!("{error:#}"), "an export was broken off");
            // If the receiver has gone away, there is no one to notify.
            drop(send.send(Err(std::io::Error::other("the export could not be finished"))).await);
        }
    });
    let pieces =
        stream::unfold(
            receive,
            |mut receive| async move { receive.recv().await.map(|piece| (piece, receive)) },
        );
    // The compression layer polls once more after the end.
    Body::from_stream(pieces.fuse())
}

async fn write(app: &App, person: PersonId, mut zip: ZipStream) -> anyhow::Result<()> {
    let profile = Profile::read(app, person).await.map_err(|error| anyhow!("the account: {error}"))?;
    zip.add_json("account.json", &profile).await?;
    zip.add_json("agreed.json", &agreed(app, person).await?).await?;
    zip.add_json("sessions.json", &sessions(app, person).await?).await?;
    let customers = CustomerList::new(
        app.store.saved_customers(person).await?,
        app.store.billed_customers(person).await?,
    );
    zip.add_json("customers.json", &customers).await?;
    let templates = app.store.templates(person).await?.into_iter().map(Into::into).collect();
    zip.add_json("templates.json", &TemplateList { templates }).await?;
    let places = PlaceList::of(app, person).await.map_err(|error| anyhow!("places: {error}"))?;
    zip.add_json("places.json", &places).await?;
    shifts(app, person, &mut zip).await?;
    let cards = app.store.tax_cards_of(person).await?;
    let cards: Vec<TaxCardOnWire> = cards.into_iter().map(TaxCardOnWire::from).collect();
    zip.add_json("tax-cards.json", &cards).await?;
    salaries(app, person, &mut zip).await?;
    shares(app, person, &mut zip).await?;
    bills(app, person, &mut zip).await?;
    purchases(app, person, &mut zip).await?;
    let late = LateReceiptList::of(app, person).await.map_err(|error| anyhow!("late receipts: {error}"))?;
    zip.add_json("late-receipts.json", &late).await?;
    history(app, person, &mut zip).await?;
    zip.add_json("changed-by-others.json", &changed_by_others(app, person).await?).await?;
    for file in app.store.files_of(person).await? {
        add_file(app, &mut zip, &file).await?;
    }
    zip.finish().await
}

/// What the account page hides or does not show: the whole personal id, and what was agreed with or ordered of the
/// person.
async fn agreed(app: &App, person: PersonId) -> anyhow::Result<Value> {
    let known = app.store.pay_facts(&[person], app.clock.today()).await?.remove(&person);
    let known = known.ok_or_else(|| anyhow!("the account is gone"))?;
    Ok(json!({
        "personalId": known.profile.personal_id.as_ref().map(PersonalId::as_str),
        "birthDate": known.facts.birth_date.map(format_date),
        "terms": WorkerTerms::of(&known),
        "distraint": app.store.distraint(person).await?.map(DistraintOnWire::from),
        "owed": app.store.owed(person).await?,
    }))
}

/// What others, such as the provider's staff, did to the account. Who they were is not the person's data.
async fn changed_by_others(app: &App, person: PersonId) -> anyhow::Result<Value> {
    let events = app.store.audit_of(&subject(person)).await?;
    Ok(events.iter().filter(|event| event.actor != Some(person)).map(event_json).collect())
}

fn event_json(event: &AuditEvent) -> Value {
    let detail: Value = serde_json::from_str(&event.detail).unwrap_or_default();
    json!({"at": event.at.to_string(), "action": event.action.name(), "subject": event.subject, "detail": detail})
}

async fn sessions(app: &App, person: PersonId) -> anyhow::Result<Value> {
    let now = app.clock.now();
    let sessions = app.store.sessions_of(person, now, idle_since(now)).await?;
    let listed = sessions.into_iter().map(|session| {
        json!({
            "userAgent": session.user_agent,
            "createdAt": session.created_at.to_string(),
            "lastSeenAt": session.last_seen_at.to_string(),
        })
    });
    Ok(listed.collect())
}

async fn shifts(app: &App, person: PersonId, zip: &mut ZipStream) -> anyhow::Result<()> {
    let filter = ShiftFilter { person, from: None, until: None };
    let mut all: Vec<ShiftOnWire> = vec![];
    for page in 0.. {
        let (shifts, _) = shifts::page(app, filter, page, SHIFTS_AT_ONCE).await?;
        if shifts.is_empty() {
            break;
        }
        all.extend(shifts.into_iter().map(ShiftOnWire::from));
    }
    zip.add_json("shifts.json", &all).await
}

async fn salaries(app: &App, person: PersonId, zip: &mut ZipStream) -> anyhow::Result<()> {
    let (mut all, mut page) = (vec![], 0);
    loop {
        let (slips, total) = app.store.slips(person, page, SLIPS_AT_ONCE).await?;
        let none = slips.is_empty();
        all.extend(slips.into_iter().map(|slip| SlipOnWire::new(person, slip)));
        page += 1;
        if none || i64::try_from(all.len())? >= total {
            zip.add_json("salaries.json", &all).await?;
            break;
        }
    }
    let taken_back = app.store.taken_back_of_person(person).await?;
    let taken_back: Vec<Value> = taken_back
        .iter()
        .map(|taken| json!({"slip": taken.salary_number, "correction": CorrectionOnWire::from(taken)}))
        .collect();
    zip.add_json("salaries-taken-back.json", &taken_back).await
}

/// What the person gave of their bills, and what others gave of theirs.
async fn shares(app: &App, person: PersonId, zip: &mut ZipStream) -> anyhow::Result<()> {
    let given = app.store.shares_given(person).await?;
    let given: Vec<ShareOnWire> =
        given.into_iter().map(|share| ShareOnWire::new(share, Money::ZERO)).collect();
    zip.add_json("shares-given.json", &given).await?;
    let (mut all, mut page) = (vec![], 0);
    loop {
        let (received, _) =
            liksa_actions::shares::received(app, person, None, (page, SHARES_AT_ONCE)).await?;
        if received.is_empty() {
            return zip.add_json("shares-received.json", &all).await;
        }
        all.extend(received.into_iter().map(ReceivedShare::from));
        page += 1;
    }
}

/// A file for every few bills, so that no number of them has to be in memory at once.
async fn bills(app: &App, person: PersonId, zip: &mut ZipStream) -> anyhow::Result<()> {
    let mut filter = BillFilter {
        person,
        sections: (Section::Open, Section::Credited),
        words: &[],
        order: ListOrder::OpenFirst,
        after: None,
        limit: BILLS_AT_ONCE,
    };
    for number in 1.. {
        let page = app.store.bill_page(&filter).await?;
        let ids: Vec<_> = page.bills.iter().map(|card| card.id).collect();
        let bills: Vec<BillOnWire> = app.store.bills(&ids).await?.into_iter().map(BillOnWire::from).collect();
        zip.add_json(&format!("bills/{number}.json"), &bills).await?;
        filter.after = page.next;
        if filter.after.is_none() {
            break;
        }
    }
    Ok(())
}

/// What was bought with the bills; the copies are among the files.
async fn purchases(app: &App, person: PersonId, zip: &mut ZipStream) -> anyhow::Result<()> {
    let (mut all, mut before): (Vec<PurchaseOnWire>, _) = (vec![], None);
    loop {
        let (page, more) = app.store.purchases_of_person(person, before, BILLS_AT_ONCE).await?;
        before = page.last().map(|last| last.purchase.id);
        all.extend(page.into_iter().map(PurchaseOnWire::from));
        if !more {
            return zip.add_json("purchases.json", &all).await;
        }
    }
}

/// What the person did, by the audit log.
async fn history(app: &App, person: PersonId, zip: &mut ZipStream) -> anyhow::Result<()> {
    let mut filter = AuditFilter { actor: Some(person), limit: EVENTS_AT_ONCE, ..AuditFilter::default() };
    for number in 1.. {
        let page = app.store.audit_search(&filter).await?;
        let events: Vec<Value> = page.events.iter().map(|event| event_json(&event.past.event)).collect();
        zip.add_json(&format!("history/{number}.json"), &events).await?;
        filter.before = page.next;
        if filter.before.is_none() {
            break;
        }
    }
    Ok(())
}

/// Pictures and PDFs are as small as they get already.
async fn add_file(app: &App, zip: &mut ZipStream, file: &StoredFile) -> anyhow::Result<()> {
    // The id makes it the only one of its name, whatever files were called.
    let (name, media_type) = (&file.name, file.media_type);
    let name = format!("files/{}/{}-{}", file.purpose.name(), file.id, archive_name(name, media_type));
    zip.begin(&name, CompressionMethod::Stored)?;
    let mut content = app.files.stream(&file.blob).await?;
    while let Some(chunk) = content.next_chunk().await? {
        zip.write(&chunk).await?;
    }
    Ok(())
}
