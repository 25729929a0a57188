//! `liksa figures check`: whether the file of a year can be taken, asked without a database.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use jiff::civil::date;
use liksa_rates::{Addition, Figure, StatutoryFigures, YearFile};

use super::say;

/// Prints what the file changes against the year before, or its faults.
pub fn check(file: &Path) -> anyhow::Result<ExitCode> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let (answer, is_good) = judged(&text)?;
    say(&answer)?;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is printed, and whether the file can be taken.
pub fn judged(text: &str) -> anyhow::Result<(String, bool)> {
    let year = match YearFile::read(text) {
        Ok(file) => file.year,
        Err(faults) => return Ok((faults.iter().map(|fault| format!("{fault}\n")).collect(), false)),
    };
    let law = StatutoryFigures::shipped();
    // A year that ships with the program is compared with the one before it too.
    let law = law.until(date(year, 1, 1).yesterday()?);
    let addition = Addition::Year { valid_from: date(year, 1, 1), file: text.to_owned() };
    let mut answer = match law.compared_year(date(year, 1, 1)) {
        Some(before) => format!("Figures of {year}, compared with {before}:\n"),
        None => format!("Figures of {year}, which are the first:\n"),
    };
    for one in law.difference(&addition)?.iter().filter(|one| one.changed) {
        let line = format!("  {}: {} -> {}\n", one.name, written(&one.before), written(&one.after));
        answer.push_str(&line);
    }
    Ok((answer, true))
}

fn written(figure: &Option<Figure>) -> String {
    let Some(figure) = figure else { return "-".to_owned() };
    let step = |step: &liksa_rates::Step| match step.from {
        Some(from) => format!("{} from {from}", step.value),
        None => step.value.clone(),
    };
    figure.steps.iter().map(step).collect::<Vec<_>>().join(", ")
}
