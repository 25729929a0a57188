//! Which bills a payment is for.

use std::collections::BTreeMap;

use liksa_money::{Money, MoneyError};

use super::{Owed, Part, PaymentState};
use crate::ids::BillId;
use crate::problem::{ErrorKey, Problem};

/// What is known of a reference that the payer gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// No bill of ours has it.
    Nothing,
    Bill(Owed),
    /// A credit note, and what of it the customer has neither got back nor taken off elsewhere.
    Credit {
        credit_note: BillId,
        left: Money,
    },
}

/// What the payer says is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    pub about: About,
    /// Amount that the payer states for it, if any; negative for a credit note that is deducted.
    pub stated: Option<Money>,
}

/// How a payment is split. Parts and rest add up to its amount, to the cent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matching {
    pub parts: Vec<Part>,
    /// What pays bills instead of this payment, because the payer took these credit notes off.
    pub from_credits: Vec<(BillId, Part)>,
    pub rest: Money,
    pub state: PaymentState,
}

impl Matching {
    fn unmatched(amount: Money) -> Self {
        Self { parts: vec![], from_credits: vec![], rest: amount, state: PaymentState::Unmatched }
    }

    fn settled(
        mut parts: Vec<Part>,
        credits: &[(BillId, Money)],
        rest: Money,
        all_known: bool,
    ) -> Result<Self, MoneyError> {
        let state = match (rest.is_zero(), all_known) {
            (true, _) => PaymentState::Matched,
            (false, true) => PaymentState::Refundable,
            (false, false) => PaymentState::Unmatched,
        };
        let from_credits = take_from_credits(&mut parts, credits)?;
        Ok(Self { parts, from_credits, rest, state })
    }
}

/// Splits off the parts that credit notes pay.
fn take_from_credits(
    parts: &mut Vec<Part>,
    credits: &[(BillId, Money)],
) -> Result<Vec<(BillId, Part)>, MoneyError> {
    let mut taken = vec![];
    for (credit_note, used) in credits {
        let mut left = *used;
        for part in parts.iter_mut() {
            let amount = part.amount.min(left);
            if amount.is_positive() {
                part.amount = part.amount.minus(amount)?;
                left = left.minus(amount)?;
                taken.push((*credit_note, Part { amount, ..*part }));
            }
        }
    }
    parts.retain(|part| part.amount.is_positive());
    Ok(taken)
}

/// Splits what came in by the references that the payer gave.
///
/// With one reference its bill takes what it is owed, and the rest goes back. With several the payer has to state
/// the amounts, or the sum has to be exactly what is owed; anything else would be a guess and is left to a clerk.
pub fn match_payment(amount: Money, claims: &[Claim]) -> Result<Matching, MoneyError> {
    match claims {
        [Claim { about: About::Bill(owed), .. }] => {
            let parts = owed.clone().pay(amount)?;
            let rest = amount.minus(sum(&parts)?)?;
            Matching::settled(parts, &[], rest, true)
        }
        [] | [_] => Ok(Matching::unmatched(amount)),
        several if several.iter().all(|claim| claim.stated.is_some()) => as_stated(amount, several),
        several => as_summed(amount, several),
    }
}

/// Each bill takes what the payer states for it, but no more than is owed.
fn as_stated(amount: Money, claims: &[Claim]) -> Result<Matching, MoneyError> {
    let mut credits = stated_credits(claims)?;
    let mut funds = amount.plus(sum_of_credits(&credits)?)?;
    let mut owed = owed_by_bill(claims);
    let mut parts: Vec<Part> = vec![];
    for claim in claims {
        let (About::Bill(Owed { bill, .. }), Some(stated)) = (claim.about, claim.stated) else { continue };
        let Some(owed) = owed.get_mut(&bill) else { continue };
        let paid = owed.pay(stated.min(funds))?;
        funds = funds.minus(sum(&paid)?)?;
        paid.into_iter().try_for_each(|part| add(&mut parts, part))?;
    }
    let rest = give_back_credits(funds, &mut credits)?;
    let all_known = claims.iter().all(|claim| claim.about != About::Nothing);
    Matching::settled(parts, &credits, rest, all_known)
}

/// No amounts are stated, but the sum may be all that is owed: of the bills, or with interest and fees.
fn as_summed(amount: Money, claims: &[Claim]) -> Result<Matching, MoneyError> {
    let mut credits: Vec<(BillId, Money)> = vec![];
    for claim in claims {
        match claim.about {
            About::Nothing => return Ok(Matching::unmatched(amount)),
            About::Credit { credit_note, left } if credits.iter().all(|(known, _)| *known != credit_note) => {
                credits.push((credit_note, left));
            }
            About::Credit { .. } | About::Bill(_) => {}
        }
    }
    let funds = amount.plus(sum_of_credits(&credits)?)?;
    let mut owed = owed_by_bill(claims);
    let own = Money::sum(owed.values().map(|owed| owed.own))?;
    let with_extras = owed.values().try_fold(Money::ZERO, |sum, owed| sum.plus(owed.total()?))?;
    if funds != own && funds != with_extras {
        return Ok(Matching::unmatched(amount));
    }
    let mut parts = vec![];
    for owed in owed.values_mut() {
        let all = if funds == own { owed.own } else { owed.total()? };
        parts.extend(owed.pay(all)?);
    }
    Matching::settled(parts, &credits, Money::ZERO, true)
}

/// The credit notes that are taken off, none for more than is left of it.
fn stated_credits(claims: &[Claim]) -> Result<Vec<(BillId, Money)>, MoneyError> {
    let mut left_of: BTreeMap<BillId, Money> = BTreeMap::new();
    let mut credits = vec![];
    for claim in claims {
        let (About::Credit { credit_note, left }, Some(stated)) = (claim.about, claim.stated) else {
            continue;
        };
        let left = left_of.entry(credit_note).or_insert(left);
        let used = stated.negated()?.min(*left);
        if used.is_positive() {
            *left = left.minus(used)?;
            credits.push((credit_note, used));
        }
    }
    Ok(credits)
}

/// Credit that no bill took stays with its note; what is left of the payment itself is the rest.
fn give_back_credits(funds: Money, credits: &mut [(BillId, Money)]) -> Result<Money, MoneyError> {
    let mut unused = funds.min(sum_of_credits(credits)?);
    let rest = funds.minus(unused)?;
    for (_, used) in credits.iter_mut().rev() {
        let back = unused.min(*used);
        *used = used.minus(back)?;
        unused = unused.minus(back)?;
    }
    Ok(rest)
}

/// A person says which bills the rest of a payment is for. Every amount must be owed, and the rest enough.
pub fn match_by_hand(
    rest: Money,
    chosen: &[(Option<Owed>, Money)],
) -> Result<Result<Vec<Part>, Vec<Problem>>, MoneyError> {
    let mut problems = vec![];
    let mut parts: Vec<Part> = vec![];
    if chosen.is_empty() {
        problems.push(Problem::new("parts", ErrorKey::Required));
    }
    for (place, (owed, amount)) in chosen.iter().enumerate() {
        let field = |name: &str| format!("parts[{place}].{name}");
        let Some(mut owed) = *owed else {
            problems.push(Problem::new(field("billId"), ErrorKey::InvalidChoice));
            continue;
        };
        if parts.iter().any(|part| part.bill == owed.bill) {
            problems.push(Problem::new(field("billId"), ErrorKey::InvalidChoice));
        } else if !amount.is_positive() || amount.cents().is_none() {
            problems.push(Problem::new(field("amount"), ErrorKey::InvalidNumber));
        } else if *amount > owed.total()? {
            problems.push(Problem::new(field("amount"), ErrorKey::MoreThanOwed));
        } else {
            parts.extend(owed.pay(*amount)?);
        }
    }
    if problems.is_empty() && sum(&parts)? > rest {
        problems.push(Problem::new("parts", ErrorKey::MoreThanPaid));
    }
    Ok(if problems.is_empty() { Ok(parts) } else { Err(problems) })
}

fn owed_by_bill(claims: &[Claim]) -> BTreeMap<BillId, Owed> {
    let bill = |claim: &Claim| match claim.about {
        About::Bill(owed) => Some((owed.bill, owed)),
        _ => None,
    };
    claims.iter().filter_map(bill).collect()
}

/// A bill that is named twice still has one part of each kind.
fn add(parts: &mut Vec<Part>, part: Part) -> Result<(), MoneyError> {
    match parts.iter_mut().find(|known| (known.bill, known.kind) == (part.bill, part.kind)) {
        Some(known) => known.amount = known.amount.plus(part.amount)?,
        None => parts.push(part),
    }
    Ok(())
}

pub(super) fn sum(parts: &[Part]) -> Result<Money, MoneyError> {
    Money::sum(parts.iter().map(|part| part.amount))
}

fn sum_of_credits(credits: &[(BillId, Money)]) -> Result<Money, MoneyError> {
    Money::sum(credits.iter().map(|(_, used)| *used))
}
