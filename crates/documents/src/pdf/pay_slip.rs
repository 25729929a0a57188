//! Pay slip: from the billed amounts to the salary paid to the account.

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_domain::salary::Summary;
use liksa_domain::settings::Seller;
use liksa_finland::Iban;
use liksa_money::{Money, Rate};
use serde_json::{Value, json};

use super::sheet::{address_lines, known, view};
use super::text::Writer;
use super::typesetter::{PdfError, Printed};
use crate::invoice::Address;

#[derive(Debug, Clone)]
pub struct PaySlip {
    pub language: BillLanguage,
    pub number: u64,
    pub payday: Date,
    /// The provider, who pays.
    pub payer: Seller,
    pub worker: String,
    pub address: Address,
    pub iban: Option<Iban>,
    /// Rate of the withheld tax, where there is a single one.
    pub tax_percent: Option<Rate>,
    /// The bills that the salary is paid from.
    pub bills: Vec<PaidBill>,
    pub summary: Summary,
    /// This salary included.
    pub year_so_far: YearSoFar,
}

#[derive(Debug, Clone)]
pub struct PaidBill {
    pub number: u64,
    pub customer: String,
    /// VAT-free.
    pub net: Money,
}

/// Sums from the first of January to the payday.
#[derive(Debug, Clone, Copy, Default)]
pub struct YearSoFar {
    pub gross_salary: Money,
    pub tax: Money,
    pub reimbursements: Money,
    pub service_fee: Money,
}

impl Printed for PaySlip {
    const TEMPLATE: &'static str = "pay-slip.typ";

    fn view(&self) -> Result<Value, PdfError> {
        let writer = Writer::new(self.language);
        let title = format!("{} {}", writer.either("Palkkalaskelma", "Pay slip"), self.number);
        let recipient = address_lines(&[&self.worker], &self.address);
        let (year, holiday) = (&self.year_so_far, self.summary.holiday_compensation);
        let bill = |bill: &PaidBill| json!([bill.number.to_string(), bill.customer, writer.amount(bill.net)]);
        let own = json!({
            "facts": known([
                ("payday", writer.date(self.payday)),
                ("account", self.iban.map(|iban| iban.to_string()).unwrap_or_default()),
                ("tax-percent", self.tax_percent.map(|rate| writer.percent(rate)).unwrap_or_default()),
                ("payer", self.payer.name.clone()),
            ]),
            "bills": self.bills.iter().map(bill).collect::<Vec<_>>(),
            "sections": sections(&self.summary, writer),
            "paid": writer.euros(self.summary.salary),
            // Part of the gross salary.
            "holiday": (!holiday.is_zero()).then(|| writer.euros(holiday)),
            "year": self.payday.year(),
            "year-so-far": [
                ("gross-salary", writer.euros(year.gross_salary)),
                ("tax", writer.euros(year.tax)),
                ("reimbursements", writer.euros(year.reimbursements)),
                ("service-fee", writer.euros(year.service_fee)),
            ],
        });
        Ok(view(writer, &title, &self.payer, &recipient, own))
    }
}

/// The three steps of every salary, in the order of the calculation. Deductions are negative, so that each column
/// adds up; lines of zero are left out.
fn sections(summary: &Summary, writer: Writer) -> [Value; 3] {
    let minus = |amount: Money| Money::from_units(amount.units().saturating_neg());
    let section = |title: &str, lines: &[(&str, Money)], (key, sum): (&str, Money)| {
        let lines = lines.iter().filter(|(_, amount)| !amount.is_zero());
        let lines: Vec<_> = lines.map(|(key, amount)| (*key, writer.amount(*amount))).collect();
        json!({ "title": title, "lines": lines, "sum": (key, writer.amount(sum)) })
    };
    let to_gross = [
        ("billed", summary.total_billing_without_vat),
        ("service-fee", minus(summary.service_fee)),
        ("contracting", minus(summary.contracting)),
        ("reimbursements-paid", minus(summary.total_reimbursements)),
        ("employer-tyel", minus(summary.employer_tyel)),
        ("employer-unemployment", minus(summary.employer_unemployment)),
        ("health-insurance", minus(summary.health_insurance)),
        ("accident-insurance", minus(summary.accident_insurance)),
        ("group-life", minus(summary.group_life)),
        ("rounding", minus(summary.rounding)),
    ];
    let to_net = [
        ("gross-salary", summary.gross_salary),
        ("tax", minus(summary.tax_amount)),
        ("tyel", minus(summary.tyel)),
        ("unemployment", minus(summary.unemployment)),
        ("yel", minus(summary.yel)),
        ("distraint", minus(summary.distraint)),
        ("reductions", minus(summary.reductions)),
    ];
    let to_account = [("net", summary.net), ("reimbursements", summary.total_reimbursements)];
    [
        section("to-gross", &to_gross, ("gross-salary", summary.gross_salary)),
        section("to-net", &to_net, ("net", summary.net)),
        section("to-account", &to_account, ("salary", summary.salary)),
    ]
}
