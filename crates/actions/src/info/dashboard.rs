//! The dashboard of a worker.

use jiff::ToSpan;
use liksa_domain::payroll::payday_to_come;
use liksa_domain::share::ShareState;
use liksa_domain::tax_card::CardTerms;
use liksa_money::Rate;

use super::{MOST_PARTS, OnItsWay, Pending, on_its_way};
use crate::bills::PaydayTerms;
use crate::prelude::*;
use crate::shares::Received;

/// How many drafts, how many other bills, and how many shares are listed.
const MOST_BILLS: i64 = 10;
const MOST_SHARES: usize = 20;

/// Everything that a worker sees at a glance. Amounts of bills have VAT in them unless they say otherwise.
pub struct Dashboard {
    pub tax_card: Option<CardTerms>,
    /// What is left of the tax card's income limit. None without a card or a limit.
    pub left_on_card: Option<Money>,
    /// By the card or, without one, by law. None in a year without statutory figures.
    pub tax_rate: Option<Rate>,
    /// Of this year's slips, less what was taken back of them.
    pub year: YearSoFar,
    pub drafts: DraftSum,
    /// What is left to be paid of the bills that were sent.
    pub sent_amount: Money,
    pub sent_bills: usize,
    /// What customers have paid this year.
    pub paid_by_customers: Money,
    /// VAT-free, by billing date; the oldest month first.
    pub billed: Vec<MonthSum>,
    /// Paid to the account, by payday; the same months.
    pub salaries: Vec<MonthSum>,
    pub unpaid: Vec<BillCard>,
    /// Those that wait for an answer first.
    pub shares: Vec<Received>,
    pub most_for_service: Money,
    pub service_fee_this_month: Money,
    /// The next day on which a salary of the worker is paid, or can be.
    pub payday: Date,
    pub on_its_way: OnItsWay,
}

/// Sums over the slips of a calendar year.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct YearSoFar {
    /// To the account. Taking back does not change it: that is taken off later salaries.
    pub paid: Money,
    pub gross_salary: Money,
    pub tax: Money,
    pub service_fee: Money,
}

/// The dashboard with sums of the last `months` calendar months, this one included.
pub async fn dashboard(context: &Context, person: PersonId, months: i8) -> Result<Dashboard> {
    let (store, today) = (&context.store, context.clock.today());
    let first_of_year = today.first_of_year();
    let first_month =
        today.first_of_month().checked_sub((months - 1).months()).map_err(anyhow::Error::from)?;
    let runs = store.paydays_from(today).await?;
    let payday = payday_to_come(today, &runs).map_err(anyhow::Error::from)?;
    let terms = PaydayTerms::next(context, person).await?;
    let tax_card = store.worker_facts(person, today).await?.tax_card;
    let slips = store.slip_sums(person, first_month.min(first_of_year)).await?;
    let drafts = store.draft_sum(person).await?;
    let shares = store.coming_shares(person).await?;
    let most = i64::try_from(MOST_PARTS).unwrap_or(i64::MAX);
    let (bills, unlisted) = store.awaited_bills(person, today, most).await?;
    let pending = Pending {
        bills,
        unlisted,
        shares: shares.clone(),
        salaries: store.coming_salaries(person).await?,
        advances: store.coming_advances(person).await?,
    };
    let sent = pending.bills.iter().filter(|bill| bill.is_unpaid());
    let own_paydays = pending.salaries.iter().map(|coming| coming.salary.payday);
    let next_payday = own_paydays.filter(|payday| *payday >= today).min().unwrap_or(payday);
    Ok(Dashboard {
        left_on_card: tax_card.and_then(|card| left_on_card(&card, today, &slips).transpose()).transpose()?,
        tax_rate: tax_rate(&terms, tax_card, today),
        tax_card,
        year: year_so_far(today, &slips)?,
        drafts,
        sent_bills: sent.clone().count() + usize::try_from(unlisted.overdue).unwrap_or_default(),
        sent_amount: Money::sum(sent.map(AwaitedBill::left_to_pay))?.plus(unlisted.left_to_pay)?,
        paid_by_customers: store.paid_by_customers(person, first_of_year, today).await?,
        billed: by_month(first_month, months, store.billed_by_month(person, first_month).await?)?,
        salaries: by_month(first_month, months, paid_by_month(&slips))?,
        unpaid: store.unpaid_bills(person, MOST_BILLS).await?,
        most_for_service: terms.settings().prices.service_fee_maximum_per_month,
        service_fee_this_month: Money::sum(
            slips.iter().filter(|slip| month_of(slip.payday) == month_of(today)).map(|slip| slip.service_fee),
        )?,
        payday: next_payday,
        on_its_way: on_its_way(context, (person, &terms), pending, payday).await?,
        shares: listed(shares, &terms, payday),
    })
}

/// YYYY-MM
pub(super) fn month_of(day: Date) -> String {
    format!("{:04}-{:02}", day.year(), day.month())
}

/// The sums of these months in their order, zero where there is none.
fn by_month(first: Date, months: i8, sums: Vec<MonthSum>) -> Result<Vec<MonthSum>> {
    let month = |place: i8| {
        let month = month_of(first.checked_add(place.months()).map_err(anyhow::Error::from)?);
        let amounts = sums.iter().filter(|sum| sum.month == month).map(|sum| sum.amount);
        Ok(MonthSum { amount: Money::sum(amounts)?, month })
    };
    (0..months).map(month).collect()
}

fn paid_by_month(slips: &[SlipSums]) -> Vec<MonthSum> {
    slips.iter().map(|slip| MonthSum { month: month_of(slip.payday), amount: slip.paid }).collect()
}

fn year_so_far(today: Date, slips: &[SlipSums]) -> Result<YearSoFar> {
    let mut sum = YearSoFar::default();
    for slip in slips.iter().filter(|slip| slip.payday.year() == today.year()) {
        sum = YearSoFar {
            paid: sum.paid.plus(slip.paid)?,
            gross_salary: sum.gross_salary.plus(slip.gross_salary)?,
            tax: sum.tax.plus(slip.tax)?,
            service_fee: sum.service_fee.plus(slip.service_fee)?,
        };
    }
    Ok(sum)
}

/// A card counts from the day it is valid on. None of one without a limit.
fn left_on_card(card: &CardTerms, today: Date, slips: &[SlipSums]) -> Result<Option<Money>> {
    let Some(above) = card.above else { return Ok(None) };
    let counts = |slip: &&SlipSums| slip.payday.year() == today.year() && slip.payday >= card.valid_from;
    let used = Money::sum(slips.iter().filter(counts).map(|slip| slip.gross_salary))?;
    Ok(Some(above.ceiling.minus(used)?.max(Money::ZERO)))
}

fn tax_rate(terms: &PaydayTerms, card: Option<CardTerms>, today: Date) -> Option<Rate> {
    let by_law = || terms.law().for_date(today).ok().map(|law| law.withholding.without_card);
    card.map(|card| card.base_rate).or_else(by_law)
}

/// Those that wait for an answer come first.
fn listed(mut shares: Vec<ComingShare>, terms: &PaydayTerms, payday: Date) -> Vec<Received> {
    shares.sort_by_key(|coming| coming.share.share.state != ShareState::WaitingForSubcontractor);
    let of = |coming: ComingShare| Received::of(coming.share, terms, payday);
    shares.into_iter().take(MOST_SHARES).map(of).collect()
}
