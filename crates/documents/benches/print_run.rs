//! Processor time of an invoice and memory of a print batch. See `bench/README.md`.
//!
//! Divan measures time that passes; a server cares for the processor, on all its cores together.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first fault")]
#![expect(clippy::print_stdout, reason = "the figures are its purpose")]

#[path = "../tests/main/samples/bills.rs"]
mod samples;

use std::time::Instant;
use std::{fmt, fs, io};

use jiff::Timestamp;
use liksa_documents::invoice::Invoice;
use liksa_documents::pdf::{Made, PrintBatch, Sides, Typesetter};
use liksa_domain::bill::BillLanguage;

/// As the server has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const WARM_UP: u64 = 20;
const ROUNDS: u64 = 5;
const MEASURED: u64 = 100;
const BATCH: u64 = 1_000;
const MOST_MEGABYTES: u64 = 200;
/// Prints invoices a round at a time, one for each line that comes in: so that another program can take turns with it.
const IN_TURN: &str = "--in-turn";

fn main() {
    let typesetter = Typesetter::new().unwrap();
    let made = Made::at(Timestamp::UNIX_EPOCH);
    let print = |invoice: &Invoice| drop(typesetter.print(invoice, &made).unwrap());
    let draw = |invoice: &Invoice| drop(typesetter.draw(invoice).unwrap());
    if std::env::args().any(|argument| argument == IN_TURN) {
        for (round, _) in (0..).zip(io::stdin().lines()) {
            warm_up(print);
            println!("{}", measure(round, print));
        }
    } else {
        println!("invoice of 10 rows: {}", best(print));
        println!("the same as pictures: {}", best(draw));
        print_batch(&typesetter, &made);
    }
}

/// Of one document.
struct Figures {
    time: u128,
    processor: u64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} µs, {} µs of processor", self.time, self.processor)
    }
}

/// The best of several rounds: whatever else the machine does only ever takes time away.
fn best(make: impl Fn(&Invoice)) -> Figures {
    warm_up(&make);
    let rounds: Vec<Figures> = (0..ROUNDS).map(|round| measure(round, &make)).collect();
    Figures {
        time: rounds.iter().map(|figures| figures.time).min().unwrap(),
        processor: rounds.iter().map(|figures| figures.processor).min().unwrap(),
    }
}

fn warm_up(make: impl Fn(&Invoice)) {
    (0..WARM_UP).map(invoice).for_each(|invoice| make(&invoice));
}

fn measure(round: u64, make: impl Fn(&Invoice)) -> Figures {
    let first = WARM_UP + round * MEASURED;
    let invoices: Vec<Invoice> = (first..first + MEASURED).map(invoice).collect();
    let (cpu, start) = (cpu_ms(), Instant::now());
    invoices.iter().for_each(&make);
    Figures {
        time: start.elapsed().as_micros() / u128::from(MEASURED),
        processor: (cpu_ms() - cpu) * 1_000 / MEASURED,
    }
}

fn print_batch(typesetter: &Typesetter, made: &Made) {
    let path = std::env::temp_dir().join(format!("liksa-batch-{}.pdf", std::process::id()));
    let mut batch = PrintBatch::new(fs::File::create(&path).unwrap(), Sides::Both).unwrap();
    for number in 0..BATCH {
        batch.add(&typesetter.print(&invoice(number), made).unwrap()).unwrap();
    }
    batch.finish().unwrap();
    let size = fs::metadata(&path).unwrap().len();
    fs::remove_file(&path).unwrap();
    let megabytes = peak_kilobytes() / 1_024;
    println!("batch of {BATCH}: {megabytes} MB of memory at most, a file of {} MB", size / 1_048_576);
    assert!(megabytes <= MOST_MEGABYTES, "a batch may take {MOST_MEGABYTES} MB");
}

/// Every one for another customer, as a server prints them.
fn invoice(number: u64) -> Invoice {
    let mut invoice = samples::invoice(&samples::bill(10, BillLanguage::Finnish), Some(10_000 + number));
    invoice.customer.name = format!("Asiakas {number} Oy");
    for line in &mut invoice.lines {
        line.description = format!("{} {number}", line.description);
    }
    invoice
}

/// Processor time of all threads since the start. Linux counts it in hundredths of a second.
fn cpu_ms() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    [fields[11], fields[12]].iter().map(|ticks| ticks.parse::<u64>().unwrap() * 10).sum()
}

fn peak_kilobytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches("kB").trim().parse().unwrap()
}
