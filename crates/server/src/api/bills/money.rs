//! `/api/bill/{billId}/money`: where every euro of a bill goes, for its worker and for payroll.

use liksa_actions::bills::{BillMoney, MoneyBasis, MoneyPart, PartOf, money_of};
use liksa_domain::payroll::MoneyKind;
use liksa_domain::person::Role;
use liksa_store::StoredBill;

use crate::api::prelude::*;
use crate::http::error::Problem;
use crate::session::Session;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get))
}

/// What the figures follow from.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = BillMoneyBasis)]
pub enum BasisOnWire {
    /// The salary of the next payday as it would be.
    Estimate,
    /// The pay slip.
    Salary,
    /// Nothing can be calculated: a draft is not complete, or it is a credit note.
    None,
}

/// One part of what the customer pays.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillMoneyPart)]
pub struct PartOnWire {
    pub kind: MoneyKind,
    /// Below zero where more was paid out than the customer pays.
    pub amount: Money,
    /// Whether it stays as it is, unless a credit note is sent.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Of who gets a share, or is paid for a purchase.
    #[schema(required)]
    pub name: Option<String>,
    #[schema(required)]
    pub share_id: Option<ShareId>,
    #[schema(required)]
    pub purchase_id: Option<PurchaseId>,
    #[schema(required)]
    pub advance_id: Option<AdvanceId>,
    /// The slip that says it.
    #[schema(required)]
    pub salary_id: Option<SalaryId>,
}

/// Where every euro of a bill goes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillMoney)]
pub struct MoneyOnWire {
    pub bill_id: BillId,
    #[schema(required)]
    pub bill_number: Option<i64>,
    /// Of a credit note the bill that it credits, which has the parts.
    #[schema(required)]
    pub credit_of: Option<BillId>,
    pub basis: BasisOnWire,
    /// Of the slip, or the next one; DD.MM.YYYY.
    #[schema(required)]
    pub payday: Option<String>,
    /// Once there is a slip.
    #[schema(required)]
    pub salary_id: Option<SalaryId>,
    /// What the customer pays with VAT, less what was credited. The sum of the parts, to the cent.
    pub total: Money,
    /// What the customer has paid of it.
    pub paid: Money,
    /// Whether the salary is made of more than this bill: fee, tax and the like are then its part of those.
    pub shared_salary: bool,
    /// In the order in which they are taken. What is nothing is left out.
    #[schema(required)]
    pub parts: Vec<PartOnWire>,
}

/// Where every euro of a bill goes: what the customer pays is the sum of the parts.
#[utoipa::path(get, path = "/api/bill/{billId}/money", tag = "bills", operation_id = "bill_money",
    security(("session" = ["ROLE_USER", "ROLE_PAYROLL"])),
    params(("billId" = Uuid, Path, description = "A bill of one's own; any for payroll")),
    responses(
        (status = 200, description = "The parts", body = MoneyOnWire),
        (status = 404, description = "No such bill", body = Problem)))]
async fn get(app: Server, session: Session, Path(bill): Path<BillId>) -> Reply<MoneyOnWire> {
    let who = &session.person;
    if !who.has_role(Role::User) && !who.has_role(Role::Payroll) {
        return Err(ApiError::Forbidden);
    }
    let found = app.store.bill(bill).await?;
    let found = found.filter(|bill| who.has_role(Role::Payroll) || bill.person == who.id);
    let bill = found.ok_or(ApiError::NotFound)?;
    let money = match bill.bill.is_credit_note {
        true => None,
        false => Some(money_of(&app, &bill).await?),
    };
    Ok(Json(MoneyOnWire::new(&bill, money)))
}

impl MoneyOnWire {
    fn new(bill: &StoredBill, money: Option<BillMoney>) -> Self {
        let (basis, payday, salary_id, shared_salary) = match &money {
            Some(money) => (money.basis, money.payday, money.salary, money.is_of_more),
            None => (MoneyBasis::Nothing, None, None, false),
        };
        let total = money.as_ref().map_or(Money::ZERO, |money| money.total);
        let parts = money.map(|money| money.parts).unwrap_or_default();
        Self {
            bill_id: bill.id,
            bill_number: bill.number,
            credit_of: bill.links.credit_of.as_ref().map(|link| link.id),
            basis: match basis {
                MoneyBasis::Estimate => BasisOnWire::Estimate,
                MoneyBasis::Salary => BasisOnWire::Salary,
                MoneyBasis::Nothing => BasisOnWire::None,
            },
            payday: payday.map(format_date),
            salary_id,
            total,
            paid: bill.paid_amount,
            shared_salary,
            parts: parts.into_iter().map(|part| PartOnWire::new(part, salary_id)).collect(),
        }
    }
}

impl PartOnWire {
    fn new(part: MoneyPart, salary: Option<SalaryId>) -> Self {
        let of_slip = !matches!(
            part.kind,
            MoneyKind::Vat | MoneyKind::Share | MoneyKind::Purchase | MoneyKind::Advance
        );
        Self {
            kind: part.kind,
            amount: part.amount,
            is_final: part.is_final,
            name: part.name,
            share_id: match part.of {
                Some(PartOf::Share(id)) => Some(id),
                _ => None,
            },
            purchase_id: match part.of {
                Some(PartOf::Purchase(id)) => Some(id),
                _ => None,
            },
            advance_id: match part.of {
                Some(PartOf::Advance(id)) => Some(id),
                _ => None,
            },
            salary_id: salary.filter(|_| of_slip),
        }
    }
}
