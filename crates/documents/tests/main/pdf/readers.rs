//! Independent programs that read the PDFs: Poppler, qpdf and a port of ZXing.

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Output};

use image::GrayImage;
use rxing::common::HybridBinarizer;
use rxing::multi::{GenericMultipleBarcodeReader, MultipleBarcodeReader};
use rxing::{BarcodeFormat, BinaryBitmap, DecodeHints, Luma8LuminanceSource, MultiFormatReader};
use tempfile::NamedTempFile;

/// A printed document on disk, where the other programs find it.
pub struct Paper(NamedTempFile);

/// A word on a page, in points from its upper left corner.
pub struct Word {
    pub page: usize,
    pub x: (f64, f64),
    pub y: (f64, f64),
    pub text: String,
}

impl Word {
    /// Whether both are printed over each other. Lines that only touch are not.
    pub fn covers(&self, other: &Self) -> bool {
        let common = |(from, to): (f64, f64), (first, last): (f64, f64)| to.min(last) - from.max(first);
        let lower = (self.y.1 - self.y.0).min(other.y.1 - other.y.0);
        self.page == other.page && common(self.x, other.x) > 0.5 && common(self.y, other.y) > lower / 2.0
    }
}

impl Paper {
    pub fn new(pdf: &[u8]) -> Self {
        let mut file = NamedTempFile::with_suffix(".pdf").unwrap();
        file.write_all(pdf).unwrap();
        Self(file)
    }

    /// Fails on damage and on warnings.
    pub fn assert_sound(&self) {
        let output = self.run("qpdf", &["--check"], &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The text in the order of the file. Poppler gives no-break spaces as plain ones.
    pub fn text(&self) -> String {
        self.printed("pdftotext", &["-raw"], &["-"])
    }

    /// Every word and where it is, in the order of the file.
    pub fn words(&self) -> Vec<Word> {
        let (mut page, mut words) = (0, vec![]);
        for line in self.printed("pdftotext", &["-bbox"], &["-"]).lines().map(str::trim) {
            if line.starts_with("<page ") {
                page += 1;
            } else if line.starts_with("<word ") {
                let parts: Vec<&str> = line.split('"').collect();
                let place = |part: usize| parts[part].parse().unwrap();
                let text = parts[8].trim_start_matches('>').trim_end_matches("</word>").to_owned();
                words.push(Word { page, x: (place(1), place(5)), y: (place(3), place(7)), text });
            }
        }
        words
    }

    /// The text in the order in which it is read aloud, with its roles.
    pub fn structure(&self) -> String {
        self.printed("pdfinfo", &["-struct-text"], &[])
    }

    pub fn facts(&self) -> String {
        self.printed("pdfinfo", &[], &[])
    }

    pub fn attachments(&self) -> String {
        self.printed("pdfdetach", &["-list"], &[])
    }

    /// The file itself.
    pub fn content(&self) -> Vec<u8> {
        std::fs::read(self.0.path()).unwrap()
    }

    /// A page at so many dots an inch.
    pub fn picture(&self, page: usize, resolution: u32) -> GrayImage {
        let (page, resolution) = (page.to_string(), resolution.to_string());
        let image = self.run("pdftoppm", &["-r", &resolution, "-gray", "-f", &page, "-l", &page], &[]).stdout;
        let (width, height, pixels) = grey_image(&image);
        GrayImage::from_raw(width, height, pixels).unwrap()
    }

    /// Codes that a bank's scanner finds on a page printed at 150 dots an inch.
    pub fn codes(&self, page: usize) -> Vec<(BarcodeFormat, String)> {
        let image = self.picture(page, 150);
        let (width, height) = image.dimensions();
        let source = Luma8LuminanceSource::new(image.into_raw(), width, height).unwrap();
        let mut bitmap = BinaryBitmap::new(HybridBinarizer::new(source));
        let mut reader = GenericMultipleBarcodeReader::new(MultiFormatReader::default());
        let formats = HashSet::from([BarcodeFormat::CODE_128, BarcodeFormat::QR_CODE]);
        let hints =
            DecodeHints { TryHarder: Some(true), PossibleFormats: Some(formats), ..DecodeHints::default() };
        let found = reader.decode_multiple_with_hints(&mut bitmap, &hints).unwrap_or_default();
        found.iter().map(|code| (*code.getBarcodeFormat(), code.getText().to_owned())).collect()
    }

    fn printed(&self, program: &str, before: &[&str], after: &[&str]) -> String {
        let output = self.run(program, before, after);
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn run(&self, program: &str, before: &[&str], after: &[&str]) -> Output {
        let run = Command::new(program).args(before).arg(self.0.path()).args(after).output();
        run.unwrap_or_else(|error| panic!("{program}, which `scripts/setup test` installs: {error}"))
    }
}

/// Width, height and pixels of a PGM image.
fn grey_image(pgm: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut words = pgm.splitn(4, |byte| byte.is_ascii_whitespace());
    assert_eq!(words.next(), Some(&b"P5"[..]));
    let mut number = || std::str::from_utf8(words.next().unwrap()).unwrap().parse::<u32>().unwrap();
    let (width, height) = (number(), number());
    let rest = words.next().unwrap();
    let pixels = rest.splitn(2, |byte| byte.is_ascii_whitespace()).nth(1).unwrap();
    (width, height, pixels.to_vec())
}
