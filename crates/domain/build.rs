//! Describes every typed id to API clients as the UUID that it is in JSON, and days and moments as texts. Without this,
//! utoipa would make a schema of each. `liksa-store` and `liksa-server` build with this script too.

const IDS: &[&str] = &[
    "AdvanceId",
    "ApiKeyId",
    "BankFileId",
    "BillId",
    "CustomerId",
    "DeliveryId",
    "FileId",
    "JobId",
    "LateReceiptId",
    "MailId",
    "MatchProposalId",
    "OwnPlaceId",
    "PaymentId",
    "PayoutFileId",
    "PayoutId",
    "PayrollRunId",
    "PersonId",
    "PrintBatchId",
    "PurchaseId",
    "PurchaseReceiptId",
    "ReceiptId",
    "RefundId",
    "ReminderId",
    "RemittanceId",
    "RowId",
    "SalaryId",
    "SeparateReportId",
    "SessionId",
    "ShareId",
    "TaxCardId",
    "TemplateId",
];

fn main() {
    println!("cargo::rerun-if-changed=../domain/build.rs");
    let times = utoipa_config::Config::new().alias_for("Date", "String").alias_for("Timestamp", "String");
    IDS.iter().fold(times, |config, id| config.alias_for(id, "Uuid")).write_to_file();
}
