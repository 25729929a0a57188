//! Shared money: a share that waits for its subcontractor, and a sent invoice with shares, purchases and an advance, so
//! that the pages of all of them show something.

use anyhow::{Context as _, anyhow};
use jiff::ToSpan;
use jiff::civil::Date;
use liksa_actions::advances::{self, AdvanceRequest};
use liksa_actions::bills::{self, Draft, Refusal};
use liksa_actions::payments::{BookedBy, Transaction, book};
use liksa_actions::receipts::ReceiptFile;
use liksa_actions::shares::{self, Named};
use liksa_actions::{Context, payouts, purchases};
use liksa_domain::bill::{Bill, Section};
use liksa_domain::dates::format_date;
use liksa_domain::file::MediaType;
use liksa_domain::ids::{BillId, CustomerId, Id, PayoutFileId, PersonId, ShareId};
use liksa_domain::payout::{PayoutFileBody, PayoutKind};
use liksa_domain::purchase::{PurchaseBody, ReceiptReference};
use liksa_domain::share::{Share, ShareState};
use liksa_finland::bank_days::bank_day_on_or_after;
use liksa_money::{Money, Quantity, Rate};
use liksa_store::{BillFilter, ListOrder, Payout};

use super::{Demo, context_at};
use crate::history::calendar::Calendar;
use crate::history::drafting::{agreed, bill, by_amount, rows};

const DRAFTS: i64 = 10;
const TENTH: Rate = Rate::from_millionths(100_000);
const QUARTER: Rate = Rate::from_millionths(250_000);
const ADVANCE: Money = Money::euros(300);
/// 42,50 € an hour.
const HOUR: Money = Money::from_units(425_000);

/// How much a subcontractor gets.
enum Part {
    Sum(Money),
    Percent(Rate),
}

/// An invoice of a seller, whose copy says the same.
struct Bought {
    seller: &'static str,
    amount: &'static str,
    account: &'static str,
    reference: &'static str,
    pay_now: bool,
    copy: (&'static str, &'static [u8]),
}

impl Bought {
    /// `to` is the account and the reference.
    const fn at_once(
        seller: &'static str,
        amount: &'static str,
        to: (&'static str, &'static str),
        copy: (&'static str, &'static [u8]),
    ) -> Self {
        Self { seller, amount, account: to.0, reference: to.1, pay_now: true, copy }
    }
}

const LIGHTS: Bought = Bought::at_once(
    "Valovuokraamo Kajo Oy",
    "200",
    ("FI4250001510000023", "202617"),
    ("Valovuokraamo Kajo.pdf", include_bytes!("lights-invoice.pdf")),
);
const TRANSPORT: Bought = Bought::at_once(
    "Kuljetus Rinne Ky",
    "120",
    ("FI7944052020036082", "881232"),
    ("Kuljetus Rinne.pdf", include_bytes!("transport-invoice.pdf")),
);
const CABLES: Bought = Bought {
    pay_now: false,
    ..Bought::at_once(
        "Tekniikkatukku Oy",
        "88",
        ("FI1410093000123458", "44176"),
        ("Tekniikkatukku.pdf", include_bytes!("cables-invoice.pdf")),
    )
};

/// The contractor asks the subcontractor to approve a tenth of the first draft that has prices.
pub async fn share_a_draft(
    context: &Context,
    contractor: PersonId,
    subcontractor: PersonId,
) -> anyhow::Result<()> {
    let filter = BillFilter {
        person: contractor,
        sections: (Section::Open, Section::Open),
        words: &[],
        order: ListOrder::OpenFirst,
        after: None,
        limit: DRAFTS,
    };
    for card in context.store.bill_page(&filter).await?.bills {
        let Some(stored) = context.store.bill(card.id).await? else { continue };
        if stored.bill.is_credit_note || stored.bill.rows_sum()? <= Money::ZERO {
            continue;
        }
        let part = (subcontractor, Part::Percent(TENTH), "Lavan pystytys");
        ask(context, contractor, card.id, part).await?;
        return Ok(());
    }
    Ok(())
}

/// An invoice of the employee: one share approved and one declined, one purchase paid at once, one to be paid at once
/// and one that waits for the customer, and an advance in a payment file that waits for a second person.
pub async fn send_a_shared_bill(context: &Context, calendar: &Calendar, demo: &Demo) -> anyhow::Result<()> {
    let bill = write_and_send(context, calendar, demo).await?;
    let checked = context_at(context, calendar.at(2, (9, 5))?)?;
    bills::take(&checked, demo.clerk, bill).await.map_err(refused)?;
    bills::approve(&checked, demo.clerk, bill).await.map_err(refused)?;
    let left = context_at(context, calendar.at(2, (9, 25))?)?;
    let sent = bills::send_to_customer(&left, demo.clerk, bill).await.map_err(refused)?;

    let asked = context_at(context, calendar.at(2, (10, 40))?)?;
    let rows = sent.bill.rows.iter().filter_map(|row| row.id).collect();
    let request = AdvanceRequest { rows, amount: Some(ADVANCE) };
    let advance = advances::ask(&asked, demo.employee.person.id, bill, &request).await?;
    let granted = context_at(context, calendar.at(2, (11, 30))?)?;
    advances::grant(&granted, demo.payroll_clerks.0, advance.id).await?;
    pay_out(context, calendar, demo, bill).await
}

/// The lights are paid by a file that two people made, the advance waits in another, the transport in none.
async fn pay_out(context: &Context, calendar: &Calendar, demo: &Demo, bill: BillId) -> anyhow::Result<()> {
    let ready = context.store.payouts_of_bill(bill).await?;
    let of = |receiver: &str| ready.iter().find(|payout| payout.receiver == receiver);
    let lights = of(LIGHTS.seller).context("the demo has nothing to pay to a seller")?;
    let advance = ready.iter().find(|payout| payout.kind == PayoutKind::Advance);
    let advance = advance.context("the demo has no advance to pay")?;
    let (first, second) = demo.payroll_clerks;

    let made = context_at(context, calendar.at(2, (12, 10))?)?;
    let file = put_into_file(&made, first, lights, calendar.day(1)).await?;
    let approved = context_at(context, calendar.at(2, (14, 45))?)?;
    payouts::approve_file(&approved, second, file).await?;
    let paid = context_at(context, calendar.at(1, (7, 30))?)?;
    bank_pays(&paid, lights).await?;

    let made = context_at(context, calendar.at(1, (9, 15))?)?;
    put_into_file(&made, second, advance, bank_day_on_or_after(calendar.today())).await?;
    Ok(())
}

async fn write_and_send(context: &Context, calendar: &Calendar, demo: &Demo) -> anyhow::Result<BillId> {
    let employee = &demo.employee.person;
    let written = context_at(context, calendar.at(3, (9, 10))?)?;
    let draft = Draft { bill: musical(demo.theatre, calendar), credit_of: None };
    let made = bills::create(&written, employee, draft, None).await?.value;
    let (subcontractor, worker) = (demo.subcontractor, demo.worker.person.id);
    let effects = (subcontractor, Part::Percent(QUARTER), "Äänitehosteet");
    let effects = ask(&written, employee.id, made.id, effects).await?;
    let leaflet = (worker, Part::Sum(Money::euros(300)), "Käsiohjelman taitto");
    let leaflet = ask(&written, employee.id, made.id, leaflet).await?;
    let answered = context_at(context, calendar.at(3, (11, 50))?)?;
    shares::approve(&answered, subcontractor, (effects, None)).await?;
    shares::decline(&answered, worker, (leaflet, None), "Olen sen viikon toisessa työssä.").await?;
    for bought in [&LIGHTS, &TRANSPORT, &CABLES] {
        buy(&answered, calendar, (employee.id, made.id), bought).await?;
    }
    let sent = context_at(context, calendar.at(3, (14, 20))?)?;
    let draft = bills::own_bill(&sent, employee.id, made.id).await?;
    let content = Draft { bill: draft.bill, credit_of: None };
    bills::send_for_approval(&sent, employee, made.id, draft.version, content).await.map_err(refused)?;
    Ok(made.id)
}

fn musical(theatre: CustomerId, calendar: &Calendar) -> Bill {
    let work = [
        (9, "Musikaalin äänisuunnittelu", agreed(Money::euros(2_400))),
        (2, "Harjoitukset ja ensi-ilta", by_amount(Quantity::whole(24), HOUR)),
    ];
    bill(theatre, calendar.day(2), 21, rows(calendar.day(3), work))
}

/// Adds a share and asks its subcontractor.
async fn ask(
    context: &Context,
    contractor: PersonId,
    bill: BillId,
    (subcontractor, part, description): (PersonId, Part, &str),
) -> anyhow::Result<ShareId> {
    let (amount, percent) = match part {
        Part::Sum(amount) => (Some(amount), None),
        Part::Percent(percent) => (None, Some(percent)),
    };
    let share = Share {
        id: None,
        state: ShareState::Open,
        subcontractor: None,
        date: Some(context.clock.today()),
        amount,
        percent,
        description: description.into(),
    };
    let known = context.store.person(subcontractor).await?.context("the demo has no such subcontractor")?;
    let named = (Named::Person(subcontractor, Some(known.email)), share);
    let id = shares::add(context, contractor, bill, named, None).await?.value.id;
    shares::ask(context, contractor, (id, None)).await?;
    Ok(id)
}

/// Adds a purchase with its copy, and sends it for payment.
async fn buy(
    context: &Context,
    calendar: &Calendar,
    (person, bill): (PersonId, BillId),
    bought: &Bought,
) -> anyhow::Result<()> {
    let (name, content) = bought.copy;
    let content = context.files.put(context.new_id()?, content, context.clock.now()).await?;
    let file = ReceiptFile { content, media_type: MediaType::Pdf, name: name.into() };
    let copy = purchases::add_copy(context, person, (bill, None), &file, None).await.map_err(refused)?.value;
    let body = PurchaseBody {
        name: Some(bought.seller.into()),
        duedate: Some(format_date(calendar.today().saturating_add(10.days()))),
        amount: Some(bought.amount.into()),
        alv: Some("25.5".into()),
        reference_number: Some(bought.reference.into()),
        account_number: Some(bought.account.into()),
        receipts: Some(vec![ReceiptReference { id: copy.id }]),
        ..PurchaseBody::default()
    };
    let made = purchases::add(context, person, bill, &body, None).await.map_err(refused)?.value;
    let id = (bill, made.purchase.id);
    purchases::send_for_payment(context, person, id, (bought.pay_now, None)).await.map_err(refused)?;
    Ok(())
}

async fn put_into_file(
    context: &Context,
    by: PersonId,
    payout: &Payout,
    pay_on: Date,
) -> anyhow::Result<PayoutFileId> {
    let body = PayoutFileBody { ids: Some(vec![payout.id]), pay_on: Some(format_date(pay_on)) };
    Ok(payouts::make_file(context, by, &body).await?.id)
}

/// The bank's statement says that a payout was paid.
async fn bank_pays(context: &Context, payout: &Payout) -> anyhow::Result<()> {
    let today = context.clock.today();
    let transaction = Transaction {
        id: format!("{}{}", today.strftime("%Y%m%d"), payout.id),
        account: Some(context.settings_on(today).await?.seller.iban),
        amount: Money::ZERO.minus(payout.amount)?,
        booking_date: today,
        end_to_end_id: Some(payout.id.uuid().simple().to_string()),
        creditor_name: Some(payout.receiver.clone()),
        ..Transaction::default()
    };
    let mut tx = context.store.begin().await?;
    let by = BookedBy { notify_worker: false, ..BookedBy::program(context) };
    book(&mut tx, by, (context.new_id()?, None), &transaction).await?;
    Ok(tx.commit().await?)
}

/// The error of demo content that the rules refuse.
fn refused(refusal: Refusal) -> anyhow::Error {
    anyhow!("{refusal:?}")
}
