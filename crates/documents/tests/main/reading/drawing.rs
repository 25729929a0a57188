//! PDFs of a few drawings, made without our typesetter.

use std::fmt::Write;

use barcoders::sym::code128::Code128;
use image::{DynamicImage, GrayImage, ImageFormat};
use lopdf::{Dictionary, Document, Object, Stream, dictionary};

/// A page, A4 unless said otherwise.
#[derive(Clone)]
pub struct Drawing {
    content: String,
    form: Option<String>,
    picture: Option<GrayImage>,
    size: [f64; 2],
    turned: bool,
}

/// What is drawn on a page.
pub enum Part {
    Operators(String),
    Picture(GrayImage, [f64; 2]),
}

impl From<String> for Part {
    fn from(operators: String) -> Self {
        Self::Operators(operators)
    }
}

impl Default for Drawing {
    fn default() -> Self {
        Self { content: String::new(), form: None, picture: None, size: [595.0, 842.0], turned: false }
    }
}

impl Drawing {
    pub fn with(mut self, part: impl Into<Part>) -> Self {
        match part.into() {
            Part::Operators(operators) => self.content += &operators,
            Part::Picture(picture, [width, height]) => {
                write!(self.content, "q {width} 0 0 {height} 0 0 cm /Picture Do Q ").unwrap();
                self.picture = Some(picture);
            }
        }
        self.content += "\n";
        self
    }

    pub fn within_a_form(mut self, operators: String) -> Self {
        self.form = Some(operators);
        self.with("/Own Do".to_owned())
    }

    pub fn turned(self) -> Self {
        Self { turned: true, ..self }
    }

    pub fn sized(self, width: f64, height: f64) -> Self {
        Self { size: [width, height], ..self }
    }
}

pub fn picture(picture: &GrayImage, size: [f64; 2]) -> Part {
    Part::Picture(picture.clone(), size)
}

pub fn text(x: f64, y: f64, line: &str) -> String {
    format!("BT /Text 9 Tf {x} {y} Td ({line}) Tj ET ")
}

/// The modules of a bank barcode, dark ones as true.
fn modules(digits: &str) -> Vec<bool> {
    let code = Code128::new(format!("\u{106}{digits}")).unwrap();
    code.encode().iter().map(|module| *module == 1).collect()
}

/// Bars of 40 points as rectangles, each module so many points wide.
pub fn bars(digits: &str, x: f64, y: f64, module: f64) -> String {
    drawn(digits, x, module, |out, left, width| write!(out, "{left} {y} {width} 40 re f ").unwrap())
}

/// The same as lines.
pub fn lines(digits: &str, x: f64, y: f64, module: f64) -> String {
    drawn(digits, x, module, |out, left, width| {
        let (middle, top) = (left + width / 2.0, y + 40.0);
        write!(out, "{width} w {middle} {y} m {middle} {top} l S ").unwrap();
    })
}

fn drawn(digits: &str, x: f64, module: f64, one: impl Fn(&mut String, f64, f64)) -> String {
    let (mut out, mut left) = (String::new(), x);
    for run in modules(digits).chunk_by(|one, other| one == other) {
        let width = module * f64::from(u32::try_from(run.len()).unwrap());
        if run[0] {
            one(&mut out, left, width);
        }
        left += width;
    }
    out
}

/// The same as a picture of one row within the page itself, at `[x, y, width, height]`.
pub fn inline_picture(digits: &str, [x, y, width, height]: [f64; 4]) -> String {
    let row = modules(digits);
    let dots: String = row.iter().map(|dark| if *dark { "00" } else { "FF" }).collect();
    let wide = row.len();
    format!("q {width} 0 0 {height} {x} {y} cm BI /W {wide} /H 1 /CS /G /BPC 8 /F /AHx ID {dots}> EI Q ")
}

pub fn pdf_of(pages: &[Drawing]) -> Vec<u8> {
    let mut document = Document::with_version("1.7");
    let tree = document.new_object_id();
    let kids: Vec<Object> = pages.iter().map(|page| add(&mut document, tree, page)).collect();
    let count = i64::try_from(pages.len()).unwrap();
    document.objects.insert(tree, dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count }.into());
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    let mut pdf = vec![];
    document.save_to(&mut pdf).unwrap();
    pdf
}

fn add(document: &mut Document, tree: lopdf::ObjectId, page: &Drawing) -> Object {
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "Encoding" => "WinAnsiEncoding",
    });
    let mut objects = Dictionary::new();
    if let Some(form) = &page.form {
        let id = document.new_object_id();
        objects.set("Own", id);
        let own = dictionary! { "Own" => id };
        let entries = dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
            "Resources" => dictionary! { "XObject" => own },
        };
        document.objects.insert(id, Stream::new(entries, form.as_bytes().to_vec()).into());
    }
    if let Some(picture) = &page.picture {
        let mut jpeg = std::io::Cursor::new(vec![]);
        DynamicImage::ImageLuma8(picture.clone()).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        let entries = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => i64::from(picture.width()),
            "Height" => i64::from(picture.height()), "ColorSpace" => "DeviceGray", "BitsPerComponent" => 8,
            "Filter" => "DCTDecode",
        };
        objects.set("Picture", document.add_object(Stream::new(entries, jpeg.into_inner())));
    }
    let content = document.add_object(Stream::new(Dictionary::new(), page.content.as_bytes().to_vec()));
    let [width, height] = page.size.map(single);
    let page = dictionary! {
        "Type" => "Page", "Parent" => tree, "Contents" => content,
        "MediaBox" => vec![0.into(), 0.into(), Object::Real(width), Object::Real(height)],
        "Rotate" => if page.turned { 90 } else { 0 },
        "Resources" => dictionary! { "Font" => dictionary! { "Text" => font }, "XObject" => objects },
    };
    document.add_object(page).into()
}

#[expect(clippy::cast_possible_truncation, reason = "as PDFs hold it")]
fn single(number: f64) -> f32 {
    number as f32
}
