//! The digits of a bank barcode within a text.

use liksa_finland::BankBarcode;

const LENGTH: usize = 54;

/// Every 54 digits that are a valid barcode, together or in groups on one line, with nothing of a number beside them.
pub(super) fn barcodes_in(text: &str) -> Vec<String> {
    text.lines().flat_map(barcodes_on).collect()
}

fn barcodes_on(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    (0..words.len()).filter_map(|start| barcode_from(&words[start..])).collect()
}

fn barcode_from(words: &[&str]) -> Option<String> {
    let mut digits = String::new();
    for word in words {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || digits.len() + word.len() > LENGTH {
            return None;
        }
        digits.push_str(word);
        if digits.len() == LENGTH {
            return digits.parse::<BankBarcode>().is_ok().then_some(digits);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARCODE: &str = "458101710000001220004829900000000559582243294671120131";

    #[test]
    fn a_barcode_in_clear_is_found_together_and_in_groups() {
        let groups: Vec<String> =
            BARCODE.as_bytes().chunks(5).map(|part| String::from_utf8(part.to_vec()).unwrap()).collect();
        let spaced = groups.join(" ");
        for text in [
            BARCODE.to_owned(),
            format!("Virtuaaliviivakoodi {BARCODE} Eräpäivä 31.1.2012"),
            format!("Lasku 7\n12 {spaced} EUR\n"),
        ] {
            assert_eq!(barcodes_in(&text), [BARCODE], "{text}");
        }
    }

    #[test]
    fn other_numbers_are_none() {
        let wrong = BARCODE.replace("581017", "581018");
        let longer = format!("{BARCODE}1");
        let in_two_lines = format!("{}\n{}", &BARCODE[..30], &BARCODE[30..]);
        for text in [&wrong, &longer, &in_two_lines, "", "FI79 4405 2020 0360 82"] {
            assert_eq!(barcodes_in(text), [""; 0], "{text}");
        }
    }
}
