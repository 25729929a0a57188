//! Functions that several identifiers use: reading typed codes, check sums, grouping.

use std::fmt;

/// Longer than any identifier with its spaces; longer texts are refused unread.
const LONGEST_INPUT_BYTES: usize = 100;

/// Spaces in copied texts: plain, no-break and narrow no-break.
const SPACES: [char; 3] = [' ', '\u{a0}', '\u{202f}'];

/// Upper-cased and without spaces, if nothing but ASCII letters and digits is left.
pub(crate) fn compact(text: &str) -> Option<String> {
    if text.len() > LONGEST_INPUT_BYTES {
        return None;
    }
    text.chars()
        .filter(|character| !SPACES.contains(character))
        .map(|character| character.is_ascii_alphanumeric().then(|| character.to_ascii_uppercase()))
        .collect()
}

pub(crate) fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The digits of an ASCII text, most significant first; other characters are passed over.
pub(crate) fn digits(text: &str) -> impl DoubleEndedIterator<Item = u32> + '_ {
    text.chars().filter_map(|character| character.to_digit(10))
}

/// The remainder of ISO 7064 mod 97-10, where letters count as two-digit numbers from A = 10.
pub(crate) fn mod_97(text: &str) -> u32 {
    text.chars().filter_map(|character| character.to_digit(36)).fold(0, |remainder, value| {
        let shift = if value < 10 { 10 } else { 100 };
        (remainder * shift + value) % 97
    })
}

/// Writes groups of `size` with a space between them, the short group last.
pub(crate) fn write_groups(out: &mut fmt::Formatter<'_>, text: &str, size: usize) -> fmt::Result {
    write_with_spaces(out, text, |place| place.is_multiple_of(size))
}

/// Writes groups of `size` with a space between them, the short group first.
pub(crate) fn write_groups_from_right(out: &mut fmt::Formatter<'_>, text: &str, size: usize) -> fmt::Result {
    write_with_spaces(out, text, |place| (text.len() - place).is_multiple_of(size))
}

/// `text` is ASCII, so that places are bytes and characters alike.
fn write_with_spaces(
    out: &mut fmt::Formatter<'_>,
    text: &str,
    starts_group: impl Fn(usize) -> bool,
) -> fmt::Result {
    for (place, character) in text.char_indices() {
        if place > 0 && starts_group(place) {
            fmt::Write::write_char(out, ' ')?;
        }
        fmt::Write::write_char(out, character)?;
    }
    Ok(())
}
