//! What a story of the demo is told with: days ago instead of dates.

use std::sync::Arc;

use liksa_domain::bill::Bill;
use liksa_domain::bill::life::Move;

use crate::seed::calendar::Calendar;
use crate::seed::timeline::{Deed, Paying, Step, Story, Worker};

/// What happened so many working days ago at a time of day.
pub type Happening = (u16, (i8, i8), Deed);

/// The bills of one person.
pub struct Stories<'a> {
    pub worker: &'a Arc<Worker>,
    pub calendar: &'a Calendar,
    pub told: Vec<Story>,
}

impl Stories<'_> {
    pub fn tell(&mut self, made: (u16, (i8, i8)), bill: Bill, then: Vec<Happening>) -> anyhow::Result<()> {
        let made = self.calendar.at(made.0, made.1)?;
        let steps = steps(self.calendar, then)?;
        self.told.push(Story { worker: self.worker.clone(), made, bill, steps });
        Ok(())
    }
}

pub fn steps(calendar: &Calendar, happenings: Vec<Happening>) -> anyhow::Result<Vec<Step>> {
    let step = |(ago, time, deed)| Ok(Step { when: calendar.at(ago, time)?, deed });
    happenings.into_iter().map(step).collect()
}

pub fn sent(ago: u16) -> Vec<Happening> {
    vec![(ago, (14, minutes(ago)), Deed::Move(Move::Send))]
}

/// Sent, and taken by the clerk the next morning.
pub fn taken(sent_ago: u16) -> Vec<Happening> {
    let mut happenings = sent(sent_ago);
    happenings.push((sent_ago - 1, (9, minutes(sent_ago)), Deed::Move(Move::Take)));
    happenings
}

pub fn approved(sent_ago: u16) -> Vec<Happening> {
    let mut happenings = taken(sent_ago);
    happenings.push((sent_ago - 1, (9, minutes(sent_ago) + 9), Deed::Move(Move::Approve)));
    happenings
}

/// Gone to the customer.
pub fn closed(sent_ago: u16) -> Vec<Happening> {
    let mut happenings = approved(sent_ago);
    happenings.push((sent_ago - 1, (9, minutes(sent_ago) + 10), Deed::Move(Move::Close)));
    happenings
}

pub fn paid(sent_ago: u16, paid_ago: u16) -> Vec<Happening> {
    paid_as(sent_ago, paid_ago, Paying::All)
}

/// Gone to the customer, who paid in some way.
pub fn paid_as(sent_ago: u16, paid_ago: u16, paying: Paying) -> Vec<Happening> {
    let mut happenings = closed(sent_ago);
    happenings.push((paid_ago, (8, 0), Deed::Payment(paying)));
    happenings
}

/// Past the hour, up to forty: nobody does everything at the same minute.
fn minutes(ago: u16) -> i8 {
    i8::try_from(ago * 17 % 41).unwrap_or_default()
}
