//! A bank statement to try the upload with: the customers of all open bills have paid today with the reference, and
//! one more payment without a reference has to be matched by a clerk. Bills on which nothing is owed, such as negative
//! ones, bring no payment.

use std::fmt::Write as _;

use jiff::civil::Date;
use liksa_actions::Context;
use liksa_domain::ledger::Account;
use liksa_domain::payments::reference_of;
use liksa_finland::Iban;
use liksa_money::{Money, MoneyError};
use liksa_store::OverdueBill;

/// More than a demo ever has.
const MOST_BILLS: i64 = 500;
/// Payer, message and amount of the payment without a reference.
const UNKNOWN_PAYMENT: (&str, &str, Money) = ("Korhonen Kalevi", "Kiitos hyvästä työstä", Money::euros(120));

/// A camt.053 of today.
pub async fn of_today(context: &Context) -> anyhow::Result<String> {
    let today = context.clock.today();
    let account = &context.settings_on(today).await?.seller.iban;
    let open = context.store.overdue_page(Date::MAX, None, MOST_BILLS).await?;
    let before = context.store.balance_before(Account::Bank, Date::MAX).await?;
    Ok(statement((account, before), today, &open.bills)?)
}

/// What `before` was on the account, and what the bills bring.
fn statement(
    (account, before): (&Iban, Money),
    today: Date,
    bills: &[OverdueBill],
) -> Result<String, MoneyError> {
    let mut entries = String::new();
    let (payer, message, amount) = UNKNOWN_PAYMENT;
    let mut balance = before.plus(amount)?;
    for bill in bills {
        let open = bill.billed.minus(bill.paid)?;
        if !open.is_positive() {
            continue;
        }
        balance = balance.plus(open)?;
        let reference =
            reference_of(bill.number).map(|number| number.as_str().to_owned()).unwrap_or_default();
        let remittance = format!(
            "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>{reference}</Ref></CdtrRefInf></Strd>"
        );
        let archive_id = format!("{}{:08}", today.strftime("%Y%m%d"), bill.number);
        entries.push_str(&entry(&archive_id, open, today, (&bill.customer, &remittance)));
    }
    let remittance = format!("<Ustrd>{}</Ustrd>", escaped(message));
    let archive_id = format!("{}00000000", today.strftime("%Y%m%d"));
    entries.push_str(&entry(&archive_id, amount, today, (payer, &remittance)));
    let way = if balance.is_negative() { "DBIT" } else { "CRDT" };
    let mut xml = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        xml,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\">\n<BkToCstmrStmt>\n\
         <GrpHdr><MsgId>DEMO-{today}</MsgId><CreDtTm>{today}T06:00:00</CreDtTm></GrpHdr>\n<Stmt>\n\
         <Id>DEMO-{today}</Id><CreDtTm>{today}T06:00:00</CreDtTm>\n\
         <Acct><Id><IBAN>{}</IBAN></Id><Ccy>EUR</Ccy></Acct>\n\
         <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">{}</Amt><CdtDbtInd>{way}</CdtDbtInd>\
         <Dt><Dt>{today}</Dt></Dt></Bal>\n{entries}</Stmt>\n</BkToCstmrStmt>\n</Document>\n",
        account.as_str(),
        balance.plain().trim_start_matches('-'),
    );
    Ok(xml)
}

fn entry(archive_id: &str, amount: Money, today: Date, (payer, remittance): (&str, &str)) -> String {
    let (amount, payer) = (amount.plain(), escaped(payer));
    format!(
        "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>\
         <BookgDt><Dt>{today}</Dt></BookgDt><ValDt><Dt>{today}</Dt></ValDt><AcctSvcrRef>{archive_id}</AcctSvcrRef>\
         <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>\
         <NtryDtls><TxDtls><Refs><AcctSvcrRef>{archive_id}</AcctSvcrRef></Refs>\
         <AmtDtls><TxAmt><Amt Ccy=\"EUR\">{amount}</Amt></TxAmt></AmtDtls>\
         <RltdPties><Dbtr><Nm>{payer}</Nm></Dbtr></RltdPties><RmtInf>{remittance}</RmtInf></TxDtls></NtryDtls></Ntry>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
