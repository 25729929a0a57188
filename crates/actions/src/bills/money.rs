//! Where every euro of a bill goes: by the estimate until it is a salary, and then by that.

use liksa_domain::bill::BillState;
use liksa_domain::payroll::{MoneyKind, PayableBill, Source, TakenOfBill, taken_of_each, together};
use liksa_domain::purchase::PurchaseState;
use liksa_domain::salary::{Billed, Reimbursements, Summary, billed};
use liksa_domain::settings::ProviderSettings;
use liksa_domain::share::ShareState;

use super::*;
use crate::prelude::*;

/// What the figures of a bill follow from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoneyBasis {
    Estimate,
    /// The slip is published.
    Salary,
    /// Nothing can be calculated yet.
    Nothing,
}

/// One part of what the customer pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyPart {
    pub kind: MoneyKind,
    pub amount: Money,
    pub of: Option<PartOf>,
    /// Of who gets a share or is paid for a purchase.
    pub name: Option<String>,
    /// It does not change any more, unless a credit note is sent.
    pub is_final: bool,
}

/// The one thing that a part is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartOf {
    Share(ShareId),
    Purchase(PurchaseId),
    Advance(AdvanceId),
}

/// All parts of what the customer pays of a bill. Their sum is the total.
#[derive(Debug)]
pub struct BillMoney {
    pub basis: MoneyBasis,
    /// Of the salary, or the next one.
    pub payday: Option<Date>,
    /// Once its slip is published.
    pub salary: Option<SalaryId>,
    /// VAT included, without what was credited.
    pub total: Money,
    /// Whether the salary is made of more than this bill.
    pub is_of_more: bool,
    pub parts: Vec<MoneyPart>,
}

/// What a salary, or the estimate of one, takes of the bill.
struct Taken {
    taken: TakenOfBill,
    /// With what was credited, before the salary and after it.
    billed: Billed,
    is_of_more: bool,
}

/// Where the money of a bill goes that is no credit note.
pub async fn money_of(context: &Context, stored: &StoredBill) -> Result<BillMoney> {
    let law = context.law().await?;
    let salary = context.store.salary_of_bill(stored.id).await?.filter(SalaryOfBill::stands);
    let terms = PaydayTerms::next(context, stored.person).await?;
    let payday = salary.as_ref().map_or(terms.payday(), |found| found.salary.payday);
    let one = |bill: &liksa_domain::bill::Bill| billed(&law, bill, &ProviderSettings::default(), payday);
    let all = |payable: &PayableBill| -> Option<Billed> {
        let each = payable.with_credits().map(one).collect::<Result<Vec<_>, _>>().ok()?;
        together(&each).ok()
    };
    let taken = match &salary {
        Some(found) => of_salary(context, stored, &found.salary, all).await?,
        None => of_estimate(context, stored, &terms, all).await?,
    };
    let published = salary.as_ref().filter(|found| found.salary.published_at.is_some());
    let Some(Taken { taken, billed, is_of_more }) = taken else {
        return Ok(BillMoney {
            basis: MoneyBasis::Nothing,
            payday: None,
            salary: None,
            total: Money::ZERO,
            is_of_more: false,
            parts: vec![],
        });
    };
    let on_top = if billed.reimbursements_on_top { billed.reimbursements.total()? } else { Money::ZERO };
    let total = Money::sum([billed.rows, on_top, billed.vat])?;
    let is_paid_out = salary.is_some();
    let mut parts = parts_of(stored, &taken, billed.vat, is_paid_out)?;
    let others = Money::sum(parts.iter().map(|part| part.amount))?;
    parts.push(MoneyPart::of_salary(MoneyKind::Salary, total.minus(others)?));
    parts.retain(|part| !part.amount.is_zero() || part.kind == MoneyKind::Salary);
    parts.sort_by_key(|part| part.kind);
    let is_out = matches!(stored.bill.state, BillState::Closed | BillState::Paid | BillState::Credited);
    for part in &mut parts {
        let agreed = matches!(
            part.kind,
            MoneyKind::Vat | MoneyKind::Share | MoneyKind::Purchase | MoneyKind::Commission
        );
        part.is_final = published.is_some() || (agreed && is_out);
    }
    Ok(BillMoney {
        basis: if published.is_some() { MoneyBasis::Salary } else { MoneyBasis::Estimate },
        payday: Some(payday),
        salary: published.map(|found| found.salary.id),
        total,
        is_of_more,
        parts,
    })
}

impl MoneyPart {
    fn of_salary(kind: MoneyKind, amount: Money) -> Self {
        Self { kind, amount, of: None, name: None, is_final: false }
    }
}

/// All parts but the worker's.
fn parts_of(
    stored: &StoredBill,
    taken: &TakenOfBill,
    vat: Money,
    is_paid_out: bool,
) -> Result<Vec<MoneyPart>> {
    let mut parts = vec![MoneyPart::of_salary(MoneyKind::Vat, vat)];
    let rows = stored.bill.rows_sum()?;
    for share in stored.shares.iter().filter(|share| share.share.state != ShareState::Declined) {
        parts.push(MoneyPart {
            of: Some(PartOf::Share(share.id)),
            name: Some(share.subcontractor_name.clone()),
            ..MoneyPart::of_salary(MoneyKind::Share, share.share.sum(rows)?.minus(share.credited)?)
        });
    }
    // A bill that was credited before it became a salary pays nothing that has not left.
    let never_paid = stored.bill.state == BillState::Credited && !is_paid_out;
    let counts = |found: &&StoredPurchase| !never_paid || found.purchase.state == PurchaseState::Paid;
    let mut commission = vec![];
    for found in stored.purchases.iter().filter(counts) {
        let purchase = &found.purchase;
        parts.push(MoneyPart {
            of: Some(PartOf::Purchase(purchase.id)),
            name: Some(purchase.invoice.name.clone()),
            ..MoneyPart::of_salary(MoneyKind::Purchase, purchase.invoice.amount)
        });
        commission.push(purchase.charged());
    }
    parts.push(MoneyPart::of_salary(MoneyKind::Commission, Money::sum(commission)?));
    parts.extend(taken.amounts().map(|(kind, amount)| MoneyPart::of_salary(kind, amount)));
    parts.extend(taken.advances.iter().map(|(id, amount)| MoneyPart {
        of: Some(PartOf::Advance(*id)),
        ..MoneyPart::of_salary(MoneyKind::Advance, *amount)
    }));
    Ok(parts)
}

/// By the estimate of the next payday. None where none can be calculated.
async fn of_estimate(
    context: &Context,
    stored: &StoredBill,
    terms: &PaydayTerms,
    all: impl Fn(&PayableBill) -> Option<Billed>,
) -> Result<Option<Taken>> {
    let credits = context.store.credits_of_bill(stored.id).await?;
    let payable = PayableBill { id: stored.id, bill: stored.bill.clone(), credits, estimate: None };
    let Some(billed) = all(&payable) else { return Ok(None) };
    if stored.bill.state == BillState::Credited {
        return Ok(Some(Taken { taken: TakenOfBill::default(), billed, is_of_more: false }));
    }
    let Some(summary) = terms.salary_of(&payable) else { return Ok(None) };
    let out = stored.advances.iter().filter(|advance| advance.is_out);
    let advances: Vec<_> = out.map(|one| (one.id, one.bill, one.outstanding())).collect();
    let sources = [Source { bill: Some(stored.id), billed }];
    let taken = taken_of_each(&summary, &sources, &advances)?.into_iter().next().unwrap_or_default();
    Ok(Some(Taken { taken, billed, is_of_more: false }))
}

/// By the salary that has the bill, and by what was taken back of it since. None where that cannot be read again.
async fn of_salary(
    context: &Context,
    stored: &StoredBill,
    salary: &StoredSalary,
    all: impl Fn(&PayableBill) -> Option<Billed>,
) -> Result<Option<Taken>> {
    let Some(summary) = &salary.summary else { return Ok(None) };
    let mut sources = vec![];
    for payable in context.store.bills_in_salary(salary.id).await? {
        let Some(billed) = all(&payable) else { return Ok(None) };
        sources.push(Source { bill: Some(payable.id), billed });
    }
    let others = others_of(summary, salary);
    let is_of_more = sources.len() > 1 || others.is_some();
    sources.extend(others);
    let reduced = context.store.advances_recovered_by(salary.id).await?;
    let advances: Vec<_> = reduced.iter().map(|one| (one.id, one.bill_id, one.amount)).collect();
    let place = sources.iter().position(|source| source.bill == Some(stored.id));
    let Some(place) = place else { return Ok(None) };
    let mut taken = taken_of_each(summary, &sources, &advances)?.swap_remove(place);
    let mut billed = sources.swap_remove(place).billed;
    for note in &stored.links.credited_by {
        let Some(line) = context.store.taken_back_by(note.id, None).await? else { continue };
        let back = &line.taken.summary;
        taken = taken.after(back)?;
        billed = less(&billed, back)?;
    }
    Ok(Some(Taken { taken, billed, is_of_more }))
}

/// What of a salary is not of own bills: shares of others' bills, and late receipts.
fn others_of(summary: &Summary, salary: &StoredSalary) -> Option<Source> {
    let is_there = !summary.shares_received.is_zero() || !salary.late_receipts.is_zero();
    let billed = Billed {
        shares_received: summary.shares_received,
        reimbursements: Reimbursements { expenses: salary.late_receipts, ..Reimbursements::default() },
        ..Billed::default()
    };
    is_there.then_some(Source { bill: None, billed })
}

/// What is billed after a credit note, all of it among the rows.
fn less(billed: &Billed, back: &Summary) -> Result<Billed> {
    let on_top = if billed.reimbursements_on_top { billed.reimbursements.total()? } else { Money::ZERO };
    let vat = back.total_billing.minus(back.total_billing_without_vat)?;
    Ok(Billed {
        rows: Money::sum([billed.rows, on_top, back.total_billing_without_vat])?,
        vat: billed.vat.plus(vat)?,
        reimbursements_on_top: false,
        ..*billed
    })
}
