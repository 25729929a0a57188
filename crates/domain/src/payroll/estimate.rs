//! What a bill will pay: estimated by the very calculation of a payroll run.

use std::collections::BTreeSet;

use jiff::civil::Date;
use liksa_money::Money;
use liksa_rates::StatutoryFigures;
use uuid::Uuid;

use super::{PastSalaries, PayBasis, PayableBill, PayableShare, Payables, calculate};
use crate::bill::Bill;
use crate::ids::{BillId, Id, RowId, ShareId};
use crate::purchase::PurchaseCost;
use crate::salary::Summary;
use crate::settings::ProviderSettings;
use crate::worker_facts::PayFacts;

/// The salary that a worker was shown for a bill, and what it followed from. It is stored when the bill is sent, so
/// that a salary which differs can say why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// The payday that it was calculated for.
    pub payday: Date,
    pub summary: Summary,
    pub basis: PayBasis,
}

/// The salary of this bill alone on a payday, on top of what has been paid and approved. Other bills that wait are not
/// in it: nobody knows which of them are paid first. None where it cannot be calculated.
pub fn estimate(
    law: &StatutoryFigures,
    bill: &Bill,
    facts: &PayFacts,
    past: &PastSalaries,
    settings: &ProviderSettings,
    payday: Date,
) -> Option<Estimate> {
    // No salary depends on the id of its bill, and a new draft has none yet.
    let id = BillId::from_uuid(Uuid::nil());
    let alone = PayableBill { id, bill: bill.clone(), credits: vec![], estimate: None };
    let calculated = calculate(law, &[alone], facts, past, settings, payday);
    Some(Estimate { payday, summary: calculated.summary?, basis: calculated.basis })
}

/// The salary of this share alone on a payday, on top of what has been paid and approved.
pub fn estimate_share(
    law: &StatutoryFigures,
    amount: Money,
    facts: &PayFacts,
    past: &PastSalaries,
    settings: &ProviderSettings,
    payday: Date,
) -> Option<Estimate> {
    let shares = [PayableShare { id: ShareId::from_uuid(Uuid::nil()), amount, estimate: None }];
    let alone = Payables { bills: &[], shares: &shares, late: &[] };
    let calculated = calculate(law, alone, facts, past, settings, payday);
    Some(Estimate { payday, summary: calculated.summary?, basis: calculated.basis })
}

/// What some rows of a bill leave of the gross salary on a payday, and no more than all of it leaves after what was
/// credited. None where it cannot be calculated.
pub fn estimate_rows(
    law: &StatutoryFigures,
    (bill, credits): (&Bill, Vec<Bill>),
    rows: &BTreeSet<RowId>,
    facts: &PayFacts,
    past: &PastSalaries,
    settings: &ProviderSettings,
    payday: Date,
) -> Option<Money> {
    let net = |bill: Bill, credits: Vec<Bill>| {
        let alone = PayableBill { id: BillId::from_uuid(Uuid::nil()), bill, credits, estimate: None };
        Some(calculate(law, &[alone], facts, past, settings, payday).summary?.net)
    };
    let mut chosen = bill.clone();
    chosen.rows.retain(|row| row.id.is_some_and(|id| rows.contains(&id)));
    Some(net(chosen, vec![])?.min(net(bill.clone(), credits)?))
}

/// What a credit note takes off the salary to come of its bill, after what was credited of that before. The amounts
/// are below zero. Where it leaves nothing of the bill, `still_bought` are the purchases that are paid all the same; the
/// others end with the bill. None where it cannot be calculated.
pub fn estimate_credit(
    law: &StatutoryFigures,
    credited: &PayableBill,
    (note, still_bought): (&Bill, Option<Vec<PurchaseCost>>),
    facts: &PayFacts,
    past: &PastSalaries,
    settings: &ProviderSettings,
    payday: Date,
) -> Option<Summary> {
    let mut left = credited.clone();
    left.credits.push(note.clone());
    if let Some(purchases) = still_bought {
        left.bill.purchases = purchases;
    }
    let salary = |bill: &PayableBill| {
        calculate(law, std::slice::from_ref(bill), facts, past, settings, payday).summary
    };
    salary(&left)?.minus(&salary(credited)?).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_money::Rate;
    use proptest::prelude::*;

    use super::super::PastSalary;
    use super::super::tests::{PAYDAY, bill, money, worker};
    use super::*;
    use crate::payroll::worker_on;
    use crate::purchase::PurchaseState;
    use crate::salary::{WithoutTaxCard, from_bill};
    use crate::tax_card::AboveCeiling;

    fn shown(price: &str, facts: &PayFacts, past: &PastSalaries) -> Money {
        let estimate = estimate(
            StatutoryFigures::shipped(),
            &bill(price),
            facts,
            past,
            &ProviderSettings::default(),
            PAYDAY,
        )
        .unwrap();
        estimate.summary.salary
    }

    fn paid(gross: Money, service_fee: Money) -> PastSalaries {
        let payday = date(2026, 11, 5);
        let (distraint, net_before_distraint) = (Money::ZERO, gross);
        let (tyel_wage, tyel_base) = (Money::ZERO, Money::ZERO);
        let past = PastSalary {
            payday,
            gross_salary: gross,
            service_fee,
            distraint,
            net_before_distraint,
            tyel_wage,
            tyel_base,
        };
        PastSalaries { this_year: vec![past], ..PastSalaries::default() }
    }

    fn with_ceiling(ceiling: Money) -> PayFacts {
        let mut facts = worker();
        let above = AboveCeiling { ceiling, rate: Rate::from_millionths(400_000) };
        facts.facts.tax_card.as_mut().unwrap().above = Some(above);
        facts
    }

    #[test]
    fn an_estimate_knows_the_ceiling_the_fees_of_the_month_and_the_debt() {
        let nothing = PastSalaries::default();
        let facts = with_ceiling(Money::euros(2_000));
        assert_eq!(shown("1000", &facts, &nothing), money("726.56"));
        let past = paid(Money::euros(2_000), Money::ZERO);
        assert_eq!(shown("1000", &facts, &past), money("544.92"), "past the ceiling");

        assert_eq!(shown("19500", &worker(), &nothing), money("14827.82"));
        let past = paid(Money::ZERO, Money::euros(500));
        assert_eq!(shown("19500", &worker(), &past), money("15218.02"), "the month's fee is paid");

        assert_eq!(shown("3000", &worker(), &nothing), money("2179.69"));
        let past = PastSalaries { owed: money("726.56"), ..nothing };
        assert_eq!(shown("3000", &worker(), &past), money("1453.13"), "with a debt");
    }

    #[test]
    fn without_a_tax_card_the_example_is_what_a_run_pays_with_one() {
        let (nothing, law) = (PastSalaries::default(), StatutoryFigures::shipped());
        let mut facts = worker();
        facts.facts.tax_card = None;
        let beside = |past: &PastSalaries, facts: &PayFacts| {
            let settings = ProviderSettings::default();
            let shown = estimate(law, &bill("1200"), facts, past, &settings, PAYDAY).unwrap().summary;
            let withholding = &law.for_date(PAYDAY).unwrap().withholding;
            (shown.salary, WithoutTaxCard::of(&shown, withholding).unwrap().example_salary)
        };
        let (without, example) = beside(&nothing, &facts);
        assert_eq!(without, money("435.94"));
        assert_eq!(example, Some(shown("1200", &worker(), &nothing)));
        let indebted = PastSalaries { owed: Money::euros(100), ..nothing };
        assert_eq!(beside(&indebted, &facts).1, None, "more of the debt might be taken");
    }

    #[test]
    fn a_credit_note_takes_off_what_the_credited_part_would_have_paid() {
        let (facts, past) = (worker(), PastSalaries::default());
        let whole = bill("1000");
        let off = |credits: Vec<Bill>, note: &str| {
            let credited = PayableBill {
                id: BillId::from_uuid(Uuid::nil()),
                bill: whole.clone(),
                credits,
                estimate: None,
            };
            let note = bill(note).credit_note(PAYDAY);
            let settings = ProviderSettings::default();
            let law = StatutoryFigures::shipped();
            estimate_credit(law, &credited, (&note, None), &facts, &past, &settings, PAYDAY).unwrap().salary
        };
        let paid = |price: &str| shown(price, &facts, &past);
        assert_eq!(off(vec![], "400"), paid("600").minus(paid("1000")).unwrap());
        assert_eq!(off(vec![], "1000"), paid("1000").negated().unwrap());
        let before = bill("400").credit_note(PAYDAY);
        assert_eq!(off(vec![before], "600"), paid("600").negated().unwrap());
    }

    /// 1000 less the fee of 69 and a purchase of 200: 731 / 1.0251 = 713.10, tax 142.62.
    #[test]
    fn a_bill_that_is_credited_as_a_whole_takes_its_unpaid_purchases_with_it() {
        let (facts, past, settings) = (worker(), PastSalaries::default(), ProviderSettings::default());
        let bought = PurchaseCost {
            state: PurchaseState::WaitingForPayment,
            amount: money("200"),
            pay_now: false,
            commission: None,
            receipts: 1,
        };
        let whole = Bill { purchases: vec![bought], ..bill("1000") };
        let note = bill("1000").credit_note(PAYDAY);
        let credited =
            PayableBill { id: BillId::from_uuid(Uuid::nil()), bill: whole, credits: vec![], estimate: None };
        let off = |still_bought: Vec<PurchaseCost>| {
            let (law, note) = (StatutoryFigures::shipped(), (&note, Some(still_bought)));
            estimate_credit(law, &credited, note, &facts, &past, &settings, PAYDAY).unwrap().salary
        };
        assert_eq!(off(vec![]), money("-570.48"));
        assert_eq!(off(vec![bought]), money("-770.48"), "the worker owes what was paid");
    }

    #[test]
    fn what_cannot_be_calculated_is_no_estimate() {
        let settings = ProviderSettings::default();
        let unknown_year = estimate(
            StatutoryFigures::shipped(),
            &bill("1000"),
            &worker(),
            &PastSalaries::default(),
            &settings,
            date(2099, 1, 20),
        );
        assert_eq!(unknown_year, None);
    }

    proptest! {
        /// The editor's summary, the estimate and the payroll run agree, whatever was paid before.
        #[test]
        fn one_bill_is_estimated_as_it_is_paid(
            cents in 0_i64..=2_000_000, gross in 0_i32..=5_000, fee in 0_i32..=600, owed in 0_i32..=3_000,
        ) {
            let facts = with_ceiling(Money::euros(3_000));
            let mut past = paid(Money::euros(gross), Money::euros(fee));
            past.owed = Money::euros(owed);
            let settings = ProviderSettings::default();
            let bill = bill(&Money::from_cents(cents).unwrap().plain());
            let shown = estimate(StatutoryFigures::shipped(), &bill, &facts, &past, &settings, PAYDAY).unwrap();
            let one = PayableBill {
                credits: vec![],
                id: BillId::from_uuid(Uuid::nil()),
                bill: bill.clone(),
                estimate: Some(shown.summary.salary),
            };
            let paid = calculate(StatutoryFigures::shipped(), &[one], &facts, &past, &settings, PAYDAY);
            prop_assert_eq!(paid.summary, Some(shown.summary));
            let worker = worker_on(&facts, &past, &[], PAYDAY).unwrap();
            prop_assert_eq!(from_bill(StatutoryFigures::shipped(), &bill, &worker, &settings, PAYDAY), Ok(shown.summary));
        }
    }
}
