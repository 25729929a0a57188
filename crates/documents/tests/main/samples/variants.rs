//! Invoices of the kinds that are easily forgotten.

use jiff::civil::date;
use liksa_documents::invoice::{Address, Customer, Invoice, OriginalInvoice, from_bill};
use liksa_domain::bill::{BillLanguage, ExpenseClass, ExpenseKind, Pricing, VatZeroReason};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::StatutoryFigures;

use super::bills::{TODAY, bill, header};

/// Each with the name of its sample.
pub fn variants(language: BillLanguage) -> Vec<(&'static str, Invoice)> {
    vec![
        ("reverse-charge", reverse_charge(language)),
        ("consumer", to_a_consumer(language)),
        ("abroad", abroad(language)),
        ("costs-inside", costs_inside(language)),
        ("fractions", fractions(language)),
        ("huge", huge(language)),
        ("endless", endless(language)),
        ("long-credit-note", long_credit_note(language)),
        ("nothing-to-pay", nothing_to_pay(language)),
    ]
}

/// One for each reason for which there is no VAT.
pub fn without_vat(language: BillLanguage) -> impl Iterator<Item = (VatZeroReason, Invoice)> {
    VatZeroReason::ALL.into_iter().map(move |reason| {
        let mut bill = bill(2, language);
        bill.vat_zero_reason = Some(reason);
        bill.rows.iter_mut().for_each(|row| row.vat_rate = Rate::ZERO);
        (reason, from_bill(StatutoryFigures::shipped(), &bill, header(Some(10_481)), TODAY).unwrap())
    })
}

fn reverse_charge(language: BillLanguage) -> Invoice {
    let mut bill = bill(4, language);
    bill.reverse_vat = true;
    bill.specification = "Työmaa: Rantakatu 5, Oulu".to_owned();
    from_bill(StatutoryFigures::shipped(), &bill, header(Some(10_484)), TODAY).unwrap()
}

fn to_a_consumer(language: BillLanguage) -> Invoice {
    let mut header = header(Some(10_485));
    header.customer = Customer {
        name: "Veera Virtanen".to_owned(),
        consumer: true,
        address: header.customer.address,
        ..Customer::default()
    };
    header.late_interest = None;
    let mut bill = bill(1, language);
    bill.customer_reference.clear();
    bill.text.clear();
    from_bill(StatutoryFigures::shipped(), &bill, header, TODAY).unwrap()
}

fn abroad(language: BillLanguage) -> Invoice {
    let mut bill = bill(3, language);
    bill.rows.iter_mut().for_each(|row| row.vat_rate = Rate::ZERO);
    bill.vat_zero_reason = Some(VatZeroReason::ReverseChargeInEu);
    let mut header = header(Some(10_486));
    let finnish = language == BillLanguage::Finnish;
    header.customer = Customer {
        name: "Großbühnen Veranstaltungstechnik GmbH & Co. KG".to_owned(),
        organization: "Buchhaltung, Kreditoren".to_owned(),
        vat_number: "DE123456789".to_owned(),
        address: Address {
            street: "Köpenicker Straße 184".to_owned(),
            postal_code: "10997".to_owned(),
            city: "Berlin".to_owned(),
            country: "DE".to_owned(),
            country_name: if finnish { "Saksa" } else { "Germany" }.to_owned(),
        },
        ..Customer::default()
    };
    from_bill(StatutoryFigures::shipped(), &bill, header, TODAY).unwrap()
}

fn costs_inside(language: BillLanguage) -> Invoice {
    let mut bill = bill(3, language);
    bill.bill_reimbursements = true;
    bill.rows[0].journey.kilometers = Quantity::whole(120);
    bill.rows[1].expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, "118.50".parse().unwrap());
    from_bill(StatutoryFigures::shipped(), &bill, header(Some(10_487)), TODAY).unwrap()
}

/// Large sums beside fractions of a cent.
fn fractions(language: BillLanguage) -> Invoice {
    let mut bill = bill(5, language);
    let prices = ["999999.9999", "0.0333", "-249999.5", "33.333", "123456.7891"];
    for (row, price) in bill.rows.iter_mut().zip(prices) {
        let unit_price: Money = price.parse().unwrap();
        row.pricing = Pricing::Amount { unit_price: Some(unit_price), amount: "12.345".parse().ok() };
    }
    from_bill(StatutoryFigures::shipped(), &bill, header(Some(10_488)), TODAY).unwrap()
}

/// Sums far above all that is billed, with as many digits as they can have.
fn huge(language: BillLanguage) -> Invoice {
    let mut bill = bill(5, language);
    let amount = |price: &str, amount: &str| Pricing::Amount {
        unit_price: price.parse().ok(),
        amount: amount.parse().ok(),
    };
    bill.rows[0].pricing = Pricing::Contract { price: "99999999999".parse().ok() };
    bill.rows[1].pricing = amount("98765432109.8765", "1");
    bill.rows[2].pricing = amount("88888.8888", "888888.888");
    bill.rows[3].pricing = Pricing::Contract { price: "-88888888888.88".parse().ok() };
    bill.rows[4].pricing = amount("9.99", "1000000");
    bill.rows[4].vat_rate = Rate::from_millionths(135_000);
    from_bill(StatutoryFigures::shipped(), &bill, header(Some(10_491)), TODAY).unwrap()
}

/// Every text as long as it may be.
fn endless(language: BillLanguage) -> Invoice {
    let words = "Kansainvälisen elokuvajuhlan pääkutsuvierastilaisuuden äänentoisto ja valaistus, ";
    let text = |length: usize| words.repeat(50).chars().take(length).collect::<String>();
    let mut bill = bill(2, language);
    bill.rows[0].destination = text(500);
    bill.text = text(1_500);
    bill.specification = text(400);
    bill.customer_reference = text(70);
    let mut header = header(Some(98_765_432_101));
    header.worker = "Maria-Margareta Sofia von Wallenstierna-Häggström".to_owned();
    header.customer.name = text(200);
    header.customer.organization = text(100);
    header.customer.cost_unit = text(60);
    from_bill(StatutoryFigures::shipped(), &bill, header, TODAY).unwrap()
}

fn long_credit_note(language: BillLanguage) -> Invoice {
    let credit = bill(40, language).credit_note(TODAY);
    let mut header = header(Some(10_489));
    header.credits = Some(OriginalInvoice { number: 10_481, date: date(2026, 11, 2) });
    from_bill(StatutoryFigures::shipped(), &credit, header, TODAY).unwrap()
}

/// More is taken off than was done.
fn nothing_to_pay(language: BillLanguage) -> Invoice {
    let mut bill = bill(2, language);
    bill.rows[1].destination = "Alennus".to_owned();
    bill.rows[1].work_shift = None;
    bill.rows[1].pricing = Pricing::Contract { price: Some(Money::euros(-500)) };
    from_bill(StatutoryFigures::shipped(), &bill, header(Some(10_490)), TODAY).unwrap()
}
