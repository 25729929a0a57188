//! Files: what is uploaded or made and stored unchanged.

use crate::named::named;
use crate::printable::is_invisible;

named! {
    /// What a file is for, which decides who may read it.
    FilePurpose {
        Receipt = "receipt",
        InvoicePdf = "invoice-pdf",
        InvoiceFinvoice = "invoice-finvoice",
        InvoiceUbl = "invoice-ubl",
        PrintBatch = "print-batch",
        /// For the bank and the Incomes Register.
        Payroll = "payroll",
        BankFile = "bank-file",
        Reminder = "reminder",
        TaxCard = "tax-card",
        Picture = "picture",
    }
}

named! {
    /// Type of a file, recognised by its content and never by its name.
    MediaType {
        Jpeg = "image/jpeg",
        Png = "image/png",
        Pdf = "application/pdf",
        Xml = "application/xml",
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// Readers of PDF accept so many bytes before its header.
const PDF_HEADER_WITHIN: usize = 1024;

impl MediaType {
    /// Bytes of a file's beginning that [`MediaType::of`] needs.
    pub const HEAD_BYTES: usize = PDF_HEADER_WITHIN + 8;

    /// What a file is by its beginning, if it is anything we take.
    pub fn of(head: &[u8]) -> Option<Self> {
        let text = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head).trim_ascii_start();
        if head.starts_with(b"\xFF\xD8\xFF") {
            Some(Self::Jpeg)
        } else if head.starts_with(b"\x89PNG\r\n\x1A\n") {
            Some(Self::Png)
        } else if text.starts_with(b"<?xml ") {
            Some(Self::Xml)
        } else if head.windows(5).take(PDF_HEADER_WITHIN).any(|part| part == b"%PDF-") {
            Some(Self::Pdf)
        } else {
            None
        }
    }

    /// How the names of such files end.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Pdf => "pdf",
            Self::Xml => "xml",
        }
    }
}

/// Whether a file is a picture as iPhones store them, which most programs cannot show.
pub fn is_heic(head: &[u8]) -> bool {
    const BRANDS: [&[u8]; 8] = [b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"];
    head.get(4..8) == Some(b"ftyp") && head.get(8..12).is_some_and(|brand| BRANDS.contains(&brand))
}

const LONGEST_NAME: usize = 120;

/// The name under which a file is shown and downloaded: without folders, control characters and those that turn the
/// direction of writing (which make `exe.pdf` look like `fdp.exe`), of a sensible length, and ending as its content
/// does.
pub fn display_name(sent: &str, media_type: MediaType) -> String {
    let base = sent.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
    // Direction marks would show another ending than the name has.
    let is_seen = |c: &char| !c.is_control() && !is_invisible(*c) && !matches!(c, '\u{2028}' | '\u{2029}');
    let stem: String = stem.chars().filter(is_seen).take(LONGEST_NAME).collect();
    let stem = stem.trim().trim_matches('.');
    format!("{}.{}", if stem.is_empty() { "file" } else { stem }, media_type.extension())
}

/// The name of a file within an archive, which people unpack on systems of every kind: that of [`display_name`], without
/// the signs that some of them keep for themselves.
pub fn archive_name(stored: &str, media_type: MediaType) -> String {
    display_name(stored, media_type).replace([':', '*', '?', '"', '<', '>', '|'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_decides_the_type() {
        for (head, expected) in [
            (&b"\xFF\xD8\xFF\xE0\x00\x10JFIF"[..], Some(MediaType::Jpeg)),
            (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", Some(MediaType::Png)),
            (b"%PDF-1.7\n", Some(MediaType::Pdf)),
            (b"\n\n%PDF-1.4\n", Some(MediaType::Pdf)),
            (b"\xEF\xBB\xBF<?xml version=\"1.0\"?>", Some(MediaType::Xml)),
            (b"  <?xml version=\"1.0\"?>", Some(MediaType::Xml)),
            (b"<html><script>", None),
            (b"MZ\x90\0", None),
            (b"GIF89a", None),
            (b"", None),
        ] {
            assert_eq!(MediaType::of(head), expected, "{head:?}");
        }
        let late = [vec![b' '; 2000], b"%PDF-1.7".to_vec()].concat();
        assert_eq!(MediaType::of(&late), None);
    }

    #[test]
    fn pictures_of_iphones_are_told_apart() {
        assert!(is_heic(b"\0\0\0\x24ftypheic\0\0\0\0mif1"));
        assert!(is_heic(b"\0\0\0\x18ftypmif1"));
        for other in [&b"\0\0\0\x20ftypisom"[..], b"\0\0\0\x20ftypavif", b"ftypheic", b"\0\0\0\x24ftyp", b""]
        {
            assert!(!is_heic(other), "{other:?}");
        }
    }

    #[test]
    fn a_name_cannot_lie_or_lead_elsewhere() {
        for (sent, expected) in [
            ("Kuitti.PDF", "Kuitti.pdf"),
            ("../../etc/passwd", "passwd.pdf"),
            ("C:\\Users\\maija\\hotelli 3.jpg", "hotelli 3.pdf"),
            ("kuitti.exe", "kuitti.pdf"),
            ("a\r\nb\".pdf", "ab\".pdf"),
            ("", "file.pdf"),
            ("..", "file.pdf"),
            ("kuitti\u{202e}fdp.exe", "kuittifdp.pdf"),
            ("\u{200f}\u{2066}lounas\u{2069} 3.pdf", "lounas 3.pdf"),
            ("\u{200b}\u{feff}.png", "file.pdf"),
        ] {
            assert_eq!(display_name(sent, MediaType::Pdf), expected, "{sent}");
        }
        assert_eq!(display_name(&"ä".repeat(500), MediaType::Pdf).chars().count(), LONGEST_NAME + 4);
    }

    #[test]
    fn a_name_in_an_archive_is_a_file_on_every_system() {
        for (stored, expected) in [
            ("Kuitti 3.pdf", "Kuitti 3.pdf"),
            ("../../etc/passwd", "passwd.pdf"),
            ("C:\\Users\\maija\\a.pdf", "a.pdf"),
            ("klo 9:30 \"lounas\"?.pdf", "klo 9_30 _lounas__.pdf"),
            ("a\u{0}\u{202e}b\u{2028}.pdf", "ab.pdf"),
            ("...", "file.pdf"),
        ] {
            assert_eq!(archive_name(stored, MediaType::Pdf), expected, "{stored:?}");
        }
    }
}
