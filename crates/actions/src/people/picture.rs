//! A person's own picture, stored as a small square JPEG without metadata such as the place and the camera.

use anyhow::Context as _;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{DynamicImage, Rgb, RgbImage, RgbaImage};

use super::*;
use crate::prelude::*;
use crate::readable::{decode, in_turn};

const NAME: &str = "profilepic.jpg";

/// Stores a picture as a small square, instead of the one before.
pub async fn set_picture(context: &Context, person: PersonId, content: Vec<u8>) -> Result<()> {
    let picture = square_jpeg(content).await?.map_err(|key| Error::field("file", key))?;
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
const WHITE: Rgb<u8> = Rgb([255, 255, 255]);

/// The picture as it is stored, or why it cannot be read as one.
pub async fn square_jpeg(content: Vec<u8>) -> anyhow::Result<Result<Vec<u8>, ErrorKey>> {
    in_turn(move || match middle_square(&content) {
        Ok(square) => encode(square).map(Ok),
        Err(key) => Ok(Err(key)),
    })
    .await?
}

/// The square in the middle, which needs little memory from here on.
fn middle_square(content: &[u8]) -> Result<DynamicImage, ErrorKey> {
    let (picture, orientation) = decode(content)?;
    let mut square = DynamicImage::from(cut_square(&picture));
    square.apply_orientation(orientation);
    Ok(square)
}

/// Cut out before it is made smaller: a strip one pixel high would become a thousand times larger otherwise.
fn cut_square(picture: &DynamicImage) -> RgbaImage {
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
