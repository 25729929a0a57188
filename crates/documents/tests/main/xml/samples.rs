//! Invoices to send.

use jiff::civil::{Date, date};
use liksa_documents::invoice::{
    Address, Customer, EInvoiceAddress, Invoice, InvoiceHeader, OriginalInvoice, Seller, from_bill,
};
use liksa_domain::bill::{Allowances, Bill, BillLanguage, Pricing, Row, VatZeroReason};
use liksa_domain::person::Email;
use liksa_finland::VatNumber;
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::StatutoryFigures;
use proptest::prelude::*;

pub const TODAY: Date = date(2026, 11, 15);
pub const RATES: [Rate; 4] = [
    Rate::from_millionths(255_000),
    Rate::from_millionths(135_000),
    Rate::from_millionths(100_000),
    Rate::ZERO,
];

pub fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn address(street: &str, postal_code: &str, city: &str, country: &str) -> Address {
    Address {
        street: street.to_owned(),
        postal_code: postal_code.to_owned(),
        city: city.to_owned(),
        country: country.to_owned(),
        country_name: String::new(),
    }
}

pub fn header() -> InvoiceHeader {
    let business_id = "2077474-0".parse().unwrap();
    InvoiceHeader {
        credits: None,
        number: Some(10_481),
        seller: Seller {
            name: "Laskutuspalvelu & Palkat Oy".to_owned(),
            vat_number: VatNumber::from(&business_id),
            business_id,
            street: "Testikatu 1".to_owned(),
            postal_code: "00100".to_owned(),
            city: "Helsinki".to_owned(),
            domicile: "Helsinki".to_owned(),
            iban: "FI7944052020036082".parse().unwrap(),
            bic: "ITELFIHH".parse().unwrap(),
            email: Email::parse("laskutus@liksa.example").unwrap(),
            phone: "09 123 4567".to_owned(),
            website: "liksa.example".to_owned(),
            e_invoice: e_invoice("003720774740", "003723327487"),
        },
        worker: "Aino Esimerkki".to_owned(),
        customer: Customer {
            name: "Asiakas Oy".to_owned(),
            organization: "Ostolaskut".to_owned(),
            consumer: false,
            business_id: "1234567-1".to_owned(),
            vat_number: "FI12345671".to_owned(),
            address: address("Satamakatu 8", "90100", "Oulu", "FI"),
            e_invoice: e_invoice("003712345671", "003721291126"),
            reference: "TOIM-7".to_owned(),
            cost_unit: "7710".to_owned(),
        },
        late_interest: Some(Rate::from_millionths(105_000)),
    }
}

pub fn e_invoice(address: &str, operator: &str) -> Option<EInvoiceAddress> {
    Some(EInvoiceAddress { address: address.to_owned(), operator: operator.to_owned() })
}

pub fn row(day: i8, text: &str, vat_rate: Rate, pricing: Pricing) -> Row {
    let mut row = Row::empty(date(2026, 11, day), vat_rate);
    row.destination = text.to_owned();
    row.pricing = pricing;
    row
}

pub fn contract(price: &str) -> Pricing {
    Pricing::Contract { price: Some(money(price)) }
}

pub fn bill(rows: Vec<Row>) -> Bill {
    let mut bill = Bill::draft(RATES[0]);
    bill.billing_date = Some(TODAY);
    bill.due_date = Some(date(2026, 11, 29));
    bill.rows = rows;
    bill
}

/// Several rates, a row that takes something off, costs apart, thirds of cents, and signs that XML knows.
pub fn mixed() -> Bill {
    let hours = Pricing::Amount { unit_price: Some(money("33.333")), amount: Some("7.5".parse().unwrap()) };
    let mut bill = bill(vec![
        row(2, "Suunnittelu <R&D>", RATES[0], hours),
        row(3, "Kirjan taitto", RATES[1], contract("410.0049")),
        row(4, "Esitys", RATES[3], contract("300")),
        row(5, "Alennus", RATES[0], contract("-20.255")),
    ]);
    bill.vat_zero_reason = Some(VatZeroReason::PerformanceFee);
    bill.bill_reimbursements = true;
    bill.separate_reimbursements = true;
    bill.rows[0].journey.kilometers = "120.5".parse().unwrap();
    bill.rows[0].allowances = Allowances { full_days: 1, meals: 2, ..Allowances::default() };
    bill.customer_reference = "Tilaus 88123".to_owned();
    bill.text = "Kiitos!\n\nTyöt tehtiin marraskuussa.".to_owned();
    bill
}

pub fn invoice(bill: &Bill) -> Invoice {
    from_bill(StatutoryFigures::shipped(), bill, header(), TODAY).unwrap()
}

pub fn credit_note(bill: &Bill) -> Invoice {
    let mut header = header();
    header.number = Some(10_483);
    header.credits = Some(OriginalInvoice { number: 10_481, date: date(2026, 11, 2) });
    from_bill(StatutoryFigures::shipped(), &bill.credit_note(TODAY), header, TODAY).unwrap()
}

fn any_pricing() -> impl Strategy<Value = Pricing> {
    let contract = (-50_000_000i64..200_000_000)
        .prop_map(|units| Pricing::Contract { price: Some(Money::from_units(units)) });
    let amount =
        (-2_000_000i64..5_000_000, -100_000i64..2_000_000).prop_map(|(price, parts)| Pricing::Amount {
            unit_price: Some(Money::from_units(price)),
            amount: Some(Quantity::from_parts(parts)),
        });
    prop_oneof![contract, amount]
}

fn any_row() -> impl Strategy<Value = Row> {
    let claims = (0i64..3_000_000, 0u16..3, 0u16..3);
    let places = (1i8..29, 0usize..RATES.len(), "[a-zA-Zäö<&\"' ]{1,150}");
    (places, any_pricing(), prop::option::weighted(0.3, claims)).prop_map(
        |((day, rate, text), pricing, claims)| {
            let mut row = row(day, &format!("Työ {text}"), RATES[rate], pricing);
            if let Some((parts, full_days, meals)) = claims {
                row.journey.kilometers = Quantity::from_parts(parts);
                row.allowances = Allowances { full_days, meals, ..Allowances::default() };
            }
            row
        },
    )
}

/// Any bill that can be sent, as an invoice or as a credit note.
pub fn any_invoice() -> impl Strategy<Value = Invoice> {
    let flags = prop::array::uniform5(any::<bool>());
    let reason = prop::option::of(1u8..=10);
    (prop::collection::vec(any_row(), 1..15), flags, reason).prop_map(
        |(rows, [english, reverse, on_top, apart, credit], reason)| {
            let mut bill = bill(rows);
            bill.language = if english { BillLanguage::English } else { BillLanguage::Finnish };
            bill.bill_reimbursements = on_top;
            bill.separate_reimbursements = on_top && apart;
            bill.reverse_vat = reverse;
            bill.vat_zero_reason = reason.filter(|_| !reverse).and_then(VatZeroReason::from_code);
            if credit { credit_note(&bill) } else { invoice(&bill) }
        },
    )
}
