//! Where every euro of a bill goes.
//!
//! What belongs to one bill is known to the cent: its VAT, shares, purchases and reimbursements. Fee, tax and insurance
//! are of a whole salary, which may have other bills too. They are spread over what each of these brings, so that all
//! parts of all bills are the salary, and the parts of one bill are what its customer pays.

use liksa_money::{Money, MoneyError, allocate};

use crate::ids::{AdvanceId, BillId};
use crate::named::named;
use crate::salary::{Billed, Summary};

named! {
    /// What a part of the money of a bill is for, in the order in which it is taken.
    MoneyKind {
        Vat = "VAT",
        Fee = "FEE",
        Share = "SHARE",
        /// Without VAT.
        Purchase = "PURCHASE",
        /// For purchases that are paid at once.
        Commission = "COMMISSION",
        /// Untaxed, to the worker.
        Reimbursement = "REIMBURSEMENT",
        EmployerCosts = "EMPLOYER_COSTS",
        Tax = "TAX",
        /// The employee's contributions.
        EmployeeInsurance = "EMPLOYEE_INSURANCE",
        Yel = "YEL",
        Distraint = "DISTRAINT",
        /// Was paid to the worker before.
        Advance = "ADVANCE",
        OtherDeduction = "OTHER_DEDUCTION",
        Rounding = "ROUNDING",
        /// To the worker's account. Below zero what the worker owes.
        Salary = "SALARY",
    }
}

/// What a salary is made of: a bill with what was credited of it before, or what others gave and late receipts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// None for what is not of own bills.
    pub bill: Option<BillId>,
    pub billed: Billed,
}

impl Source {
    /// VAT-free, without what others gave of their bills.
    fn own(&self) -> Result<Money, MoneyError> {
        let on_top = self.billed.reimbursements_on_top;
        let on_top = if on_top { self.billed.reimbursements.total()? } else { Money::ZERO };
        self.billed.rows.plus(on_top)
    }
}

/// What of a salary is of one bill, beside its VAT and what others get. The rest is the worker's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TakenOfBill {
    pub fee: Money,
    pub reimbursements: Money,
    pub employer_costs: Money,
    pub tax: Money,
    pub employee_insurance: Money,
    pub yel: Money,
    pub distraint: Money,
    /// Those that were paid on the bill.
    pub advances: Vec<(AdvanceId, Money)>,
    pub other_deductions: Money,
    pub rounding: Money,
}

impl TakenOfBill {
    /// With what a credit note of the bill took back of the salary: amounts below zero.
    pub fn after(self, taken_back: &Summary) -> Result<Self, MoneyError> {
        Ok(Self {
            fee: self.fee.plus(taken_back.service_fee)?,
            reimbursements: self.reimbursements.plus(taken_back.total_reimbursements)?,
            employer_costs: self.employer_costs.plus(taken_back.employer_costs)?,
            tax: self.tax.plus(taken_back.tax_amount)?,
            employee_insurance: self.employee_insurance.plus(taken_back.employee_cost)?,
            yel: self.yel.plus(taken_back.yel)?,
            rounding: self.rounding.plus(taken_back.rounding)?,
            ..self
        })
    }

    /// All of it but the advances, in the order of the picture.
    pub fn amounts(&self) -> [(MoneyKind, Money); 9] {
        [
            (MoneyKind::Fee, self.fee),
            (MoneyKind::Reimbursement, self.reimbursements),
            (MoneyKind::EmployerCosts, self.employer_costs),
            (MoneyKind::Tax, self.tax),
            (MoneyKind::EmployeeInsurance, self.employee_insurance),
            (MoneyKind::Yel, self.yel),
            (MoneyKind::Distraint, self.distraint),
            (MoneyKind::OtherDeduction, self.other_deductions),
            (MoneyKind::Rounding, self.rounding),
        ]
    }

    fn before_reductions(&self, all_in: Money) -> Result<Money, MoneyError> {
        let taken = [self.employer_costs, self.tax, self.employee_insurance, self.yel, self.distraint];
        all_in.minus(Money::sum(taken)?)?.minus(self.rounding)
    }
}

/// What of a salary is of each of its sources. `advances` are those that it was reduced by, with their bills.
pub fn taken_of_each(
    summary: &Summary,
    sources: &[Source],
    advances: &[(AdvanceId, BillId, Money)],
) -> Result<Vec<TakenOfBill>, MoneyError> {
    let own = sources.iter().map(Source::own).collect::<Result<Vec<_>, _>>()?;
    let costs =
        sources.iter().map(|source| source.billed.reimbursements.total()).collect::<Result<Vec<_>, _>>()?;
    let mut taken = vec![TakenOfBill::default(); sources.len()];
    let fees = spread(summary.service_fee, &own)?;
    let reimbursements = spread(summary.total_reimbursements, &costs)?;
    let mut all_in = Vec::with_capacity(sources.len());
    for (place, source) in sources.iter().enumerate() {
        (taken[place].fee, taken[place].reimbursements) = (fees[place], reimbursements[place]);
        let total = own[place].plus(source.billed.shares_received)?;
        let others = source.billed.contracting.total()?.plus(reimbursements[place])?;
        all_in.push(total.minus(fees[place])?.minus(others)?);
    }
    let mut of_all = |amount: Money, set: fn(&mut TakenOfBill) -> &mut Money| {
        let parts = spread(amount, &all_in)?;
        taken.iter_mut().zip(parts).for_each(|(one, part)| *set(one) = part);
        Ok::<_, MoneyError>(())
    };
    of_all(summary.employer_costs, |one| &mut one.employer_costs)?;
    of_all(summary.tax_amount, |one| &mut one.tax)?;
    of_all(summary.employee_cost, |one| &mut one.employee_insurance)?;
    of_all(summary.yel, |one| &mut one.yel)?;
    of_all(summary.distraint, |one| &mut one.distraint)?;
    of_all(summary.rounding, |one| &mut one.rounding)?;
    // An advance is taken of its own bill as far as that goes, and then of the others.
    let mut left = Vec::with_capacity(sources.len());
    for (place, source) in sources.iter().enumerate() {
        let mut rest = taken[place].before_reductions(all_in[place])?;
        for (id, _, amount) in advances.iter().filter(|(_, bill, _)| Some(*bill) == source.bill) {
            let part = rest.min(*amount).max(Money::ZERO);
            if part.is_positive() {
                taken[place].advances.push((*id, part));
                rest = rest.minus(part)?;
            }
        }
        left.push(rest);
    }
    let own_advances = Money::sum(taken.iter().flat_map(|one| &one.advances).map(|(_, amount)| *amount))?;
    let others = spread(summary.reductions.minus(own_advances)?, &left)?;
    taken.iter_mut().zip(others).for_each(|(one, other)| one.other_deductions = other);
    Ok(taken)
}

/// A sum by the weights of what it is of. Where none has any, the first has all of it.
fn spread(sum: Money, weights: &[Money]) -> Result<Vec<Money>, MoneyError> {
    let mut positive: Vec<u64> = weights.iter().map(|one| one.units().max(0).unsigned_abs()).collect();
    if positive.iter().all(|weight| *weight == 0)
        && let Some(first) = positive.first_mut()
    {
        *first = 1;
    }
    if positive.is_empty() { Ok(vec![]) } else { allocate(sum, &positive) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{PAYDAY, money, worker};
    use super::super::{PastSalaries, together, worker_on};
    use super::*;
    use crate::ids::Id;
    use crate::salary::{Contracting, Reimbursements, calculate};
    use crate::settings::ProviderSettings;
    use liksa_rates::StatutoryFigures;
    use uuid::Uuid;

    fn source(bill: Option<u128>, rows: Money, costs: Money, shares: Money) -> Source {
        let bill = bill.map(|number| BillId::from_uuid(Uuid::from_u128(number)));
        let contracting = Contracting { shares, ..Contracting::default() };
        let reimbursements = Reimbursements { expenses: costs, ..Reimbursements::default() };
        Source { bill, billed: Billed { rows, reimbursements, contracting, ..Billed::default() } }
    }

    fn salary_of(sources: &[Source], reductions: Money) -> Summary {
        let billed: Vec<Billed> = sources.iter().map(|source| source.billed).collect();
        let mut of = worker_on(&worker(), &PastSalaries::default(), &[], PAYDAY).unwrap();
        of.reductions = reductions;
        let settings = ProviderSettings::default();
        calculate(StatutoryFigures::shipped(), &together(&billed).unwrap(), &of, &settings, PAYDAY).unwrap()
    }

    fn rest(source: &Source, taken: &TakenOfBill) -> Money {
        let advances = taken.advances.iter().map(|(_, amount)| *amount);
        let amounts = taken.amounts().map(|(_, amount)| amount);
        let all = Money::sum(amounts.into_iter().chain(advances)).unwrap();
        let others = source.billed.contracting.total().unwrap();
        let total = source.own().unwrap().plus(source.billed.shares_received).unwrap();
        total.minus(all).unwrap().minus(others).unwrap()
    }

    #[test]
    fn the_parts_of_one_bill_are_its_salary() {
        let one = source(Some(1), money("1000"), money("100"), money("200"));
        let advance = (AdvanceId::from_uuid(Uuid::nil()), one.bill.unwrap(), money("50"));
        let salary = salary_of(std::slice::from_ref(&one), money("80"));
        let taken = taken_of_each(&salary, std::slice::from_ref(&one), &[advance]).unwrap().remove(0);
        // 1000 − 69 fee − 200 share − 100 costs = 631; / 1.0251 = 615.55, tax 123.11.
        let expected = TakenOfBill {
            fee: money("69"),
            reimbursements: money("100"),
            employer_costs: money("15.45"),
            tax: money("123.11"),
            advances: vec![(advance.0, money("50"))],
            other_deductions: money("30"),
            rounding: salary.rounding,
            ..TakenOfBill::default()
        };
        assert_eq!(taken, expected);
        assert_eq!(rest(&one, &taken), salary.net);
        assert_eq!(salary.net, money("412.44"));
    }

    #[test]
    fn an_advance_is_taken_of_its_own_bill_first() {
        let bills = [1, 2].map(|bill| source(Some(bill), money("1000"), Money::ZERO, Money::ZERO));
        let advance = (AdvanceId::from_uuid(Uuid::nil()), bills[1].bill.unwrap(), money("900"));
        let salary = salary_of(&bills, money("900"));
        let taken = taken_of_each(&salary, &bills, &[advance]).unwrap();
        assert_eq!(taken[0].advances, []);
        let of_own = taken[1].advances[0].1;
        assert_eq!(rest(&bills[1], &taken[1]), Money::ZERO);
        assert_eq!(taken[0].other_deductions, money("900").minus(of_own).unwrap());
    }

    proptest! {
        #[test]
        fn nothing_is_lost_between_the_bills_of_a_salary(
            rows in prop::collection::vec((100i64..500_000, 0i64..90), 1..5),
            received in 0i64..100_000, late in 0i64..5_000, owed in 0i64..100_000,
        ) {
            let cents = |cents: i64| Money::from_cents(cents).unwrap();
            let mut sources: Vec<Source> = rows.iter().zip(1..)
                .map(|((rows, costs), bill)| source(Some(bill), cents(*rows), cents(*costs), Money::ZERO))
                .collect();
            let mut others = source(None, Money::ZERO, cents(late), Money::ZERO);
            others.billed.shares_received = cents(received);
            sources.push(others);
            prop_assume!(rows.iter().map(|(rows, _)| rows).sum::<i64>() > 2 * late + 1_000);
            let advance = (AdvanceId::from_uuid(Uuid::nil()), sources[0].bill.unwrap(), cents(owed / 2));
            let salary = salary_of(&sources, cents(owed));
            let advances = if salary.reductions == cents(owed) { vec![advance] } else { vec![] };
            let taken = taken_of_each(&salary, &sources, &advances).unwrap();
            let all = Money::sum(sources.iter().zip(&taken).map(|(source, taken)| rest(source, taken))).unwrap();
            prop_assert_eq!(all, salary.net);
            let fees = Money::sum(taken.iter().map(|one| one.fee)).unwrap();
            prop_assert_eq!(fees, salary.service_fee);
            let tax = Money::sum(taken.iter().map(|one| one.tax)).unwrap();
            prop_assert_eq!(tax, salary.tax_amount);
        }
    }
}
