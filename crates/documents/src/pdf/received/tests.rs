//! What is unpacked of a PDF, with small limits.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::*;

const LIMITS: Limits = Limits { each: 10_000, in_all: 25_000, kept: 5_000 };

fn packed(content: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(vec![], Compression::best());
    packer.write_all(content).unwrap();
    packer.finish().unwrap()
}

/// A document of one page and these streams.
fn pages(streams: &[(&str, Vec<u8>)]) -> Result<usize, PdfFault> {
    let mut pdf = b"%PDF-1.5 1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]>>endobj \
                    3 0 obj<</Type/Page>>endobj "
        .to_vec();
    for (place, (entries, content)) in streams.iter().enumerate() {
        pdf.extend(format!("{} 0 obj<<{entries}/Length {}>>stream\n", place + 4, content.len()).into_bytes());
        pdf.extend(content);
        pdf.extend(b"\nendstream endobj ");
    }
    pdf.extend(b"trailer<</Root 1 0 R>> startxref 9 %%EOF");
    pages_within(LIMITS, &pdf)
}

const FLATE: &str = "/Filter/FlateDecode";

#[test]
fn a_stream_is_unpacked_up_to_its_limit() {
    assert_eq!(pages(&[(FLATE, packed(&[0; 10_000]))]), Ok(1));
    assert_eq!(pages(&[(FLATE, packed(&[0; 10_001]))]), Err(PdfFault::TooLarge));
    assert_eq!(pages(&[("/Filter[/Fl]", packed(&[0; 10_001]))]), Err(PdfFault::TooLarge));
    assert_eq!(pages(&[("/Filter/LZWDecode", packed(&[0; 10_001]))]), Ok(1), "not unpacked at all");
}

#[test]
fn all_streams_together_have_a_limit_too() {
    let stream = (FLATE, packed(&[0; 9_000]));
    assert_eq!(pages(&vec![stream.clone(); 2]), Ok(1));
    assert_eq!(pages(&vec![stream; 3]), Err(PdfFault::TooLarge));
}

#[test]
fn every_layer_of_a_stream_counts() {
    let twice = "/Filter[/FlateDecode /FlateDecode]";
    assert_eq!(pages(&[(twice, packed(&packed(&[0; 5_000])))]), Ok(1));
    assert_eq!(pages(&[(twice, packed(&packed(&[0; 10_001])))]), Err(PdfFault::TooLarge));
    // The outer layer unfolds to blocks of nothing, of which the inner one makes nothing.
    let nothing = [b"\x78\xda".to_vec(), b"\x00\x00\x00\xff\xff".repeat(4_000)].concat();
    assert_eq!(pages(&[(twice, packed(&nothing))]), Err(PdfFault::TooLarge));
    let layers = format!("/Filter[{}]", FLATE.trim_start_matches("/Filter").repeat(5));
    assert_eq!(pages(&[(&layers, vec![])]), Err(PdfFault::TooLarge));
}

#[test]
fn streams_of_objects_are_kept_up_to_their_limit() {
    let of = |bytes: usize| {
        let content = [b"3 0 ".to_vec(), b"<</Type/Page>>".to_vec(), vec![b' '; bytes]].concat();
        ("/Type/ObjStm/First 4/N 1/Filter/FlateDecode", packed(&content))
    };
    assert_eq!(pages(&[of(4_000)]), Ok(1));
    assert_eq!(pages(&[of(5_000)]), Err(PdfFault::TooLarge));
    assert_eq!(pages(&[of(3_000), of(3_000)]), Err(PdfFault::TooLarge));
}
