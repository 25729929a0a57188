//! Figures and search text of a bill, stored so that lists need not read its rows.

use jiff::civil::Date;
use liksa_money::{Money, Rate};

use super::Bill;
use crate::customer::search::folded;
use crate::salary::{self, Worker};
use crate::settings::ProviderSettings;

/// Calculated at each save.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BillFigures {
    /// VAT-free.
    pub total: Money,
    pub total_with_vat: Money,
    /// The share of the VAT-free billing that is paid to the worker.
    pub salary_rate: Rate,
    /// Estimated salary by what is known at the save; the payroll run reports where it differs.
    pub estimate: Money,
}

impl BillFigures {
    /// The figures of a draft. Those that cannot be calculated yet are zero; sending the bill says why.
    pub fn of(bill: &Bill, worker: &Worker, settings: &ProviderSettings, today: Date) -> Self {
        let Ok(totals) = salary::totals(bill, today) else { return Self::default() };
        let summary = salary::from_bill(bill, worker, settings, today).ok();
        let (salary_rate, estimate) =
            summary.map(|summary| (summary.salary_percent, summary.salary)).unwrap_or_default();
        Self { total: totals.net, total_with_vat: totals.gross, salary_rate, estimate }
    }
}

impl Bill {
    /// Search text of the bill: row texts, references and amounts in lower case. The customer's name and the
    /// number of the bill are searched in their own columns.
    pub fn search_text(&self, figures: &BillFigures) -> String {
        let mut words = vec![self.customer_reference.clone(), self.specification.clone()];
        words.extend(self.rows.iter().map(|row| row.destination.clone()));
        words.extend(self.rows.iter().filter_map(|row| row.total().ok()).map(Money::plain));
        words.extend([figures.total, figures.total_with_vat].map(Money::plain));
        folded(&words.join("\n"))
    }
}

/// The words of a search, folded like what they are sought in. "1 255,00 €" is the amount 1255.00.
pub fn search_words(text: &str) -> Vec<String> {
    let text = folded(text).replace(['\u{a0}', '€'], " ");
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
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
