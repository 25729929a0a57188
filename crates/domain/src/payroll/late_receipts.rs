//! Late receipts in a salary: paid out untaxed of what was billed, as receipts of rows are.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError};
use liksa_rates::StatutoryFigures;
use uuid::Uuid;

use super::{Figures, PastSalaries, Payables, ReimbursementKind, ReimbursementLine, calculate, together};
use crate::ids::{Id, LateReceiptId};
use crate::salary::{Billed, Reimbursements, Summary, Worker, covers};
use crate::settings::ProviderSettings;
use crate::worker_facts::PayFacts;

/// A late receipt that was approved and no salary has paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PayableReceipt {
    pub id: LateReceiptId,
    /// VAT included.
    pub amount: Money,
    /// Number of the bill that it belongs to.
    pub bill: i64,
    /// The day of the row that it belongs to.
    pub day: Option<Date>,
}

impl PayableReceipt {
    /// It is billed to nobody: it is paid out of the bills beside it.
    fn billed(&self) -> Billed {
        let reimbursements = Reimbursements { expenses: self.amount, ..Reimbursements::default() };
        Billed { reimbursements, ..Billed::default() }
    }

    fn line(&self) -> ReimbursementLine {
        ReimbursementLine {
            bill: Some(self.bill),
            day: self.day,
            ..ReimbursementLine::amount(ReimbursementKind::LateReceipt, self.amount)
        }
    }
}

impl Figures {
    /// With the receipts that what was billed covers, the oldest first. One that it does not cover waits for a later
    /// salary; a smaller one after it may still fit.
    pub(super) fn with_late_receipts(
        mut self,
        waiting: &[PayableReceipt],
        worker: &Worker,
        settings: &ProviderSettings,
    ) -> Result<Self, MoneyError> {
        for receipt in waiting {
            let with = together(&[self.billed, receipt.billed()])?;
            if covers(&with, worker, settings)? {
                self.billed = with;
                self.breakdown.push(receipt.line());
                self.late_receipts.push(receipt.id);
            }
        }
        Ok(self)
    }

    /// What the late receipts in it are together.
    pub fn late_total(&self) -> Result<Money, MoneyError> {
        let late = self.breakdown.iter().filter(|line| line.kind == ReimbursementKind::LateReceipt);
        Money::sum(late.map(|line| line.amount))
    }
}

/// The next salary without a late receipt and with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LateReceiptEffect {
    pub without: Summary,
    /// The same as without it where it does not fit.
    pub with: Summary,
    pub fits: bool,
}

/// What one more late receipt does to the salary of these bills, beside the receipts that wait already. None where no
/// salary can be calculated of the bills.
pub fn late_receipt_effect(
    law: &StatutoryFigures,
    payables: Payables<'_>,
    amount: Money,
    facts: &PayFacts,
    past: &PastSalaries,
    settings: &ProviderSettings,
    payday: Date,
) -> Option<LateReceiptEffect> {
    let without = calculate(law, payables, facts, past, settings, payday);
    let id = LateReceiptId::from_uuid(Uuid::nil());
    let one_more = [payables.late, &[PayableReceipt { id, amount, bill: 0, day: None }]].concat();
    let with = Payables { late: &one_more, ..payables };
    let with = calculate(law, with, facts, past, settings, payday);
    Some(LateReceiptEffect {
        without: without.summary?,
        with: with.summary?,
        fits: with.figures?.late_receipts.contains(&id),
    })
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::super::tests::{PAYDAY, bill, money, payable, worker};
    use super::super::{Calculated, PayableBill, StandingSalary, take_back};
    use super::*;
    use crate::bill::Bill;
    use crate::person::WorkerType;
    use crate::worker_facts::PayFacts;

    fn late(number: u8, amount: &str) -> PayableReceipt {
        let id = LateReceiptId::new(Timestamp::UNIX_EPOCH, [number; 10]);
        PayableReceipt { id, amount: money(amount), bill: 12, day: Some(PAYDAY) }
    }

    fn salary(bills: &[PayableBill], late: &[PayableReceipt], facts: &PayFacts) -> Calculated {
        let (law, past) = (StatutoryFigures::shipped(), PastSalaries::default());
        let payables = Payables { bills, shares: &[], late };
        calculate(law, payables, facts, &past, &ProviderSettings::default(), PAYDAY)
    }

    fn employee() -> PayFacts {
        let mut facts = worker();
        facts.person.worker_type = WorkerType::Employee;
        facts.facts.profession_code = Some("2652".into());
        facts
    }

    /// By hand:
    ///
    /// ```text
    /// all-in           1000 − fee 6.9 % 69.00 − receipt 100     831.00
    /// gross salary     831.00 / 1.0251 = 810.6526…              810.65
    ///   employer's     health insurance 1.91 % 15.483415         15.48
    ///                  accident insurance 0.60 % 4.8639           4.86   together 20.34
    ///   withheld       tax 20 % 162.13                          162.13
    /// net              810.65 − 162.13                          648.52
    /// to the account   648.52 + 100                             748.52   (without the receipt 726.56)
    /// ```
    #[test]
    fn a_light_entrepreneur_is_paid_a_late_receipt_untaxed_to_the_cent() {
        let bills = [payable(bill("1000"))];
        let calculated = salary(&bills, &[late(1, "100")], &worker());
        let summary = calculated.summary.unwrap();
        let found = [
            summary.total_billing_without_vat,
            summary.service_fee,
            summary.total_reimbursements,
            summary.gross_salary,
            summary.employer_costs,
            summary.tax_amount,
            summary.net,
            summary.salary,
        ];
        let without = salary(&bills, &[], &worker()).summary.unwrap();
        assert_eq!(summary.service_fee, without.service_fee, "the fee stays the same");
        assert_eq!(found, ["1000", "69", "100", "810.65", "20.34", "162.13", "648.52", "748.52"].map(money));
        assert_eq!(without.salary, money("726.56"));
        let figures = calculated.figures.unwrap();
        assert_eq!(figures.late_total(), Ok(money("100")));
        let line = figures.breakdown.last().unwrap();
        assert_eq!(
            (line.kind, line.bill, line.day),
            (ReimbursementKind::LateReceipt, Some(12), Some(PAYDAY))
        );
    }

    /// By hand, of an employee:
    ///
    /// ```text
    /// all-in           1000 − fee 69.00 − receipt 100           831.00
    /// gross salary     831.00 / 1.1998 = 692.6154…              692.62
    ///   employer's     TyEL 17.10 % 118.43802                   118.44
    ///                  unemployment 0.31 % 2.147122               2.15
    ///                  health insurance 1.91 % 13.229042         13.23
    ///                  accident insurance 0.60 % 4.15572          4.16
    ///                  group life 0.06 % 0.415572                 0.42   together 138.40
    ///   rounding       831.00 − 692.62 − 138.40                  −0.02
    ///   withheld       tax 20 % 138.524                         138.52
    ///                  TyEL 7.30 % 50.56126                      50.56
    ///                  unemployment 0.89 % 6.164318               6.16   together 56.72
    /// net              692.62 − 138.52 − 56.72                  497.38
    /// to the account   497.38 + 100                             597.38
    /// ```
    #[test]
    fn an_employee_is_paid_a_late_receipt_untaxed_to_the_cent() {
        let summary = salary(&[payable(bill("1000"))], &[late(1, "100")], &employee()).summary.unwrap();
        let found = [
            summary.service_fee,
            summary.gross_salary,
            summary.employer_costs,
            summary.rounding,
            summary.tax_amount,
            summary.employee_cost,
            summary.net,
            summary.salary,
        ];
        assert_eq!(
            found,
            ["69", "692.62", "138.40", "-0.02", "138.52", "56.72", "497.38", "597.38"].map(money)
        );
    }

    #[test]
    fn what_does_not_fit_waits_and_a_smaller_one_is_paid() {
        let bills = [payable(bill("1000"))];
        // 931 are left of 1000 after the fee.
        let late = [late(1, "500"), late(2, "431.01"), late(3, "431")];
        let calculated = salary(&bills, &late, &worker());
        assert_eq!(calculated.figures.unwrap().late_receipts, [late[0].id, late[2].id]);
        let summary = calculated.summary.unwrap();
        assert_eq!((summary.gross_salary, summary.salary), (Money::ZERO, money("931")));
        let first = salary(&bills, &late[1..2], &worker());
        assert_eq!(first.figures.unwrap().late_receipts, [late[1].id], "alone it fits");
    }

    #[test]
    fn bills_that_do_not_cover_their_own_costs_pay_no_late_receipt() {
        let mut left = payable(bill("1000"));
        left.credits = vec![bill("1000").credit_note(PAYDAY)];
        let calculated = salary(&[left], &[late(1, "0.01")], &worker());
        assert_eq!(calculated.figures.unwrap().late_receipts, []);
        assert_eq!(calculated.summary.unwrap().salary, Money::ZERO);
    }

    #[test]
    fn the_effect_is_that_of_the_salary_that_is_paid() {
        for facts in [worker(), employee()] {
            let bills = [payable(bill("1000"))];
            let (law, past) = (StatutoryFigures::shipped(), PastSalaries::default());
            let settings = ProviderSettings::default();
            let waiting = [late(1, "50")];
            let effect = |amount: &str| {
                let amount = money(amount);
                late_receipt_effect(
                    law,
                    Payables { bills: &bills, shares: &[], late: &waiting },
                    amount,
                    &facts,
                    &past,
                    &settings,
                    PAYDAY,
                )
                .unwrap()
            };
            let shown = effect("100");
            assert_eq!(Some(shown.without), salary(&bills, &waiting, &facts).summary);
            let both = [waiting[0], late(2, "100")];
            assert_eq!(Some(shown.with), salary(&bills, &both, &facts).summary);
            assert!(shown.fits && shown.with.salary > shown.without.salary);
            let too_large = effect("881.01");
            assert!(!too_large.fits);
            assert_eq!(too_large.with, too_large.without);
        }
    }

    /// The salary was paid of one bill and holds a late receipt of another. When its bill is credited nothing is left to
    /// pay the receipt of, and all of the salary comes back.
    #[test]
    fn a_salary_whose_bill_is_credited_leaves_nothing_of_a_late_receipt() {
        for facts in [worker(), employee()] {
            let calculated = salary(&[payable(bill("1000"))], &[late(1, "100")], &facts);
            let (summary, figures) = (calculated.summary.unwrap(), calculated.figures.unwrap());
            let standing =
                StandingSalary::as_paid(summary, figures.billed.reimbursements, figures.travelled).unwrap();
            let note = bill("1000").credit_note(PAYDAY);
            let fee = calculated.basis.fee.unwrap();
            let law = StatutoryFigures::shipped();
            let taken = take_back(law, &note, &standing, &calculated.basis, &fee, PAYDAY).unwrap();
            assert_eq!(taken.summary.salary, summary.salary.negated().unwrap());
            assert_eq!(taken.summary.total_reimbursements, money("-100"));
        }
    }

    fn on_top(price: &str, receipt: i32) -> Bill {
        let mut on_top = bill(price);
        on_top.bill_reimbursements = true;
        let cost = (crate::bill::ExpenseKind::Other, crate::bill::ExpenseClass::Zero);
        on_top.rows[0].expenses.set(cost.0, cost.1, Money::euros(receipt));
        on_top
    }

    proptest! {
        /// Whatever is billed, on top or not: the fee and what customers pay stay as they are, all of the receipt is
        /// paid out, and what is not paid out of it any more is wage.
        #[test]
        fn a_late_receipt_moves_money_from_the_wage_to_the_reimbursements(
            cents in 0_i64..=900_000, late_cents in 1_i64..=200_000, employed: bool, top in 0_i32..200,
        ) {
            let facts = if employed { employee() } else { worker() };
            let price = Money::from_cents(cents).unwrap().plain();
            let bills = [payable(on_top(&price, top)), payable(bill("300"))];
            let receipt = PayableReceipt { amount: Money::from_cents(late_cents).unwrap(), ..late(1, "1") };
            let without = salary(&bills, &[], &facts).summary.unwrap();
            let calculated = salary(&bills, &[receipt], &facts);
            let with = calculated.summary.unwrap();
            let all_in = without.billable_amount_to_be_paid;
            let fits = receipt.amount <= all_in;
            prop_assert_eq!(!calculated.figures.unwrap().late_receipts.is_empty(), fits);
            let paid = if fits { receipt.amount } else { Money::ZERO };
            prop_assert_eq!(with.total_billing, without.total_billing);
            prop_assert_eq!(with.service_fee, without.service_fee);
            prop_assert_eq!(with.total_reimbursements, without.total_reimbursements.plus(paid).unwrap());
            prop_assert_eq!(with.billable_amount_to_be_paid, all_in.minus(paid).unwrap());
            prop_assert!(with.tax_amount <= without.tax_amount);
            prop_assert!(with.salary >= without.salary, "untaxed it is worth more");
        }
    }
}
