//! Tax cards: sent by workers, read by payroll staff.

use liksa_domain::file::display_name;
use liksa_domain::tax_card::{CardTerms, TaxCardBody};

use super::*;
use crate::prelude::*;
use crate::readable::must_be_readable;

/// Sends a new tax card as a file. A card that still waits to be read is replaced.
pub async fn send_tax_card(
    context: &Context,
    person: PersonId,
    content: &StoredContent,
    name: &str,
    media_type: MediaType,
) -> Result<StoredTaxCard> {
    must_be_readable(context, content, media_type).await?;
    let (id, at): (TaxCardId, _) = (context.new_id()?, context.clock.now());
    let kind = (FilePurpose::TaxCard, media_type);
    let mut tx = context.store.begin().await?;
    let file =
        context.add_file(&mut tx, content, kind, Some(person), &display_name(name, media_type)).await?;
    tx.send_tax_card(&SentTaxCard { id, person, file, at }).await?;
    let detail = json!({"card": id.to_string()});
    context.record(&mut tx, Some(person), Action::TaxCardSent, subject(person), detail);
    tx.commit().await?;
    tax_card(context, id).await
}

/// Enters or corrects the figures of a card, by which later salaries are taxed.
pub async fn handle_tax_card(
    context: &Context,
    actor: PersonId,
    id: TaxCardId,
    form: &TaxCardBody,
) -> Result<StoredTaxCard> {
    let card = tax_card(context, id).await?;
    must_not_be_self(actor, card.person)?;
    let terms = form.read(context.clock.today())?;
    let mut tx = context.store.begin().await?;
    match tx.handle_tax_card(&card, &terms, actor, context.clock.now()).await? {
        Handled::Done => {}
        Handled::Replaced => return Err(Error::Conflict(ErrorKey::TaxCardReplaced)),
    }
    let before = card.terms.as_ref().map(detail_of);
    let detail = json!({"card": id.to_string(), "before": before, "after": detail_of(&terms)});
    context.record(&mut tx, Some(actor), Action::TaxCardHandled, subject(card.person), detail);
    tx.commit().await?;
    tax_card(context, id).await
}

async fn tax_card(context: &Context, id: TaxCardId) -> Result<StoredTaxCard> {
    context.store.tax_card(id).await?.ok_or(Error::NotFound)
}

fn detail_of(terms: &CardTerms) -> Value {
    json!({
        "baseRate": number(&terms.base_rate.plain_percent()),
        "ceiling": terms.above.map(|above| number(&above.ceiling.plain())),
        "additionalRate": terms.above.map(|above| number(&above.rate.plain_percent())),
        "validFrom": format_date(terms.valid_from),
    })
}
