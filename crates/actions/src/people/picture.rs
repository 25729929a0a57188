//! A person's own picture, stored as a small square JPEG without metadata such as the place and the camera.

use std::io::Cursor;

use anyhow::Context as _;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb, RgbImage, RgbaImage};
use tokio::sync::Semaphore;

use super::*;
use crate::prelude::*;

const NAME: &str = "profilepic.jpg";

/// Stores a picture as a small square, instead of the one before.
pub async fn set_picture(context: &Context, person: PersonId, content: Vec<u8>) -> Result<()> {
    let not_allowed = || Error::field("file", ErrorKey::FileTypeNotAllowed);
    let picture = square_jpeg(content).await?.ok_or_else(not_allowed)?;
    let (id, now): (FileId, _) = (context.new_id()?, context.clock.now());
    let content = context.files.put(id, &picture, now).await?;
    let kind = (FilePurpose::Picture, MediaType::Jpeg);
    let mut tx = context.store.begin().await?;
    let file = context.add_file(&mut tx, &content, kind, Some(person), NAME).await?;
    save(context, &mut tx, person, Some(file)).await?;
    Ok(tx.commit().await?)
}

/// Removes a person's picture, if there is one.
pub async fn remove_picture(context: &Context, person: PersonId) -> Result<()> {
    if own_account(&context.store, person).await?.picture.is_some() {
        let mut tx = context.store.begin().await?;
        save(context, &mut tx, person, None).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Of several changes at the same moment one is made, and the others are refused.
async fn save(context: &Context, tx: &mut Tx, person: PersonId, file: Option<FileId>) -> Result<()> {
    require(tx.set_picture(person, file, context.clock.now()).await?, ErrorKey::StalePerson)?;
    let detail = json!({"removed": file.is_none()});
    context.record(tx, Some(person), Action::PictureChanged, subject(person), detail);
    Ok(())
}

const SIDE: u32 = 256;
const QUALITY: u8 = 85;
/// The cameras of phones make 50 million pixels of three bytes; more would be an attack on memory.
const LARGEST_SIDE: u32 = 10_000;
const MOST_MEMORY: u64 = 192 * 1024 * 1024;
/// Of what a file holds beside its pixels, such as a colour profile.
const MOST_BESIDE_PIXELS: u64 = 16 * 1024 * 1024;
/// Pictures are drawn one after the other, so that many at once take the memory of one.
static TURN: Semaphore = Semaphore::const_new(1);
const WHITE: Rgb<u8> = Rgb([255, 255, 255]);

/// The picture as it is stored; none if it cannot be read as one.
pub async fn square_jpeg(content: Vec<u8>) -> anyhow::Result<Option<Vec<u8>>> {
    let turn = TURN.acquire().await?;
    let drawn = tokio::task::spawn_blocking(move || {
        let jpeg = decode(&content).map(encode);
        // Released when the work is done, even if the request has ended before.
        drop(turn);
        jpeg
    });
    drawn.await.context("the thread that drew a picture died")?.transpose()
}

/// The square in the middle, which needs little memory from here on.
fn decode(content: &[u8]) -> Option<DynamicImage> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(MOST_BESIDE_PIXELS);
    let mut reader = ImageReader::new(Cursor::new(content)).with_guessed_format().ok()?;
    reader.limits(limits);
    let format = reader.format()?;
    let mut decoder = reader.into_decoder().ok()?;
    // The library's own limits do not count the pixels.
    let mut pixels = Limits::default();
    pixels.max_alloc = Some(MOST_MEMORY);
    pixels.reserve(decoder.total_bytes().saturating_mul(copies_of_pixels(format, content))).ok()?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).ok()?;
    let mut square = DynamicImage::from(middle_square(&picture));
    square.apply_orientation(orientation);
    Some(square)
}

/// As how many copies of its pixels a picture is in memory while it is read. Most JPEGs, and all PNGs, are read row by
/// row; of the others all coefficients are kept until the last of them has come, in two bytes each.
fn copies_of_pixels(format: ImageFormat, content: &[u8]) -> u64 {
    match format {
        ImageFormat::Png => 1,
        ImageFormat::Jpeg if is_read_row_by_row(content) => 1,
        _ => 3,
    }
}

/// Whether the pixels of a JPEG come in one scan that holds all colours. What is unusual before it is not, so that nothing
/// can be read in two ways.
fn is_read_row_by_row(jpeg: &[u8]) -> bool {
    const BASELINE: u8 = 0xc0;
    const HUFFMAN_TABLE: u8 = 0xc4;
    const START_OF_SCAN: u8 = 0xda;
    let mut colours = None;
    // Segments: a marker of two bytes, a length that counts itself, and so many bytes.
    let mut rest = jpeg.get(2..).unwrap_or_default();
    while let [0xff, marker, high, low, segment @ ..] = rest {
        let length = usize::from(u16::from_be_bytes([*high, *low])).saturating_sub(2);
        match *marker {
            BASELINE if colours.is_none() => colours = segment.get(5),
            START_OF_SCAN => return colours.is_some() && colours == segment.first(),
            HUFFMAN_TABLE | 0xdb..=0xfe => {}
            // Frames of other kinds, a second one, and what has no length.
            _ => return false,
        }
        rest = segment.get(length..).unwrap_or_default();
    }
    false
}

/// Cut out before it is made smaller: a strip one pixel high would become a thousand times larger otherwise.
fn middle_square(picture: &DynamicImage) -> RgbaImage {
    let (width, height) = (picture.width(), picture.height());
    let side = width.min(height);
    let square = imageops::crop_imm(picture, (width - side) / 2, (height - side) / 2, side, side);
    if side <= 2 * SIDE {
        return imageops::resize(&*square, SIDE, SIDE, FilterType::Lanczos3);
    }
    // The fine filter would hold a row of numbers for every row of the picture.
    let smaller = imageops::thumbnail(&*square, 2 * SIDE, 2 * SIDE);
    imageops::resize(&smaller, SIDE, SIDE, FilterType::Lanczos3)
}

fn encode(square: DynamicImage) -> anyhow::Result<Vec<u8>> {
    let mut content = vec![];
    let encoder = JpegEncoder::new_with_quality(&mut content, QUALITY);
    on_white(&square.into_rgba8()).write_with_encoder(encoder).context("a picture could not be written")?;
    Ok(content)
}

/// Draws transparent parts on white, because a JPEG has no transparency.
fn on_white(from: &RgbaImage) -> RgbImage {
    let mut to = RgbImage::from_pixel(from.width(), from.height(), WHITE);
    for (to, from) in to.pixels_mut().zip(from.pixels()) {
        let [red, green, blue, alpha] = from.0.map(u16::from);
        let mix = |colour: u16| u8::try_from((colour * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX);
        *to = Rgb([mix(red), mix(green), mix(blue)]);
    }
    to
}

#[cfg(test)]
mod tests;
