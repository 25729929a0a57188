//! Closing the books, and exports of the ledger for accounting programs.

use liksa_documents::ledger_export::{BookedLine, Sie, csv_head, csv_lines};
use liksa_domain::ledger::closing_fault;
use liksa_domain::reading::{Reader, given};

use crate::prelude::*;
use crate::printing::seller_on;

const LINES_AT_ONCE: i64 = 5000;

/// Closes the books until the end of a month: nothing is booked on an earlier day any more. There is no way back.
pub async fn close_books(context: &Context, by: PersonId, until: Option<&str>) -> Result<()> {
    let mut reader = Reader::default();
    let day = reader.date("until", until);
    reader.refuse_if(given(until).is_none(), "until", ErrorKey::Required);
    if let Some(fault) = day.and_then(|day| closing_fault(day, context.clock.today())) {
        reader.refuse("until", fault);
    }
    let problems = reader.into_problems();
    let Some(until) = day.filter(|_| problems.is_empty()) else { return Err(problems.into()) };
    let mut tx = context.store.begin().await?;
    require(tx.close_books(until, by, context.clock.now()).await?, ErrorKey::BooksAlreadyClosed)?;
    let detail = json!({"until": format_date(until)});
    context.record(&mut tx, Some(by), Action::BooksClosed, "ledger:books".to_owned(), detail);
    Ok(tx.commit().await?)
}

/// Everything that was booked in a period, as CSV.
pub async fn export_csv(context: &Context, period: (Date, Date)) -> Result<Vec<u8>> {
    let mut content = csv_head().map_err(anyhow::Error::from)?;
    let mut after = (0, 0);
    while let Some(lines) = next_lines(context, period, &mut after).await? {
        content.extend(csv_lines(&lines).map_err(anyhow::Error::from)?);
    }
    Ok(content)
}

/// Everything that was booked in a period, as SIE 4.
pub async fn export_sie(context: &Context, period: (Date, Date)) -> Result<Vec<u8>> {
    let company = seller_on(context, period.1).await?.name;
    let (mut sie, mut content) = Sie::begin(&company, context.clock.today());
    let mut after = (0, 0);
    while let Some(lines) = next_lines(context, period, &mut after).await? {
        content.extend(sie.lines(&lines));
    }
    content.extend(sie.end());
    Ok(content)
}

/// None at the end.
async fn next_lines(
    context: &Context,
    period: (Date, Date),
    after: &mut (i64, i64),
) -> Result<Option<Vec<BookedLine>>> {
    let lines = context.store.ledger_lines(period, *after, LINES_AT_ONCE).await?;
    let Some(last) = lines.last() else { return Ok(None) };
    *after = (last.entry, last.place);
    let booked = |line: AccountLine| BookedLine {
        entry: line.entry,
        date: line.date,
        happened_on: line.happened_on,
        kind: line.kind.name().to_owned(),
        account: line.account,
        amount: line.amount,
        person: line.person_name.unwrap_or_default(),
        bill: line.bill_number,
    };
    Ok(Some(lines.into_iter().map(booked).collect()))
}
