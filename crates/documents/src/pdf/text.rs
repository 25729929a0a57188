//! Numbers and times in the language of the document. Days are the same in both: 15.11.2026, as on screens.

use jiff::civil::{Date, DateTime, Time};
use liksa_domain::bill::BillLanguage;
use liksa_domain::dates::format_date;
use liksa_money::{Money, Quantity, Rate};

/// "05.03.2026–07.03.2026"
pub(crate) fn period(from: Date, until: Date) -> String {
    format!("{}–{}", format_date(from), format_date(until))
}

const NO_BREAK_SPACE: char = '\u{a0}';
const MINUS_SIGN: char = '\u{2212}';
const FINNISH_MONTHS: &str = "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu";

/// How a language writes numbers, times and months.
#[derive(Debug, Clone, Copy)]
pub struct Writer(BillLanguage);

impl Writer {
    pub fn new(language: BillLanguage) -> Self {
        Self(language)
    }

    /// The code of the language, by which templates find their words.
    pub(crate) fn code(self) -> &'static str {
        self.either("fi", "en")
    }

    pub(crate) fn either<T>(self, finnish: T, english: T) -> T {
        self.0.either(finnish, english)
    }

    /// "05.03.2026 klo 9.30", "05.03.2026 09:30"
    pub fn date_time(self, moment: DateTime) -> String {
        let (date, time) = (format_date(moment.date()), self.time(moment.time()));
        self.either(format!("{date} klo\u{a0}{time}"), format!("{date}\u{a0}{time}"))
    }

    pub(crate) fn time(self, time: Time) -> String {
        let (hour, minute) = (time.hour(), time.minute());
        self.either(format!("{hour}.{minute:02}"), format!("{hour:02}:{minute:02}"))
    }

    /// "marraskuu 2026", "November 2026"
    pub(crate) fn month(self, date: Date) -> String {
        let name =
            usize::try_from(date.month() - 1).ok().and_then(|place| FINNISH_MONTHS.split(' ').nth(place));
        match self.0 {
            BillLanguage::Finnish => format!("{} {}", name.unwrap_or_default(), date.year()),
            BillLanguage::English => date.strftime("%B %Y").to_string(),
        }
    }

    /// An amount in a column that says elsewhere that these are euros: "−1 234,50", "−1,234.50".
    pub(crate) fn amount(self, amount: Money) -> String {
        self.number(&amount)
    }

    /// "−1 234,50 €", "−€1,234.50"
    pub fn euros(self, amount: Money) -> String {
        let number = self.number(&amount);
        match (self.0, number.strip_prefix(MINUS_SIGN)) {
            (BillLanguage::Finnish, _) => format!("{number}{NO_BREAK_SPACE}€"),
            (BillLanguage::English, Some(positive)) => format!("{MINUS_SIGN}€{positive}"),
            (BillLanguage::English, None) => format!("€{number}"),
        }
    }

    /// A sum within a sentence, where whole euros have no cents: "500 €", "€312.50"
    pub fn short_euros(self, amount: Money) -> String {
        self.euros(amount).replace(self.either(",00", ".00"), "")
    }

    pub(crate) fn quantity(self, quantity: Quantity) -> String {
        self.number(&quantity)
    }

    /// "25,5 %", "25.5%"
    pub fn percent(self, rate: Rate) -> String {
        let number = self.number(&rate);
        self.either(format!("{number}\u{a0}%"), format!("{number}%"))
    }

    /// The number without its unit. `liksa-money` writes for Finnish readers; English has other separators.
    fn number(self, value: &impl ToString) -> String {
        let finnish = value.to_string();
        let number = finnish.trim_end_matches(['€', '%', NO_BREAK_SPACE]);
        let in_english = |character: char| match character {
            NO_BREAK_SPACE => ',',
            ',' => '.',
            other => other,
        };
        match self.0 {
            BillLanguage::Finnish => number.to_owned(),
            BillLanguage::English => number.chars().map(in_english).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    const FINNISH: Writer = Writer(BillLanguage::Finnish);
    const ENGLISH: Writer = Writer(BillLanguage::English);

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[test]
    fn each_language_has_its_own_separators() {
        let amount = money("-1234567.5");
        assert_eq!(FINNISH.euros(amount), "−1\u{a0}234\u{a0}567,50\u{a0}€");
        assert_eq!(ENGLISH.euros(amount), "−€1,234,567.50");
        assert_eq!(ENGLISH.amount(money("12.3456")), "12.3456");
        assert_eq!(
            (FINNISH.short_euros(money("9500")), ENGLISH.short_euros(money("9500"))),
            ("9\u{a0}500\u{a0}€".to_owned(), "€9,500".to_owned())
        );
        assert_eq!(ENGLISH.short_euros(money("0.55")), "€0.55");
        assert_eq!(FINNISH.percent(Rate::from_millionths(255_000)), "25,5\u{a0}%");
        assert_eq!(ENGLISH.percent(Rate::from_millionths(255_000)), "25.5%");
        assert_eq!(FINNISH.quantity(Quantity::from_parts(75_000)), "7,5");
    }

    #[test]
    fn days_are_the_same_in_both_languages() {
        assert_eq!(
            (FINNISH.month(date(2026, 1, 5)), ENGLISH.month(date(2026, 12, 5))),
            ("tammikuu 2026".to_owned(), "December 2026".to_owned())
        );
        assert_eq!(period(date(2026, 3, 5), date(2026, 3, 7)), "05.03.2026–07.03.2026");
        let moment = date(2026, 3, 5).at(9, 5, 0, 0);
        assert_eq!(FINNISH.date_time(moment), "05.03.2026 klo\u{a0}9.05");
        assert_eq!(ENGLISH.date_time(moment), "05.03.2026\u{a0}09:05");
    }

    proptest! {
        #[test]
        fn finnish_amounts_are_written_as_everywhere_else(units in any::<i64>()) {
            let amount = Money::from_units(units);
            prop_assert_eq!(FINNISH.euros(amount), amount.to_string());
        }
    }
}
