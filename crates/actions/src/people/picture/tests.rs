use std::io::Cursor;

use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageFormat, Rgba};
use peak_alloc::PeakAlloc;

use super::*;
use crate::readable::{LARGEST_SIDE, is_read_row_by_row};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn png(width: u32, height: u32, colour: [u8; 4]) -> Vec<u8> {
    let mut content = Cursor::new(vec![]);
    let picture = RgbaImage::from_pixel(width, height, Rgba(colour));
    picture.write_to(&mut content, ImageFormat::Png).unwrap();
    content.into_inner()
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let mut content = vec![];
    RgbImage::new(width, height).write_with_encoder(JpegEncoder::new(&mut content)).unwrap();
    content
}

#[tokio::test]
async fn any_picture_becomes_a_square_jpeg() {
    let wide = png(1_000, 300, [200, 0, 0, 255]);
    let (high, strip) = (png(600, 1_400, [200, 0, 0, 255]), png(9_999, 1, [200, 0, 0, 255]));
    for content in [wide, high, strip, jpeg(640, 480)] {
        let jpeg = square_jpeg(content).await.unwrap().unwrap();
        let read = image::load_from_memory_with_format(&jpeg, ImageFormat::Jpeg).unwrap();
        assert_eq!((read.width(), read.height()), (SIDE, SIDE));
        assert!(jpeg.len() < 20_000 && !jpeg.windows(4).any(|part| part == b"Exif"));
    }
}

#[tokio::test]
async fn transparency_becomes_white() {
    let jpeg = square_jpeg(png(10, 10, [0, 0, 0, 0])).await.unwrap().unwrap();
    let read = image::load_from_memory(&jpeg).unwrap().to_rgb8();
    assert_eq!(read.get_pixel(5, 5), &WHITE);
}

#[tokio::test]
async fn other_files_and_huge_pictures_are_not_read() {
    let other = b"<svg onload=alert(1)>".to_vec();
    assert_eq!(square_jpeg(other).await.unwrap(), Err(ErrorKey::PictureTypeNotAllowed));
    let huge = png(LARGEST_SIDE + 1, 1, [0; 4]);
    assert_eq!(square_jpeg(huge).await.unwrap(), Err(ErrorKey::PictureTooLarge));
    for broken in [png(10, 10, [0; 4])[..40].to_vec(), jpeg(64, 64)[..300].to_vec(), vec![]] {
        assert_eq!(square_jpeg(broken).await.unwrap(), Err(ErrorKey::FileUnreadable));
    }
}

/// A PNG that says it has so many pixels of four colours in sixteen bits. Memory is taken before the pixels are read, so
/// that it needs none.
fn png_bomb(width: u32, height: u32) -> Vec<u8> {
    let mut content = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = b"IHDR".to_vec();
    header.extend([width.to_be_bytes(), height.to_be_bytes()].concat());
    header.extend([16, 6, 0, 0, 0]);
    for chunk in [header, b"IDAT".to_vec()] {
        content.extend(u32::try_from(chunk.len() - 4).unwrap().to_be_bytes());
        content.extend(&chunk);
        content.extend(crc32(&chunk).to_be_bytes());
    }
    content
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

/// A small JPEG that says it is a large one, by a frame of this kind.
fn jpeg_bomb(kind: u8, side: u16) -> Vec<u8> {
    let mut content = jpeg(16, 16);
    let frame = content.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    content[frame + 1] = kind;
    content[frame + 5..frame + 9].copy_from_slice(&[side.to_be_bytes(), side.to_be_bytes()].concat());
    content
}

/// A small WebP that says it is a large one.
fn webp_bomb(side: u32) -> Vec<u8> {
    let mut content = vec![];
    WebPEncoder::new_lossless(&mut content).encode(&[0; 64], 4, 4, ExtendedColorType::Rgba8).unwrap();
    let start = content.windows(4).position(|name| name == b"VP8L").unwrap() + 9;
    let bits = u32::from_le_bytes(content[start..start + 4].try_into().unwrap());
    let bits = bits >> 28 << 28 | (side - 1) << 14 | (side - 1);
    content[start..start + 4].copy_from_slice(&bits.to_le_bytes());
    content
}

/// Chunks of a WebP, each a name and its content.
fn webp(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut body = b"WEBP".to_vec();
    for (name, content) in chunks {
        body.extend(*name);
        body.extend(u32::try_from(content.len()).unwrap().to_le_bytes());
        body.extend(content);
        body.resize(body.len().next_multiple_of(2), 0);
    }
    let mut file = b"RIFF".to_vec();
    file.extend(u32::try_from(body.len()).unwrap().to_le_bytes());
    file.extend(body);
    file
}

fn three_bytes(number: u32) -> [u8; 3] {
    let [a, b, c, _] = number.to_le_bytes();
    [a, b, c]
}

/// A first frame of this size, whose pixels are missing.
fn lossy_frame(side: u16) -> Vec<u8> {
    let mut frame = vec![0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a];
    frame.extend([side.to_le_bytes(), side.to_le_bytes()].concat());
    frame.extend([0; 32]);
    frame
}

/// The head of a WebP with several parts, of this size.
fn canvas(flags: u8, side: u32) -> Vec<u8> {
    [&[flags, 0, 0, 0][..], &three_bytes(side - 1), &three_bytes(side - 1)].concat()
}

/// A frame of an animation that says it is so large.
fn animated(side: u32, frame: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let place = [&[0; 6][..], &three_bytes(side - 1), &three_bytes(side - 1), &[0; 4]].concat();
    [place, webp(frame)[12..].to_vec()].concat()
}

/// A JPEG that becomes sharper in so many steps, each of which goes through all of its pixels.
fn jpeg_of_many_scans(scans: usize) -> Vec<u8> {
    const PROGRESSIVE: u8 = 0xc2;
    let mut content = jpeg_bomb(PROGRESSIVE, 1_000);
    let start = content.windows(2).position(|marker| marker == [0xff, 0xda]).unwrap();
    content.truncate(start);
    for _ in 0..scans {
        // The first coefficient of the first colour, in a scan without data.
        content.extend([0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x00, 0x01, 0x00]);
    }
    content.extend([0xff, 0xd9]);
    content
}

/// One test, for the memory is that of the whole process.
#[tokio::test]
async fn a_small_file_never_takes_much_memory() {
    const BASELINE: u8 = 0xc0;
    const PROGRESSIVE: u8 = 0xc2;
    for (what, content) in [
        ("a png of 16 bits", png_bomb(LARGEST_SIDE, 6_000)),
        ("a jpeg", jpeg_bomb(BASELINE, 9_000)),
        ("a jpeg that becomes sharper", jpeg_bomb(PROGRESSIVE, 6_000)),
        ("a webp", webp_bomb(8_000)),
        ("a lossy webp", webp(&[(b"VP8 ", lossy_frame(16_383))])),
        ("a webp of parts", webp(&[(b"VP8X", canvas(0, 16_384)), (b"VP8 ", lossy_frame(16_383))])),
        (
            "a webp with a frame larger than itself",
            webp(&[(b"VP8X", canvas(0, 4)), (b"VP8 ", lossy_frame(16_383))]),
        ),
        (
            "a moving webp with such a frame",
            webp(&[
                (b"VP8X", canvas(0b10, 4)),
                (b"ANIM", vec![0; 6]),
                (b"ANMF", animated(4, &[(b"VP8 ", lossy_frame(16_383))])),
            ]),
        ),
    ] {
        assert!(content.len() < 2_000, "{what}");
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        assert!(square_jpeg(content).await.unwrap().is_err(), "{what}");
        let taken = MEMORY.peak_usage() - before;
        assert!(taken < 20_000_000, "{what} took {taken} bytes");
    }
}

/// The time of a picture is that of its pixels, not of its steps.
#[tokio::test]
async fn a_jpeg_of_endless_steps_is_not_read() {
    assert!(square_jpeg(jpeg_of_many_scans(10_000)).await.unwrap().is_err());
}

/// The library trusts the sizes of frames with transparency in an animation, and would panic.
#[tokio::test]
async fn moving_pictures_are_not_read() {
    let mut still = vec![];
    WebPEncoder::new_lossless(&mut still).encode(&[200; 64], 4, 4, ExtendedColorType::Rgba8).unwrap();
    assert!(square_jpeg(still.clone()).await.unwrap().is_ok());
    let transparent = animated(4, &[(b"ALPH", vec![0; 17]), (b"VP8 ", lossy_frame(16))]);
    let lossless = still[20..].to_vec();
    for frame in [transparent, animated(4, &[(b"VP8L", lossless)])] {
        let moving = webp(&[(b"VP8X", canvas(0b10, 4)), (b"ANIM", vec![0; 6]), (b"ANMF", frame)]);
        assert_eq!(square_jpeg(moving).await.unwrap(), Err(ErrorKey::PictureTypeNotAllowed));
    }
}

/// A connection breaks anywhere. What is left is drawn or refused, and nothing dies of it.
#[tokio::test]
async fn half_a_picture_does_no_harm() {
    let mut lossless = vec![];
    WebPEncoder::new_lossless(&mut lossless).encode(&[200; 1_024], 16, 16, ExtendedColorType::Rgba8).unwrap();
    for whole in [png(16, 16, [200, 0, 0, 255]), jpeg(16, 16), lossless] {
        assert!(square_jpeg(whole.clone()).await.unwrap().is_ok());
        for length in (0..whole.len()).step_by(7) {
            assert!(square_jpeg(whole[..length].to_vec()).await.is_ok(), "{length} of {}", whole.len());
        }
    }
}

#[test]
fn jpegs_of_cameras_are_read_row_by_row() {
    assert!(is_read_row_by_row(&jpeg(16, 16)));
    assert!(!is_read_row_by_row(&jpeg_bomb(0xc2, 16)));
    let mut two_frames = jpeg(16, 16);
    let frame = two_frames.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    let mut second = two_frames[frame..frame + 19].to_vec();
    second[1] = 0xc2;
    two_frames.splice(frame..frame, second);
    assert!(!is_read_row_by_row(&two_frames));
    let mut colour_by_colour = jpeg(16, 16);
    let scan = colour_by_colour.windows(2).position(|marker| marker == [0xff, 0xda]).unwrap();
    colour_by_colour[scan + 4] = 1;
    assert!(!is_read_row_by_row(&colour_by_colour));
    for rubbish in [&b""[..], b"\xff\xd8", b"\xff\xd8\xff\xc0", b"\xff\xd8\xff\xe0\x00\x00"] {
        assert!(!is_read_row_by_row(rubbish));
    }
}
