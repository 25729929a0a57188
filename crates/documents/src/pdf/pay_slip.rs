//! The pay slip: from what was billed to what comes to the account.

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_domain::salary::Summary;
use liksa_finland::Iban;
use liksa_money::{Money, Rate};
use serde::Serialize;

use super::sheet::{Sheet, envelope_lines};
use super::text::Writer;
use super::typesetter::{PdfError, sealed::View};
use crate::invoice::{Address, Seller};

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
    /// What was withheld by, where one percentage tells it.
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

/// From the first of January to the payday.
#[derive(Debug, Clone, Copy, Default)]
pub struct YearSoFar {
    pub gross_salary: Money,
    pub tax: Money,
    pub reimbursements: Money,
    pub service_fee: Money,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct PaySlipView {
    #[serde(flatten)]
    sheet: Sheet,
    facts: Vec<(&'static str, String)>,
    bills: Vec<[String; 3]>,
    /// Steps in the order of the calculation.
    sections: Vec<Section>,
    paid: String,
    /// Part of the gross salary.
    holiday: Option<String>,
    year: i16,
    year_so_far: Vec<(&'static str, String)>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Section {
    title: &'static str,
    lines: Vec<(&'static str, String)>,
    sum: (&'static str, String),
}

impl View for PaySlip {
    const TEMPLATE: &'static str = "pay-slip.typ";

    fn view(&self) -> Result<impl Serialize, PdfError> {
        let writer = Writer::new(self.language);
        let title = format!("{} {}", writer.either("Palkkalaskelma", "Pay slip"), self.number);
        let recipient = envelope_lines(&[&self.worker], &self.address);
        let (year, holiday) = (&self.year_so_far, self.summary.holiday_compensation);
        let bill =
            |bill: &PaidBill| [bill.number.to_string(), bill.customer.clone(), writer.amount(bill.net)];
        Ok(PaySlipView {
            sheet: Sheet::new(writer, title, &self.payer, recipient),
            facts: self.facts(writer),
            bills: self.bills.iter().map(bill).collect(),
            sections: sections(&self.summary, writer),
            paid: writer.euros(self.summary.salary),
            holiday: (!holiday.is_zero()).then(|| writer.euros(holiday)),
            year: self.payday.year(),
            year_so_far: vec![
                ("gross-salary", writer.euros(year.gross_salary)),
                ("tax", writer.euros(year.tax)),
                ("reimbursements", writer.euros(year.reimbursements)),
                ("service-fee", writer.euros(year.service_fee)),
            ],
        })
    }
}

impl PaySlip {
    fn facts(&self, writer: Writer) -> Vec<(&'static str, String)> {
        let facts = [
            ("payday", Some(writer.date(self.payday))),
            ("account", self.iban.as_ref().map(ToString::to_string)),
            ("tax-percent", self.tax_percent.map(|rate| writer.percent(rate))),
            ("payer", Some(self.payer.name.clone())),
        ];
        facts.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }
}

/// The three steps of every salary. Amounts that take away are negative, so that each column adds up; lines of
/// nothing are left out.
fn sections(summary: &Summary, writer: Writer) -> Vec<Section> {
    let take = |amount: Money| Money::from_units(amount.units().saturating_neg());
    let section = |title, lines: &[(&'static str, Money)], sum: (&'static str, Money)| Section {
        title,
        lines: lines
            .iter()
            .filter(|(_, amount)| !amount.is_zero())
            .map(|(key, amount)| (*key, writer.amount(*amount)))
            .collect(),
        sum: (sum.0, writer.amount(sum.1)),
    };
    let to_gross = [
        ("billed", summary.total_billing_without_vat),
        ("service-fee", take(summary.service_fee)),
        ("contracting", take(summary.contracting)),
        ("reimbursements-paid", take(summary.total_reimbursements)),
        ("employer-tyel", take(summary.employer_tyel)),
        ("employer-unemployment", take(summary.employer_unemployment)),
        ("health-insurance", take(summary.health_insurance)),
        ("accident-insurance", take(summary.accident_insurance)),
        ("group-life", take(summary.group_life)),
        ("rounding", take(summary.rounding)),
    ];
    let to_net = [
        ("gross-salary", summary.gross_salary),
        ("tax", take(summary.tax_amount)),
        ("tyel", take(summary.tyel)),
        ("unemployment", take(summary.unemployment)),
        ("yel", take(summary.yel)),
        ("distraint", take(summary.distraint)),
        ("reductions", take(summary.reductions)),
    ];
    let to_account = [("net", summary.net), ("reimbursements", summary.total_reimbursements)];
    vec![
        section("to-gross", &to_gross, ("gross-salary", summary.gross_salary)),
        section("to-net", &to_net, ("net", summary.net)),
        section("to-account", &to_account, ("salary", summary.salary)),
    ]
}
