//! How long a PDF takes. See `bench/README.md` for how to run and read it.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first fault")]

#[path = "../tests/main/samples/bills.rs"]
mod samples;

use std::hint::black_box;

use divan::Bencher;
use jiff::Timestamp;
use liksa_documents::pdf::{Made, Typesetter};
use liksa_domain::bill::BillLanguage;

fn main() {
    divan::main();
}

/// Each invoice has another customer and number, as on a server: common parts may come from a cache, whole documents
/// may not.
#[divan::bench(args = [1, 10, 80])]
fn invoice_with_rows(bencher: Bencher<'_, '_>, rows: usize) {
    let typesetter = Typesetter::new().unwrap();
    let bill = samples::bill(rows, BillLanguage::Finnish);
    let made = Made::at(Timestamp::UNIX_EPOCH);
    let mut number = 10_000;
    bencher
        .with_inputs(|| {
            number += 1;
            let mut invoice = samples::invoice(&bill, Some(number));
            invoice.customer.name = format!("Asiakas {number} Oy");
            for line in &mut invoice.lines {
                line.description = format!("{} {number}", line.description);
            }
            invoice
        })
        .bench_local_values(|invoice| typesetter.print(black_box(&invoice), &made).unwrap());
}
