//! PDFs that are sent to us, honest and otherwise.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use liksa_documents::pdf::PdfFault::{Damaged, Protected, TooLarge};
use liksa_documents::pdf::pages_of;
use lopdf::{Document, Object, Stream, dictionary};
use proptest::prelude::*;

use crate::camt_memory::MEMORY;

/// A file of these objects, with an end that is as exact as many programs write it.
fn file(objects: &[&[u8]], trailer: &str) -> Vec<u8> {
    let mut pdf = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n".to_vec();
    for (place, object) in objects.iter().enumerate() {
        pdf.extend(format!("{} 0 obj\n", place + 1).into_bytes());
        pdf.extend(*object);
        pdf.extend(b"\nendobj\n");
    }
    let table = pdf.len();
    pdf.extend(
        format!("xref\n0 1\n0000000000 65535 f \ntrailer\n{trailer}\nstartxref\n{table}\n%%EOF\n")
            .into_bytes(),
    );
    pdf
}

const CATALOG: &[u8] = b"<</Type/Catalog/Pages 2 0 R>>";
const TREE: &[u8] = b"<</Type/Pages/Count 1/Kids[3 0 R]>>";
const PAGE: &[u8] = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents 4 0 R>>";
const ROOT: &str = "<</Root 1 0 R/Size 5>>";

fn stream(entries: &str, content: &[u8]) -> Vec<u8> {
    let head = format!("<<{entries}/Length {}>>\nstream\n", content.len());
    [head.as_bytes(), content, b"\nendstream"].concat()
}

fn receipt() -> Vec<u8> {
    file(&[CATALOG, TREE, PAGE, &stream("", b"BT (Hotelli \\) 120,00) Tj ET")], ROOT)
}

/// So many megabytes of nothing, packed: one after the other, each is the same few bytes.
fn packed(megabytes: usize) -> Vec<u8> {
    let mut packer = DeflateEncoder::new(vec![], Compression::best());
    packer.write_all(&vec![0; 1024 * 1024]).unwrap();
    packer.flush().unwrap();
    let one = packer.get_ref().clone();
    [b"\x78\xda".to_vec(), one.repeat(megabytes), b"\x03\x00".to_vec()].concat()
}

/// A document as other programs write it: objects within packed streams, and a table that is one too.
fn modern(pages: usize) -> Document {
    let mut document = Document::with_version("1.7");
    let tree = document.new_object_id();
    let kids: Vec<Object> = (0..pages)
        .map(|number| {
            let content = Stream::new(dictionary! {}, format!("BT (page {number}) Tj ET").into_bytes());
            let content = document.add_object(content);
            document
                .add_object(dictionary! { "Type" => "Page", "Parent" => tree, "Contents" => content })
                .into()
        })
        .collect();
    let count = i64::try_from(pages).unwrap();
    document.objects.insert(tree, dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count }.into());
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    document.compress();
    document
}

#[test]
fn a_document_is_opened_and_its_pages_are_counted() {
    assert_eq!(pages_of(&receipt()), Ok(1));
    let before_it = [b"\xef\xbb\xbf\n".to_vec(), receipt()].concat();
    assert_eq!(pages_of(&before_it), Ok(1));
    for pages in [1, 7, 500] {
        let (mut plain, mut tight) = (vec![], vec![]);
        modern(pages).save_to(&mut plain).unwrap();
        modern(pages).save_modern(&mut tight).unwrap();
        assert_eq!((pages_of(&plain), pages_of(&tight)), (Ok(pages), Ok(pages)));
    }
    // An update is written behind the file: the newest of each object counts.
    let update = b"2 0 obj<</Kids[3 0 R 5 0 R]>>endobj 5 0 obj<</Type/Page>>endobj\n\
                   trailer<</Root 1 0 R/Prev 9>> startxref\r\n50\r\n%%EOF";
    assert_eq!(pages_of(&[&receipt()[..], update].concat()), Ok(2));
    // A length that is wrong, or that another object says.
    let unsaid = b"<</Length 9 0 R>>stream\nBT ET endstream";
    assert_eq!(pages_of(&file(&[CATALOG, TREE, PAGE, unsaid], ROOT)), Ok(1));
    let wrong = b"<</Length 4000>>stream\nBT ET endstream";
    assert_eq!(pages_of(&file(&[CATALOG, TREE, PAGE, wrong], ROOT)), Ok(1));
}

#[test]
fn what_is_cut_off_or_has_no_pages_is_damaged() {
    let whole = receipt();
    for end in 0..whole.len() - 1 {
        assert_eq!(pages_of(&whole[..end]), Err(Damaged), "{end}");
    }
    let content = stream("", b"BT ET");
    let empty_tree: &[u8] = b"<</Type/Pages/Count 0/Kids[]>>";
    let own_child: &[u8] = b"<</Type/Pages/Count 1/Kids[2 0 R]>>";
    for (objects, trailer) in [
        (vec![CATALOG, empty_tree], ROOT),
        (vec![CATALOG, own_child], ROOT),
        (vec![CATALOG, TREE], ROOT),
        (vec![CATALOG, TREE, PAGE], ROOT),
        (vec![CATALOG, TREE, b"(page)", &content], ROOT),
        (vec![b"<</Type/Catalog>>"], ROOT),
        (vec![CATALOG, TREE, PAGE, &content], "<</Size 5>>"),
        (vec![CATALOG, TREE, PAGE, &content], "<</Root 9 0 R>>"),
        (vec![CATALOG, TREE, PAGE, &stream("/Filter/FlateDecode", b"not packed")], ROOT),
    ] {
        assert_eq!(pages_of(&file(&objects, trailer)), Err(Damaged), "{objects:?} {trailer}");
    }
    assert_eq!(pages_of(b"%PDF-1.7 startxref 99999999999999999999999 %%EOF obj /Root"), Err(Damaged));
}

#[test]
fn a_protected_document_is_told_apart() {
    let content = stream("", b"\x12\x80 encrypted");
    let objects = [CATALOG, TREE, PAGE, &content, b"<</Filter/Standard/V 2>>"];
    assert_eq!(pages_of(&file(&objects, "<</Root 1 0 R/Encrypt 5 0 R>>")), Err(Protected));
    let table = stream("/Type/XRef/Root 1 0 R/Encrypt 5 0 R", b"");
    assert_eq!(pages_of(&file(&[CATALOG, TREE, PAGE, &content, &table], "<<>>")), Err(Protected));
}

/// One test, for the memory is that of the whole process.
#[test]
fn a_small_file_takes_little_memory_whatever_it_says() {
    const MEGABYTE: usize = 1024 * 1024;
    // What is kept, in a buffer that has just grown.
    const MOST_MEMORY_BYTES: usize = 64 * MEGABYTE;
    let of_stream =
        |entries: &str, content: &[u8]| file(&[CATALOG, TREE, PAGE, &stream(entries, content)], ROOT);
    let large = of_stream("/Filter/FlateDecode", &packed(193));
    let objects = of_stream("/Filter/FlateDecode/Type/ObjStm/First 10/N 1", &packed(33));
    let picture = of_stream("/Width 60000/Height 60000/Filter/JBIG2Decode", b"");
    let pages = format!("<</Kids[{}]>>", (3..600).map(|page| format!("{page} 0 R ")).collect::<String>());
    let page: &[u8] = b"<</Type/Page>>";
    let pages = file(&[&[CATALOG, pages.as_bytes()][..], &vec![page; 600]].concat(), ROOT);
    let depth = [&b"[".repeat(MEGABYTE)[..], &b"]".repeat(MEGABYTE)].concat();
    let deep = file(&[CATALOG, TREE, PAGE, &stream("", b""), &depth], ROOT);
    // Each of these objects ends where all of them end, or is in the comment of the one before.
    let open = file(&[&b"<<1 0 obj".repeat(100_000)], ROOT);
    let comments = file(&[&b"5 % 1 0 obj ".repeat(100_000)], ROOT);
    let texts = file(&[&b"(1 0 obj".repeat(100_000)], ROOT);
    let numbers: String = (0..300_000).map(|number| format!("{number} 0 obj 1 ")).collect();
    for (name, pdf, expected) in [
        ("large", large, Err(TooLarge)),
        ("objects", objects, Err(TooLarge)),
        ("picture", picture, Err(TooLarge)),
        ("pages", pages, Err(TooLarge)),
        ("deep", deep, Ok(1)),
        ("open", open, Err(TooLarge)),
        ("comments", comments, Err(TooLarge)),
        ("texts", texts, Err(TooLarge)),
        ("numbers", file(&[numbers.as_bytes()], ROOT), Err(TooLarge)),
    ] {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        assert_eq!(pages_of(&pdf), expected, "{name}");
        let most = MEMORY.peak_usage() - before;
        assert!(most < MOST_MEMORY_BYTES, "{name} took {most} bytes");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_damaged_file_is_answered_all_the_same(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..30),
        tight in any::<bool>(),
    ) {
        let mut pdf = receipt();
        if tight {
            pdf.clear();
            modern(3).save_modern(&mut pdf).unwrap();
        }
        for (place, byte) in changes {
            let place = place.index(pdf.len());
            pdf[place] = byte;
        }
        let _ = pages_of(&pdf);
    }
}
