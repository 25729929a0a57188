//! What else the provider's people have before them: a tax card to read, promo codes, and the shifts that a
//! planning program sent.

use anyhow::Context;
use jiff::ToSpan;
use liksa_domain::audit::Action;
use liksa_domain::dates::format_date;
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::person::Person;
use liksa_domain::promo_code::PromoCodeForm;
use liksa_domain::shift::ShiftForm;
use liksa_store::{NewFile, SentTaxCard, Tx};
use serde_json::json;

use super::not_accepted;
use crate::app::App;
use crate::seed::calendar::Calendar;

const TAX_CARD: &[u8] = include_bytes!("papers/tax-card.pdf");

/// Two days ago the employee sent a new tax card, which nobody has read yet.
pub async fn send_tax_card(app: &App, calendar: &Calendar, employee: &Person) -> anyhow::Result<()> {
    let at = calendar.at(2, (20, 45))?.at;
    let content = app.files.put(app.new_id()?, TAX_CARD, at).await?;
    let mut tx = app.store.begin().await?;
    let new = NewFile {
        content: &content,
        purpose: FilePurpose::TaxCard,
        owner: Some(employee.id),
        name: "Verokortti.pdf",
        media_type: MediaType::Pdf,
        created_at: at,
    };
    let file = tx.insert_file(&new).await?;
    let id = app.new_id()?;
    tx.send_tax_card(&SentTaxCard { id, person: employee.id, file, at }).await?;
    let mut event = app.event(
        Some(employee.id),
        Action::TaxCardSent,
        format!("person:{}", employee.id),
        &json!({"card": id.to_string()}),
    );
    event.at = at;
    tx.record(&event).await?;
    Ok(tx.commit().await?)
}

/// One that is valid, and one that was.
pub async fn add_promo_codes(tx: &mut Tx, calendar: &Calendar) -> anyhow::Result<()> {
    let (arrived, today) = (calendar.at(super::ARRIVED, (9, 0))?, calendar.today());
    let (began, ended) = (format_date(arrived.day), format_date(calendar.day(20)));
    let ends = format_date(today.saturating_add(90.days()));
    let codes = [
        ("ALKU-5", "5,0", "Aloittajan etu: jaetaan oppilaitosten päivillä.", &ends, Some("200")),
        ("KESA-59", "5,9", "Kesän kampanja.", &ended, None),
    ];
    for (code, percent, note, until, most) in codes {
        let form = PromoCodeForm {
            code: Some(code),
            service_percent: Some(percent),
            note: Some(note),
            valid_from: Some(&began),
            valid_until: Some(until),
            most_uses: most,
        };
        let code = form.read().map_err(|problems| not_accepted(Some(code), &problems))?;
        tx.insert_promo_code(&code, arrived.at)
            .await?
            .then_some(())
            .context("a promo code is there twice")?;
    }
    Ok(())
}

/// A week behind the employee and one before them.
pub async fn plan_shifts(tx: &mut Tx, calendar: &Calendar, employee: &Person) -> anyhow::Result<()> {
    let imported = calendar.at(6, (4, 30))?.at;
    let shifts = [
        (-6, ("15:00", "23:30"), ("K-21", "Konserttitalo, näyttämö"), "LUNCH_ALLOWANCE"),
        (-4, ("15:00", "23:30"), ("K-21", "Konserttitalo, näyttämö"), "LUNCH_ALLOWANCE"),
        (-1, ("07:00", "19:00"), ("K-30", "Kiertueet"), "KILOMETER_ALLOWANCE FULL_DAY_ALLOWANCE"),
        (2, ("16:00", "22:30"), ("K-21", "Konserttitalo, näyttämö"), "LUNCH_ALLOWANCE"),
        (3, ("12:00", "20:00"), ("K-21", "Konserttitalo, näyttämö"), ""),
        (6, ("08:00", "17:00"), ("K-30", "Kiertueet"), "KILOMETER_ALLOWANCE PARTIAL_DAY_ALLOWANCE"),
    ];
    for (place, (days, (from, until), (key, name), entitled)) in shifts.into_iter().enumerate() {
        let day = format_date(calendar.today().saturating_add(days.days()));
        let (id, starts, ends) =
            (format!("S-{}", 4101 + place), format!("{day} {from}"), format!("{day} {until}"));
        let form = ShiftForm {
            id: Some(&id),
            email: Some(employee.email.as_str()),
            starts: Some(&starts),
            ends: Some(&ends),
            department_key: Some(key),
            department_name: Some(name),
            entitled: Some(entitled),
        };
        let shift = form.read("shift").map_err(|problems| not_accepted(Some(&id), &problems))?;
        tx.put_shift(&shift, employee.id, imported).await?;
    }
    Ok(())
}
