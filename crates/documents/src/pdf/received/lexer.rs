//! The values of a PDF, as parts of its text: each is passed over, none is built.

pub struct Lexer<'a> {
    text: &'a [u8],
    pub at: usize,
    /// The furthest place that was looked at.
    pub seen: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a [u8], at: usize) -> Self {
        Self { text, at, seen: at }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// One value with all that is in it, however deep; None where there is none, or its end is missing.
    pub fn value(&mut self) -> Option<&'a [u8]> {
        let value = self.pass_value();
        self.seen = self.seen.max(self.at);
        value
    }

    fn pass_value(&mut self) -> Option<&'a [u8]> {
        self.at = skip_space_from(self.text, self.at);
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            self.at = skip_space_from(self.text, self.at);
            let rest = self.rest();
            match rest {
                [b'<', b'<', ..] => {
                    depth += 1;
                    self.at += 2;
                }
                [b'>', b'>', ..] => {
                    depth = depth.checked_sub(1)?;
                    self.at += 2;
                }
                [b'[', ..] => {
                    depth += 1;
                    self.at += 1;
                }
                [b']', ..] => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                [b'(', ..] => self.skip_string()?,
                [b'<', ..] => self.at += find(rest, b">")? + 1,
                [b'/', ..] => self.at += 1 + word_length(&rest[1..]),
                _ => match word_length(rest) {
                    0 => return None,
                    length => self.at += length,
                },
            }
            if depth == 0 {
                self.skip_rest_of_reference(start);
                return self.text.get(start..self.at);
            }
        }
    }

    /// Text in brackets, which may hold further pairs of them.
    fn skip_string(&mut self) -> Option<()> {
        let mut open = 0_usize;
        while let Some(byte) = self.text.get(self.at) {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'(' => open += 1,
                b')' => open = open.checked_sub(1)?,
                _ => {}
            }
            if open == 0 {
                return Some(());
            }
        }
        None
    }

    /// A reference is three words: `12 0 R`.
    fn skip_rest_of_reference(&mut self, start: usize) {
        if !self.text[start..self.at].iter().all(u8::is_ascii_digit) {
            return;
        }
        let generation = skip_space_from(self.text, self.at);
        let digits = self.text[generation..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let letter = skip_space_from(self.text, generation + digits);
        self.seen = letter;
        if digits > 0 && self.text.get(letter) == Some(&b'R') {
            self.at = letter + 1;
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// How many bytes from the beginning are neither spaces nor marks.
fn word_length(text: &[u8]) -> usize {
    let ends = |byte: &u8| is_space(*byte) || b"()<>[]{}/%".contains(byte);
    text.iter().position(ends).unwrap_or(text.len())
}

/// The first place from `at` on that is neither a space nor in a comment.
pub fn skip_space_from(text: &[u8], mut at: usize) -> usize {
    while let Some(byte) = text.get(at) {
        if *byte == b'%' {
            let line = text[at..].iter().position(|byte| matches!(byte, b'\r' | b'\n'));
            at = line.map_or(text.len(), |line| at + line);
        } else if is_space(*byte) {
            at += 1;
        } else {
            break;
        }
    }
    at.min(text.len())
}

pub fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|found| found == part)
}

/// What a dictionary has under a name.
pub fn entry<'a>(dictionary: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let mut lexer = Lexer::new(dictionary, dictionary.starts_with(b"<<").then_some(2)?);
    loop {
        let key = lexer.value()?.strip_prefix(b"/")?;
        let value = lexer.value()?;
        if key == name {
            return Some(value);
        }
    }
}

pub fn integer(value: &[u8]) -> Option<i64> {
    std::str::from_utf8(value).ok()?.parse().ok()
}

/// The number of the object that a value refers to.
pub fn reference(value: &[u8]) -> Option<u32> {
    let digits = word_length(value);
    let number = std::str::from_utf8(value.get(..digits)?).ok()?.parse().ok()?;
    value.ends_with(b"R").then_some(number)
}

/// All references of an array, or the one that the value itself is.
pub fn references(value: &[u8]) -> impl Iterator<Item = u32> + '_ {
    let mut lexer = Lexer::new(value, usize::from(value.starts_with(b"[")));
    std::iter::from_fn(move || lexer.value()).filter_map(reference)
}
