//! A person's own picture, stored as a small square JPEG without metadata such as the place and the camera.

use std::io::Cursor;

use anyhow::Context as _;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, Limits, Rgb, RgbImage};
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
/// The largest phone cameras make 50 million pixels of three bytes; more would be an attack on memory.
const LARGEST_SIDE: u32 = 12_000;
const MOST_MEMORY: u64 = 192 * 1024 * 1024;
/// Pictures are drawn one after the other, so that many at once take the memory of one.
static TURN: Semaphore = Semaphore::const_new(1);
const WHITE: Rgb<u8> = Rgb([255, 255, 255]);

/// The picture as it is stored; none if it cannot be read as one.
pub async fn square_jpeg(content: Vec<u8>) -> anyhow::Result<Option<Vec<u8>>> {
    let turn = TURN.acquire().await?;
    let drawn = tokio::task::spawn_blocking(move || {
        let jpeg = decode(&content).map(|picture| encode(&picture));
        // Released when the work is done, even if the request has ended before.
        drop(turn);
        jpeg
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

/// Draws transparent parts on white, because a JPEG has no transparency.
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
    async fn any_picture_becomes_a_square_jpeg() {
        let jpeg = square_jpeg(png(1_000, 300, [200, 0, 0, 255])).await.unwrap().unwrap();
        let read = image::load_from_memory_with_format(&jpeg, ImageFormat::Jpeg).unwrap();
        assert_eq!((read.width(), read.height()), (SIDE, SIDE));
        assert!(jpeg.len() < 20_000 && !jpeg.windows(4).any(|part| part == b"Exif"));
    }

    #[tokio::test]
    async fn transparency_becomes_white() {
        let jpeg = square_jpeg(png(10, 10, [0, 0, 0, 0])).await.unwrap().unwrap();
        let read = image::load_from_memory(&jpeg).unwrap().to_rgb8();
        assert_eq!(read.get_pixel(5, 5), &WHITE);
    }

    #[tokio::test]
    async fn other_files_and_huge_pictures_are_not_read() {
        assert_eq!(square_jpeg(b"<svg onload=alert(1)>".to_vec()).await.unwrap(), None);
        assert_eq!(square_jpeg(png(LARGEST_SIDE + 1, 1, [0; 4])).await.unwrap(), None);
        let mut broken = png(10, 10, [0; 4]);
        broken.truncate(40);
        assert_eq!(square_jpeg(broken).await.unwrap(), None);
    }
}
