//! The ledger for other accounting programs, piece by piece as it is read.
//!
//! - **CSV**, which every Finnish program (Procountor, Netvisor, Fennoa, Excel) imports by naming its columns:
//!   semicolons, decimal commas, UTF-8 with its mark.
//! - **SIE 4**, because it is the one journal format of the Nordic countries that is openly specified and means
//!   the same everywhere. Finland has no such standard of its own, and SAF-T is not in use here.

use std::borrow::Cow;

use jiff::civil::Date;
use liksa_domain::dates::format_date;
use liksa_domain::ledger::Account;
use liksa_domain::person::Language;
use liksa_domain::printable::is_invisible;
use liksa_money::Money;

/// A line of the ledger with its person and bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookedLine {
    /// The number of the entry.
    pub entry: i64,
    pub date: Date,
    /// The day of the event, where its books were closed before it was booked.
    pub happened_on: Option<Date>,
    /// Such as SALARY.
    pub kind: String,
    pub account: Account,
    /// Debit positive, credit negative.
    pub amount: Money,
    pub person: String,
    pub bill: Option<i64>,
}

const BYTE_ORDER_MARK: &str = "\u{feff}";

const COLUMNS: [&str; 10] = [
    "Tosite",
    "Päivä",
    "Laji",
    "Tili",
    "Tilin nimi",
    "Debet",
    "Kredit",
    "Henkilö",
    "Lasku",
    "Tapahtumapäivä",
];

/// Begins with the mark by which Excel knows UTF-8.
pub fn csv_head() -> Result<Vec<u8>, csv::Error> {
    let mut text = BYTE_ORDER_MARK.as_bytes().to_vec();
    let mut writer = csv_writer(&mut text);
    writer.write_record(COLUMNS)?;
    writer.flush()?;
    drop(writer);
    Ok(text)
}

pub fn csv_lines(lines: &[BookedLine]) -> Result<Vec<u8>, csv::Error> {
    let mut text = vec![];
    let mut writer = csv_writer(&mut text);
    for line in lines {
        let amount = line.amount.plain().trim_start_matches('-').replace('.', ",");
        let (debit, credit) = if line.amount.is_negative() { ("", &*amount) } else { (&*amount, "") };
        writer.write_record([
            &*line.entry.to_string(),
            &format_date(line.date),
            &line.kind,
            &line.account.number().to_string(),
            line.account.name(Language::Finnish),
            debit,
            credit,
            &no_formula(&line.person),
            &line.bill.map(|number| number.to_string()).unwrap_or_default(),
            &line.happened_on.map(format_date).unwrap_or_default(),
        ])?;
    }
    writer.flush()?;
    drop(writer);
    Ok(text)
}

fn csv_writer(text: &mut Vec<u8>) -> csv::Writer<&mut Vec<u8>> {
    csv::WriterBuilder::new().delimiter(b';').terminator(csv::Terminator::CRLF).from_writer(text)
}

/// Signs by which a spreadsheet knows a formula, also as wide letters.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// An apostrophe prevents spreadsheets from reading a name as a formula, also where they skip what cannot be seen before
/// it.
fn no_formula(text: &str) -> Cow<'_, str> {
    let seen = text.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c));
    let begins_odd = text.starts_with(['\t', '\r', '\n']) || seen.starts_with(FORMULA);
    if begins_odd { format!("'{text}").into() } else { text.into() }
}

/// A SIE 4 file being written. Entries may be split between pieces.
pub struct Sie {
    open: Option<i64>,
}

impl Sie {
    /// Returns the writer, and the beginning of the file.
    pub fn begin(company: &str, made: Date) -> (Self, Vec<u8>) {
        let mut text = String::from("#FLAGGA 0\r\n#PROGRAM \"Liksa\" 1\r\n#FORMAT PC8\r\n");
        text.push_str(&format!("#GEN {}\r\n#SIETYP 4\r\n", sie_day(made)));
        text.push_str(&format!("#FNAMN {}\r\n#VALUTA EUR\r\n", sie_text(company)));
        for account in Account::ALL {
            let name = sie_text(account.name(Language::Finnish));
            text.push_str(&format!("#KONTO {} {name}\r\n", account.number()));
        }
        (Self { open: None }, pc8(&text))
    }

    /// Lines in the order of their entries.
    pub fn lines(&mut self, lines: &[BookedLine]) -> Vec<u8> {
        let mut text = String::new();
        for line in lines {
            if self.open != Some(line.entry) {
                text.push_str(self.close());
                let day = sie_day(line.date);
                text.push_str(&format!("#VER L {} {day} {}\r\n{{\r\n", line.entry, sie_text(&line.kind)));
                self.open = Some(line.entry);
            }
            let bill = line.bill.map(|number| number.to_string()).unwrap_or_default();
            let about = [line.person.as_str(), &bill].join(" ");
            let (account, day) = (line.account.number(), sie_day(line.happened_on.unwrap_or(line.date)));
            let (amount, about) = (line.amount.plain(), sie_text(about.trim()));
            text.push_str(&format!("#TRANS {account} {{}} {amount} {day} {about}\r\n"));
        }
        pc8(&text)
    }

    pub fn end(mut self) -> Vec<u8> {
        pc8(self.close())
    }

    fn close(&mut self) -> &'static str {
        if self.open.take().is_some() { "}\r\n" } else { "" }
    }
}

fn sie_day(date: Date) -> String {
    format!("{:04}{:02}{:02}", date.year(), date.month(), date.day())
}

/// In quotes, with quotes and backslashes escaped.
fn sie_text(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The format is older than Unicode and uses IBM's code page 437. Letters that it lacks become question marks.
fn pc8(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| match letter {
            ' '..='~' | '\r' | '\n' => u8::try_from(letter).unwrap_or(b'?'),
            'ä' => 0x84,
            'å' => 0x86,
            'ö' => 0x94,
            'Ä' => 0x8e,
            'Å' => 0x8f,
            'Ö' => 0x99,
            'é' => 0x82,
            'É' => 0x90,
            'ü' => 0x81,
            'Ü' => 0x9a,
            _ => b'?',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn line(entry: i64, account: Account, amount: &str, person: &str) -> BookedLine {
        BookedLine {
            entry,
            date: date(2026, 11, 20),
            happened_on: None,
            kind: "SALARY".into(),
            account,
            amount: amount.parse().unwrap(),
            person: person.into(),
            bill: Some(1001),
        }
    }

    #[test]
    fn a_spreadsheet_reads_every_column() {
        let lines = [
            line(7, Account::Bank, "1234.50", "Maija; \"M\" Meikäläinen"),
            line(7, Account::Refundable, "-1234.50", "=1+1"),
        ];
        let text = String::from_utf8(csv_lines(&lines).unwrap()).unwrap();
        assert_eq!(
            text,
            "7;20.11.2026;SALARY;1910;Pankkitili;1234,50;;\"Maija; \"\"M\"\" Meikäläinen\";1001;\r\n\
             7;20.11.2026;SALARY;2871;Palautettavat maksut;;1234,50;'=1+1;1001;\r\n"
        );
        assert_eq!(
            String::from_utf8(csv_head().unwrap()).unwrap(),
            "\u{feff}Tosite;Päivä;Laji;Tili;Tilin nimi;Debet;Kredit;Henkilö;Lasku;Tapahtumapäivä\r\n"
        );
    }

    #[test]
    fn an_event_of_closed_books_is_told_with_both_days() {
        let late =
            BookedLine { happened_on: Some(date(2026, 10, 5)), ..line(7, Account::Bank, "10.00", "Maija") };
        let csv = String::from_utf8(csv_lines(std::slice::from_ref(&late)).unwrap()).unwrap();
        assert_eq!(csv, "7;20.11.2026;SALARY;1910;Pankkitili;10,00;;Maija;1001;05.10.2026\r\n");
        let (mut sie, _) = Sie::begin("Liksa Oy", date(2026, 11, 21));
        let expected =
            b"#VER L 7 20261120 \"SALARY\"\r\n{\r\n#TRANS 1910 {} 10.00 20261005 \"Maija 1001\"\r\n";
        assert_eq!(sie.lines(&[late]), expected);
    }

    #[test]
    fn an_entry_is_whole_however_it_is_cut() {
        let lines = [
            line(1, Account::Bank, "1", "Åke"),
            line(1, Account::Refundable, "-1", "a\"b"),
            line(2, Account::Bank, "2", ""),
            line(2, Account::Refundable, "-2", ""),
        ];
        let (mut whole, head) = Sie::begin("Liksa Oy", date(2026, 11, 21));
        let mut at_once = whole.lines(&lines);
        at_once.extend(whole.end());
        let (mut cut, _) = Sie::begin("Liksa Oy", date(2026, 11, 21));
        let mut in_pieces: Vec<u8> =
            lines.iter().flat_map(|line| cut.lines(std::slice::from_ref(line))).collect();
        in_pieces.extend(cut.end());
        assert_eq!(in_pieces, at_once);
        assert!(head.starts_with(b"#FLAGGA 0\r\n"));
        let expected =
            b"#VER L 1 20261120 \"SALARY\"\r\n{\r\n#TRANS 1910 {} 1.00 20261120 \"\x8fke 1001\"\r\n\
            #TRANS 2871 {} -1.00 20261120 \"a\\\"b 1001\"\r\n}\r\n#VER L 2 20261120";
        assert_eq!(&at_once[..expected.len()], expected);
        assert!(at_once.ends_with(b"}\r\n"));
    }
}
