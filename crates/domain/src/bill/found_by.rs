//! What a bill is found by when somebody searches.

use liksa_money::Money;

use super::{Bill, BillFigures};

impl Bill {
    /// Row texts, references and amounts, folded so that case does not matter. The customer's name and the
    /// number are kept where they are.
    pub fn found_by(&self, figures: &BillFigures) -> String {
        let mut words = vec![self.customer_reference.clone(), self.specification.clone()];
        words.extend(self.rows.iter().map(|row| row.destination.clone()));
        words.extend(self.rows.iter().filter_map(|row| row.total().ok()).map(amount));
        words.extend([figures.total, figures.total_with_vat].map(amount));
        fold(&words.join("\n"))
    }
}

/// The words of a search, folded like what they are sought in. "1 255,00 €" is the amount 1255.00.
pub fn search_words(text: &str) -> Vec<String> {
    let folded = fold(text).replace(['\u{a0}', '€'], " ");
    let mut words: Vec<String> = Vec::new();
    for word in folded.split_whitespace() {
        // Thousands are written apart: three digits after digits belong to them.
        let continues = word.len() >= 3 && word.bytes().take(3).all(|byte| byte.is_ascii_digit());
        match words.last_mut() {
            Some(last) if continues && last.len() <= 3 && last.bytes().all(|byte| byte.is_ascii_digit()) => {
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words.iter_mut().for_each(|word| *word = with_decimal_point(word));
    words
}

/// Lower case, so that both sides of a comparison are alike on every database.
pub fn fold(text: &str) -> String {
    text.to_lowercase()
}

fn amount(amount: Money) -> String {
    amount.plain()
}

/// "1255,00" is 1255.00; a comma elsewhere is a comma.
fn with_decimal_point(word: &str) -> String {
    match word.split_once(',') {
        Some((whole, decimals)) if all_digits(whole) && all_digits(decimals) => format!("{whole}.{decimals}"),
        _ => word.to_owned(),
    }
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_found_however_it_is_written() {
        for written in ["1255,00", "1255.00", "1 255,00 €", "1\u{a0}255,00\u{a0}€"] {
            assert_eq!(search_words(written), ["1255.00"], "{written}");
        }
        assert_eq!(search_words("Ensi-ilta 12 Turku"), ["ensi-ilta", "12", "turku"]);
        assert_eq!(search_words("ÄÄNI, valo"), ["ääni,", "valo"]);
        assert_eq!(search_words(" "), Vec::<String>::new());
    }
}
