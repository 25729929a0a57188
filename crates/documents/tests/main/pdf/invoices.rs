//! Invoices and credit notes.

use jiff::Timestamp;
use liksa_documents::invoice::{Invoice, VatNote};
use liksa_documents::pdf::Made;
use liksa_domain::bill::BillLanguage;
use liksa_finland::{BankBarcode, EpcQr};
use rxing::BarcodeFormat;

use super::readers::Paper;
use super::{TYPESETTER, assert_in_order, print};
use crate::samples;

const LANGUAGES: [BillLanguage; 2] = [BillLanguage::Finnish, BillLanguage::English];

fn barcode(invoice: &Invoice) -> String {
    let seller = &invoice.seller;
    let reference = invoice.reference.clone().unwrap();
    BankBarcode::new(seller.iban, invoice.payable(), reference, invoice.due_date).unwrap().digits()
}

fn transfer(invoice: &Invoice) -> String {
    let seller = &invoice.seller;
    let transfer = EpcQr {
        beneficiary: seller.name.clone(),
        iban: seller.iban,
        bic: Some(seller.bic.clone()),
        amount: invoice.payable(),
        reference: invoice.reference.clone().unwrap(),
        due: invoice.due_date,
    };
    transfer.text().unwrap()
}

#[test]
fn every_sample_is_a_sound_file_with_title_and_language() {
    for language in LANGUAGES {
        let bills = [1, 10, 80].map(|rows| samples::invoice(&samples::bill(rows, language), Some(10_481)));
        for invoice in bills.into_iter().chain([samples::mixed(language), samples::credit_note(language)]) {
            assert_is_sound(&invoice);
        }
    }
}

#[test]
fn rare_kinds_of_invoices_are_valid_files() {
    let [finnish, english] = LANGUAGES.map(samples::variants);
    for (place, variants) in finnish.iter().zip(&english).enumerate() {
        let (_, invoice) = if place % 2 == 0 { variants.0 } else { variants.1 };
        assert_is_sound(invoice);
    }
}

fn assert_is_sound(invoice: &Invoice) {
    let paper = print(invoice);
    paper.assert_sound();
    let facts = paper.facts();
    assert!(facts.contains("Tagged:          yes"), "{facts}");
    assert!(facts.contains(&invoice.number.unwrap().to_string()), "{facts}");
}

#[test]
fn barcode_and_qr_scan_to_the_payment() {
    let long = samples::invoice(&samples::bill(80, BillLanguage::Finnish), Some(98_765_432));
    let short = samples::invoice(&samples::bill(1, BillLanguage::English), Some(101));
    let mut invoices = vec![(short, 1), (samples::mixed(BillLanguage::Finnish), 1), (long, 4)];
    for (name, invoice) in samples::variants(BillLanguage::Finnish) {
        match name {
            "endless" => invoices.push((invoice, 2)),
            "reverse-charge" | "fractions" => invoices.push((invoice, 1)),
            _ => {}
        }
    }
    for (invoice, page) in invoices {
        let paper = print(&invoice);
        let codes = paper.codes(page);
        assert!(codes.contains(&(BarcodeFormat::CODE_128, barcode(&invoice))), "{codes:?}");
        assert!(codes.contains(&(BarcodeFormat::QR_CODE, transfer(&invoice))), "{codes:?}");
        assert!(paper.text().contains(&barcode(&invoice)), "the digits can be copied as one");
    }
}

#[test]
fn text_is_read_in_the_order_of_its_meaning() {
    let paper = print(&samples::mixed(BillLanguage::Finnish));
    let order = [
        "Liksa Palvelut Oy",
        "Edistämissäätiö sr",
        "90100 Oulu",
        "Lasku 10482",
        "Eräpäivä",
        "29.11.2026",
        "Sopimus 2026/118",
        "Kiitos tilauksesta!",
        "Selite",
        "Äänisuunnittelu",
        "Kilometrikorvaus",
        "120",
        "km",
        "Kokopäiväraha",
        "Kulut kuittien mukaan",
        "Valaisu",
        "13,5 %",
        "Alennus",
        "−120,26",
        "Kanta",
        "Maksettava yhteensä",
        "2 831,37 €",
        "esiintymispalkkio",
        "FI21 1234 5600 0007 85",
        "Y-tunnus 2077474-0",
    ];
    assert_in_order(&paper.text(), &order);
    assert_in_order(&paper.structure(), &order);
    assert_in_order(
        &paper.structure(),
        &["H1", "Lasku 10482", "Table", "THead", "TH", "Selite", "TBody", "TD"],
    );
}

#[test]
fn the_same_invoice_is_the_same_file() {
    let invoice = samples::mixed(BillLanguage::English);
    let made = Made::at(Timestamp::UNIX_EPOCH);
    let first = TYPESETTER.print(&invoice, &made).unwrap();
    // Something else in between, so that it is not just remembered.
    TYPESETTER.print(&samples::credit_note(BillLanguage::Finnish), &made).unwrap();
    assert!(first == TYPESETTER.print(&invoice, &made).unwrap());
}

#[test]
fn the_e_invoice_travels_inside() {
    let made = Made { at: Timestamp::UNIX_EPOCH, finvoice: Some("<Finvoice/>".to_owned()) };
    let pdf = TYPESETTER.print(&samples::mixed(BillLanguage::Finnish), &made).unwrap();
    let paper = Paper::new(&pdf);
    paper.assert_sound();
    assert!(paper.attachments().contains("1: finvoice.xml"), "{}", paper.attachments());
}

#[test]
fn a_draft_is_marked_and_cannot_be_paid_by_scanning() {
    for (language, word) in [(BillLanguage::Finnish, "LUONNOS"), (BillLanguage::English, "DRAFT")] {
        let paper = print(&samples::invoice(&samples::bill(3, language), None));
        // Letters that are turned come one by one.
        assert!(paper.text().replace(char::is_whitespace, "").contains(word));
        assert_eq!(paper.codes(1), []);
    }
    let sent = print(&samples::invoice(&samples::bill(3, BillLanguage::Finnish), Some(10_481)));
    assert!(!sent.text().contains("LUONNOS"));
}

#[test]
fn a_draft_without_rows_is_a_page_all_the_same() {
    for (language, sum) in
        [(BillLanguage::Finnish, "Veroton yhteensä 0,00 €"), (BillLanguage::English, "Total excl. VAT €0.00")]
    {
        let paper = print(&samples::invoice(&samples::bill(0, language), None));
        paper.assert_sound();
        assert!(paper.text().contains(sum), "{}", paper.text());
    }
}

#[test]
fn the_worker_is_named_under_the_title_and_the_qr_code_says_what_it_is_for() {
    for (language, title, worker, caption) in [
        (BillLanguage::Finnish, "Lasku 10481", "Työn tekijä: Aino Esimerkki", "Maksa puhelimella"),
        (BillLanguage::English, "Invoice 10481", "Work by Aino Esimerkki", "Pay by phone"),
    ] {
        let mut invoice = samples::invoice(&samples::bill(1, language), Some(10_481));
        assert_in_order(&print(&invoice).text(), &[&format!("{title} {worker}"), caption]);
        invoice.worker = " ".to_owned();
        let nameless = print(&invoice).text();
        assert!(!nameless.contains("Työn tekijä") && !nameless.contains("Work by"), "{nameless}");
    }
}

#[test]
fn a_credit_note_names_its_invoice_and_asks_for_nothing() {
    let paper = print(&samples::credit_note(BillLanguage::English));
    let text = paper.text();
    assert_in_order(&text, &["Credit note 10483", "10481 (02.11.2026)", "−€1,496.59", "do not pay"]);
    assert!(!text.contains("IBAN") && !text.contains("Due date"), "{text}");
    assert_eq!(paper.codes(1), []);
}

#[test]
fn invoices_without_a_payment_have_no_codes() {
    for (name, invoice) in samples::variants(BillLanguage::English) {
        if ["long-credit-note", "nothing-to-pay"].contains(&name) {
            let paper = print(&invoice);
            assert!(!paper.text().contains("IBAN"), "{name}");
            assert_eq!(paper.codes(1), [], "{name}");
        }
    }
}

#[test]
fn every_ground_for_no_vat_is_printed_below_the_sums() {
    for (place, (reason, invoice)) in samples::without_vat(BillLanguage::Finnish).enumerate() {
        let invoice = Invoice { language: LANGUAGES[place % 2], ..invoice };
        let note = VatNote::Zero(reason).text(invoice.language);
        let total = ["Maksettava yhteensä", "Total to pay"][place % 2];
        assert_in_order(&print(&invoice).text(), &[total, note, "IBAN"]);
    }
}

#[test]
fn many_pages_carry_their_sums() {
    let paper = print(&samples::invoice(&samples::bill(90, BillLanguage::Finnish), Some(10_481)));
    let text = paper.text();
    let sums = |word: &str| -> Vec<String> {
        let after = text.split(word).skip(1);
        after.map(|rest| rest.trim_start().lines().next().unwrap().to_owned()).collect()
    };
    let (carried, brought) =
        (sums("Siirtyy seuraavalle sivulle, veroton"), sums("Siirto edelliseltä sivulta, veroton"));
    assert_eq!(carried.len(), 3, "{text}");
    assert_eq!(carried, brought);
    for page in ["Sivu 1/4", "Sivu 2/4", "Sivu 3/4", "Sivu 4/4"] {
        assert!(text.contains(page), "{page}");
    }
    assert_eq!(text.matches("Lasku 10481 · Pohjoisrannan Konserttitalo Oy").count(), 3);
}

#[test]
fn nothing_is_printed_over_anything_else() {
    const RIGHT_EDGE: f64 = 545.0;
    let variants = LANGUAGES.into_iter().flat_map(samples::variants);
    let chosen = variants.filter(|(name, _)| ["huge", "fractions", "endless"].contains(name));
    for (name, invoice) in chosen {
        let words = print(&invoice).words();
        assert!(words.len() > 100, "{name}");
        for (place, word) in words.iter().enumerate() {
            let over = words[place + 1..].iter().find(|other| word.covers(other));
            let over = over.map(|other| &other.text);
            assert!(over.is_none(), "{name}: {over:?} is printed over {:?}", word.text);
            assert!(word.x.1 <= RIGHT_EDGE, "{name}: {:?} is beyond the margin", word.text);
        }
    }
}

#[test]
fn letters_that_no_font_has_do_not_stop_an_invoice() {
    let mut bill = samples::bill(2, BillLanguage::Finnish);
    bill.rows[0].destination = "🎻 配信 \u{202e}מוזיקה\u{0} ".to_owned();
    bill.rows[1].destination = "https://example.org/".to_owned() + &"pitkä".repeat(90);
    bill.text = "Rivi\n\n\u{feff}toinen \u{e000}".to_owned();
    let paper = print(&samples::invoice(&bill, Some(10_481)));
    paper.assert_sound();
    assert!(paper.text().contains("□ □□ □"), "{}", paper.text());
}
