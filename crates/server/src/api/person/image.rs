//! Pictures of people: whatever was sent becomes a small square JPEG, and nothing else of it is kept, neither where it
//! was taken nor by what.

use std::io::Cursor;

use anyhow::Context;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits, Rgb, RgbImage};
use tokio::sync::Semaphore;

const SIDE: u32 = 256;
const QUALITY: u8 = 85;
/// The largest cameras of phones make 50 million dots of three bytes; more is an attack on our memory.
const LARGEST_SIDE: u32 = 12_000;
const MOST_MEMORY: u64 = 192 * 1024 * 1024;
/// Drawn one after the other, so that many at once take the memory of one.
static TURN: Semaphore = Semaphore::const_new(1);
const WHITE: Rgb<u8> = Rgb([255, 255, 255]);

/// The picture as it is kept; none if it cannot be read as one.
pub async fn small_square(content: Vec<u8>) -> anyhow::Result<Option<Vec<u8>>> {
    let turn = TURN.acquire().await?;
    let drawn = tokio::task::spawn_blocking(move || {
        let kept = decode(&content).map(|picture| encode(&picture));
        // Kept until the work is done, also when nobody waits for it any more.
        drop(turn);
        kept
    });
    drawn.await.context("the thread that drew a picture died")?.transpose()
}

fn decode(content: &[u8]) -> Option<DynamicImage> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    let mut reader = ImageReader::new(Cursor::new(content)).with_guessed_format().ok()?;
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).ok()?;
    picture.apply_orientation(orientation);
    Some(picture)
}

fn encode(picture: &DynamicImage) -> anyhow::Result<Vec<u8>> {
    let square = picture.resize_to_fill(SIDE, SIDE, FilterType::Lanczos3);
    let mut content = vec![];
    let encoder = JpegEncoder::new_with_quality(&mut content, QUALITY);
    on_white(&square).write_with_encoder(encoder).context("a picture could not be written")?;
    Ok(content)
}

/// What was see-through becomes white: a JPEG knows no other way.
fn on_white(picture: &DynamicImage) -> RgbImage {
    let from = picture.to_rgba8();
    let mut to = RgbImage::from_pixel(from.width(), from.height(), WHITE);
    for (to, from) in to.pixels_mut().zip(from.pixels()) {
        let [red, green, blue, alpha] = from.0.map(u16::from);
        let mix = |colour: u16| u8::try_from((colour * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX);
        *to = Rgb([mix(red), mix(green), mix(blue)]);
    }
    to
}

#[cfg(test)]
mod tests {
    use image::{ImageFormat, Rgba, RgbaImage};

    use super::*;

    fn png(width: u32, height: u32, colour: [u8; 4]) -> Vec<u8> {
        let mut content = Cursor::new(vec![]);
        let picture = RgbaImage::from_pixel(width, height, Rgba(colour));
        picture.write_to(&mut content, ImageFormat::Png).unwrap();
        content.into_inner()
    }

    #[tokio::test]
    async fn any_picture_becomes_a_small_square() {
        let kept = small_square(png(1_000, 300, [200, 0, 0, 255])).await.unwrap().unwrap();
        let read = image::load_from_memory_with_format(&kept, ImageFormat::Jpeg).unwrap();
        assert_eq!((read.width(), read.height()), (SIDE, SIDE));
        assert!(kept.len() < 20_000 && !kept.windows(4).any(|part| part == b"Exif"));
    }

    #[tokio::test]
    async fn nothing_shows_through() {
        let kept = small_square(png(10, 10, [0, 0, 0, 0])).await.unwrap().unwrap();
        let read = image::load_from_memory(&kept).unwrap().to_rgb8();
        assert_eq!(read.get_pixel(5, 5), &WHITE);
    }

    #[tokio::test]
    async fn what_is_no_picture_or_far_too_large_is_not_read() {
        assert_eq!(small_square(b"<svg onload=alert(1)>".to_vec()).await.unwrap(), None);
        assert_eq!(small_square(png(LARGEST_SIDE + 1, 1, [0; 4])).await.unwrap(), None);
        let mut broken = png(10, 10, [0; 4]);
        broken.truncate(40);
        assert_eq!(small_square(broken).await.unwrap(), None);
    }
}
