//! The web app, built into the program. Only the server depends on this crate.
//!
//! A debug build reads `web/dist` from disk, so that a rebuilt app shows without recompiling.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// How a file is compressed; the web build writes both forms beside each file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    pub const BEST_FIRST: &[Self] = &[Self::Brotli, Self::Gzip];

    /// Its name in `Content-Encoding`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }
}

pub struct Asset {
    pub bytes: Cow<'static, [u8]>,
    pub encoding: Option<Encoding>,
    pub content_type: String,
    /// Differs between files and between their encodings.
    pub etag: String,
}

/// A file of the app, in the first encoding that exists, or uncompressed.
pub fn find(path: &str, encodings: &[Encoding]) -> Option<Asset> {
    if Encoding::BEST_FIRST.iter().any(|encoding| path.ends_with(encoding.suffix())) {
        return None;
    }
    let compressed = encodings.iter().find_map(|encoding| {
        Dist::get(&format!("{path}{}", encoding.suffix())).map(|file| (file, Some(*encoding)))
    });
    let (file, encoding) = compressed.or_else(|| Dist::get(path).map(|file| (file, None)))?;
    let hash: String = file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    Some(Asset { bytes: file.data, encoding, content_type: content_type(path), etag: format!("\"{hash}\"") })
}

/// A page of the app. Each loads what it needs and no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The whole app.
    App,
    /// Signing in and registering, which load the rest when it is needed.
    Entrance,
    /// The landing page, whose content the server writes.
    Landing,
}

impl Page {
    fn name(self) -> &'static str {
        match self {
            Self::App => "index.html",
            Self::Entrance => "entrance.html",
            Self::Landing => "landing.html",
        }
    }
}

/// The page as it was built; None if the app was not built.
pub fn page(page: Page) -> Option<String> {
    let file = Dist::get(page.name())?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// What stands in the head of a page: its scripts, styles and icons.
pub fn head(page: Page) -> Option<String> {
    let html = self::page(page)?;
    let (_, rest) = html.split_once("<head>")?;
    rest.split_once("</head>").map(|(head, _)| head.trim().to_owned())
}

/// The address of the font, which the landing page loads first; None if the app was not built.
pub fn font() -> Option<String> {
    let head = head(Page::Landing)?;
    let address = head.split('"').find(|part| part.ends_with(".woff2"))?;
    Some(address.to_owned())
}

fn content_type(path: &str) -> String {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    if kind.type_() == "text" { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}
