//! Why a salary is not what its worker was shown when sending the bills.
//!
//! Every line between the billing and the account is compared. The lines that differ add up to the whole difference:
//! `Σ effect = salary − Σ estimated salaries`, so that nothing is left unexplained.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError};
use serde::Serialize;
use utoipa::ToSchema;

use super::review::terms;
use super::{Estimate, PayBasis};
use crate::named::named;
use crate::salary::{Contributions, Summary, TaxBasis};

named! {
    /// A line between the billing and the account.
    SalaryLine {
        Billed = "BILLED",
        ServiceFee = "SERVICE_FEE",
        Contracting = "CONTRACTING",
        EmployerCosts = "EMPLOYER_COSTS",
        Rounding = "ROUNDING",
        Tax = "TAX",
        EmployeeCosts = "EMPLOYEE_COSTS",
        Yel = "YEL",
        Distraint = "DISTRAINT",
        Reductions = "REDUCTIONS",
    }
}

named! {
    /// Why a line is not what it was estimated to be.
    DifferenceReason {
        /// Each bill was estimated alone, and several were paid at once.
        SeveralBills = "SEVERAL_BILLS",
        /// A part of a bill was credited before the salary was paid.
        PartCredited = "PART_CREDITED",
        /// Another per cent is agreed on or usual.
        FeePercent = "FEE_PERCENT",
        /// The month's maximum was reached, or was at the time of the estimate.
        FeeMaximum = "FEE_MAXIMUM",
        /// Another tax card is in use.
        TaxCard = "TAX_CARD",
        /// There was no valid tax card on the payday.
        NoTaxCard = "NO_TAX_CARD",
        /// Another part of the wage is above the yearly ceiling of the tax card.
        Ceiling = "CEILING",
        WorkerType = "WORKER_TYPE",
        Profession = "PROFESSION",
        /// The payday is in another year, which has its own rates.
        Year = "YEAR",
        /// Another contribution is due, by age or by what was agreed, or the provider's rates have changed.
        Insurance = "INSURANCE",
        DistraintBegan = "DISTRAINT_BEGAN",
        DistraintEnded = "DISTRAINT_ENDED",
        /// It goes by the net wages of the whole month.
        DistraintOfMonth = "DISTRAINT_OF_MONTH",
        /// More was owed than at the time of the estimate.
        MoreOwed = "MORE_OWED",
        /// An advance is paid back.
        Advance = "ADVANCE",
        LessOwed = "LESS_OWED",
        /// A receipt that was found late is paid with it, untaxed.
        LateReceipt = "LATE_RECEIPT",
        /// It follows from the gross salary, which differs because of another line.
        Gross = "GROSS",
        /// The provider's prices or the statutory figures have changed.
        Settings = "SETTINGS",
    }
}

/// A line that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SalaryDifference)]
pub struct Difference {
    pub line: SalaryLine,
    pub estimated: Money,
    pub actual: Money,
    pub reason: DifferenceReason,
}

impl Difference {
    /// What it does to the sum that is paid to the account.
    pub fn effect(&self) -> Result<Money, MoneyError> {
        match self.line {
            SalaryLine::Billed => self.actual.minus(self.estimated),
            _ => self.estimated.minus(self.actual),
        }
    }
}

/// What is said to a worker whose salary is not what they were shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SalaryExplanation)]
pub struct Explanation {
    /// What was shown when the bills were sent.
    pub estimate: Money,
    /// What was paid.
    pub salary: Money,
    /// Empty where only the sum of an estimate is stored.
    #[schema(required)]
    pub lines: Vec<Difference>,
}

/// The lines by which a salary differs from the estimates of its bills; none where the sum is as it was shown. No
/// estimate knew of the late receipts in it. `advances` is what of its reductions pays advances back.
pub fn differences(
    estimates: &[Estimate],
    actual: &Summary,
    basis: &PayBasis,
    payday: Date,
    late_receipts: Money,
    advances: Money,
) -> Result<Vec<Difference>, MoneyError> {
    let case = Case { estimates, actual, basis, payday, late_receipts, advances };
    if case.estimated(|summary| summary.salary)? == actual.salary {
        return Ok(vec![]);
    }
    let mut found = vec![];
    for line in SalaryLine::ALL {
        let (estimated, now) = (case.estimated(|summary| amount(*line, summary))?, amount(*line, actual));
        if estimated != now {
            let reason = case.reason(*line, estimated, now)?;
            found.push(Difference { line: *line, estimated, actual: now, reason });
        }
    }
    Ok(found)
}

/// The reimbursements are no line: they are taken from the billing and paid in full, so that they change nothing.
fn amount(line: SalaryLine, summary: &Summary) -> Money {
    match line {
        SalaryLine::Billed => summary.total_billing_without_vat,
        SalaryLine::ServiceFee => summary.service_fee,
        SalaryLine::Contracting => summary.contracting,
        SalaryLine::EmployerCosts => summary.employer_costs,
        SalaryLine::Rounding => summary.rounding,
        SalaryLine::Tax => summary.tax_amount,
        SalaryLine::EmployeeCosts => summary.employee_cost,
        SalaryLine::Yel => summary.yel,
        SalaryLine::Distraint => summary.distraint,
        SalaryLine::Reductions => summary.reductions,
    }
}

struct Case<'a> {
    estimates: &'a [Estimate],
    actual: &'a Summary,
    basis: &'a PayBasis,
    payday: Date,
    late_receipts: Money,
    advances: Money,
}

impl Case<'_> {
    fn estimated(&self, of: impl Fn(&Summary) -> Money) -> Result<Money, MoneyError> {
        Money::sum(self.estimates.iter().map(|estimate| of(&estimate.summary)))
    }

    /// Whether any of the estimates was made by other terms than the salary.
    fn changed<T: PartialEq>(&self, of: impl Fn(&PayBasis) -> T) -> bool {
        let now = of(self.basis);
        self.estimates.iter().any(|estimate| of(&estimate.basis) != now)
    }

    fn reason(
        &self,
        line: SalaryLine,
        estimated: Money,
        actual: Money,
    ) -> Result<DifferenceReason, MoneyError> {
        use DifferenceReason::*;
        Ok(match line {
            SalaryLine::Billed => PartCredited,
            SalaryLine::Contracting if self.is_part_credited()? => PartCredited,
            SalaryLine::Contracting => Settings,
            SalaryLine::ServiceFee => self.reason_of_fee()?,
            SalaryLine::Tax => self.reason_of_tax()?,
            SalaryLine::EmployerCosts => self.reason_of_contribution(|due| {
                let employment = (due.employer_tyel, due.employer_unemployment, due.group_life);
                (employment, due.health_insurance, due.accident_insurance)
            })?,
            SalaryLine::EmployeeCosts => {
                self.reason_of_contribution(|due| (due.employee_tyel, due.employee_unemployment))?
            }
            SalaryLine::Yel => self.reason_of_contribution(|due| due.yel)?,
            SalaryLine::Distraint if estimated.is_zero() && !self.are_several() => DistraintBegan,
            SalaryLine::Distraint if actual.is_zero() => DistraintEnded,
            SalaryLine::Distraint => self.several_or(DistraintOfMonth),
            // Every estimate alone took the whole debt.
            SalaryLine::Reductions if actual > estimated && self.advances.is_positive() => Advance,
            SalaryLine::Reductions if actual > estimated => MoreOwed,
            SalaryLine::Reductions => self.several_or(LessOwed),
            SalaryLine::Rounding => self.follows_gross()?,
        })
    }

    fn is_part_credited(&self) -> Result<bool, MoneyError> {
        let estimated = self.estimated(|summary| summary.total_billing_without_vat)?;
        Ok(estimated != self.actual.total_billing_without_vat)
    }

    fn are_several(&self) -> bool {
        self.estimates.len() > 1
    }

    fn several_or(&self, one: DifferenceReason) -> DifferenceReason {
        if self.are_several() { DifferenceReason::SeveralBills } else { one }
    }

    /// For amounts that are exactly a share of the gross salary: where that is as estimated, only the rounding of
    /// several bills is left.
    fn follows_gross(&self) -> Result<DifferenceReason, MoneyError> {
        let same = self.estimated(|summary| summary.gross_salary)? == self.actual.gross_salary;
        Ok(match same {
            true => self.several_or(DifferenceReason::Settings),
            false if self.late_receipts.is_positive() => DifferenceReason::LateReceipt,
            false => DifferenceReason::Gross,
        })
    }

    fn reason_of_fee(&self) -> Result<DifferenceReason, MoneyError> {
        if self.changed(|basis| basis.service_percent) {
            return Ok(DifferenceReason::FeePercent);
        }
        // By the same per cent only the maximum makes another fee, or the cents of several bills.
        let in_full = |summary: &Summary, basis: &PayBasis| {
            let own = summary.total_billing_without_vat.minus(summary.shares_received)?;
            let fee = own.share(basis.service_percent)?;
            Ok::<_, MoneyError>(fee == summary.service_fee)
        };
        let mut all_in_full = in_full(self.actual, self.basis)?;
        for Estimate { summary, basis, .. } in self.estimates {
            all_in_full &= in_full(summary, basis)?;
        }
        Ok(if all_in_full && self.is_part_credited()? {
            DifferenceReason::PartCredited
        } else if all_in_full {
            self.several_or(DifferenceReason::Settings)
        } else {
            DifferenceReason::FeeMaximum
        })
    }

    fn reason_of_tax(&self) -> Result<DifferenceReason, MoneyError> {
        if self.changed(|basis| terms(basis.tax)) {
            let lacking = self.basis.tax == TaxBasis::NoCard;
            return Ok(if lacking { DifferenceReason::NoTaxCard } else { DifferenceReason::TaxCard });
        }
        let above = |summary: &Summary, basis: &PayBasis| match basis.tax {
            TaxBasis::Card(card) => card.split(summary.gross_salary).map(|(_, above)| above),
            TaxBasis::Percent(_) | TaxBasis::NoCard => Ok(Money::ZERO),
        };
        let estimates = self.estimates.iter();
        let estimated =
            estimates.map(|one| above(&one.summary, &one.basis)).collect::<Result<Vec<_>, _>>()?;
        if above(self.actual, self.basis)? != Money::sum(estimated)? {
            return Ok(DifferenceReason::Ceiling);
        }
        self.follows_gross()
    }

    fn reason_of_contribution<T: PartialEq>(
        &self,
        rates: impl Fn(&Contributions) -> T,
    ) -> Result<DifferenceReason, MoneyError> {
        use DifferenceReason::*;
        if !self.changed(|basis| rates(&basis.contributions)) {
            return self.follows_gross();
        }
        if self.changed(|basis| basis.worker_type) {
            return Ok(WorkerType);
        }
        if self.changed(|basis| basis.profession_code.clone()) {
            return Ok(Profession);
        }
        let other_year = self.estimates.iter().any(|one| one.payday.year() != self.payday.year());
        Ok(if other_year { Year } else { self.several_or(Insurance) })
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_money::Rate;
    use liksa_rates::StatutoryFigures;
    use proptest::prelude::*;

    use super::super::tests::{PAYDAY, bill, money, worker};
    use super::super::{
        PastSalaries, PastSalary, PayableBill, PayableReceipt, Payables, calculate, estimate,
    };
    use super::*;
    use crate::advance::TiedDebt;
    use crate::distraint::Distraint;
    use crate::ids::{BillId, Id};
    use crate::person::WorkerType;
    use crate::settings::ProviderSettings;
    use crate::tax_card::{AboveCeiling, CardTerms};
    use crate::worker_facts::PayFacts;

    /// The world in which a salary is estimated or paid.
    #[derive(Clone)]
    struct World {
        facts: PayFacts,
        past: PastSalaries,
        settings: ProviderSettings,
        payday: Date,
    }

    impl World {
        fn usual() -> Self {
            let settings = ProviderSettings::default();
            Self { facts: worker(), past: PastSalaries::default(), settings, payday: PAYDAY }
        }

        fn paid_before(gross: i32, fee: i32) -> Self {
            let past = PastSalary {
                payday: date(2026, 11, 5),
                gross_salary: Money::euros(gross),
                service_fee: Money::euros(fee),
                distraint: Money::ZERO,
                net_before_distraint: Money::euros(gross),
                tyel_wage: Money::ZERO,
                tyel_base: Money::ZERO,
            };
            let past = PastSalaries { this_year: vec![past], ..PastSalaries::default() };
            Self { past, ..Self::usual() }
        }

        fn with_card(mut self, base: i64, ceiling: i32) -> Self {
            let rate = Rate::from_millionths(400_000);
            let above = Some(AboveCeiling { ceiling: Money::euros(ceiling), rate });
            let base_rate = Rate::from_millionths(base);
            self.facts.facts.tax_card = Some(CardTerms { base_rate, above, valid_from: date(2026, 2, 1) });
            self
        }

        fn estimate(&self, price: &str) -> Estimate {
            estimate(
                StatutoryFigures::shipped(),
                &bill(price),
                &self.facts,
                &self.past,
                &self.settings,
                self.payday,
            )
            .unwrap()
        }

        /// What is said of a salary paid here from bills that were estimated there.
        fn differences_from(&self, then: &Self, prices: &[&str]) -> Vec<Difference> {
            self.differences_with(then, prices, &[])
        }

        /// The same where late receipts are paid too.
        fn differences_with(&self, then: &Self, prices: &[&str], late: &[PayableReceipt]) -> Vec<Difference> {
            let estimates: Vec<_> = prices.iter().map(|price| then.estimate(price)).collect();
            let payable = |price: &&str| PayableBill {
                credits: vec![],
                id: BillId::from_uuid(uuid::Uuid::nil()),
                bill: bill(price),
                estimate: None,
            };
            let bills: Vec<_> = prices.iter().map(payable).collect();
            let paid = calculate(
                StatutoryFigures::shipped(),
                Payables { bills: &bills, shares: &[], late },
                &self.facts,
                &self.past,
                &self.settings,
                self.payday,
            );
            let summary = paid.summary.unwrap();
            let late = paid.figures.unwrap().late_total().unwrap();
            let advances = Money::sum(self.past.tied.iter().map(|debt| debt.remaining)).unwrap();
            let found = differences(&estimates, &summary, &paid.basis, self.payday, late, advances).unwrap();
            let explained = Money::sum(found.iter().map(|one| one.effect().unwrap())).unwrap();
            let shown = Money::sum(estimates.iter().map(|one| one.summary.salary)).unwrap();
            assert_eq!(explained, summary.salary.minus(shown).unwrap(), "{found:?}");
            found
        }

        fn reasons(&self, then: &Self, prices: &[&str]) -> Vec<(SalaryLine, DifferenceReason)> {
            self.differences_from(then, prices).into_iter().map(|one| (one.line, one.reason)).collect()
        }
    }

    #[test]
    fn a_salary_as_it_was_shown_has_nothing_to_explain() {
        let world = World::usual();
        assert_eq!(world.differences_from(&world, &["1000"]), []);
    }

    #[test]
    fn a_late_receipt_is_told_as_the_reason_of_all_that_follows_from_it() {
        let world = World::usual();
        let id = crate::ids::LateReceiptId::from_uuid(uuid::Uuid::nil());
        let late = PayableReceipt { id, amount: money("100"), bill: 12, day: None };
        let found = world.differences_with(&world, &["1000"], &[late]);
        let lines: Vec<_> = found.iter().map(|one| (one.line, one.reason)).collect();
        let late = [SalaryLine::EmployerCosts, SalaryLine::Rounding, SalaryLine::Tax]
            .map(|line| (line, DifferenceReason::LateReceipt));
        assert_eq!(lines, late);
    }

    #[test]
    fn a_crossed_ceiling_is_told_with_both_sums() {
        let then = World::usual().with_card(200_000, 2_000);
        let now = World::paid_before(2_000, 0).with_card(200_000, 2_000);
        let (estimated, actual) = (money("181.64"), money("363.28"));
        let expected =
            Difference { line: SalaryLine::Tax, estimated, actual, reason: DifferenceReason::Ceiling };
        assert_eq!(now.differences_from(&then, &["1000"]), [expected]);
        // Two bills that cross it together.
        let then = World::usual().with_card(200_000, 1_000);
        let tax = (SalaryLine::Tax, DifferenceReason::Ceiling);
        assert!(then.reasons(&then, &["1000", "1000"]).contains(&tax));
    }

    #[test]
    fn another_tax_card_and_a_missing_one_are_told() {
        let then = World::usual().with_card(200_000, 9_000);
        let other = World::usual().with_card(300_000, 9_000);
        assert_eq!(other.reasons(&then, &["1000"]), [(SalaryLine::Tax, DifferenceReason::TaxCard)]);
        let mut without = then.clone();
        without.facts.facts.tax_card = None;
        assert_eq!(without.reasons(&then, &["1000"]), [(SalaryLine::Tax, DifferenceReason::NoTaxCard)]);
        assert_eq!(then.reasons(&without, &["1000"]), [(SalaryLine::Tax, DifferenceReason::TaxCard)]);
    }

    #[test]
    fn the_rest_follows_from_another_fee() {
        let follows = |reason| {
            let others =
                [SalaryLine::EmployerCosts, SalaryLine::Tax].map(|line| (line, DifferenceReason::Gross));
            [vec![(SalaryLine::ServiceFee, reason)], others.to_vec()].concat()
        };
        let without_cents = |found: Vec<(SalaryLine, DifferenceReason)>| -> Vec<_> {
            found.into_iter().filter(|(line, _)| *line != SalaryLine::Rounding).collect()
        };
        let now = World::paid_before(0, 500);
        let found = without_cents(now.reasons(&World::usual(), &["19500"]));
        assert_eq!(found, follows(DifferenceReason::FeeMaximum));
        let mut agreed = World::usual();
        agreed.facts.facts.service_rate = Some(Rate::from_millionths(50_000));
        let found = without_cents(agreed.reasons(&World::usual(), &["1000"]));
        assert_eq!(found, follows(DifferenceReason::FeePercent));
        // Three bills, each below the month's maximum, are above it together.
        let usual = World::usual();
        let fee = (SalaryLine::ServiceFee, DifferenceReason::FeeMaximum);
        assert!(usual.reasons(&usual, &["6000", "6000"]).contains(&fee));
    }

    #[test]
    fn a_debt_is_told_and_is_not_taken_twice() {
        let mut owing = World::usual();
        owing.past.owed = money("726.56");
        let more = (SalaryLine::Reductions, DifferenceReason::MoreOwed);
        assert_eq!(owing.reasons(&World::usual(), &["3000"]), [more]);
        let less = (SalaryLine::Reductions, DifferenceReason::LessOwed);
        assert_eq!(World::usual().reasons(&owing, &["3000"]), [less]);
        let together = (SalaryLine::Reductions, DifferenceReason::SeveralBills);
        assert!(owing.reasons(&owing, &["3000", "3000"]).contains(&together));
    }

    #[test]
    fn an_advance_is_paid_back_by_the_salary_of_its_bill_alone() {
        let tied_to = |bill: u128| {
            let mut world = World::usual();
            let bill = BillId::from_uuid(uuid::Uuid::from_u128(bill));
            world.past.tied = vec![TiedDebt { bill, remaining: money("508.59") }];
            world
        };
        let advance = (SalaryLine::Reductions, DifferenceReason::Advance);
        assert_eq!(tied_to(0).reasons(&World::usual(), &["1000"]), [advance]);
        assert_eq!(tied_to(1).reasons(&World::usual(), &["1000"]), [], "another bill");
    }

    #[test]
    fn distraint_contributions_and_another_year_are_told() {
        let mut distrained = World::usual();
        distrained.facts.facts.distraint = Some(Distraint {
            fixed: Some(Money::euros(100)),
            dependants: 0,
            from: date(2026, 1, 1),
            until: None,
            receiver: String::new(),
            iban: "FI2112345600000785".parse().unwrap(),
            reference: "RF18539007547034".parse().unwrap(),
        });
        let began = (SalaryLine::Distraint, DifferenceReason::DistraintBegan);
        assert_eq!(distrained.reasons(&World::usual(), &["5000"]), [began]);
        let ended = (SalaryLine::Distraint, DifferenceReason::DistraintEnded);
        assert_eq!(World::usual().reasons(&distrained, &["5000"]), [ended]);

        let mut employed = World::usual();
        employed.facts.person.worker_type = WorkerType::Employee;
        let found = employed.reasons(&World::usual(), &["1000"]);
        assert!(found.contains(&(SalaryLine::EmployerCosts, DifferenceReason::WorkerType)), "{found:?}");
        assert!(found.contains(&(SalaryLine::EmployeeCosts, DifferenceReason::WorkerType)), "{found:?}");

        let last_year = World { payday: date(2025, 12, 19), ..employed.clone() };
        let found = employed.reasons(&last_year, &["1000"]);
        assert!(found.contains(&(SalaryLine::EmployerCosts, DifferenceReason::Year)), "{found:?}");

        let mut dearer = employed.clone();
        dearer.settings.accident_insurance = Rate::from_millionths(20_000);
        let found = dearer.reasons(&employed, &["1000"]);
        assert!(found.contains(&(SalaryLine::EmployerCosts, DifferenceReason::Insurance)), "{found:?}");
        assert!(found.contains(&(SalaryLine::Tax, DifferenceReason::Gross)), "{found:?}");
    }

    proptest! {
        /// `differences_from` asserts that the lines add up.
        #[test]
        fn the_lines_add_up_to_the_whole_difference(
            first in 1_i32..=20_000, second in 1_i32..=20_000, gross in 0_i32..=5_000, fee in 0_i32..=600,
            owed in 0_i32..=3_000, base in 0_i64..=400_000, employee in any::<bool>(),
        ) {
            let then = World::usual().with_card(200_000, 2_000);
            let mut now = World::paid_before(gross, fee).with_card(base, 2_000);
            now.past.owed = Money::euros(owed);
            if employee {
                now.facts.person.worker_type = WorkerType::Employee;
            }
            let prices = [first, second].map(|euros| euros.to_string());
            now.differences_from(&then, &[&prices[0], &prices[1]]);
        }
    }
}
