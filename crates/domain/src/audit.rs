//! Audit log: who did what, and when. An event is written in the transaction of its action and never changed.

use jiff::Timestamp;

use crate::ids::PersonId;
use crate::named::named;

named! {
    /// What was done.
    Action as "AuditAction" {
        PersonCreated = "person.created",
        LanguageChanged = "person.language_changed",
        TermsAccepted = "person.terms_accepted",
        Identified = "person.identified",
        ProfileChanged = "person.profile_changed",
        AccountChanged = "person.account_changed",
        PasswordChanged = "person.password_changed",
        EmailConfirmed = "person.email_confirmed",
        EmailChanged = "person.email_changed",
        PictureChanged = "person.picture_changed",
        DataExported = "person.data_exported",
        DeletionRequested = "person.deletion_requested",
        DeletionWithdrawn = "person.deletion_withdrawn",
        PersonErased = "person.erased",
        TermsChanged = "person.terms_changed",
        RolesChanged = "person.roles_changed",
        DistraintSet = "distraint.set",
        DistraintRemoved = "distraint.removed",
        TaxCardSent = "tax_card.sent",
        TaxCardHandled = "tax_card.handled",
        PromoCodeCreated = "promo_code.created",
        PromoCodeChanged = "promo_code.changed",
        SettingsAdded = "settings.added",
        JobRetried = "job.retried",
        ShiftsImported = "shifts.imported",
        ApiKeyCreated = "api_key.created",
        ApiKeyEnded = "api_key.ended",
        SessionStarted = "session.started",
        SessionEnded = "session.ended",
        CustomerCreated = "customer.created",
        CustomerReplaced = "customer.replaced",
        CustomerSaved = "customer.saved",
        CustomerRemoved = "customer.removed",
        BillCreated = "bill.created",
        BillCopied = "bill.copied",
        BillDeleted = "bill.deleted",
        BillSent = "bill.sent",
        BillOpened = "bill.opened",
        BillOpenRequested = "bill.open_requested",
        BillOpenGranted = "bill.open_granted",
        BillOpenRefused = "bill.open_refused",
        BillTaken = "bill.taken",
        BillReturned = "bill.returned",
        BillApproved = "bill.approved",
        BillClosed = "bill.closed",
        BillDelivered = "bill.delivered",
        DeliveryRetried = "delivery.retried",
        DeliveryArrived = "delivery.arrived",
        PrintBatchMade = "print_batch.made",
        BillPaid = "bill.paid",
        BillUnpaid = "bill.unpaid",
        BillCredited = "bill.credited",
        BillCorrected = "bill.corrected",
        ReceiptAdded = "receipt.added",
        ReceiptRemoved = "receipt.removed",
        PayrollMade = "payroll.made",
        PayrollCalculated = "payroll.calculated",
        PayrollSalaryHeld = "payroll.salary_held",
        PayrollSalaryReleased = "payroll.salary_released",
        PayrollApproved = "payroll.approved",
        PayrollPosted = "payroll.posted",
        PayrollFilesWritten = "payroll.files_written",
        PayrollPaid = "payroll.paid",
        BankFileRead = "bank_file.read",
        PaymentReceived = "payment.received",
        PaymentMatched = "payment.matched",
        PaymentUnmatched = "payment.unmatched",
        PaymentReversed = "payment.reversed",
        PaymentReleased = "payment.released",
        PaymentSetAside = "payment.set_aside",
        RefundDecided = "refund.decided",
        ReminderMade = "reminder.made",
        ReminderPosted = "reminder.posted",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEvent {
    pub at: Timestamp,
    /// None for what the program does by itself.
    pub actor: Option<PersonId>,
    pub action: Action,
    /// What it was done to, as `kind:id`.
    pub subject: String,
    /// Before and after, as JSON. Never holds passwords, tokens, personal ids or account numbers.
    pub detail: String,
}
