//! Adds to the statutory figures: the file of a year or the reference rate of a half-year.
//!
//! What an addition changes is shown first, with a seal of what was shown. It is taken by the same content and that seal,
//! so that nothing else is taken than what was seen. What a sent bill or an approved salary was calculated by does not
//! change: a file is valid from a day after the last one whose figures were used.

use std::fmt::Write;

use jiff::civil::date;
use liksa_domain::statutory::{FiguresOfYear, FiguresOfYearBody, ReferenceRateBody};
use liksa_rates::{Addition, Difference};
use sha2::{Digest, Sha256};

use crate::prelude::*;

/// What an addition would change.
pub struct Preview {
    /// What to take it by.
    pub seal: String,
    pub valid_from: Date,
    /// The year whose figures it is compared with.
    pub compared_with: Option<i16>,
    pub differences: Vec<Difference>,
}

pub async fn preview_year(context: &Context, body: &FiguresOfYearBody) -> Result<Preview> {
    let asked = body.read(context.clock.today())?;
    let (first, last) = days_of(asked.year);
    let used = context.store.last_day_of_used_figures(first, last).await?;
    preview(context, &addition_of(asked, used)?).await
}

pub async fn preview_reference_rate(context: &Context, body: &ReferenceRateBody) -> Result<Preview> {
    preview(context, &body.read(context.clock.today())?).await
}

pub async fn take_year(context: &Context, actor: PersonId, body: &FiguresOfYearBody) -> Result<()> {
    let asked = body.read(context.clock.today())?;
    let (first, last) = days_of(asked.year);
    let mut tx = context.store.begin().await?;
    let version = tx.lock_figures().await?;
    let used = tx.last_day_of_used_figures(first, last).await?;
    take(context, tx, actor, (version, addition_of(asked, used)?), body.seal.as_deref()).await
}

pub async fn take_reference_rate(context: &Context, actor: PersonId, body: &ReferenceRateBody) -> Result<()> {
    let addition = body.read(context.clock.today())?;
    let mut tx = context.store.begin().await?;
    let version = tx.lock_figures().await?;
    take(context, tx, actor, (version, addition), body.seal.as_deref()).await
}

async fn preview(context: &Context, addition: &Addition) -> Result<Preview> {
    let law = context.law().await?;
    let valid_from = first_day(addition);
    Ok(Preview {
        seal: seal_of(law.version(), addition),
        valid_from,
        compared_with: law.compared_year(valid_from),
        differences: law.difference(addition).map_err(anyhow::Error::from)?,
    })
}

/// Takes an addition to the version that is locked. Asked for a second time, it changes nothing.
async fn take(
    context: &Context,
    mut tx: Tx,
    actor: PersonId,
    (version, addition): (i64, Addition),
    seal: Option<&str>,
) -> Result<()> {
    let seal = seal.ok_or_else(|| Error::field("seal", ErrorKey::Required))?;
    if let Some(taken) = tx.addition_with_seal(seal).await? {
        return require(taken.addition == addition, ErrorKey::FiguresChanged);
    }
    require(seal == seal_of(version, &addition), ErrorKey::FiguresChanged)?;
    let law = context.law().await?;
    // The version is locked, so that no server can have added anything since.
    require(law.version() == version, ErrorKey::FiguresChanged)?;
    let differences = law.difference(&addition).map_err(anyhow::Error::from)?;
    let (subject, detail) =
        (format!("figures:{}", first_day(&addition).year()), event(&addition, &differences));
    let made = MadeAddition {
        version: version + 1,
        addition,
        seal: seal.to_owned(),
        made_at: context.clock.now(),
        made_by: actor,
    };
    tx.insert_addition(&made).await?;
    context.record(&mut tx, Some(actor), Action::FiguresAdded, subject, detail);
    tx.commit().await?;
    context.recent_terms.forget();
    Ok(())
}

fn days_of(year: i16) -> (Date, Date) {
    (date(year, 1, 1), date(year, 12, 31))
}

/// The file from the day that was asked for, or else from the first day that nothing was calculated by.
fn addition_of(asked: FiguresOfYear, used: Option<Date>) -> Result<Addition> {
    let (first, last) = days_of(asked.year);
    let earliest = match used {
        Some(used) => used.tomorrow().map_err(anyhow::Error::from)?,
        None => first,
    };
    let valid_from = asked.valid_from.unwrap_or(earliest);
    if valid_from < earliest || valid_from > last {
        return Err(Error::field("validFrom", ErrorKey::FiguresUsed));
    }
    Ok(Addition::Year { valid_from, file: asked.file })
}

fn first_day(addition: &Addition) -> Date {
    match addition {
        Addition::Year { valid_from, .. } => *valid_from,
        Addition::ReferenceRate { half_year, .. } => half_year.first_day(),
    }
}

/// Hash of what is added, and of the version that it was shown against.
fn seal_of(version: i64, addition: &Addition) -> String {
    let day = first_day(addition);
    let content = match addition {
        Addition::Year { file, .. } => format!("YEAR\n{version}\n{day}\n{file}"),
        Addition::ReferenceRate { rate, source, .. } => {
            format!("REFERENCE_RATE\n{version}\n{day}\n{}\n{source}", rate.plain_percent())
        }
    };
    let mut seal = String::new();
    for byte in Sha256::digest(content.as_bytes()) {
        // Writing to a text does not fail.
        let _ = write!(seal, "{byte:02x}");
    }
    seal
}

/// Each value that changes, as it was and as it becomes.
fn event(addition: &Addition, differences: &[Difference]) -> Value {
    let kind = match addition {
        Addition::Year { .. } => "YEAR",
        Addition::ReferenceRate { .. } => "REFERENCE_RATE",
    };
    let values = |figure: &Option<liksa_rates::Figure>| {
        let steps = figure.iter().flat_map(|figure| &figure.steps);
        steps.map(|step| step.value.clone()).collect::<Vec<_>>().join(", ")
    };
    let changed = differences.iter().filter(|difference| difference.changed);
    let changes: serde_json::Map<String, Value> = changed
        .map(|one| (one.name.clone(), json!({"before": values(&one.before), "after": values(&one.after)})))
        .collect();
    json!({"kind": kind, "validFrom": format_date(first_day(addition)), "changes": changes})
}
