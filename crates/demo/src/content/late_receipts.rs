//! Receipts that the worker found after the invoice was sent: one is approved, one waits for a clerk.

use anyhow::Context as _;
use liksa_actions::receipts::ReceiptFile;
use liksa_actions::{Context, late_receipts};
use liksa_domain::bill::Section;
use liksa_domain::file::MediaType;
use liksa_domain::ids::{BillId, LateReceiptId, PersonId};
use liksa_domain::late_receipt::LateClaimBody;
use liksa_store::{BillFilter, ListOrder};

use super::context_at;
use crate::history::calendar::Calendar;

/// What is claimed: working days ago, the amount, a note, and the file.
struct Found {
    sent: (u16, (i8, i8)),
    amount: &'static str,
    note: &'static str,
    file: (&'static str, &'static [u8]),
}

const COPIES: Found = Found {
    sent: (3, (18, 20)),
    amount: "37.65",
    note: "Vedokset asiakkaan palaveriin.",
    file: ("Kopiopiste.pdf", include_bytes!("copies-receipt.pdf")),
};
const PARKING: Found = Found {
    sent: (1, (19, 5)),
    amount: "18.40",
    note: "Löytyi auton hansikaslokerosta.",
    file: ("Pysäköinti.pdf", include_bytes!("parking-receipt.pdf")),
};

pub async fn add(
    context: &Context,
    calendar: &Calendar,
    worker: PersonId,
    clerk: PersonId,
) -> anyhow::Result<()> {
    let bill = newest_sent(context, worker).await?;
    let (copies, version) = claim(context, calendar, worker, bill, &COPIES).await?;
    let approved = context_at(context, calendar.at(2, (9, 50))?)?;
    late_receipts::approve(&approved, clerk, copies, version, Some("7.65")).await?;
    claim(context, calendar, worker, bill, &PARKING).await?;
    Ok(())
}

/// The worker's newest invoice that its customer has.
async fn newest_sent(context: &Context, worker: PersonId) -> anyhow::Result<BillId> {
    let filter = BillFilter {
        person: worker,
        sections: (Section::Sent, Section::Sent),
        words: &[],
        order: ListOrder::ClosedFirst,
        after: None,
        limit: 1,
    };
    let page = context.store.bill_page(&filter).await?;
    page.bills.first().map(|card| card.id).context("the worker of the demo has no sent invoice")
}

async fn claim(
    context: &Context,
    calendar: &Calendar,
    worker: PersonId,
    bill: BillId,
    found: &Found,
) -> anyhow::Result<(LateReceiptId, i64)> {
    let (ago, time) = found.sent;
    let then = context_at(context, calendar.at(ago, time)?)?;
    let stored = context.store.bill(bill).await?.context("an invoice of the demo is gone")?;
    let body = LateClaimBody {
        row_id: stored.bill.rows.first().and_then(|row| row.id),
        field: Some("othercost_alv255".into()),
        amount: Some(found.amount.into()),
        note: Some(found.note.into()),
        version: None,
    };
    let late = late_receipts::make(&then, worker, &body, None).await?.value.late.id;
    let (name, content) = found.file;
    let content = context.files.put(context.new_id()?, content, then.clock.now()).await?;
    let file = ReceiptFile { content, media_type: MediaType::Pdf, name: name.into() };
    late_receipts::attach(&then, worker, late, &file, None).await?;
    let sent = late_receipts::send(&then, worker, late, None).await?;
    Ok((late, sent.late.version))
}
