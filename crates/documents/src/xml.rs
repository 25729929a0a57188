//! Writing XML: elements in the order in which they are called for.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// An XML file being written. Texts are escaped, and characters that XML cannot hold are left out.
///
/// Elements are named by paths: the text of `Tp/Cd` is a `Cd` within a `Tp`. Attributes belong to the last of them.
pub(crate) struct Xml {
    writer: Writer<Vec<u8>>,
}

pub(crate) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Xml {
    /// A whole file: the declaration and the root element, whose content `inside` writes.
    pub fn document(root: &str, attributes: Attributes<'_>, inside: impl FnOnce(&mut Self)) -> String {
        let mut xml = Self { writer: Writer::new_with_indent(Vec::new(), b' ', 1) };
        xml.put(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml.group_with(root, attributes, inside);
        let mut bytes = xml.writer.into_inner();
        bytes.push(b'\n');
        // Only texts were written, so nothing is lost here.
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub fn group(&mut self, path: &str, inside: impl FnOnce(&mut Self)) {
        self.group_with(path, &[], inside);
    }

    fn group_with(&mut self, path: &str, attributes: Attributes<'_>, inside: impl FnOnce(&mut Self)) {
        let mut names = path.split('/').peekable();
        while let Some(name) = names.next() {
            let attributes = if names.peek().is_none() { attributes } else { &[] };
            self.put(Event::Start(BytesStart::new(name).with_attributes(attributes.iter().copied())));
        }
        inside(self);
        path.rsplit('/').for_each(|name| self.put(Event::End(BytesEnd::new(name))));
    }

    pub fn text(&mut self, path: &str, text: &str) {
        self.text_with(path, &[], text);
    }

    pub fn text_with(&mut self, path: &str, attributes: Attributes<'_>, text: &str) {
        self.group_with(path, attributes, |xml| xml.put(Event::Text(BytesText::new(&legal(text)))));
    }

    pub fn texts(&mut self, path: &str, texts: impl IntoIterator<Item = impl AsRef<str>>) {
        texts.into_iter().for_each(|text| self.text(path, text.as_ref()));
    }

    /// Writes nothing for an empty text: most readers of XML refuse empty elements.
    pub fn optional(&mut self, path: &str, text: &str) {
        let text = legal(text);
        if !text.trim().is_empty() {
            self.text(path, text.trim());
        }
    }

    fn put(&mut self, event: Event<'_>) {
        // Writing to a Vec cannot fail.
        let _ = self.writer.write_event(event);
    }
}

/// Without the control characters that XML 1.0 has no way to write, and without line breaks of one system.
fn legal(text: &str) -> String {
    let allowed = |character: &char| match character {
        '\t' | '\n' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        other => *other >= ' ',
    };
    text.replace("\r\n", "\n").chars().filter(allowed).collect()
}

/// The first characters of a text, at most `characters` of them.
pub(crate) fn cut(text: &str, characters: usize) -> &str {
    let end = text.char_indices().nth(characters).map_or(text.len(), |(place, _)| place);
    text[..end].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_texts_cannot_break_the_file() {
        let file = Xml::document("a", &[("b", "\"<&")], |xml| {
            xml.text("c", "1 < 2 & \"3\" ]]> \u{0}\u{b}\u{1f}\u{ffff}ä\r\n€");
            xml.optional("d", " \t");
            xml.optional("e", " \u{1}\u{ffff} ");
        });
        assert_eq!(
            file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a b=\"&quot;&lt;&amp;\">\n \
             <c>1 &lt; 2 &amp; &quot;3&quot; ]]&gt; ä\n€</c>\n</a>\n"
        );
    }

    #[test]
    fn cutting_counts_characters_not_bytes() {
        assert_eq!(cut("äöå", 2), "äö");
        assert_eq!(cut("äö ", 3), "äö");
        assert_eq!(cut("äö", 9), "äö");
    }
}
