use proptest::prelude::*;

use super::*;

/// A movement that was booked. `left` of a batch is what none of its payments has taken.
#[derive(Debug, Clone)]
struct Booked {
    id: String,
    batch: Option<String>,
    by_place: bool,
    file: usize,
    left: Money,
    divided: Money,
}

/// A line of a bank file.
#[derive(Debug, Clone)]
struct Line {
    id: String,
    batch: Option<String>,
    amount: Money,
    entry_sum: Option<Money>,
    by_place: bool,
}

/// What the program books, as its store does it.
#[derive(Default)]
struct World {
    booked: Vec<Booked>,
    bank: Money,
    remarks: Vec<BatchRemark>,
}

impl World {
    fn read(&mut self, file: usize, lines: &[Line]) {
        for line in lines {
            if self.booked.iter().all(|known| known.id != line.id) {
                self.book(file, line);
            }
        }
    }

    fn book(&mut self, file: usize, line: &Line) {
        let sum = |found: Vec<&Booked>| {
            (!found.is_empty()).then(|| Money::sum(found.iter().map(|part| part.left)).unwrap())
        };
        let parts = |batch: &str| -> Vec<&Booked> {
            self.booked.iter().filter(|known| known.batch.as_deref() == Some(batch)).collect()
        };
        let Some(batch) = &line.batch else {
            let verdict = judge_whole(line.amount, sum(parts(&line.id))).unwrap();
            let (left, divided) = match verdict {
                WholeVerdict::New => (line.amount, Money::ZERO),
                WholeVerdict::Rest(rest) => (rest, line.amount.minus(rest).unwrap()),
                WholeVerdict::Recognized | WholeVerdict::Refused(_) => (Money::ZERO, line.amount),
            };
            if let WholeVerdict::Refused(remark) = verdict {
                self.remarks.push(remark);
            }
            self.bank = self.bank.plus(left).unwrap();
            self.add(file, line, (left, divided));
            return;
        };
        let elsewhere: Vec<&Booked> = parts(batch).into_iter().filter(|part| part.file != file).collect();
        let known = KnownParts {
            sum: sum(parts(batch)),
            by_place: elsewhere.iter().any(|part| part.by_place),
            elsewhere: sum(elsewhere),
        };
        let whole = self.booked.iter().position(|known| known.id == *batch);
        let undivided = whole.map(|place| Undivided {
            left: self.booked[place].left,
            divided: self.booked[place].divided,
            untouched: true,
        });
        let part = BatchPart { amount: line.amount, entry_sum: line.entry_sum, by_place: line.by_place };
        match judge_part(part, undivided.as_ref(), &known).unwrap() {
            PartVerdict::New => self.bank = self.bank.plus(line.amount).unwrap(),
            PartVerdict::Divide => {
                let whole = &mut self.booked[whole.unwrap()];
                whole.left = whole.left.minus(line.amount).unwrap();
                whole.divided = whole.divided.plus(line.amount).unwrap();
            }
            PartVerdict::Known => return,
            PartVerdict::Refused(remark) => return self.remarks.push(remark),
        }
        self.add(file, line, (line.amount, Money::ZERO));
    }

    fn add(&mut self, file: usize, line: &Line, (left, divided): (Money, Money)) {
        let Line { id, batch, by_place, .. } = line.clone();
        self.booked.push(Booked { id, batch, by_place, file, left, divided });
    }
}

/// How a notification writes the payments of a batch.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Style {
    /// In one entry, each with an id of its own.
    Named,
    /// In one entry, without ids.
    ByPlace,
    /// Each as an entry of its own that names the batch.
    Single,
    /// In two notifications, each with an entry of its share.
    InTwo,
}

fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

fn statement(batches: &[(Vec<i64>, Style, bool)]) -> Vec<Line> {
    let line = |(place, (parts, ..)): (usize, &(Vec<i64>, Style, bool))| Line {
        id: format!("B{place}"),
        batch: None,
        amount: cents(parts.iter().sum()),
        entry_sum: None,
        by_place: false,
    };
    batches.iter().enumerate().map(line).collect()
}

/// The two notifications of all batches; the second has what the first leaves out.
fn notifications(batches: &[(Vec<i64>, Style, bool)]) -> [Vec<Line>; 2] {
    let mut files = [vec![], vec![]];
    for (place, (parts, style, _)) in batches.iter().enumerate() {
        let half = if *style == Style::InTwo { parts.len() / 2 } else { parts.len() };
        let (first, second) = parts.split_at(half);
        for (file, shares) in files.iter_mut().zip([first, second]) {
            let sum = cents(shares.iter().sum());
            for (number, amount) in shares.iter().enumerate() {
                let id = match style {
                    Style::ByPlace => format!("B{place}/{}", number + 1),
                    Style::InTwo if shares.len() == second.len() && half > 0 => {
                        format!("T{place}-{amount}-{number}-b")
                    }
                    _ => format!("T{place}-{amount}-{number}"),
                };
                file.push(Line {
                    id,
                    batch: Some(format!("B{place}")),
                    amount: cents(*amount),
                    entry_sum: (*style != Style::Single).then_some(sum),
                    by_place: *style == Style::ByPlace,
                });
            }
        }
    }
    files
}

fn style() -> impl Strategy<Value = Style> {
    prop_oneof![Just(Style::Named), Just(Style::ByPlace), Just(Style::Single), Just(Style::InTwo)]
}

proptest! {
    /// Statement and notifications in any order, each perhaps twice: the bank account has what the statement says,
    /// and every payment is there once.
    #[test]
    fn the_same_money_is_booked_once_in_any_order(
        batches in prop::collection::vec((prop::collection::vec(1i64..1_000_000, 1..5), style(), any::<bool>()), 1..5),
        order in Just(vec![0usize, 1, 2, 0, 1, 2]).prop_shuffle(),
    ) {
        // A batch that the bank takes back has negative amounts all through.
        let batches: Vec<_> = batches
            .into_iter()
            .map(|(parts, style, back)| (parts.iter().map(|part| if back { -part } else { *part }).collect(), style, back))
            .collect();
        let [first, second] = notifications(&batches);
        let files = [statement(&batches), first, second];
        let mut world = World::default();
        for (time, file) in order.iter().enumerate() {
            world.read(time, &files[*file]);
        }
        let all = cents(batches.iter().flat_map(|(parts, ..)| parts).sum());
        prop_assert_eq!(world.bank, all);
        prop_assert_eq!(&world.remarks, &vec![]);
        for (place, (parts, ..)) in batches.iter().enumerate() {
            let name = format!("B{place}");
            let mut booked: Vec<Money> =
                world.booked.iter().filter(|part| part.batch.as_ref() == Some(&name)).map(|part| part.left).collect();
            let mut expected: Vec<Money> = parts.iter().map(|amount| cents(*amount)).collect();
            booked.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(booked, expected);
            let whole = world.booked.iter().find(|known| known.id == name).unwrap();
            prop_assert!(whole.left.is_zero());
        }
    }

    /// Whatever the notification says, the account never has more than the statement.
    #[test]
    fn sums_that_differ_are_never_booked_twice(
        parts in prop::collection::vec(1i64..1_000_000, 1..5),
        stated in 1i64..4_000_000,
        style in style(),
        statement_first in any::<bool>(),
    ) {
        let differs = stated != parts.iter().sum::<i64>();
        let batches = [(parts.clone(), style, false)];
        let [first, second] = notifications(&batches);
        let whole = vec![Line { amount: cents(stated), ..statement(&batches).remove(0) }];
        let files = if statement_first { [whole, first, second] } else { [first, second, whole] };
        let mut world = World::default();
        for (time, file) in files.iter().enumerate() {
            world.read(time, file);
        }
        let most = if statement_first { stated } else { stated.max(parts.iter().sum()) };
        prop_assert!(world.bank <= cents(most));
        prop_assert!(world.bank >= cents(stated));
        let left: Money = world.booked.iter().find(|known| known.id == "B0").unwrap().left;
        prop_assert!(!differs || !world.remarks.is_empty() || !left.is_zero(), "a clerk sees it");
    }
}

fn part(amount: &str, entry_sum: Option<&str>) -> BatchPart {
    BatchPart { amount: money(amount), entry_sum: entry_sum.map(money), by_place: false }
}

#[test]
fn a_batch_that_a_clerk_decided_about_is_not_divided() {
    let decided = Undivided { left: money("1800"), divided: Money::ZERO, untouched: false };
    let verdict = judge_part(part("600", Some("1800")), Some(&decided), &KnownParts::default());
    assert_eq!(verdict, Ok(PartVerdict::Refused(BatchRemark::Decided)));
}

#[test]
fn payments_of_both_directions_may_make_one_batch() {
    let mut batch = Undivided { left: money("1000"), divided: Money::ZERO, untouched: true };
    for amount in ["1200", "-200"] {
        let verdict = judge_part(part(amount, Some("1000")), Some(&batch), &KnownParts::default());
        assert_eq!(verdict, Ok(PartVerdict::Divide), "{amount}");
        batch.left = batch.left.minus(money(amount)).unwrap();
        batch.divided = batch.divided.plus(money(amount)).unwrap();
    }
    assert!(batch.left.is_zero());
}

#[test]
fn the_same_division_by_other_ids_is_known() {
    let whole = Undivided { left: Money::ZERO, divided: money("1800"), untouched: true };
    let known = KnownParts { sum: Some(money("1800")), elsewhere: Some(money("1800")), by_place: false };
    for (by_place, undivided) in [(true, None), (true, Some(&whole)), (false, Some(&whole))] {
        let again = BatchPart { by_place, ..part("600", Some("1800")) };
        assert_eq!(judge_part(again, undivided, &known), Ok(PartVerdict::Known));
    }
    let more = judge_part(part("1", None), Some(&whole), &known);
    assert_eq!(more, Ok(PartVerdict::Refused(BatchRemark::SumDiffers)));
}
