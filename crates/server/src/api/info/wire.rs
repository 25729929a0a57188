//! The dashboard and the tax year on the wire, by the names of the specification.

use liksa_actions::info::{ComingThing, Dashboard, OnItsWay, PartOnItsWay, TaxInfo};
use liksa_domain::payroll::ExpectedBecause;
use liksa_money::{Quantity, Rate};
use liksa_store::MonthSum;

use crate::api::bills::CardOnWire;
use crate::api::prelude::*;
use crate::api::shares::ReceivedShare;

/// The dashboard of a worker. Amounts of bills have VAT in them unless they say otherwise.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Info)]
pub struct DashboardInfo {
    /// What is left of the tax card's income limit this year; null without a card or a limit.
    #[serde(rename = "taxcardLeft")]
    #[schema(required)]
    tax_card_left: Option<Money>,
    /// Gross salaries paid this year.
    taxable_amount: Money,
    /// Tax withheld from them.
    tax_amount_this_year: Money,
    /// What is withheld today, a part of one; by law where there is no tax card. Null in a year without statutory
    /// figures.
    #[serde(rename = "taxpercent")]
    #[schema(required)]
    tax_percent: Option<Rate>,
    /// There is no tax card that counts today.
    no_tax_card: bool,
    /// Drafts. Credit notes count in none of these amounts.
    open_amount: Money,
    /// Bills that were sent for approval or to the customer, less what was credited or paid of them.
    approved_amount: Money,
    /// What customers have paid this year.
    paid_amount: Money,
    /// What was billed without VAT less what was credited, by the month of the billing date. The oldest month first,
    /// with every month.
    #[schema(required)]
    date_prices: Vec<MonthAmount>,
    /// What was paid to the account, by the month of the payday.
    #[schema(required)]
    salary_prices: Vec<MonthAmount>,
    /// The newest ten drafts and the newest ten of those being handled or at the customer's.
    #[schema(required)]
    not_paid_bills: Vec<CardOnWire>,
    /// How many of these there are in all.
    not_paid_bills_total: i64,
    /// Shares of others' bills: those that wait for one's answer, then those whose money has not come. At most twenty.
    #[schema(required)]
    subcontractor_billable_items: Vec<ReceivedShare>,
    /// What was paid to the account this year. What was taken back since is taken off later salaries.
    paid_salaries_this_year: Money,
    /// The same in the months that were asked for.
    paid_salaries: Money,
    /// Service fees of this year.
    provision: Money,
    /// The most that the service costs in a calendar month.
    maximum_service_price: Money,
    service_price_this_month: Money,
    /// The next day on which one's salary is paid, or can be; DD.MM.YYYY.
    next_payday: String,
    on_its_way: OnItsWayOnWire,
}

#[derive(Serialize, ToSchema)]
pub struct MonthAmount {
    /// YYYY-MM
    month: String,
    amount: Money,
}

/// What is on its way to the account. The amounts are estimates until a salary is paid.
#[derive(Serialize, ToSchema)]
#[schema(as = OnItsWay)]
pub struct OnItsWayOnWire {
    /// Of all parts, as far as they can be calculated; null where none can be.
    #[schema(required)]
    amount: Option<Money>,
    /// The soonest first, at most twenty. A bill or share is one part; once a salary has it, that salary is.
    #[schema(required)]
    parts: Vec<OnItsWayPart>,
    /// How many parts there are in all.
    total: usize,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OnItsWayKind {
    Bill,
    Share,
    Salary,
    Advance,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OnItsWayPart {
    kind: OnItsWayKind,
    /// One's own bill, or the only one of a salary.
    #[schema(required)]
    bill_id: Option<BillId>,
    #[schema(required)]
    share_id: Option<ShareId>,
    #[schema(required)]
    salary_id: Option<SalaryId>,
    #[schema(required)]
    bill_number: Option<i64>,
    /// Of one's own bill.
    #[schema(required)]
    customer: Option<String>,
    /// Whose bill a share is of.
    #[schema(required)]
    contractor: Option<String>,
    /// Null where it cannot be calculated.
    #[schema(required)]
    amount: Option<Money>,
    /// DD.MM.YYYY; null where nobody knows.
    #[schema(required)]
    expected_day: Option<String>,
    reason: ExpectedBecause,
}

impl OnItsWayPart {
    fn of(kind: OnItsWayKind, part: &PartOnItsWay) -> Self {
        Self {
            kind,
            bill_id: None,
            share_id: None,
            salary_id: None,
            bill_number: None,
            customer: None,
            contractor: None,
            amount: part.amount,
            expected_day: part.expected.day.map(format_date),
            reason: part.expected.because,
        }
    }
}

impl From<PartOnItsWay> for OnItsWayPart {
    fn from(part: PartOnItsWay) -> Self {
        let of = |kind| Self::of(kind, &part);
        match &part.what {
            ComingThing::Bill { id, number, customer } => Self {
                bill_id: Some(*id),
                bill_number: *number,
                customer: customer.clone(),
                ..of(OnItsWayKind::Bill)
            },
            ComingThing::Share { id, bill_number, contractor } => Self {
                share_id: Some(*id),
                bill_number: *bill_number,
                contractor: Some(contractor.clone()),
                ..of(OnItsWayKind::Share)
            },
            ComingThing::Salary { id, bill } => Self {
                salary_id: Some(*id),
                bill_id: bill.as_ref().map(|bill| bill.id),
                bill_number: bill.as_ref().and_then(|bill| bill.number),
                customer: bill.as_ref().and_then(|bill| bill.customer.clone()),
                ..of(OnItsWayKind::Salary)
            },
            ComingThing::Advance { bill, bill_number, customer } => Self {
                bill_id: Some(*bill),
                bill_number: *bill_number,
                customer: customer.clone(),
                ..of(OnItsWayKind::Advance)
            },
        }
    }
}

impl From<OnItsWay> for OnItsWayOnWire {
    fn from(coming: OnItsWay) -> Self {
        let parts = coming.parts.into_iter().map(Into::into).collect();
        Self { amount: coming.amount, parts, total: coming.total }
    }
}

impl From<MonthSum> for MonthAmount {
    fn from(MonthSum { month, amount }: MonthSum) -> Self {
        Self { month, amount }
    }
}

impl From<Dashboard> for DashboardInfo {
    fn from(shown: Dashboard) -> Self {
        let sent = i64::try_from(shown.sent_bills).unwrap_or(i64::MAX);
        Self {
            tax_card_left: shown.left_on_card,
            taxable_amount: shown.year.gross_salary,
            tax_amount_this_year: shown.year.tax,
            tax_percent: shown.tax_rate,
            no_tax_card: shown.tax_card.is_none(),
            open_amount: shown.drafts.amount,
            approved_amount: shown.sent_amount,
            paid_amount: shown.paid_by_customers,
            paid_salaries: Money::sum(shown.salaries.iter().map(|month| month.amount)).unwrap_or_default(),
            date_prices: shown.billed.into_iter().map(Into::into).collect(),
            salary_prices: shown.salaries.into_iter().map(Into::into).collect(),
            not_paid_bills: shown.unpaid.into_iter().map(Into::into).collect(),
            not_paid_bills_total: shown.drafts.bills.saturating_add(sent),
            subcontractor_billable_items: shown.shares.into_iter().map(Into::into).collect(),
            paid_salaries_this_year: shown.year.paid,
            provision: shown.year.service_fee,
            maximum_service_price: shown.most_for_service,
            service_price_this_month: shown.service_fee_this_month,
            next_payday: format_date(shown.payday),
            on_its_way: shown.on_its_way.into(),
        }
    }
}

/// A year for the tax return, of salaries with a payday in it. Some names are spelt as the specification has them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaxInfo)]
pub struct TaxInfoOnWire {
    year: i16,
    /// The years that can be asked for, the newest first.
    #[schema(required)]
    years: Vec<i16>,
    kilometers: Quantity,
    /// The average of the bills with kilometres, to two decimals; 0 where there is none.
    kilometers_per_job: Quantity,
    full_day_compensations: i64,
    partial_day_compensations: i64,
    lunch_compensations: i64,
    /// On so many days something was driven.
    number_days_with_kilometers: usize,
    /// Paid for the kilometres.
    km_reimbursemets: Money,
    /// The average of the bills with kilometres.
    km_reimbursemets_per_job: Money,
    /// Daily allowances, foreign ones included, and meals.
    #[serde(rename = "increasedlivingExpenses")]
    increased_living_expenses: Money,
    /// The part of `increasedlivingExpenses` that was paid for days abroad.
    foreign_allowances: Money,
    /// `kmReimbursemets` and `increasedlivingExpenses`.
    tax_free_reimbursements: Money,
    /// Receipts that were repaid.
    repaid_receipts: Money,
    /// Gross salaries.
    wages: Money,
    tax_withheld: Money,
    /// The employee's TyEL contributions.
    pension_contributions: Money,
    /// The employee's.
    unemployment_contributions: Money,
    /// YEL contributions paid through the service.
    yel_contributions: Money,
    /// How many salaries there were.
    salaries: i64,
    /// All months of the year.
    #[schema(required)]
    months: Vec<TaxMonth>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxMonth {
    /// YYYY-MM
    month: String,
    /// Whether a travel report has something for it.
    has_trips: bool,
}

impl From<TaxInfo> for TaxInfoOnWire {
    fn from(info: TaxInfo) -> Self {
        let (sums, paid) = (&info.sums, info.sums.paid);
        let living = Money::sum([paid.days, paid.meals, paid.foreign]).unwrap_or_default();
        let month = |number: i8| {
            let month = format!("{:04}-{number:02}", info.year);
            TaxMonth { has_trips: info.months_with_trips.contains(&month), month }
        };
        Self {
            year: info.year,
            kilometers: sums.kilometers,
            kilometers_per_job: info.kilometers_per_job,
            full_day_compensations: sums.full_days,
            partial_day_compensations: sums.partial_days,
            lunch_compensations: sums.meals,
            number_days_with_kilometers: info.driving_days,
            km_reimbursemets: paid.kilometers,
            km_reimbursemets_per_job: info.paid_per_job,
            increased_living_expenses: living,
            foreign_allowances: paid.foreign,
            tax_free_reimbursements: living.plus(paid.kilometers).unwrap_or_default(),
            repaid_receipts: paid.expenses,
            wages: sums.gross_salary,
            tax_withheld: sums.tax,
            pension_contributions: sums.tyel,
            unemployment_contributions: sums.unemployment,
            yel_contributions: sums.yel,
            salaries: sums.slips,
            months: (1..=12).map(month).collect(),
            years: info.years,
        }
    }
}
