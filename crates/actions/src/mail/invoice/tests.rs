use jiff::civil::date;
use liksa_documents::invoice::{Customer, InvoiceHeader, OriginalInvoice, Seller, from_bill};
use liksa_domain::bill::{Bill, Pricing, Row};
use liksa_domain::ids::Id;
use liksa_finland::VatNumber;
use liksa_money::{Money, Rate};
use uuid::Uuid;

use super::*;

const STANDARD: Rate = Rate::from_millionths(255_000);

fn seller() -> Seller {
    let business_id = "2077474-0".parse().unwrap();
    Seller {
        name: "Liksa Oy".into(),
        vat_number: VatNumber::from(&business_id),
        business_id,
        street: String::new(),
        postal_code: String::new(),
        city: String::new(),
        domicile: "Helsinki".into(),
        iban: "FI21 1234 5600 0007 85".parse().unwrap(),
        bic: "NDEAFIHH".parse().unwrap(),
        email: Email::parse("laskutus@liksa.example").unwrap(),
        phone: "09 123 4567".into(),
        website: "liksa.example".into(),
        e_invoice: None,
    }
}

fn invoice(language: BillLanguage, credits: Option<OriginalInvoice>) -> Invoice {
    let day = date(2026, 11, 16);
    let row = Row {
        destination: "Keikka".into(),
        pricing: Pricing::Contract { price: Some(Money::euros(1_000)) },
        ..Row::empty(day, STANDARD)
    };
    let bill = Bill {
        language,
        billing_date: Some(day),
        due_date: Some(date(2026, 11, 30)),
        customer_reference: "Tilaus <88>".into(),
        rows: vec![row],
        ..Bill::draft(STANDARD)
    };
    let bill = if credits.is_some() { bill.credit_note(day) } else { bill };
    let envelope = InvoiceHeader {
        credits,
        number: Some(if credits.is_some() { 1_002 } else { 1_001 }),
        seller: seller(),
        worker: "Åke Äyräväinen-Pitkänen".into(),
        customer: Customer::default(),
        late_interest: None,
    };
    from_bill(liksa_rates::StatutoryFigures::shipped(), &bill, envelope, day).unwrap()
}

/// The elements of a mail, which a name must not change.
fn elements(html: &str) -> Vec<&str> {
    html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()).collect()
}

#[test]
fn names_are_texts_in_html() {
    let ordinary = mail(&invoice(BillLanguage::Finnish, None));
    for name in
        ["<img src=x onerror=alert(1)>", "\"><script>alert(1)</script>", "</b></table>&lt;", "a&quot;b'c"]
    {
        let mut hostile = invoice(BillLanguage::Finnish, None);
        hostile.worker = name.to_owned();
        hostile.seller.name = name.to_owned();
        hostile.your_reference = name.to_owned();
        let sent = mail(&hostile);
        assert_eq!(elements(&sent.html), elements(&ordinary.html), "{name}");
        assert!(sent.text.contains(name) && sent.subject.contains(name), "{name}");
    }
}

fn mail(invoice: &Invoice) -> Outgoing {
    let to = Email::parse("laskut@kulttuuritalo.example").unwrap();
    invoice_mail(invoice, to, (FileId::from_uuid(Uuid::nil()), "Lasku-1001.pdf".into()))
}

#[test]
fn a_finnish_invoice() {
    let mail = mail(&invoice(BillLanguage::Finnish, None));
    assert_eq!(mail.subject, "Lasku 1001, Liksa Oy");
    assert_eq!(
        mail.text,
        "Hei!\n\n\
         Liitteenä on lasku 1001.\n\n\
         Työn tekijä: Åke Äyräväinen-Pitkänen\n\
         Yhteensä:    1\u{a0}255,00\u{a0}€\n\
         Eräpäivä:    30.11.2026\n\
         Saaja:       Liksa Oy\n\
         Tilinumero:  FI21 1234 5600 0007 85\n\
         Viitenumero: 10016\n\
         Viitteenne:  Tilaus <88>\n\n\
         Käytäthän maksaessasi viitenumeroa, niin maksu kohdistuu oikein.\n\
         Kysyttävää laskusta? Vastaamme mielellämme: laskutus@liksa.example, 09 123 4567.\n\n\
         Ystävällisin terveisin\nLiksa Oy\n"
    );
    assert!(mail.html.starts_with("<!doctype html><html lang=\"fi\">"));
    assert!(mail.html.contains("Tilaus &lt;88&gt;") && mail.html.contains("Åke Äyräväinen-Pitkänen"));
    assert!(!mail.html.contains("http") && !mail.html.contains("<img"), "nothing is loaded");
}

#[test]
fn an_english_invoice() {
    let mail = mail(&invoice(BillLanguage::English, None));
    assert_eq!(mail.subject, "Invoice 1001, Liksa Oy");
    for part in [
        "Hello,\n\nPlease find attached invoice 1001.",
        "Due date:         30.11.2026",
        "Kind regards\nLiksa Oy\n",
    ] {
        assert!(mail.text.contains(part), "{part} in {}", mail.text);
    }
}

#[test]
fn a_credit_note_asks_for_nothing() {
    let original = OriginalInvoice { number: 1_001, date: date(2026, 11, 2) };
    let mail = mail(&invoice(BillLanguage::Finnish, Some(original)));
    assert_eq!(mail.subject, "Hyvityslasku 1002, Liksa Oy");
    assert!(mail.text.contains(
        "Liitteenä on hyvityslasku 1002, joka hyvittää laskun 1001. Siitä ei tarvitse maksaa mitään."
    ));
    for asked in ["Eräpäivä", "Tilinumero", "Viitenumero:"] {
        assert!(!mail.text.contains(asked), "{asked}");
    }
}
