//! Several bills as one.

use liksa_money::{Money, MoneyError, Quantity};

use crate::bill::{Allowances, Bill};
use crate::ids::{BillId, ShareId};
use crate::salary::Billed;

use super::PayableReceipt;

/// A bill that its customer has paid and no salary has used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayableBill {
    pub id: BillId,
    pub bill: Bill,
    /// What has been credited of it. Only the rest becomes a salary.
    pub credits: Vec<Bill>,
    /// The salary that its worker was shown when sending it; None where none could be calculated.
    pub estimate: Option<Money>,
}

impl PayableBill {
    /// The bill and what was credited of it, whose amounts are below zero.
    pub fn with_credits(&self) -> impl Iterator<Item = &Bill> {
        std::iter::once(&self.bill).chain(&self.credits)
    }
}

/// A share of a bill that its customer has paid, in no salary yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayableShare {
    pub id: ShareId,
    /// Without what was credited of it.
    pub amount: Money,
    /// The salary that the subcontractor was shown when approving it; None where none could be calculated.
    pub estimate: Option<Money>,
}

/// All that one worker is paid of in one salary.
#[derive(Debug, Clone, Copy)]
pub struct Payables<'a> {
    pub bills: &'a [PayableBill],
    pub shares: &'a [PayableShare],
    /// Receipts that were found late, the oldest first.
    pub late: &'a [PayableReceipt],
}

impl<'a, B: AsRef<[PayableBill]> + ?Sized> From<&'a B> for Payables<'a> {
    fn from(bills: &'a B) -> Self {
        Self { bills: bills.as_ref(), shares: &[], late: &[] }
    }
}

/// The money side of several bills, as one salary is made of it. One bill stays what it is. Where only some
/// bill their reimbursements on top, those count among the rows: the customer pays them either way.
pub fn together(bills: &[Billed]) -> Result<Billed, MoneyError> {
    let on_top = bills.iter().all(|billed| billed.reimbursements_on_top);
    let mut sum = Billed { reimbursements_on_top: on_top, ..Billed::default() };
    for billed in bills {
        let folded = billed.reimbursements_on_top && !on_top;
        let extra = if folded { billed.reimbursements.total()? } else { Money::ZERO };
        sum.rows = sum.rows.plus(billed.rows)?.plus(extra)?;
        sum.vat = sum.vat.plus(billed.vat)?;
        sum.reimbursements = sum.reimbursements.plus(billed.reimbursements)?;
        sum.contracting = sum.contracting.plus(&billed.contracting)?;
        sum.shares_received = sum.shares_received.plus(billed.shares_received)?;
    }
    Ok(sum)
}

/// What the wage report says of trips.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Travelled {
    pub kilometers: Quantity,
    pub allowances: Allowances,
}

impl Travelled {
    pub fn of<'a>(bills: impl IntoIterator<Item = &'a Bill>) -> Result<Self, MoneyError> {
        let mut sum = Self::default();
        for row in bills.into_iter().flat_map(|bill| &bill.rows) {
            sum.kilometers = sum.kilometers.plus(row.journey.kilometers)?;
            sum.allowances = sum.allowances.plus(row.allowances)?;
        }
        Ok(sum)
    }

    /// What is left without the trips of a credit note.
    pub fn without(self, credited: Self) -> Result<Self, MoneyError> {
        Ok(Self {
            kilometers: self.kilometers.plus(credited.kilometers.negated()?)?,
            allowances: self.allowances.less(credited.allowances)?,
        })
    }
}
