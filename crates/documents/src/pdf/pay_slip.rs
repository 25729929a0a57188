//! Pay slip: from the billed amounts to the salary paid to the account.

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_domain::dates::format_date;
use liksa_domain::payroll::{Difference, Explanation, ReimbursementKind, ReimbursementLine};
use liksa_domain::salary::{Summary, WithoutTaxCard};
use liksa_domain::settings::Seller;
use liksa_finland::Iban;
use liksa_money::{Money, MoneyError, Rate};
use serde_json::{Value, json};

use super::sheet::{address_lines, known, view};
use super::text::{Writer, period};
use super::typesetter::{PdfError, Printed};
use crate::invoice::Address;

#[derive(Debug, Clone)]
pub struct PaySlip {
    pub language: BillLanguage,
    pub number: u64,
    pub payday: Date,
    /// First and last day that the payday pays for.
    pub period: (Date, Date),
    /// The provider, who pays.
    pub payer: Seller,
    pub worker: String,
    pub address: Address,
    pub iban: Option<Iban>,
    /// Rate of the withheld tax, where there is a single one.
    pub tax_percent: Option<Rate>,
    /// How tax was withheld where there was no tax card.
    pub without_tax_card: Option<WithoutTaxCard>,
    /// The bills that the salary is paid from, and the shares of others' bills.
    pub bills: Vec<PaidBill>,
    pub summary: Summary,
    /// What the untaxed reimbursements consist of.
    pub reimbursements: Vec<ReimbursementLine>,
    /// The advances that it pays back; what else it is reduced by is said as one.
    pub advances: Vec<PaidBack>,
    /// Why it is not what the worker was shown when sending the bills, where it is not.
    pub explanation: Option<Explanation>,
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

/// An advance, or a part of one, that a salary pays back.
#[derive(Debug, Clone)]
pub struct PaidBack {
    /// When it was asked for.
    pub requested: Date,
    /// The number of its bill.
    pub bill: Option<u64>,
    pub amount: Money,
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
                ("payday", format_date(self.payday)),
                ("period", period(self.period.0, self.period.1)),
                ("account", self.iban.map(|iban| iban.to_string()).unwrap_or_default()),
                ("tax-percent", self.tax_text(writer)),
                ("payer", self.payer.name.clone()),
            ]),
            "bills": self.bills.iter().map(bill).collect::<Vec<_>>(),
            "sections": self.sections(writer)?,
            "paid": writer.euros(self.summary.salary),
            "explanation": self.explanation.as_ref().map(|explanation| explained(explanation, writer)),
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

/// The estimate beside what was paid, and each line that differs with its reason, by their names.
fn explained(explanation: &Explanation, writer: Writer) -> Value {
    let line = |one: &Difference| {
        let amounts = [one.estimated, one.actual].map(|amount| writer.amount(amount));
        json!([one.line.name(), amounts[0], amounts[1], one.reason.name()])
    };
    json!({
        "estimate": writer.euros(explanation.estimate),
        "salary": writer.euros(explanation.salary),
        "lines": explanation.lines.iter().map(line).collect::<Vec<_>>(),
    })
}

/// A key of the template's words, details that follow it, and the amount.
type Line = (&'static str, String, Money);

impl PaySlip {
    fn tax_text(&self, writer: Writer) -> String {
        if let Some(without) = self.without_tax_card {
            let why = writer.either("verokortti puuttui", "no tax card");
            return format!("{}, {why}", writer.percent(without.percent.0));
        }
        self.tax_percent.map(|rate| writer.percent(rate)).unwrap_or_default()
    }

    /// The three steps of every salary, in the order of the calculation. Deductions are negative, so that each column
    /// adds up; lines of zero are left out.
    fn sections(&self, writer: Writer) -> Result<[Value; 3], MoneyError> {
        let summary = &self.summary;
        let minus = |amount: Money| Money::from_units(amount.units().saturating_neg());
        let plain = |key, amount| (key, String::new(), amount);
        let section = |title: &str, lines: &[Line], (key, sum): (&str, Money)| {
            let lines = lines.iter().filter(|(.., amount)| !amount.is_zero());
            let lines: Vec<_> =
                lines.map(|(key, details, amount)| (*key, details, writer.amount(*amount))).collect();
            json!({ "title": title, "lines": lines, "sum": (key, writer.amount(sum)) })
        };
        let of_month = self.wages_of_month(writer);
        let to_gross = [
            plain("billed", summary.total_billing_without_vat.minus(summary.shares_received)?),
            plain("shares-received", summary.shares_received),
            plain("service-fee", minus(summary.service_fee)),
            plain("contracting", minus(summary.contracting.minus(summary.commission)?)),
            plain("commission", minus(summary.commission)),
            plain("reimbursements-paid", minus(summary.total_reimbursements)),
            ("employer-tyel", of_month.clone(), minus(summary.employer_tyel)),
            plain("employer-unemployment", minus(summary.employer_unemployment)),
            plain("health-insurance", minus(summary.health_insurance)),
            plain("accident-insurance", minus(summary.accident_insurance)),
            plain("group-life", minus(summary.group_life)),
            plain("rounding", minus(summary.rounding)),
        ];
        let mut to_net = vec![
            plain("gross-salary", summary.gross_salary),
            plain("tax", minus(summary.tax_amount)),
            ("tyel", of_month, minus(summary.tyel)),
            plain("unemployment", minus(summary.unemployment)),
            plain("yel", minus(summary.yel)),
            plain("distraint", minus(summary.distraint)),
        ];
        to_net.extend(self.advances.iter().map(|advance| paid_back(advance, writer)));
        let of_advances = Money::sum(self.advances.iter().map(|advance| advance.amount))?;
        let key = if self.advances.is_empty() { "reductions" } else { "other-reductions" };
        to_net.push(plain(key, minus(summary.reductions.minus(of_advances)?)));
        let mut to_account = vec![plain("net", summary.net)];
        to_account.extend(self.reimbursements.iter().map(|line| reimbursement(line, writer)));
        let shown = Money::sum(self.reimbursements.iter().map(|line| line.amount))?;
        // What the lines do not say is said as one.
        to_account.push(plain("reimbursements", summary.total_reimbursements.minus(shown)?));
        Ok([
            section("to-gross", &to_gross, ("gross-salary", summary.gross_salary)),
            section("to-net", &to_net, ("net", summary.net)),
            section("to-account", &to_account, ("salary", summary.salary)),
        ])
    }

    /// That TyEL was taken from earlier wages of the month too.
    fn wages_of_month(&self, writer: Writer) -> String {
        let (base, gross) = (self.summary.tyel_base, self.summary.gross_salary);
        if base.is_zero() || base == gross {
            return String::new();
        }
        let wages = writer.euros(base);
        writer.either(format!(", kuukauden palkoista {wages}"), format!(", on the month’s wages of {wages}"))
    }
}

/// "Ennakko 12.11.2026, lasku 123"
fn paid_back(advance: &PaidBack, writer: Writer) -> Line {
    let bill = advance.bill.map(|number| format!("{}{number}", writer.either(", lasku ", ", invoice ")));
    let details = format!(" {}{}", format_date(advance.requested), bill.unwrap_or_default());
    ("advance", details, Money::from_units(advance.amount.units().saturating_neg()))
}

/// "Kilometrikorvaus, 120 km × 0,55 €"; "Unohtunut kuitti, lasku 12, 3.10.2026"
fn reimbursement(line: &ReimbursementLine, writer: Writer) -> Line {
    let (key, unit) = match line.kind {
        ReimbursementKind::Kilometers => ("kilometers", "\u{a0}km"),
        ReimbursementKind::FullDays => ("full-days", ""),
        ReimbursementKind::PartialDays => ("partial-days", ""),
        ReimbursementKind::Days => ("days", ""),
        ReimbursementKind::Meals => ("meals", ""),
        ReimbursementKind::Foreign => ("foreign", ""),
        ReimbursementKind::Expenses => ("expenses", ""),
        ReimbursementKind::LateReceipt => ("late-receipt", ""),
    };
    let count = line.count.map(|count| format!(", {}{unit}", writer.quantity(count)));
    let rate = line.rate.map(|rate| format!("\u{a0}×\u{a0}{}", writer.euros(rate)));
    let bill = line.bill.map(|bill| writer.either(format!(", lasku {bill}"), format!(", invoice {bill}")));
    let day = line.day.map(|day| format!(", {}", format_date(day)));
    (key, [count, rate, bill, day].into_iter().flatten().collect(), line.amount)
}
