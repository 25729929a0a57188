//! The pay slip of a salary as a PDF.

use anyhow::Context as _;
use liksa_documents::invoice::Address;
use liksa_documents::pdf::{Made, PaidBack, PaidBill, PaySlip, YearSoFar};
use liksa_domain::advance::RecoveredAdvance;
use liksa_domain::bill::BillLanguage;
use liksa_domain::payroll::pay_period;
use liksa_domain::salary::{Summary, TaxBasis, WithoutTaxCard};
use liksa_money::{MoneyError, Rate};

use super::explain;
use crate::prelude::*;
use crate::printing::{bill_language, seller_on};

/// The name and content of the file, made from what is stored: the same each time.
pub async fn pay_slip_pdf(
    context: &Context,
    reader: PersonId,
    salary: &StoredSalary,
) -> Result<(String, Vec<u8>)> {
    let at = salary.published_at.ok_or(Error::NotFound)?;
    let slip = pay_slip(context, salary).await?;
    let name = match slip.language {
        BillLanguage::Finnish => format!("palkkalaskelma-{}.pdf", slip.number),
        BillLanguage::English => format!("pay-slip-{}.pdf", slip.number),
    };
    Ok((name, context.pdf_printer.print(Some(reader), slip, Made::at(at)).await?))
}

async fn pay_slip(context: &Context, salary: &StoredSalary) -> Result<PaySlip> {
    let facts = context.store.pay_facts(&[salary.person], salary.payday).await?;
    let facts = facts.get(&salary.person).ok_or(Error::NotFound)?;
    let (Some(summary), Some(number)) = (salary.summary, salary.number) else { return Err(Error::NotFound) };
    let year = context.store.year_until(salary).await?;
    let bills = context.store.bills_of_salary(salary.id).await?;
    let shares = context.store.shares_of_salary(salary.id).await?;
    let advances = context.store.advances_recovered_by(salary.id).await?;
    let explanation = explain(salary, &bills, &shares, &advances)?;
    let language = bill_language(facts.person.language);
    let shared = |share: ShareOfSalary| {
        let kind = language.either("Osuus", "Share");
        let customer = format!("{kind}, {}: {}", share.contractor, share.description);
        Ok(PaidBill { number: positive(share.bill_number)?, customer, net: share.total })
    };
    let recovered = |advance: RecoveredAdvance| {
        let requested = context.clock.in_finland(advance.requested).date();
        Ok(PaidBack {
            requested,
            bill: advance.bill_number.map(positive).transpose()?,
            amount: advance.amount,
        })
    };
    let paid = |bill: BillOfSalary| {
        Ok(PaidBill { number: positive(bill.number)?, customer: bill.customer, net: bill.total })
    };
    Ok(PaySlip {
        language,
        number: positive(number)?,
        payday: salary.payday,
        period: pay_period(salary.payday).context("a payday beyond the calendar")?,
        payer: seller_on(context, salary.payday).await?,
        worker: facts.person.full_name(),
        address: Address {
            street: facts.profile.address.clone(),
            postal_code: facts.facts.postal_code.clone(),
            city: facts.profile.city.clone(),
            ..Address::default()
        },
        iban: salary.iban,
        tax_percent: tax_percent(salary.basis.tax, &summary)?,
        without_tax_card: without_tax_card(context, salary.basis.tax, &summary, salary.payday).await?,
        bills: bills.into_iter().map(paid).chain(shares.into_iter().map(shared)).collect::<Result<_>>()?,
        summary,
        reimbursements: salary.reimbursement_lines(),
        advances: advances.into_iter().map(recovered).collect::<Result<_>>()?,
        explanation,
        year_so_far: YearSoFar {
            gross_salary: year.gross_salary,
            tax: year.tax,
            reimbursements: year.reimbursements,
            service_fee: year.service_fee,
        },
    })
}

fn positive(number: i64) -> Result<u64> {
    Ok(u64::try_from(number).context("a negative number of a slip or bill")?)
}

/// How tax is withheld where there is no tax card; None where there is one.
pub async fn without_tax_card(
    context: &Context,
    tax: TaxBasis,
    summary: &Summary,
    payday: Date,
) -> Result<Option<WithoutTaxCard>> {
    if tax != TaxBasis::NoCard {
        return Ok(None);
    }
    let law = context.law().await?;
    let rates = law.for_date(payday).context("a salary without the figures of its payday")?;
    Ok(Some(WithoutTaxCard::of(summary, &rates.withholding)?))
}

/// The one percentage that explains the tax; None without a tax card, and where this salary crosses the ceiling of the tax card.
fn tax_percent(basis: TaxBasis, summary: &Summary) -> Result<Option<Rate>, MoneyError> {
    match basis {
        TaxBasis::NoCard => Ok(None),
        TaxBasis::Percent(rate) => Ok(Some(rate)),
        TaxBasis::Card(card) => {
            let (below, above) = card.split(summary.gross_salary)?;
            Ok(match (below.is_zero(), above.is_zero()) {
                (_, true) => Some(card.base_percent),
                (true, false) => Some(card.additional_percent),
                (false, false) => None,
            })
        }
    }
}
