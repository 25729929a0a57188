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

/// Whether a PDF has what every reader of them needs, from its header to the end that says where its table of contents
/// is. Nothing of it is decompressed: a small file could become a very large one.
pub fn is_whole_pdf(content: &[u8]) -> bool {
    const TABLE: &[u8] = b"startxref";
    let find = |part: &[u8]| content.windows(part.len()).any(|found| found == part);
    let header = content.windows(5).take(PDF_HEADER_WITHIN).any(|part| part == b"%PDF-");
    let Some(table) = content.windows(TABLE.len()).rposition(|part| part == TABLE) else { return false };
    let after = content[table + TABLE.len()..].trim_ascii_start();
    let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (place, end) = after.split_at(digits);
    let place: Option<usize> = std::str::from_utf8(place).ok().and_then(|place| place.parse().ok());
    let ends = end.trim_ascii_start().starts_with(b"%%EOF");
    header
        && ends
        && place.is_some_and(|place| place > 0 && place < content.len())
        && find(b" obj")
        && find(b"/Root")
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
    fn a_pdf_has_a_beginning_and_an_end() {
        let whole =
            b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n";
        assert!(is_whole_pdf(whole));
        let updated =
            [&whole[..], b"2 0 obj<<>>endobj trailer<</Root 1 0 R>> startxref\r\n50\r\n%%EOF"].concat();
        assert!(is_whole_pdf(&updated));
        for cut in 0..whole.len() - 1 {
            assert!(!is_whole_pdf(&whole[..cut]), "{cut}");
        }
        // The beginning of a file that was written for the web, of which the rest is missing.
        let first_part = b"%PDF-1.4\n1 0 obj<</Root 1 0 R>>endobj\nstartxref\n0\n%%EOF\n9 0 obj";
        assert!(!is_whole_pdf(first_part));
        assert!(!is_whole_pdf(b"%PDF-1.7 startxref 99999999999999999999999 %%EOF obj /Root"));
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
