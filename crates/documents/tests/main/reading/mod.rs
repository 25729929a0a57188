//! Invoices of others, read back from pictures and PDFs of them.

mod drawing;

use image::{DynamicImage, GrayImage, ImageFormat};
use jiff::civil::date;
use liksa_documents::invoice::Invoice;
use liksa_documents::reading::{Grey, codes_of_pdf, codes_of_picture};
use liksa_domain::bill::BillLanguage;
use liksa_domain::purchase::proposal::{Proposal, ProposalSource, Reading};
use liksa_finland::{BankBarcode, PaymentReference};
use liksa_money::Money;
use proptest::prelude::*;

use self::drawing::{Drawing, bars, pdf_of, text};
use crate::pdf::print;
use crate::pdf::readers::Paper;
use crate::samples;

fn barcode(reference: &str, euros: i32) -> BankBarcode {
    let account = "FI2112345600000785".parse().unwrap();
    BankBarcode::new(account, Money::euros(euros), reference.parse().unwrap(), Some(date(2026, 11, 30)))
        .unwrap()
}

/// A page of a quarter of the height, so that little is looked at.
fn strip() -> Drawing {
    Drawing::default().sized(595.0, 200.0)
}

fn read(pdf: Vec<u8>) -> Reading {
    Reading::of_codes(codes_of_pdf(pdf))
}

fn found(reading: Reading) -> Proposal {
    match reading {
        Reading::Found(found) => *found,
        other => panic!("{other:?}"),
    }
}

/// That the proposal is the payment of one of our invoices.
fn assert_pays(invoice: &Invoice, proposal: &Proposal) {
    assert_eq!(proposal.account_number, Some(invoice.seller.iban));
    assert_eq!(proposal.reference_number, invoice.reference);
    assert_eq!((proposal.total, proposal.duedate), (Some(invoice.payable()), invoice.due_date));
    assert_eq!((proposal.source, proposal.amount), (ProposalSource::Barcode, None));
    assert_eq!(proposal.name.as_deref(), Some(invoice.seller.name.as_str()), "of the QR code");
}

#[test]
fn our_own_invoice_is_read_back() {
    let long = samples::invoice(&samples::bill(80, BillLanguage::Finnish), Some(98_765_432));
    let short = samples::invoice(&samples::bill(1, BillLanguage::English), Some(101));
    for invoice in [short, samples::mixed(BillLanguage::Finnish), long] {
        assert_pays(&invoice, &found(read(print(&invoice).content())));
    }
}

#[test]
fn what_has_no_code_proposes_nothing() {
    let draft = samples::invoice(&samples::bill(3, BillLanguage::Finnish), None);
    assert_eq!(read(print(&draft).content()), Reading::Nothing);
    assert_eq!(read(b"%PDF-1.7 nothing".to_vec()), Reading::Nothing);
    let grey = Grey::new(300, 300, vec![128; 90_000]).unwrap();
    assert_eq!(codes_of_picture(grey), [""; 0]);
    assert!(Grey::new(300, 300, vec![128; 90_001]).is_none() && Grey::new(0, 0, vec![]).is_none());
}

/// As a hand with a phone takes it: hanging by some degrees, in uneven light, with grain, as a JPEG.
fn photo(page: &GrayImage, degrees: f64, grain: i32) -> GrayImage {
    let (width, height) = (page.width() + 200, page.height() + 200);
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let (middle_x, middle_y) = (f64::from(width) / 2.0, f64::from(height) / 2.0);
    let mut random = 7_u32;
    let taken = GrayImage::from_fn(width, height, |x, y| {
        let (dx, dy) = (f64::from(x) - middle_x, f64::from(y) - middle_y);
        let (from_x, from_y) =
            (middle_x + dx * cosine - dy * sine - 100.0, middle_y + dx * sine + dy * cosine - 100.0);
        let on_paper = (0.0..f64::from(page.width() - 1)).contains(&from_x)
            && (0.0..f64::from(page.height() - 1)).contains(&from_y);
        // The table is dark, and the paper darker to one side.
        let light = if on_paper {
            between(page, from_x, from_y) * (0.7 + 0.3 * f64::from(x) / f64::from(width))
        } else {
            60.0
        };
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = i32::try_from(random >> 16).unwrap() % (2 * grain + 1) - grain;
        image::Luma([byte(light + f64::from(noise))])
    });
    let mut jpeg = std::io::Cursor::new(vec![]);
    DynamicImage::ImageLuma8(taken).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
    image::load_from_memory(jpeg.get_ref()).unwrap().into_luma8()
}

fn between(page: &GrayImage, x: f64, y: f64) -> f64 {
    let (left, upper) = (x.floor(), y.floor());
    let (right_part, lower_part) = (x - left, y - upper);
    let at = |dx: f64, dy: f64| f64::from(page.get_pixel(whole(left + dx), whole(upper + dy)).0[0]);
    let row = |dy: f64| at(0.0, dy) * (1.0 - right_part) + at(1.0, dy) * right_part;
    row(0.0) * (1.0 - lower_part) + row(1.0) * lower_part
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within a picture")]
fn whole(number: f64) -> u32 {
    number as u32
}

fn byte(number: f64) -> u8 {
    u8::try_from(whole(number.clamp(0.0, 255.0))).unwrap()
}

#[test]
fn a_photograph_that_hangs_is_read() {
    let invoice = samples::mixed(BillLanguage::Finnish);
    let paper = print(&invoice);
    for (resolution, degrees) in [(150, 0.0), (200, 2.5), (300, -3.0), (200, 12.0), (200, 90.0)] {
        let photo = photo(&paper.picture(1, resolution), degrees, 12);
        let grey = Grey::new(photo.width(), photo.height(), photo.into_raw()).unwrap();
        let reading = Reading::of_codes(codes_of_picture(grey));
        assert_pays_in_part(&invoice, &found(reading), (resolution, degrees));
    }
}

/// A QR code is found however it lies; bars that hang too far are turned first.
#[test]
fn bars_that_hang_are_turned() {
    let code = barcode("1232", 251).digits();
    let page = Paper::new(&pdf_of(&[strip().with(bars(&code, 150.0, 80.0, 0.8))])).picture(1, 200);
    for degrees in [2.5, 12.0, -17.0] {
        let photo = photo(&page, degrees, 12);
        let grey = Grey::new(photo.width(), photo.height(), photo.into_raw()).unwrap();
        assert_eq!(codes_of_picture(grey), [code.as_str()], "{degrees}");
    }
}

/// A photograph may show only one of the two codes well enough.
fn assert_pays_in_part(invoice: &Invoice, proposal: &Proposal, what: (u32, f64)) {
    assert_eq!(proposal.account_number, Some(invoice.seller.iban), "{what:?}");
    assert_eq!(proposal.reference_number, invoice.reference, "{what:?}");
    assert_eq!((proposal.total, proposal.duedate), (Some(invoice.payable()), invoice.due_date), "{what:?}");
}

#[test]
fn a_scanned_page_and_a_photograph_within_a_pdf_are_read() {
    let invoice = samples::mixed(BillLanguage::Finnish);
    let page = print(&invoice).picture(1, 200);
    let scan = drawing::picture(&page, [595.0, 842.0]);
    assert_pays_in_part(&invoice, &found(read(pdf_of(&[Drawing::default().with(scan)]))), (200, 0.0));
    // Put so small on the page that its own dots must be looked at.
    let small = drawing::picture(&page, [40.0, 57.0]);
    assert_pays_in_part(&invoice, &found(read(pdf_of(&[Drawing::default().with(small)]))), (0, 0.0));
}

#[test]
fn a_barcode_in_clear_is_the_last_resort() {
    let digits = barcode("1232", 251).digits();
    let in_groups = format!("{} {} {}", &digits[..20], &digits[20..40], &digits[40..]);
    for line in [&digits, &in_groups] {
        let written = strip().with(text(40.0, 180.0, "Virtuaaliviivakoodi")).with(text(40.0, 160.0, line));
        let proposal = found(read(pdf_of(std::slice::from_ref(&written))));
        assert_eq!(proposal, Proposal::of_code(&digits).unwrap());
        // Bars of another payment win over what is written.
        let other = barcode("1245", 12);
        let both = written.with(bars(&other.digits(), 40.0, 60.0, 0.8));
        assert_eq!(found(read(pdf_of(&[both]))), Proposal::of_code(&other.digits()).unwrap());
    }
    let hidden = strip().with(format!("3 Tr {}", text(40.0, 160.0, &digits)));
    assert_eq!(read(pdf_of(&[hidden])), Reading::Nothing, "what nobody sees is not proposed");
}

#[test]
fn barcodes_of_different_payments_are_told() {
    let [one, other] = [barcode("1232", 251), barcode("1245", 251)].map(|code| code.digits());
    let bars_at = |digits: &str, y: f64| strip().with(bars(digits, 60.0, y, 0.8));
    let below = strip().with(bars(&one, 60.0, 140.0, 0.8)).with(bars(&other, 60.0, 20.0, 0.8));
    let on_pages = [bars_at(&one, 140.0), strip(), bars_at(&other, 140.0)];
    let twice = [bars_at(&one, 140.0), bars_at(&one, 20.0)];
    assert_eq!(read(pdf_of(&[below])), Reading::Several);
    assert_eq!(read(pdf_of(&on_pages)), Reading::Several);
    assert_eq!(found(read(pdf_of(&twice))), Proposal::of_code(&one).unwrap());
    // The payment of a long document is on its last pages, or on its first.
    let mut long = vec![strip(); 40];
    long[38] = bars_at(&one, 140.0);
    assert_eq!(found(read(pdf_of(&long))), Proposal::of_code(&one).unwrap());
}

#[test]
fn bars_are_read_however_they_are_drawn() {
    let code = barcode("1232", 251).digits();
    let expected = Proposal::of_code(&code).unwrap();
    let filled = bars(&code, 60.0, 100.0, 0.8);
    for (name, drawing) in [
        ("lines", strip().with(drawing::lines(&code, 60.0, 100.0, 0.8))),
        ("turned page", strip().with(filled.clone()).turned()),
        ("in a form", strip().within_a_form(filled.clone())),
        ("clipped", strip().with(format!("q 50 90 400 80 re W n {filled} Q"))),
        ("inline picture", strip().with(drawing::inline_picture(&code, [60.0, 100.0, 280.0, 40.0]))),
    ] {
        assert_eq!(found(read(pdf_of(&[drawing]))), expected, "{name}");
    }
    let clipped_away = format!("q 50 90 100 80 re W n {filled} Q");
    assert_eq!(read(pdf_of(&[strip().with(clipped_away)])), Reading::Nothing);
    let painted_over = format!("{filled} 1 g 0 0 595 842 re f");
    assert_eq!(read(pdf_of(&[strip().with(painted_over)])), Reading::Nothing);
}

#[test]
fn hostile_pages_find_nothing() {
    let code = barcode("1232", 251).digits();
    let filled = bars(&code, 60.0, 400.0, 0.8);
    let enormous = pdf_of(&[Drawing::default().with(filled.clone()).sized(1e9, 1e9)]);
    let thin = pdf_of(&[Drawing::default().with(filled.clone()).sized(14_400.0, 0.001)]);
    let itself = pdf_of(&[Drawing::default().within_a_form("/Own Do".to_owned())]);
    let large_picture = pdf_of(&[Drawing::default()
        .with("q 500 0 0 500 0 0 cm BI /W 60000 /H 60000 /CS /G /BPC 8 ID x EI Q".to_owned())]);
    let numbers = pdf_of(&[Drawing::default().with(
        "1e38 0 0 1e38 1e38 -1e38 cm 1e38 w 0 0 1e38 1e38 re B 9999999999999999 0 m 0 1e-38 l S".to_owned(),
    )]);
    let deep = pdf_of(&[Drawing::default().with(format!("{}{}", "q ".repeat(100_000), "[".repeat(100_000)))]);
    for (name, pdf) in [
        ("enormous", enormous),
        ("thin", thin),
        ("itself", itself),
        ("large picture", large_picture),
        ("numbers", numbers),
        ("deep", deep),
    ] {
        assert_eq!(read(pdf), Reading::Nothing, "{name}");
    }
}

fn references() -> impl Strategy<Value = PaymentReference> {
    (100_u64..9_999_999_999_999_999_999, any::<bool>()).prop_map(|(number, rf)| {
        let finnish = liksa_finland::ReferenceNumber::with_base(number).unwrap();
        if rf { PaymentReference::Rf((&finnish).into()) } else { PaymentReference::Finnish(finnish) }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_barcode_that_is_drawn_is_read_back(
        reference in references(),
        cents in 0_i64..100_000_000,
        days in prop::option::of(0_i32..36_000),
        // A quarter of a millimetre to a third of one.
        module in 0.70_f64..0.95,
        (x, y) in (30.0_f64..200.0, 30.0_f64..150.0),
    ) {
        let account = "FI2112345600000785".parse().unwrap();
        let due = days.map(|days| date(2000, 1, 1).checked_add(jiff::Span::new().days(days)).unwrap());
        let code = BankBarcode::new(account, Money::from_cents(cents).unwrap(), reference, due).unwrap();
        let drawn = strip().with(bars(&code.digits(), x, y, module));
        prop_assert_eq!(found(read(pdf_of(&[drawn]))), Proposal::of_code(&code.digits()).unwrap());
    }

    #[test]
    fn a_damaged_file_is_answered_all_the_same(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..30),
    ) {
        let mut pdf = pdf_of(&[strip().with(bars(&barcode("1232", 251).digits(), 60.0, 100.0, 0.8))]);
        for (place, byte) in changes {
            let place = place.index(pdf.len());
            pdf[place] = byte;
        }
        let _ = read(pdf);
    }
}
