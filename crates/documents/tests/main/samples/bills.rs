//! Bills of ordinary work, and the invoices made of them.

use jiff::civil::{Date, date, time};
use liksa_documents::invoice::{
    Address, Customer, EInvoiceAddress, Invoice, InvoiceHeader, Seller, from_bill,
};
use liksa_domain::bill::{Bill, BillLanguage, Pricing, Row, WorkShift};
use liksa_domain::person::Email;
use liksa_finland::VatNumber;
use liksa_money::{Money, Rate};
use liksa_rates::StatutoryFigures;

pub const TODAY: Date = date(2026, 11, 15);
const STANDARD: Rate = Rate::from_millionths(255_000);

pub fn seller() -> Seller {
    let business_id = "2077474-0".parse().unwrap();
    Seller {
        name: "Liksa Palvelut Oy".to_owned(),
        vat_number: VatNumber::from(&business_id),
        business_id,
        street: "Hämeentie 15 A 3".to_owned(),
        postal_code: "00500".to_owned(),
        city: "Helsinki".to_owned(),
        domicile: "Helsinki".to_owned(),
        iban: "FI21 1234 5600 0007 85".parse().unwrap(),
        bic: "NDEAFIHH".parse().unwrap(),
        email: Email::parse("laskutus@liksa.example").unwrap(),
        phone: "09 123 4567".to_owned(),
        website: "liksa.example".to_owned(),
        e_invoice: Some(EInvoiceAddress {
            address: "003720774740".to_owned(),
            operator: "NDEAFIHH".to_owned(),
        }),
    }
}

pub fn customer() -> Customer {
    Customer {
        name: "Pohjoisrannan Konserttitalo Oy".to_owned(),
        organization: "Tapahtumatuotanto".to_owned(),
        business_id: "2332748-7".to_owned(),
        vat_number: "FI23327487".to_owned(),
        address: Address {
            street: "Satamakatu 8".to_owned(),
            postal_code: "90100".to_owned(),
            city: "Oulu".to_owned(),
            country: "FI".to_owned(),
            country_name: "Suomi".to_owned(),
        },
        reference: "PRK-4471".to_owned(),
        cost_unit: "7710 Esitystekniikka".to_owned(),
        ..Customer::default()
    }
}

const WORK: [&str; 5] = [
    "Äänisuunnittelu ja miksaus, syyskauden avajaiskonsertti",
    "Valaisu",
    "Kenraaliharjoitus ja esitysten valvonta, suuri sali, kaksi näytöstä sekä purku ja kaluston palautus varastoon",
    "Tekninen suunnittelupalaveri",
    "Kaapelointi ja mittaukset",
];

pub fn row(place: usize) -> Row {
    let day = i8::try_from(place % 14).unwrap() + 1;
    let mut row = Row::empty(date(2026, 11, day), STANDARD);
    row.destination = WORK[place % WORK.len()].to_owned();
    let price = Money::euros(45 + i32::try_from(place % 7).unwrap() * 5);
    row.pricing = if place.is_multiple_of(3) {
        Pricing::Contract { price: Some(price.times(9).unwrap()) }
    } else {
        row.work_shift = Some(WorkShift {
            start: date(2026, 11, day).at(9, 0, 0, 0).into(),
            end: date(2026, 11, day).to_datetime(time(16, 30, 0, 0)).into(),
        });
        Pricing::Amount { unit_price: Some(price), amount: Some("7.5".parse().unwrap()) }
    };
    row
}

pub fn bill(rows: usize, language: BillLanguage) -> Bill {
    let mut bill = Bill::draft(STANDARD);
    bill.language = language;
    bill.billing_date = Some(TODAY);
    bill.due_date = Some(date(2026, 11, 29));
    bill.customer_reference = "Tilaus 88123 / Koskinen".to_owned();
    bill.text = "Kiitos tilauksesta! Työt tehtiin sovitusti marraskuun aikana.".to_owned();
    bill.rows = (0..rows).map(row).collect();
    bill
}

pub fn header(number: Option<u64>) -> InvoiceHeader {
    InvoiceHeader {
        credits: None,
        number,
        seller: seller(),
        worker: "Aino Esimerkki".to_owned(),
        customer: customer(),
        late_interest: Some(Rate::from_millionths(105_000)),
    }
}

pub fn invoice(bill: &Bill, number: Option<u64>) -> Invoice {
    from_bill(StatutoryFigures::shipped(), bill, header(number), TODAY).unwrap()
}
