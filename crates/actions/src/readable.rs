//! Whether a file that is stored as it came can be read: a receipt that nobody can open is no receipt.

use std::io::Cursor;

use anyhow::Context as _;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use liksa_documents::pdf::{PdfFault, pages_of};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::prelude::*;

/// The cameras of phones make 50 million pixels of three bytes; more would be an attack on memory.
pub(crate) const LARGEST_SIDE: u32 = 10_000;
const MOST_MEMORY: u64 = 192 * 1024 * 1024;
/// Of what a file holds beside its pixels, such as a colour profile.
const MOST_BESIDE_PIXELS: u64 = 16 * 1024 * 1024;
/// Files are read one after the other, so that many at once take the memory of one.
static TURN: Semaphore = Semaphore::const_new(1);

/// Refuses a picture or PDF that is cut off, damaged, protected or too large to be shown.
pub(crate) async fn must_be_readable(
    context: &Context,
    content: &StoredContent,
    media_type: MediaType,
) -> Result<()> {
    let turn = TURN.acquire().await.context("nobody gets a turn any more")?;
    // Within the turn: of many files that wait for theirs, none is in memory.
    let bytes = context.files.read(content.blob()).await?;
    let looking = move || match media_type {
        MediaType::Jpeg | MediaType::Png => decode(&bytes).map(|_| ()),
        MediaType::Pdf => pages_of(&bytes).map(|_| ()).map_err(key_of),
        MediaType::Xml => Ok(()),
    };
    on_thread(turn, looking).await?.map_err(|key| Error::field("file", key))
}

fn key_of(fault: PdfFault) -> ErrorKey {
    match fault {
        PdfFault::Damaged => ErrorKey::FileUnreadable,
        PdfFault::Protected => ErrorKey::PdfProtected,
        PdfFault::TooLarge => ErrorKey::PdfTooLarge,
    }
}

/// Does work that needs the memory of a picture when no other is being done.
pub(crate) async fn in_turn<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    on_thread(TURN.acquire().await?, work).await
}

async fn on_thread<T: Send + 'static>(
    turn: SemaphorePermit<'static>,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    let done = tokio::task::spawn_blocking(move || {
        let result = work();
        // Released when the work is done, even if the request has ended before.
        drop(turn);
        result
    });
    done.await.context("the thread that read a file died")
}

/// All pixels of a picture, if they are not too many.
pub(crate) fn decode(content: &[u8]) -> Result<(DynamicImage, Orientation), ErrorKey> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(MOST_BESIDE_PIXELS);
    let fault = |error: ImageError| match error {
        ImageError::Limits(_) => ErrorKey::PictureTooLarge,
        ImageError::Unsupported(_) => ErrorKey::PictureTypeNotAllowed,
        _ => ErrorKey::FileUnreadable,
    };
    let reader = ImageReader::new(Cursor::new(content)).with_guessed_format();
    let mut reader = reader.map_err(|_| ErrorKey::FileUnreadable)?;
    reader.limits(limits);
    let not_a_picture =
        if content.is_empty() { ErrorKey::FileUnreadable } else { ErrorKey::PictureTypeNotAllowed };
    let format = reader.format().ok_or(not_a_picture)?;
    let mut decoder = reader.into_decoder().map_err(fault)?;
    if format == ImageFormat::WebP && !is_one_still_picture(content, decoder.dimensions()) {
        return Err(ErrorKey::PictureTypeNotAllowed);
    }
    // The library's own limits do not count the pixels.
    let mut pixels = Limits::default();
    pixels.max_alloc = Some(MOST_MEMORY);
    let bytes = decoder.total_bytes().saturating_mul(copies_of_pixels(format, content));
    pixels.reserve(bytes).map_err(fault)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    Ok((DynamicImage::from_decoder(decoder).map_err(fault)?, orientation))
}

/// Whether a WebP is not moving, and each of its frames as large as the file says. The library decodes a lossy frame in
/// the size that the frame has, before it compares; within an animation it does not even compare.
fn is_one_still_picture(webp: &[u8], (width, height): (u32, u32)) -> bool {
    const MOVING: u8 = 0b10;
    const LARGEST: u16 = 0x3fff;
    let flags = webp.get(20).filter(|_| webp.get(12..16) == Some(b"VP8X"));
    let is_still = flags.is_none_or(|flags| flags & MOVING == 0);
    let side = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]) & LARGEST);
    // Wherever they are: name and length of a chunk, three bytes, the mark of a first frame, its width and its height.
    let mut frames = webp.windows(18).filter_map(|bytes| match *bytes {
        [b'V', b'P', b'8', b' ', _, _, _, _, _, _, _, 0x9d, 0x01, 0x2a, w, wide, h, high] => {
            Some((side(w, wide), side(h, high)))
        }
        _ => None,
    });
    is_still && frames.all(|frame| frame == (width, height))
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
pub(crate) fn is_read_row_by_row(jpeg: &[u8]) -> bool {
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn pictures_are_drawn_one_after_the_other() {
        let (let_go, held) = mpsc::channel();
        let (tell, begun) = oneshot::channel();
        let drawing = tokio::spawn(in_turn(move || {
            tell.send(()).unwrap();
            held.recv().unwrap();
        }));
        begun.await.unwrap();
        assert!(TURN.try_acquire().is_err(), "the next one waits");
        let_go.send(()).unwrap();
        drawing.await.unwrap().unwrap();
    }
}
