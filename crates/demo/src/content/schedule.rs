//! Bill histories of the demo, dated in working days ago.

use std::sync::Arc;

use liksa_domain::bill::Bill;
use liksa_domain::bill::life::Move;

use crate::history::bill::{BillEvent, BillHistory, PaymentKind, Step};
use crate::history::calendar::Calendar;
use crate::history::person::Worker;

/// An event, with how many working days ago and at what hour and minute it happened.
pub type DatedEvent = (u16, (i8, i8), BillEvent);

/// Collects the bill histories of one worker.
pub struct Schedule<'a> {
    pub worker: &'a Arc<Worker>,
    pub calendar: &'a Calendar,
    pub histories: Vec<BillHistory>,
}

impl Schedule<'_> {
    pub fn add(
        &mut self,
        created: (u16, (i8, i8)),
        bill: Bill,
        events: Vec<DatedEvent>,
    ) -> anyhow::Result<()> {
        let created = self.calendar.at(created.0, created.1)?;
        let steps = steps(self.calendar, events)?;
        self.histories.push(BillHistory { worker: self.worker.clone(), created, bill, steps });
        Ok(())
    }
}

pub fn steps(calendar: &Calendar, events: Vec<DatedEvent>) -> anyhow::Result<Vec<Step>> {
    let step = |(ago, time, event)| Ok(Step { when: calendar.at(ago, time)?, event });
    events.into_iter().map(step).collect()
}

pub fn sent(ago: u16) -> Vec<DatedEvent> {
    vec![(ago, (14, minutes(ago)), BillEvent::Move(Move::Send))]
}

/// Sent, and taken by the clerk the next morning.
pub fn taken(sent_ago: u16) -> Vec<DatedEvent> {
    let mut events = sent(sent_ago);
    events.push((sent_ago - 1, (9, minutes(sent_ago)), BillEvent::Move(Move::Take)));
    events
}

pub fn approved(sent_ago: u16) -> Vec<DatedEvent> {
    let mut events = taken(sent_ago);
    events.push((sent_ago - 1, (9, minutes(sent_ago) + 9), BillEvent::Move(Move::Approve)));
    events
}

/// Sent to the customer.
pub fn closed(sent_ago: u16) -> Vec<DatedEvent> {
    let mut events = approved(sent_ago);
    events.push((sent_ago - 1, (9, minutes(sent_ago) + 10), BillEvent::Move(Move::Close)));
    events
}

pub fn paid(sent_ago: u16, paid_ago: u16) -> Vec<DatedEvent> {
    paid_as(sent_ago, paid_ago, PaymentKind::Full)
}

/// Sent to the customer, who paid in this way.
pub fn paid_as(sent_ago: u16, paid_ago: u16, kind: PaymentKind) -> Vec<DatedEvent> {
    let mut events = closed(sent_ago);
    events.push((paid_ago, (8, 0), BillEvent::Payment(kind)));
    events
}

/// Minutes past the hour, up to forty, so that not all events happen at the same minute.
fn minutes(ago: u16) -> i8 {
    i8::try_from(ago * 17 % 41).unwrap_or_default()
}
