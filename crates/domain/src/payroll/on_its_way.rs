//! Money on its way to a worker's account: on which day each part is expected, why on that day, and how much it is.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError};
use liksa_rates::StatutoryFigures;

use super::{PastSalaries, PastSalary, Payables, calculate, next_payday};
use crate::bill::{BillState, NewDates};
use crate::ids::BillId;
use crate::named::named;
use crate::salary::Summary;
use crate::settings::ProviderSettings;
use crate::worker_facts::PayFacts;

named! {
    /// Why a part is expected on its day. The last three have none.
    ExpectedBecause as "OnItsWayReason" {
        /// It is in a payroll run or a payment file.
        InRun = "IN_RUN",
        /// The customer has paid; the next salary has it.
        CustomerPaid = "CUSTOMER_PAID",
        /// The customer pays by the due date, and the first payday after it is the day.
        Due = "DUE",
        /// It waits for the provider's approval; the day follows from the due date.
        Approval = "APPROVAL",
        /// An advance that was granted; the provider's next payment file has it.
        Payout = "PAYOUT",
        /// The customer has paid, and the salary waits until it can be paid.
        Held = "HELD",
        /// The due date has passed, and the customer has not paid.
        Overdue = "OVERDUE",
    }
}

/// When a part is expected, and why then. In the order in which parts come: those without a day last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected {
    pub because: ExpectedBecause,
    pub day: Option<Date>,
}

impl Expected {
    pub fn on(because: ExpectedBecause, day: Date) -> Self {
        Self { because, day: Some(day) }
    }

    pub fn some_day(because: ExpectedBecause) -> Self {
        Self { because, day: None }
    }

    /// What parts are sorted by.
    pub fn order(&self) -> (bool, Option<Date>, ExpectedBecause) {
        (self.day.is_none(), self.day, self.because)
    }
}

/// What is known of the days to come of one worker.
#[derive(Debug, Clone, Copy)]
pub struct Outlook {
    pub today: Date,
    /// The day on which a salary that is in no approved run yet can be paid.
    pub payday: Date,
    /// Salaries wait, because the worker or payroll has to do something first.
    pub held: bool,
}

impl Outlook {
    /// When the money of a bill is expected. None of a draft and of one that was credited: nothing comes of them.
    pub fn of_bill(
        &self,
        state: BillState,
        billing_date: Option<Date>,
        due_date: Option<Date>,
    ) -> Result<Option<Expected>, jiff::Error> {
        let by = |because, due: Option<Date>| match due {
            Some(due) => Ok::<_, jiff::Error>(Expected::on(because, self.payday_after(due)?)),
            None => Ok(Expected::some_day(because)),
        };
        Ok(Some(match state {
            BillState::Open | BillState::Credited => return Ok(None),
            BillState::Pending | BillState::Taken => {
                by(ExpectedBecause::Approval, self.due_if_sent(billing_date, due_date))?
            }
            BillState::Approved => by(ExpectedBecause::Due, self.due_if_sent(billing_date, due_date))?,
            BillState::Closed if due_date.is_some_and(|due| due < self.today) => {
                Expected::some_day(ExpectedBecause::Overdue)
            }
            BillState::Closed => by(ExpectedBecause::Due, due_date)?,
            BillState::Paid if self.held => Expected::some_day(ExpectedBecause::Held),
            BillState::Paid => Expected::on(ExpectedBecause::CustomerPaid, self.payday),
        }))
    }

    /// A bill that has not left by its date is dated the day on which it leaves, which is today at the earliest.
    fn due_if_sent(&self, billing_date: Option<Date>, due_date: Option<Date>) -> Option<Date> {
        NewDates::when_sent((billing_date, due_date), self.today).map_or(due_date, |moved| moved.due)
    }

    /// What comes on a payday itself is too late for its run.
    fn payday_after(&self, due: Date) -> Result<Date, jiff::Error> {
        Ok(next_payday(due.tomorrow()?)?.max(self.payday))
    }
}

/// Estimates salaries that come one after the other: each knows those before it, so that a ceiling, the most that the
/// service costs in a month, and debts count once. All are estimated on one payday, the next, as every estimate is.
pub struct Forecast<'a> {
    law: &'a StatutoryFigures,
    facts: &'a PayFacts,
    settings: &'a ProviderSettings,
    payday: Date,
    past: PastSalaries,
    /// The year and month of the part before; None of one without a day.
    month: Option<(i16, i8)>,
}

impl<'a> Forecast<'a> {
    pub fn new(
        law: &'a StatutoryFigures,
        facts: &'a PayFacts,
        past: PastSalaries,
        settings: &'a ProviderSettings,
        payday: Date,
    ) -> Self {
        Self { law, facts, settings, payday, past, month: Some((payday.year(), payday.month())) }
    }

    /// What the next part pays to the account, if it comes on this day. None where it cannot be calculated.
    pub fn next(&mut self, part: Payables<'_>, day: Option<Date>) -> Option<Money> {
        let month = day.map(|day| (day.year(), day.month()));
        if month != self.month {
            self.month = month;
            self.past.this_year.iter_mut().for_each(forget_month);
        }
        let calculated = calculate(self.law, part, self.facts, &self.past, self.settings, self.payday);
        let summary = calculated.summary?;
        self.remember(&summary).ok()?;
        let is_paid_back = |bill: &BillId| part.bills.iter().any(|paid| paid.id == *bill);
        self.past.tied.retain(|debt| !is_paid_back(&debt.bill));
        Some(summary.salary.max(Money::ZERO))
    }

    /// Counts a salary as paid: one that was estimated, or one of a run that is not approved yet.
    pub fn remember(&mut self, salary: &Summary) -> Result<(), MoneyError> {
        self.past.this_year.push(PastSalary {
            payday: self.payday,
            gross_salary: salary.gross_salary,
            service_fee: salary.service_fee,
            distraint: salary.distraint,
            net_before_distraint: Money::sum([salary.net, salary.distraint, salary.reductions])?,
            tyel_wage: salary.tyel_wage,
            tyel_base: salary.tyel_base,
        });
        self.past.owed = salary.reductions_left;
        Ok(())
    }
}

/// In another month only the wages of the year count.
fn forget_month(past: &mut PastSalary) {
    *past = PastSalary {
        service_fee: Money::ZERO,
        distraint: Money::ZERO,
        net_before_distraint: Money::ZERO,
        tyel_wage: Money::ZERO,
        tyel_base: Money::ZERO,
        ..*past
    };
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_money::Rate;

    use super::super::PayableBill;
    use super::super::tests::{PAYDAY, bill, id, money, worker};
    use super::*;
    use crate::advance::TiedDebt;
    use crate::tax_card::AboveCeiling;
    use ExpectedBecause::{Approval, CustomerPaid, Due, Held, Overdue};

    const TODAY: Date = date(2026, 11, 16);
    const DECEMBER: Date = date(2026, 12, 18);
    const OUTLOOK: Outlook = Outlook { today: TODAY, payday: PAYDAY, held: false };

    fn expected(state: BillState, billed: Date, due: Date) -> Option<(ExpectedBecause, Option<Date>)> {
        let found = OUTLOOK.of_bill(state, Some(billed), Some(due)).unwrap();
        found.map(|found| (found.because, found.day))
    }

    #[test]
    fn the_day_follows_from_where_a_bill_is() {
        let (billed, due) = (date(2026, 11, 2), date(2026, 11, 30));
        assert_eq!(expected(BillState::Open, billed, due), None);
        assert_eq!(expected(BillState::Credited, billed, due), None);
        assert_eq!(expected(BillState::Closed, billed, due), Some((Due, Some(DECEMBER))));
        assert_eq!(expected(BillState::Paid, billed, due), Some((CustomerPaid, Some(PAYDAY))));
        let held = Outlook { held: true, ..OUTLOOK };
        let found = held.of_bill(BillState::Paid, Some(billed), Some(due)).unwrap().unwrap();
        assert_eq!((found.because, found.day), (Held, None));
        let found = held.of_bill(BillState::Closed, Some(billed), Some(due)).unwrap().unwrap();
        assert_eq!((found.because, found.day), (Due, Some(DECEMBER)), "it can be cleared up until then");
    }

    #[test]
    fn what_is_due_on_a_payday_is_paid_on_the_next() {
        let billed = date(2026, 11, 2);
        assert_eq!(expected(BillState::Closed, billed, date(2026, 11, 19)), Some((Due, Some(PAYDAY))));
        assert_eq!(expected(BillState::Closed, billed, PAYDAY), Some((Due, Some(DECEMBER))));
        assert_eq!(
            expected(BillState::Closed, billed, TODAY),
            Some((Due, Some(PAYDAY))),
            "due today is not late"
        );
        assert_eq!(expected(BillState::Closed, billed, date(2026, 11, 15)), Some((Overdue, None)));
        // The run of this payday has been approved.
        let outlook = Outlook { payday: DECEMBER, ..OUTLOOK };
        let found =
            outlook.of_bill(BillState::Closed, Some(billed), Some(date(2026, 11, 18))).unwrap().unwrap();
        assert_eq!(found.day, Some(DECEMBER));
        // 20.12. is a Sunday, and the year ends in between.
        let found =
            OUTLOOK.of_bill(BillState::Closed, Some(billed), Some(date(2026, 12, 19))).unwrap().unwrap();
        assert_eq!(found.day, Some(date(2027, 1, 20)));
    }

    #[test]
    fn a_bill_that_leaves_late_is_due_as_much_later() {
        // Sent today it is dated two weeks later than written, and due on 21.12. instead of 7.12.
        let (billed, due) = (date(2026, 11, 2), date(2026, 12, 7));
        assert_eq!(expected(BillState::Closed, billed, due), Some((Due, Some(DECEMBER))));
        for (state, because) in
            [(BillState::Pending, Approval), (BillState::Taken, Approval), (BillState::Approved, Due)]
        {
            assert_eq!(expected(state, billed, due), Some((because, Some(date(2027, 1, 20)))), "{state:?}");
            let on_time = expected(state, TODAY, date(2026, 11, 30));
            assert_eq!(on_time, Some((because, Some(DECEMBER))), "{state:?}");
        }
    }

    #[test]
    fn parts_without_a_day_come_last() {
        let mut parts = [
            Expected::some_day(Overdue),
            Expected::some_day(Held),
            Expected::on(Due, DECEMBER),
            Expected::some_day(ExpectedBecause::Payout),
            Expected::on(CustomerPaid, PAYDAY),
        ];
        parts.sort_by_key(Expected::order);
        let order = parts.map(|part| part.because);
        assert_eq!(order, [CustomerPaid, Due, ExpectedBecause::Payout, Held, Overdue]);
    }

    fn payable(price: &str, byte: u8) -> PayableBill {
        PayableBill { id: id(byte), bill: bill(price), credits: vec![], estimate: None }
    }

    /// What bills of these prices pay one after the other, each on its day.
    fn forecast(facts: &PayFacts, past: PastSalaries, bills: &[(&str, Option<Date>)]) -> Vec<Money> {
        let settings = ProviderSettings::default();
        let mut forecast = Forecast::new(StatutoryFigures::shipped(), facts, past, &settings, PAYDAY);
        let one = |(place, (price, day)): (usize, &(&str, Option<Date>))| {
            let part = [payable(price, u8::try_from(place).unwrap())];
            forecast.next(Payables::from(&part), *day).unwrap()
        };
        bills.iter().enumerate().map(one).collect()
    }

    #[test]
    fn a_ceiling_counts_once_for_all_parts() {
        let mut facts = worker();
        let above = AboveCeiling { ceiling: money("908.20"), rate: Rate::from_millionths(400_000) };
        facts.facts.tax_card.as_mut().unwrap().above = Some(above);
        let bills = [("1000", Some(PAYDAY)), ("1000", Some(PAYDAY)), ("1000", Some(DECEMBER))];
        // Gross 908.20 each: 20 % of the first, 40 % of the others.
        assert_eq!(
            forecast(&facts, PastSalaries::default(), &bills),
            ["726.56", "544.92", "544.92"].map(money)
        );
    }

    #[test]
    fn the_most_that_the_service_costs_counts_in_each_month() {
        let bills =
            [("8000", Some(PAYDAY)), ("1000", Some(PAYDAY)), ("1000", Some(DECEMBER)), ("1000", None)];
        let paid = forecast(&worker(), PastSalaries::default(), &bills);
        // The fee of 8000 is 500 instead of 552; the second bill of the month bears none: 1000 / 1.0251 less 20 %.
        assert_eq!(paid, ["5853.09", "780.41", "726.56", "726.56"].map(money));
    }

    #[test]
    fn a_debt_is_taken_once_and_an_advance_from_its_own_bill() {
        let tied = vec![TiedDebt { bill: id(1), remaining: money("100") }];
        let past = PastSalaries { owed: money("800"), tied, ..PastSalaries::default() };
        let bills = [("1000", Some(PAYDAY)), ("1000", Some(PAYDAY)), ("1000", Some(DECEMBER))];
        // 726.56 of the 800 by the first; the rest, 73.44, and the advance by the second.
        assert_eq!(forecast(&worker(), past, &bills), ["0", "553.12", "726.56"].map(money));
    }
}
