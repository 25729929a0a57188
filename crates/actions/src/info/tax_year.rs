//! A year of a worker as the tax return asks for it.

use std::collections::BTreeSet;

use jiff::civil::date;
use liksa_money::Quantity;

use super::month_of;
use crate::prelude::*;
use crate::printing::{paid_trips, without_credited};

/// How many years can be asked for, this one included.
const YEARS: i16 = 6;

/// What salaries with a payday in the year paid, less what was taken back of them.
pub struct TaxInfo {
    pub year: i16,
    /// The years that can be asked for, the newest first.
    pub years: Vec<i16>,
    pub sums: TaxYear,
    /// On so many days something was driven.
    pub driving_days: usize,
    /// The averages of the bills with kilometres.
    pub kilometers_per_job: Quantity,
    pub paid_per_job: Money,
    /// YYYY-MM of the months that a travel report has something for.
    pub months_with_trips: BTreeSet<String>,
}

/// What the slips of a year say. Only the last years are told of.
pub async fn tax_info(context: &Context, person: PersonId, year: i16) -> Result<TaxInfo> {
    let this_year = context.clock.today().year();
    let years: Vec<i16> = (0..YEARS).map(|back| this_year - back).collect();
    if !years.contains(&year) {
        return Err(Error::NotFound);
    }
    let (from, until) = (date(year, 1, 1), date(year, 12, 31));
    let sums = context.store.tax_year(person, from, until).await?;
    let law = context.law().await?;
    let rows = without_credited(&law, context.store.driven_rows(person, from, until).await?)?;
    let driven: Vec<&PaidRow> = rows.iter().filter(|paid| !paid.row.journey.kilometers.is_zero()).collect();
    let days: BTreeSet<_> = driven.iter().map(|paid| paid.row.date).collect();
    let jobs: BTreeSet<BillId> = driven.iter().map(|paid| paid.bill).collect();
    // Of no job there is no average.
    let count = i64::try_from(jobs.len().max(1)).unwrap_or(i64::MAX);
    let trips = paid_trips(context, person, from, until).await?;
    Ok(TaxInfo {
        year,
        years,
        driving_days: days.len(),
        kilometers_per_job: sums.kilometers.average(count)?,
        paid_per_job: sums.paid.kilometers.fraction(1, count)?,
        months_with_trips: trips.iter().map(|trip| month_of(trip.date)).collect(),
        sums,
    })
}
