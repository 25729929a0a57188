//! Files: what is uploaded or made and stored unchanged.

use crate::named::named;

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

const LONGEST_NAME: usize = 120;

/// The name under which a file is shown and downloaded: without folders and control characters, of a sensible
/// length, and ending as its content does.
pub fn display_name(sent: &str, media_type: MediaType) -> String {
    let base = sent.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
    let stem: String = stem.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let stem = stem.trim().trim_matches('.');
    format!("{}.{}", if stem.is_empty() { "file" } else { stem }, media_type.extension())
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
    fn a_name_cannot_lie_or_lead_elsewhere() {
        for (sent, expected) in [
            ("Kuitti.PDF", "Kuitti.pdf"),
            ("../../etc/passwd", "passwd.pdf"),
            ("C:\\Users\\maija\\hotelli 3.jpg", "hotelli 3.pdf"),
            ("kuitti.exe", "kuitti.pdf"),
            ("a\r\nb\".pdf", "ab\".pdf"),
            ("", "file.pdf"),
            ("..", "file.pdf"),
        ] {
            assert_eq!(display_name(sent, MediaType::Pdf), expected, "{sent}");
        }
        assert_eq!(display_name(&"ä".repeat(500), MediaType::Pdf).chars().count(), LONGEST_NAME + 4);
    }
}
