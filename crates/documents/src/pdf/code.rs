//! Bank barcode and QR code as drawings.
//!
//! Each is drawn as one path of rectangles, which prints as sharp as the printer can.

use std::fmt::Write;

use barcoders::sym::code128::Code128;
use fast_qr::{ECL, QRBuilder};
use liksa_finland::BankBarcode;

use super::PdfError;

/// Marks character set C, pairs of digits, as the banks' readers expect.
const CHARACTER_SET_C: char = '\u{106}';

/// Code 128 C of the 54 digits.
pub(super) fn bars(barcode: &BankBarcode) -> Result<String, PdfError> {
    let code = Code128::new(format!("{CHARACTER_SET_C}{}", barcode.digits()))
        .map_err(|error| PdfError::Code(error.to_string()))?;
    let modules: Vec<bool> = code.encode().iter().map(|module| *module == 1).collect();
    Ok(drawing(modules.len(), 1, &modules))
}

/// The QR code of a payment. Its level of correction is the one that the banks have agreed on.
pub(super) fn qr(text: &str) -> Result<String, PdfError> {
    let (width, modules) = qr_modules(text)?;
    Ok(drawing(width, width, &modules))
}

/// The width of the code, and which of its modules are dark.
fn qr_modules(text: &str) -> Result<(usize, Vec<bool>), PdfError> {
    let code = QRBuilder::new(text).ecl(ECL::M).build().map_err(|error| PdfError::Code(error.to_string()))?;
    let modules = code.data.iter().take(code.size * code.size).map(|module| module.value()).collect();
    Ok((code.size, modules))
}

/// An SVG that fills whatever it is drawn into.
fn drawing(width: usize, height: usize, modules: &[bool]) -> String {
    let mut path = String::new();
    for [x, y, wide, high] in rectangles(width, modules) {
        // Writing to a String cannot fail.
        let _ = write!(path, "M{x} {y}h{wide}v{high}h-{wide}z");
    }
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" preserveAspectRatio="none""#;
    format!(r#"{svg} viewBox="0 0 {width} {height}"><path d="{path}"/></svg>"#)
}

/// The dark modules as few rectangles, since each costs time in every program that reads the file: the runs
/// of a row, joined with equal runs right above them.
fn rectangles(width: usize, modules: &[bool]) -> Vec<[usize; 4]> {
    let mut done: Vec<[usize; 4]> = Vec::new();
    let mut growing: Vec<[usize; 4]> = Vec::new();
    for (y, row) in modules.chunks(width).enumerate() {
        let mut next = Vec::new();
        let mut x = 0;
        for run in row.chunk_by(|left, right| left == right) {
            if run[0] {
                let above = growing.iter().position(|above| above[0] == x && above[2] == run.len());
                let [_, top, _, high] = above.map_or([x, y, 0, 0], |place| growing.swap_remove(place));
                next.push([x, top, run.len(), high + 1]);
            }
            x += run.len();
        }
        done.append(&mut growing);
        growing = next;
    }
    done.append(&mut growing);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_that_touch_are_one_rectangle() {
        let [dark, light] = [true, false];
        let modules = [dark, dark, light, dark, dark, dark, light, light, light, dark, dark, dark];
        assert_eq!(rectangles(4, &modules), [[3, 0, 1, 1], [0, 0, 2, 2], [1, 2, 3, 1]]);
        let svg = drawing(4, 3, &modules);
        assert!(svg.contains(r#"viewBox="0 0 4 3"><path d="M3 0h1v1h-1zM0 0h2v2h-2z"#), "{svg}");
    }

    #[test]
    fn a_qr_code_is_covered_exactly() {
        let (width, modules) = qr_modules("BCD\n002\n1\nSCT").unwrap();
        let mut drawn = vec![0; modules.len()];
        for [x, y, wide, high] in rectangles(width, &modules) {
            for row in y..y + high {
                drawn[row * width + x..row * width + x + wide].iter_mut().for_each(|times| *times += 1);
            }
        }
        assert!(modules.iter().zip(&drawn).all(|(dark, times)| *times == i32::from(*dark)));
    }
}
