//! Exports of the ledger for accounting programs.

use liksa_documents::ledger_export::{BookedLine, Sie, csv_head, csv_lines};

use crate::prelude::*;
use crate::printing::seller_on;

const LINES_AT_ONCE: i64 = 5000;

/// Everything that was booked in a period, as CSV.
pub async fn export_csv(context: &Context, period: (Date, Date)) -> Result<Vec<u8>> {
    let mut content = csv_head();
    let mut after = (0, 0);
    while let Some(lines) = next_lines(context, period, &mut after).await? {
        content.extend(csv_lines(&lines));
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
        kind: line.kind.name().to_owned(),
        account: line.account,
        amount: line.amount,
        person: line.person_name.unwrap_or_default(),
        bill: line.bill_number,
    };
    Ok(Some(lines.into_iter().map(booked).collect()))
}
