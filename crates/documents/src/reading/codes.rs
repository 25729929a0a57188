//! Codes on a picture.

use std::collections::HashSet;

use liksa_domain::purchase::proposal::Reading;
use rxing::common::HybridBinarizer;
use rxing::multi::{GenericMultipleBarcodeReader, MultipleBarcodeReader};
use rxing::{BarcodeFormat, BinaryBitmap, DecodeHints, Luma8LuminanceSource, MultiFormatReader};

/// A picture of one byte for each dot, row by row.
#[derive(Clone)]
pub struct Grey {
    width: u32,
    height: u32,
    dots: Vec<u8>,
}

/// More dots show nothing more of a code, and take longer.
const MOST_DOTS: u64 = 16_000_000;
/// What has so many dots is looked at from farther away too, where the grain of a photograph is smooth.
const MANY_DOTS: u64 = 4_000_000;
/// Rows are read across all bars, so that a barcode that hangs by more than some degrees is turned first.
const TURNS_DEGREES: [f64; 4] = [8.0, -8.0, 16.0, -16.0];
const WHITE: u8 = 255;

impl Grey {
    /// None where the number of dots is another than the sides say.
    pub fn new(width: u32, height: u32, dots: Vec<u8>) -> Option<Self> {
        let grey = Self { width, height, dots };
        (u64::try_from(grey.dots.len()) == Ok(grey.area()) && grey.area() > 0).then_some(grey)
    }

    fn area(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    fn at(&self, x: u32, y: u32) -> u8 {
        let place = u64::from(y) * u64::from(self.width) + u64::from(x);
        let place = usize::try_from(place).ok().filter(|_| x < self.width);
        place.and_then(|place| self.dots.get(place)).copied().unwrap_or(WHITE)
    }

    /// With a quarter of the dots: each is the mean of four.
    fn half(&self) -> Option<Self> {
        let (width, height) = (self.width / 2, self.height / 2);
        let stride = usize::try_from(self.width).ok()?;
        let rows = self.dots.chunks_exact(stride.checked_mul(2)?);
        let mut dots = Vec::with_capacity(self.dots.len() / 4);
        for (upper, lower) in rows.map(|two| two.split_at(stride)) {
            let pairs = upper.chunks_exact(2).zip(lower.chunks_exact(2));
            dots.extend(pairs.map(|(one, other)| {
                let sum: u16 = one.iter().chain(other).map(|dot| u16::from(*dot)).sum();
                u8::try_from(sum / 4).unwrap_or(WHITE)
            }));
        }
        Self::new(width, height, dots)
    }

    /// The mean of the four dots around a place: the edge of a bar stays where it is.
    fn between(&self, x: f64, y: f64) -> u8 {
        let (Some(left), Some(upper)) = (dot(x), dot(y)) else { return WHITE };
        let (right_part, lower_part) = (x - f64::from(left), y - f64::from(upper));
        let row = |y: u32| {
            let (one, other) = (f64::from(self.at(left, y)), f64::from(self.at(left + 1, y)));
            one + (other - one) * right_part
        };
        let (one, other) = (row(upper), row(upper + 1));
        dot(one + (other - one) * lower_part).and_then(|grey| u8::try_from(grey).ok()).unwrap_or(WHITE)
    }

    /// Turned around its middle; what comes into sight is white.
    fn turned(&self, degrees: f64) -> Option<Self> {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let (middle_x, middle_y) = (f64::from(self.width) / 2.0, f64::from(self.height) / 2.0);
        let mut dots = Vec::with_capacity(self.dots.len());
        for y in 0..self.height {
            let dy = f64::from(y) - middle_y;
            dots.extend((0..self.width).map(|x| {
                let dx = f64::from(x) - middle_x;
                self.between(middle_x + dx * cosine - dy * sine, middle_y + dx * sine + dy * cosine)
            }));
        }
        Self::new(self.width, self.height, dots)
    }
}

/// The dot at a place, if there may be one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "compared before")]
fn dot(place: f64) -> Option<u32> {
    (0.0..f64::from(u32::MAX)).contains(&place).then_some(place as u32)
}

/// The texts of codes on what is upright: bank barcodes and QR codes.
pub(super) fn codes_on(grey: &Grey) -> Vec<String> {
    let Ok(source) = Luma8LuminanceSource::new(grey.dots.clone(), grey.width, grey.height) else {
        return vec![];
    };
    let mut bitmap = BinaryBitmap::new(HybridBinarizer::new(source));
    let mut reader = GenericMultipleBarcodeReader::new(MultiFormatReader::default());
    let formats = HashSet::from([BarcodeFormat::CODE_128, BarcodeFormat::QR_CODE]);
    let hints =
        DecodeHints { TryHarder: Some(true), PossibleFormats: Some(formats), ..DecodeHints::default() };
    let found = reader.decode_multiple_with_hints(&mut bitmap, &hints).unwrap_or_default();
    found.iter().map(|code| code.getText().to_owned()).collect()
}

/// The texts of codes on a photograph, from farther away and turned where nothing is found at first.
pub(super) fn codes_of_photo(grey: &Grey) -> Vec<String> {
    let mut whole = grey.clone();
    while whole.area() > MOST_DOTS {
        let Some(half) = whole.half() else { return vec![] };
        whole = half;
    }
    let half = if whole.area() > MANY_DOTS { whole.half() } else { None };
    let smooth = half.as_ref().unwrap_or(&whole);
    let upright = [Some(smooth), half.as_ref().map(|_| &whole)].into_iter().flatten();
    for picture in upright {
        let found = codes_on(picture);
        if Reading::of_codes(&found) != Reading::Nothing {
            return found;
        }
    }
    let turned = TURNS_DEGREES.into_iter().filter_map(|degrees| smooth.turned(degrees));
    turned
        .map(|picture| codes_on(&picture))
        .find(|found| Reading::of_codes(found) != Reading::Nothing)
        .unwrap_or_default()
}
