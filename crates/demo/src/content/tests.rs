use jiff::civil::date;
use jiff::{Timestamp, ToSpan};
use liksa_domain::bill::life::Move;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::problem::ErrorKey;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::validation::{Sending, sending_problems};

use super::*;
use crate::history::bill::BillEvent;

/// Dates are relative to today: problems are most likely around the turn of a month and after holidays.
#[test]
fn bills_follow_the_rules_on_any_day() {
    let people = [DemoKind::Worker, DemoKind::Employee].map(worker_of_kind);
    let firsts = (1..=12).map(|month| date(2026, month, 1));
    for today in firsts.flat_map(|first| [-1, 0, 1, 2, 13].map(|days| first.saturating_add(days.days()))) {
        let calendar = Calendar::until(today).unwrap();
        let mut unfinished = 0;
        for history in histories(&people, &calendar) {
            assert!(
                history.steps.is_sorted_by(|one, next| one.when.at <= next.when.at)
                    && history.steps.iter().all(|step| step.when.at > history.created.at)
            );
            let sent = history.steps.iter().find(|step| matches!(step.event, BillEvent::Move(Move::Send)));
            let problems = problems_on(&history, sent.map_or(today, |step| step.when.day));
            match sent {
                Some(_) => assert_eq!(problems, [], "on {today}"),
                None if problems.is_empty() => {}
                None => {
                    unfinished += 1;
                    assert!(problems.contains(&ErrorKey::NotHomeAddress), "{problems:?}");
                    assert!(problems.contains(&ErrorKey::ReceiptRequired), "{problems:?}");
                }
            }
        }
        assert_eq!(unfinished, 1, "on {today}");
    }
}

fn worker_of_kind(kind: DemoKind) -> Arc<Worker> {
    let demo = PEOPLE.iter().find(|demo| demo.kind == kind).unwrap();
    let person = demo.person(PersonId::new(Timestamp::UNIX_EPOCH, [0; 10])).unwrap();
    Arc::new(Worker { person, facts: demo.facts(2026) })
}

fn histories([worker, employee]: &[Arc<Worker>; 2], calendar: &Calendar) -> Vec<BillHistory> {
    let customer = CustomerId::new(Timestamp::UNIX_EPOCH, [0; 10]);
    let registers = Registers::read().unwrap();
    let customers = registers.worker.customers.into_iter().chain(registers.employee.customers);
    let customers = customers.map(|of_demo| (of_demo.key, customer)).collect();
    let mut schedule = Schedule { worker, calendar, histories: vec![] };
    worker_bills::add_all(&mut schedule, &customers).unwrap();
    schedule.worker = employee;
    employee_bills::add_all(&mut schedule, &customers).unwrap();
    schedule.histories
}

fn problems_on(history: &BillHistory, today: jiff::civil::Date) -> Vec<ErrorKey> {
    let Worker { person, facts } = &*history.worker;
    let sending = Sending {
        law: liksa_rates::StatutoryFigures::shipped(),
        today,
        home_postal_code: &facts.postal_code,
        buyer: None,
        worker: &facts.worker(person.worker_type),
        settings: &ProviderSettings::default(),
    };
    sending_problems(&history.bill, &sending).into_iter().map(|problem| problem.key).collect()
}
