//! Makes the SVG of a page half as large, because it is sent while the user types.

use std::collections::HashMap;
use std::fmt::Write;

/// Finer than any screen or printer shows.
const DECIMALS: usize = 3;

/// The same picture in fewer bytes. `page` makes the ids of one page differ from those of the others.
///
/// Attributes are all that a page is made of: letters are drawings, so that a quote is never part of a text.
pub(super) fn slim(svg: &str, page: usize) -> String {
    let mut slim = String::with_capacity(svg.len() / 2);
    let mut ids = HashMap::new();
    let mut pieces = svg.split('"');
    while let Some(markup) = pieces.next() {
        let Some(value) = pieces.next() else {
            slim.push_str(markup);
            break;
        };
        let name_from = markup.rfind(' ').map_or(0, |space| space + 1);
        let name = markup[name_from..].trim_end_matches('=');
        if is_redundant(name, value) {
            slim.push_str(markup[..name_from].trim_end());
            continue;
        }
        slim.push_str(markup);
        slim.push('"');
        match (name, value.split_once('#')) {
            ("id", _) => push_id(&mut slim, &mut ids, page, value),
            ("xlink:href" | "clip-path", Some((before @ ("" | "url("), id))) => {
                let name = id.trim_end_matches(')');
                slim.push_str(before);
                slim.push('#');
                push_id(&mut slim, &mut ids, page, name);
                slim.push_str(&id[name.len()..]);
            }
            ("d" | "x" | "y" | "width" | "height" | "viewBox" | "transform" | "stroke-width", _) => {
                push_shortened(&mut slim, value);
            }
            _ => slim.push_str(value),
        }
        slim.push('"');
    }
    slim
}

/// Default values, and namespaces that a page does not use.
fn is_redundant(name: &str, value: &str) -> bool {
    matches!((name, value), ("fill-rule", "nonzero") | ("x" | "y", "0") | ("xmlns:h5", _))
}

fn push_id<'a>(slim: &mut String, ids: &mut HashMap<&'a str, usize>, page: usize, id: &'a str) {
    let next = ids.len();
    let place = ids.entry(id).or_insert(next);
    // Writing to a String cannot fail.
    let _ = write!(slim, "p{page}-{place}");
}

/// Numbers with as many decimals as one can see, and all else as it is.
fn push_shortened(slim: &mut String, values: &str) {
    let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    for piece in values.as_bytes().chunk_by(|left, right| is_part(left) == is_part(right)) {
        let text = std::str::from_utf8(piece).unwrap_or_default();
        let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        match text.parse::<f64>() {
            Ok(number) if decimals > DECIMALS => {
                let rounded = format!("{number:.DECIMALS$}");
                slim.push_str(rounded.trim_end_matches('0').trim_end_matches('.'));
            }
            _ => slim.push_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_becomes_smaller_and_looks_the_same() {
        let whole = r##"<svg xmlns="a" xmlns:h5="b"><g clip-path="url(#cAB)"><use xlink:href="#g5F" x="0" y="1.23456" fill="#0b6158" fill-rule="nonzero"/><use xlink:href="#g77" x="-2.9996"/></g><defs><symbol id="g5F"><path fill-rule="nonzero" d="M 0 0v 10.913085938h-1.5Z "/></symbol></defs></svg>"##;
        let slimmed = r##"<svg xmlns="a"><g clip-path="url(#p2-0)"><use xlink:href="#p2-1" y="1.235" fill="#0b6158"/><use xlink:href="#p2-2" x="-3"/></g><defs><symbol id="p2-1"><path d="M 0 0v 10.913h-1.5Z "/></symbol></defs></svg>"##;
        assert_eq!(slim(whole, 2), slimmed);
        assert_eq!(slim("<svg/>", 0), "<svg/>");
    }

    #[test]
    fn images_inside_are_left_alone() {
        let image =
            r#"<image xlink:href="data:image/svg+xml;base64,PHN2Zz4xLjIzNDU2Nzg5" width="10.00001"/>"#;
        assert_eq!(slim(image, 0), image.replace("10.00001", "10"));
    }
}
