//! The frame of all mails as HTML: the mark, the sender's name and the text. Nothing is loaded from anywhere, so that
//! reading a mail leaves no trace; the mark is letters on a coloured ground, which every mail program draws.

use super::notice::escaped;

/// `body` is HTML already.
pub(super) fn page(language: &str, sender: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"{language}\"><meta charset=\"utf-8\">\
         <body style=\"margin:0;padding:24px 16px;font-family:'Hanken Grotesk',Helvetica,Arial,sans-serif;\
         font-size:15px;line-height:1.5;color:#222\"><div style=\"max-width:600px;margin:0 auto\">\
         <table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\"><tr>\
         <td aria-hidden=\"true\" width=\"40\" height=\"40\" align=\"center\" style=\"width:40px;height:40px;\
         border-radius:11px;background:#0d5757;color:#fff;font-size:24px;line-height:40px\"><b>L</b>\
         <span style=\"color:#f5b94a\">&#9679;</span></td>\
         <td style=\"padding-left:12px;font-size:20px;color:#0d5757\"><b>{}</b></td></tr></table>\
         <div style=\"margin-top:12px;padding-top:8px;border-top:2px solid #0d5757\">{body}</div></div></body></html>",
        escaped(sender),
    )
}

/// A mail that is written as plain text alone: paragraphs are separated by an empty line.
pub fn of_text(language: &str, sender: &str, text: &str) -> String {
    let paragraph = |lines: &str| format!("<p>{}</p>", escaped(lines.trim_end()).replace('\n', "<br>"));
    page(language, sender, &text.split("\n\n").map(paragraph).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_paragraphs_under_the_mark() {
        let html = of_text("fi", "Palkka & Työ <Oy>", "Hei,\n\nlasku 1 < 2.\n\nTerveisin\nPalkka & Työ\n");
        assert!(
            html.contains("<p>Hei,</p><p>lasku 1 &lt; 2.</p><p>Terveisin<br>Palkka &amp; Työ</p></div>"),
            "{html}"
        );
        assert!(html.contains("<b>Palkka &amp; Työ &lt;Oy&gt;</b>"), "{html}");
        assert!(html.find("<b>L</b>") < html.find("<p>Hei,</p>"), "the mark is above the text");
        for loaded in ["http", "<img", "url(", "src="] {
            assert!(!html.contains(loaded), "{loaded} would tell that the mail was read");
        }
    }
}
