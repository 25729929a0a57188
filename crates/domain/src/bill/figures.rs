//! Figures and search text of a bill, stored so that lists need not read its rows.

use jiff::civil::Date;
use liksa_money::{Money, Rate};
use liksa_rates::StatutoryFigures;

use super::Bill;
use crate::customer::search::folded;
use crate::salary::{self, Summary, Worker};
use crate::settings::ProviderSettings;

/// Calculated at each save. What cannot be calculated is missing, never zero; sending the bill says why.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BillFigures {
    /// VAT-free. Use [`Self::totals`] where the bill may still be a draft.
    pub total: Money,
    pub total_with_vat: Money,
    /// A row of the draft cannot be calculated, so that there are no sums.
    pub no_totals: bool,
    /// The share of the VAT-free billing that is paid to the worker.
    pub salary_rate: Option<Rate>,
    /// Estimated salary by what is known at the save; the payroll run reports where it differs.
    pub estimate: Option<Money>,
}

impl BillFigures {
    /// The figures of a bill whose salary would be this worker's.
    pub fn of(
        law: &StatutoryFigures,
        bill: &Bill,
        worker: &Worker,
        settings: &ProviderSettings,
        payday: Date,
    ) -> Self {
        let summary = salary::from_bill(law, bill, worker, settings, payday).ok();
        Self::with_salary(law, bill, summary.as_ref(), payday)
    }

    /// The figures of a bill whose salary is known, or cannot be calculated. `today` dates the rows without a date.
    pub fn with_salary(law: &StatutoryFigures, bill: &Bill, summary: Option<&Summary>, today: Date) -> Self {
        let Ok(totals) = salary::totals(law, bill, today) else {
            return Self { no_totals: true, ..Self::default() };
        };
        Self {
            total: totals.net,
            total_with_vat: totals.gross,
            no_totals: false,
            salary_rate: summary.map(|summary| summary.salary_percent),
            estimate: summary.map(|summary| summary.salary),
        }
    }

    /// The sums without and with VAT, where they can be calculated.
    pub fn totals(&self) -> Option<(Money, Money)> {
        (!self.no_totals).then_some((self.total, self.total_with_vat))
    }
}

impl Bill {
    /// Search text of the bill: its texts, those of its rows, references and amounts in lower case. The customer's
    /// name, the number of the bill and its date are searched in their own columns.
    pub fn search_text(&self, figures: &BillFigures) -> String {
        let mut words = vec![self.customer_reference.clone(), self.specification.clone(), self.text.clone()];
        words.extend(self.rows.iter().map(|row| row.destination.clone()));
        words.extend(self.rows.iter().filter_map(|row| row.total().ok()).map(Money::plain));
        let totals = figures.totals().map(|(net, gross)| [net, gross].map(Money::plain));
        words.extend(totals.into_iter().flatten());
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
    use jiff::civil::date;
    use liksa_rates::Age;

    use super::*;
    use crate::bill::{Allowances, Pricing, Row};
    use crate::calculator::Input;

    const TODAY: Date = date(2026, 11, 16);

    fn figures_of(row: Row, payday: Date) -> BillFigures {
        let bill = Bill { rows: vec![row], ..Bill::draft(Rate::ZERO) };
        let worker = Worker { age: Age::Years(35), ..Input::default().worker() };
        BillFigures::of(StatutoryFigures::shipped(), &bill, &worker, &ProviderSettings::default(), payday)
    }

    fn row(price: Money) -> Row {
        Row { pricing: Pricing::Contract { price: Some(price) }, ..Row::empty(TODAY, Rate::ZERO) }
    }

    #[test]
    fn what_cannot_be_calculated_is_missing_and_not_zero() {
        let known = figures_of(row(Money::euros(100)), TODAY);
        assert!(known.estimate.is_some_and(Money::is_positive) && known.salary_rate.is_some());
        assert_eq!(known.totals(), Some((Money::euros(100), Money::euros(100))));

        // More is claimed than billed: there is a sum, and no salary.
        let days = Allowances { full_days: 9, ..Allowances::default() };
        let too_little = figures_of(Row { allowances: days, ..row(Money::euros(100)) }, TODAY);
        assert_eq!(too_little.totals(), Some((Money::euros(100), Money::euros(100))));
        assert_eq!((too_little.estimate, too_little.salary_rate), (None, None));

        // The figures of the payday's year are not known.
        let later = figures_of(row(Money::euros(100)), date(2099, 1, 20));
        assert_eq!((later.estimate, later.salary_rate), (None, None));

        // A trip of a year without figures has no sum either, nor is 0.00 found by a search.
        let old = Row { allowances: days, ..Row::empty(date(1999, 1, 1), Rate::ZERO) };
        let unknown = figures_of(old.clone(), TODAY);
        assert_eq!((unknown.totals(), unknown.estimate), (None, None));
        let bill = Bill {
            rows: vec![Row { pricing: Pricing::Contract { price: Some(Money::euros(7)) }, ..old }],
            ..Bill::draft(Rate::ZERO)
        };
        assert!(!bill.search_text(&unknown).contains("0.00\n0.00"));
    }

    #[test]
    fn the_text_of_a_bill_is_searched() {
        let bill = Bill { text: "Kiitos YHTEISTYÖSTÄ".into(), ..Bill::draft(Rate::ZERO) };
        assert!(bill.search_text(&BillFigures::default()).contains("kiitos yhteistyöstä"));
    }

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
