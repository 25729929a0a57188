//! A picture on a page of a PDF, in grey.

use hayro_interpret::{ImageData, LumaData};
use tiny_skia::{IntSize, Pixmap};

use super::codes::Grey;

pub(super) struct Picture {
    width: u32,
    height: u32,
    /// How light each dot is, and how far it covers what is below.
    dots: Vec<(u8, u8)>,
}

impl Picture {
    /// Each dot is the mean of a square of `shrink` dots to each side.
    fn new(width: u32, height: u32, shrink: u32, at: impl Fn(u32, u32) -> (u8, u8)) -> Self {
        let shrink = shrink.clamp(1, width.min(height).max(1));
        let mean = |column: u32, row: u32| {
            let (mut grey, mut cover) = (0, 0);
            for y in row * shrink..(row + 1) * shrink {
                for x in column * shrink..(column + 1) * shrink {
                    let (one, covering) = at(x, y);
                    (grey, cover) = (grey + u64::from(one), cover + u64::from(covering));
                }
            }
            let all = u64::from(shrink) * u64::from(shrink);
            (byte(grey / all), byte(cover / all))
        };
        let (width, height) = (width / shrink, height / shrink);
        let dots =
            (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| mean(x, y)).collect();
        Self { width, height, dots }
    }

    /// A shape in one colour.
    pub(super) fn of_shape(shape: &LumaData, grey: u8, shrink: u32) -> Self {
        Self::new(shape.width, shape.height, shrink, |x, y| (grey, luma_at(shape, x, y)))
    }

    pub(super) fn of_raster(image: &ImageData, alpha: Option<&LumaData>, shrink: u32) -> Self {
        let (width, height) = (image.width(), image.height());
        let cover = |x: u32, y: u32| match alpha {
            Some(alpha) => luma_at(alpha, scaled(x, alpha.width, width), scaled(y, alpha.height, height)),
            None => u8::MAX,
        };
        Self::new(width, height, shrink, |x, y| {
            let grey = match image {
                ImageData::Luma(luma) => luma_at(luma, x, y),
                ImageData::Rgb(rgb) => {
                    let place = place(x, y, rgb.width).and_then(|place| place.checked_mul(3));
                    match place.and_then(|place| rgb.data.get(place..)?.first_chunk()) {
                        Some(colour) => grey_of(*colour),
                        None => u8::MAX,
                    }
                }
            };
            (grey, cover(x, y))
        })
    }

    pub(super) fn on_white(&self) -> Option<Grey> {
        let over_white = |(grey, cover): &(u8, u8)| product(*grey, *cover).saturating_add(u8::MAX - *cover);
        Grey::new(self.width, self.height, self.dots.iter().map(over_white).collect())
    }

    pub(super) fn pixmap(&self) -> Option<Pixmap> {
        let dots = self.dots.iter().flat_map(|(grey, cover)| {
            let grey = product(*grey, *cover);
            [grey, grey, grey, *cover]
        });
        Pixmap::from_vec(dots.collect(), IntSize::from_wh(self.width, self.height)?)
    }
}

/// How light a colour looks.
pub(super) fn grey_of([red, green, blue]: [u8; 3]) -> u8 {
    byte((u64::from(red) * 77 + u64::from(green) * 150 + u64::from(blue) * 29) / 256)
}

fn byte(value: u64) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

fn product(one: u8, other: u8) -> u8 {
    byte(u64::from(one) * u64::from(other) / u64::from(u8::MAX))
}

fn place(x: u32, y: u32, width: u32) -> Option<usize> {
    usize::try_from(u64::from(y) * u64::from(width) + u64::from(x)).ok()
}

fn luma_at(luma: &LumaData, x: u32, y: u32) -> u8 {
    place(x, y, luma.width).and_then(|place| luma.data.get(place)).copied().unwrap_or(u8::MAX)
}

fn scaled(at: u32, to: u32, from: u32) -> u32 {
    u32::try_from(u64::from(at) * u64::from(to) / u64::from(from.max(1))).unwrap_or(0)
}
