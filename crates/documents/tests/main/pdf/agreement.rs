//! One bill as PDF, as e-invoice, on the screen and in the ledger: always the same cents.

use jiff::Timestamp;
use jiff::civil::date;
use liksa_documents::invoice::{Invoice, OriginalInvoice, from_bill};
use liksa_documents::{finvoice, ubl};
use liksa_domain::bill::{
    Allowances, Bill, BillLanguage, ExpenseClass, ExpenseKind, Pricing, Row, VatZeroReason,
};
use liksa_domain::ids::{BillId, Id, PersonId};
use liksa_domain::ledger::{Account, entries};
use liksa_domain::salary;
use liksa_domain::vat::{VatCategory, VatTotals};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::StatutoryFigures;
use proptest::prelude::*;

use super::{assert_in_order, print};
use crate::samples::{self, TODAY};
use crate::xml::reading::Document;

const RATES: [&str; 4] = ["25.5", "13.5", "10", "0"];

fn rate(percent: &str) -> Rate {
    Rate::from_percent_str(percent).unwrap()
}

fn any_row() -> impl Strategy<Value = Row> {
    let price = (0..RATES.len(), -9_000_000_000_i64..9_000_000_000, 1_i64..2_000_000, any::<bool>());
    let claims = prop::option::of((0_i64..3_000_000, 0_u16..3, 0_u16..3, 0_i64..2_000_000));
    (price, claims).prop_map(|((place, units, parts, agreed), claims)| {
        let mut row = Row::empty(date(2026, 11, 3), rate(RATES[place]));
        row.destination = "Työ".to_owned();
        let price = Some(Money::from_units(units));
        row.pricing = if agreed {
            Pricing::Contract { price }
        } else {
            Pricing::Amount { unit_price: price, amount: Some(Quantity::from_parts(parts)) }
        };
        if let Some((kilometers, full_days, meals, hotel)) = claims {
            row.journey.kilometers = Quantity::from_parts(kilometers);
            row.allowances = Allowances { full_days, meals, ..Allowances::default() };
            row.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, Money::from_units(hotel * 100));
        }
        row
    })
}

fn any_bill() -> impl Strategy<Value = Bill> {
    let choices = prop::array::uniform6(any::<bool>());
    (prop::collection::vec(any_row(), 1..12), choices).prop_map(
        |(rows, [english, reverse, billed, apart, construction, credit])| {
            let language = if english { BillLanguage::English } else { BillLanguage::Finnish };
            let mut bill = Bill { rows, ..samples::bill(0, language) };
            bill.reverse_vat = reverse;
            bill.vat_zero_reason = Some(VatZeroReason::PerformanceFee);
            bill.bill_reimbursements = billed;
            bill.separate_reimbursements = apart;
            bill.construction_reimbursements = construction;
            bill.settle_choices();
            if credit { bill.credit_note(TODAY) } else { bill }
        },
    )
}

fn invoice(bill: &Bill) -> Invoice {
    let mut header = samples::header(Some(10_481));
    header.credits =
        bill.is_credit_note.then_some(OriginalInvoice { number: 10_480, date: date(2026, 11, 2) });
    from_bill(StatutoryFigures::shipped(), bill, header, TODAY).unwrap()
}

/// Net, VAT and gross, and the figures of each rate, from a list of each.
fn totals_in(document: &Document, sign: i64, totals: [&str; 3], by_rate: [&str; 3]) -> VatTotals {
    let amounts = |path: &str| -> Vec<Money> {
        document.amounts(path).into_iter().map(|amount| amount.times(sign).unwrap()).collect()
    };
    let [net, vat, gross] = totals.map(|path| amounts(path)[0]);
    let rates = document.texts(by_rate[0]).into_iter().map(rate);
    let sums = amounts(by_rate[1]).into_iter().zip(amounts(by_rate[2]));
    let categories = rates.zip(sums).map(|(rate, (net, vat))| VatCategory { rate, net, vat }).collect();
    VatTotals { categories, net, vat, gross }
}

fn of_finvoice(invoice: &Invoice) -> VatTotals {
    let document = Document::parse(&finvoice::to_xml(invoice, None).unwrap());
    let [net, vat, gross] = ["VatExcludedAmount", "VatAmount", "VatIncludedAmount"]
        .map(|name| format!("InvoiceDetails/InvoiceTotal{name}"));
    let [rate, base, tax] = ["VatRatePercent", "VatBaseAmount", "VatRateAmount"]
        .map(|name| format!("InvoiceDetails/VatSpecificationDetails/{name}"));
    totals_in(&document, 1, [&net, &vat, &gross], [&rate, &base, &tax])
}

fn of_ubl(invoice: &Invoice) -> VatTotals {
    let document = Document::parse(&ubl::to_xml(invoice).unwrap());
    let [net, gross] =
        ["TaxExclusiveAmount", "TaxInclusiveAmount"].map(|name| format!("LegalMonetaryTotal/{name}"));
    let [rate, base, tax] = ["TaxCategory/Percent", "TaxableAmount", "TaxAmount"]
        .map(|name| format!("TaxTotal/TaxSubtotal/{name}"));
    // The amounts of a UBL credit note are positive.
    let sign = if invoice.is_credit_note() { -1 } else { 1 };
    totals_in(&document, sign, [&net, "TaxTotal/TaxAmount", &gross], [&rate, &base, &tax])
}

/// The amount that the ledger books for the invoice on an account and, where given, for a rate. Credits are positive.
fn credited(invoice: &Invoice, account: Account, of: Option<Rate>) -> Money {
    let now = Timestamp::UNIX_EPOCH;
    let (bill, person) = (BillId::new(now, [1; 10]), PersonId::new(now, [2; 10]));
    let entry = entries::invoice_sent(bill, person, TODAY, &invoice.totals).unwrap();
    let lines = entry.lines().iter();
    let lines = lines.filter(|line| line.account == account && (of.is_none() || line.vat_rate == of));
    Money::sum(lines.map(|line| line.amount)).unwrap().negated().unwrap()
}

/// As the language of the bill writes it, with plain spaces, which is how Poppler gives them.
fn number(amount: Money, language: BillLanguage) -> String {
    let finnish = amount.to_string().replace("\u{a0}€", "");
    let english = |sign: char| match sign {
        '\u{a0}' => ',',
        ',' => '.',
        other => other,
    };
    match language {
        BillLanguage::Finnish => finnish.replace('\u{a0}', " "),
        BillLanguage::English => finnish.chars().map(english).collect(),
    }
}

fn euros(amount: Money, language: BillLanguage) -> String {
    let number = number(amount, language);
    match language {
        BillLanguage::Finnish => format!("{number} €"),
        BillLanguage::English => format!("€{number}").replace("€−", "−€"),
    }
}

/// That the paper shows every line, every rate and the sums, in their order.
fn assert_is_printed(invoice: &Invoice) {
    let (language, totals) = (invoice.language, &invoice.totals);
    let lines = invoice.lines.iter().map(|line| format!("% {}", number(line.net, language)));
    let categories = totals.categories.iter().map(|category| {
        let gross = category.net.plus(category.vat).unwrap();
        [category.net, category.vat, gross].map(|amount| number(amount, language)).join(" ")
    });
    let sums = [totals.net, totals.vat, totals.gross].map(|amount| euros(amount, language));
    let expected: Vec<String> = lines.chain(categories).chain(sums).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    assert_in_order(&print(invoice).text(), &expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn every_bill_has_the_same_totals_everywhere(bill in any_bill()) {
        // As shown on the screen.
        let totals = salary::totals(StatutoryFigures::shipped(), &bill, TODAY).unwrap();
        let invoice = invoice(&bill);
        prop_assert_eq!(&invoice.totals, &totals);
        prop_assert_eq!(&of_finvoice(&invoice), &totals);
        prop_assert_eq!(&of_ubl(&invoice), &totals);
        assert_is_printed(&invoice);

        prop_assert_eq!(credited(&invoice, Account::Receivables, None).negated().unwrap(), totals.gross);
        for VatCategory { rate, net, vat } in totals.categories {
            prop_assert_eq!(credited(&invoice, Account::AwaitingSalary, Some(rate)), net);
            prop_assert_eq!(credited(&invoice, Account::VatPayable, Some(rate)), vat);
            let lines = invoice.lines.iter().filter(|line| line.vat_rate == rate);
            prop_assert_eq!(Money::sum(lines.map(|line| line.net)).unwrap(), net);
        }
    }
}
