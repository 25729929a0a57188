//! Content for the provider's clerks: a tax card to read, promo codes, and the shifts that a planning program sent.

use anyhow::Context as _;
use jiff::ToSpan;
use liksa_actions::Context;
use liksa_actions::advances::{self, AdvanceRequest};
use liksa_domain::audit::Action;
use liksa_domain::bill::Section;
use liksa_domain::dates::format_date;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{PersonId, RowId};
use liksa_domain::person::Person;
use liksa_domain::promo_code::PromoCodeBody;
use liksa_domain::shift::PlannedShiftBody;
use liksa_money::Money;
use liksa_store::{BillFilter, ListOrder, NewFile, SentTaxCard, Tx};
use serde_json::json;

use super::not_accepted;
use crate::history::calendar::Calendar;

const TAX_CARD: &[u8] = include_bytes!("tax-card.pdf");

/// What the worker asks for in advance.
const ADVANCE: Money = Money::euros(200);

/// Asks for an advance on a bill that waits for its customer, which payroll has not decided on yet.
pub async fn ask_for_advance(context: &Context, worker: PersonId) -> anyhow::Result<()> {
    let filter = BillFilter {
        person: worker,
        sections: (Section::Sent, Section::Sent),
        words: &[],
        order: ListOrder::OpenFirst,
        after: None,
        limit: 100,
    };
    for card in context.store.bill_page(&filter).await?.bills {
        let Some(bill) = context.store.bill(card.id).await? else { continue };
        let rows: Vec<RowId> = bill.bill.rows.iter().filter_map(|row| row.id).collect();
        let can_be_asked = advances::offer(context, worker, bill.id, &rows).await?.limit;
        if can_be_asked.is_some_and(|limit| limit.limit >= ADVANCE) {
            let request = AdvanceRequest { rows, amount: Some(ADVANCE) };
            advances::ask(context, worker, bill.id, &request).await?;
            return Ok(());
        }
    }
    Ok(())
}

/// Sends a tax card of the employee two days ago, which no clerk has read yet.
pub async fn send_tax_card(context: &Context, calendar: &Calendar, employee: &Person) -> anyhow::Result<()> {
    let at = calendar.at(2, (20, 45))?.at;
    let content = context.files.put(context.new_id()?, TAX_CARD, at).await?;
    let mut tx = context.store.begin().await?;
    let new = NewFile {
        content: &content,
        purpose: FilePurpose::TaxCard,
        owner: Some(employee.id),
        name: "Verokortti.pdf",
        media_type: MediaType::Pdf,
        created_at: at,
    };
    let file = tx.insert_file(&new).await?;
    let id = context.new_id()?;
    tx.send_tax_card(&SentTaxCard { id, person: employee.id, file, at }).await?;
    let mut event = context.event(
        Some(employee.id),
        Action::TaxCardSent,
        format!("person:{}", employee.id),
        &json!({"card": id.to_string()}),
    );
    event.at = at;
    tx.record(event);
    Ok(tx.commit().await?)
}

/// Adds a promo code that is valid and one that has expired.
pub async fn add_promo_codes(tx: &mut Tx, calendar: &Calendar) -> anyhow::Result<()> {
    let (registered, today) = (calendar.at(super::REGISTERED, (9, 0))?, calendar.today());
    let (began, ended) = (format_date(registered.day), format_date(calendar.day(20)));
    let ends = format_date(today.saturating_add(90.days()));
    let codes = [
        ("ALKU-5", "5,0", "Aloittajan etu: jaetaan oppilaitosten päivillä.", &ends, Some("200")),
        ("KESA-59", "5,9", "Kesän kampanja.", &ended, None),
    ];
    for (code, percent, note, until, most) in codes {
        let body = PromoCodeBody {
            code: Some(code.into()),
            service_percent: Some(percent.into()),
            note: Some(note.into()),
            valid_from: Some(began.clone()),
            valid_until: Some(until.clone()),
            most_uses: most.map(Into::into),
            ..PromoCodeBody::default()
        };
        let code = body.read().map_err(|problems| not_accepted(code, &problems))?;
        let added = tx.insert_promo_code(&code, registered.at).await?;
        added.then_some(()).context("a promo code of the demo exists twice")?;
    }
    Ok(())
}

/// A shift of the demo: days from today, its hours, its department, and what may be claimed for it.
type DemoShift = (i32, (&'static str, &'static str), (&'static str, &'static str), &'static str);

const STAGE: (&str, &str) = ("K-21", "Konserttitalo, näyttämö");
const TOURS: (&str, &str) = ("K-30", "Kiertueet");
const STUDIO: (&str, &str) = ("S-04", "Studio Neljä");

/// Shifts of the employee in the past and the coming week.
const OF_EMPLOYEE: [DemoShift; 6] = [
    (-6, ("15:00", "23:30"), STAGE, "LUNCH_ALLOWANCE"),
    (-4, ("15:00", "23:30"), STAGE, "LUNCH_ALLOWANCE"),
    (-1, ("07:00", "19:00"), TOURS, "KILOMETER_ALLOWANCE FULL_DAY_ALLOWANCE"),
    (2, ("16:00", "22:30"), STAGE, "LUNCH_ALLOWANCE"),
    (3, ("12:00", "20:00"), STAGE, ""),
    (6, ("08:00", "17:00"), TOURS, "KILOMETER_ALLOWANCE PARTIAL_DAY_ALLOWANCE"),
];

/// Shifts of the worker.
const OF_WORKER: [DemoShift; 5] = [
    (-5, ("09:00", "17:00"), STUDIO, "LUNCH_ALLOWANCE"),
    (-3, ("09:00", "17:00"), STUDIO, "LUNCH_ALLOWANCE"),
    (-2, ("08:00", "20:00"), TOURS, "KILOMETER_ALLOWANCE FULL_DAY_ALLOWANCE PARTIAL_DAY_ALLOWANCE"),
    (1, ("09:00", "15:00"), STUDIO, ""),
    (4, ("09:00", "17:00"), STUDIO, "LUNCH_ALLOWANCE"),
];

/// Adds the shifts that a planning program sent of the worker and the employee.
pub async fn plan_shifts(
    tx: &mut Tx,
    calendar: &Calendar,
    worker: &Person,
    employee: &Person,
) -> anyhow::Result<()> {
    let imported = calendar.at(6, (4, 30))?.at;
    let of_employee = OF_EMPLOYEE.iter().map(|shift| (employee, shift));
    let all = of_employee.chain(OF_WORKER.iter().map(|shift| (worker, shift)));
    for (place, (person, (days, (from, until), (key, name), entitled))) in all.enumerate() {
        let day = format_date(calendar.today().saturating_add(days.days()));
        let id = format!("S-{}", 4101 + place);
        let body = PlannedShiftBody {
            id: id.clone(),
            email: person.email.as_str().to_owned(),
            starts: format!("{day} {from}"),
            ends: format!("{day} {until}"),
            department_key: (*key).to_owned(),
            department_name: (*name).to_owned(),
            entitled: vec![(*entitled).to_owned()],
        };
        let shift = body.read("shift").map_err(|problems| not_accepted(&id, &problems))?;
        tx.put_planned_shift(&shift, person.id, imported).await?;
    }
    Ok(())
}
