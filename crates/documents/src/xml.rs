//! Writing XML: elements in the order in which they are called for.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// An XML file in the making. Texts are escaped, and what XML cannot hold at all is left out of them.
pub(crate) struct Xml {
    writer: Writer<Vec<u8>>,
}

pub(crate) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Xml {
    /// A whole file: the declaration and the root element with what `inside` writes.
    pub fn document(root: &str, attributes: Attributes<'_>, inside: impl FnOnce(&mut Self)) -> String {
        let mut xml = Self { writer: Writer::new_with_indent(Vec::new(), b' ', 1) };
        xml.put(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml.group_with(root, attributes, inside);
        let mut bytes = xml.writer.into_inner();
        bytes.push(b'\n');
        // Only texts were written, so nothing is lost here.
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub fn group(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.group_with(name, &[], inside);
    }

    pub fn group_with(&mut self, name: &str, attributes: Attributes<'_>, inside: impl FnOnce(&mut Self)) {
        self.start(name, attributes);
        inside(self);
        self.put(Event::End(BytesEnd::new(name)));
    }

    pub fn text(&mut self, name: &str, text: &str) {
        self.text_with(name, &[], text);
    }

    pub fn text_with(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.start(name, attributes);
        self.put(Event::Text(BytesText::new(&legal(text))));
        self.put(Event::End(BytesEnd::new(name)));
    }

    /// Nothing where there is nothing to say: most readers of XML refuse empty elements.
    pub fn optional(&mut self, name: &str, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.text(name, text);
        }
    }

    fn start(&mut self, name: &str, attributes: Attributes<'_>) {
        self.put(Event::Start(BytesStart::new(name).with_attributes(attributes.iter().copied())));
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

/// The beginning of a text, at most so many characters of it.
pub(crate) fn cut(text: &str, characters: usize) -> &str {
    let end = text.char_indices().nth(characters).map_or(text.len(), |(place, _)| place);
    text[..end].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_cannot_break_the_file() {
        let file = Xml::document("a", &[("b", "\"<&")], |xml| {
            xml.text("c", "1 < 2 & \"3\" ]]> \u{0}\u{b}\u{1f}\u{ffff}ä\r\n€");
            xml.optional("d", " \t");
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
