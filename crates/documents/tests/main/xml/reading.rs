//! XML as a list of elements, to look things up in.

use liksa_money::Money;
use quick_xml::Reader;
use quick_xml::events::Event;

pub struct Element {
    /// The names of the element and of those around it, without prefixes and without the root.
    pub path: String,
    pub attributes: Vec<(String, String)>,
    pub text: String,
}

pub struct Document {
    pub root: String,
    elements: Vec<Element>,
}

impl Document {
    pub fn parse(xml: &str) -> Self {
        let mut reader = Reader::from_str(xml);
        let (mut open, mut elements): (Vec<(String, usize)>, Vec<Element>) = (Vec::new(), Vec::new());
        loop {
            match reader.read_event().unwrap() {
                Event::Start(start) => {
                    open.push((start.local_name().as_ref().to_owned(), elements.len()));
                    let path =
                        open.iter().skip(1).map(|(name, _)| name.as_str()).collect::<Vec<_>>().join("/");
                    let attributes = start.attributes().map(|attribute| {
                        let attribute = attribute.unwrap();
                        (attribute.key.as_ref().to_owned(), attribute.value.to_string())
                    });
                    elements.push(Element { path, attributes: attributes.collect(), text: String::new() });
                }
                Event::Text(text) => {
                    if let Some((_, place)) = open.last() {
                        elements[*place].text.push_str(&text.xml10_content());
                    }
                }
                Event::GeneralRef(reference) => {
                    let text = quick_xml::escape::resolve_xml_entity(&reference).unwrap();
                    elements[open.last().unwrap().1].text.push_str(text);
                }
                Event::End(_) => {
                    open.pop();
                }
                Event::Eof => break,
                _ => {}
            }
        }
        assert!(open.is_empty());
        let root = Reader::from_str(xml);
        Self { root: root_name(root), elements }
    }

    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The paths of all elements in their order.
    pub fn paths(&self) -> Vec<String> {
        self.elements.iter().map(|element| element.path.clone()).collect()
    }

    pub fn all(&self, path: &str) -> Vec<&Element> {
        self.elements.iter().filter(|element| element.path == path).collect()
    }

    pub fn texts(&self, path: &str) -> Vec<&str> {
        self.all(path).into_iter().map(|element| element.text.as_str()).collect()
    }

    /// The text of an element that is there once.
    pub fn text(&self, path: &str) -> &str {
        let found = self.texts(path);
        assert_eq!(found.len(), 1, "{path}: {found:?}");
        found[0]
    }

    pub fn amounts(&self, path: &str) -> Vec<Money> {
        self.texts(path).into_iter().map(|text| text.parse().unwrap()).collect()
    }

    pub fn amount(&self, path: &str) -> Money {
        self.text(path).parse().unwrap()
    }

    pub fn has(&self, path: &str) -> bool {
        !self.all(path).is_empty()
    }

    /// Empty elements, which receivers refuse.
    pub fn empty_elements(&self) -> Vec<&str> {
        let is_leaf = |element: &Element| {
            let inside = format!("{}/", element.path);
            !element.path.is_empty() && !self.elements.iter().any(|other| other.path.starts_with(&inside))
        };
        let empty = self.elements.iter().filter(|element| is_leaf(element) && element.text.trim().is_empty());
        empty.map(|element| element.path.as_str()).collect()
    }
}

impl Element {
    pub fn attribute(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        &found.unwrap_or_else(|| panic!("{} has no {name}", self.path)).1
    }
}

fn root_name(mut reader: Reader<&[u8]>) -> String {
    loop {
        if let Event::Start(start) = reader.read_event().unwrap() {
            return start.name().as_ref().to_owned();
        }
    }
}
