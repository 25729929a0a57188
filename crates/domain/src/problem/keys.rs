//! The keys of everything that can be wrong, by subject. The web app has the text of each.

use crate::named::named;

named! {
    /// Why something is refused. The name is the key on the wire.
    ErrorKey {
        // General
        Required = "validation.required",
        InvalidDateFormat = "validation.invalidDate",
        InvalidTimeFormat = "validation.invalidTime",
        InvalidNumber = "validation.invalidNumber",
        NotANumber = "validation.needsToBeNumber",
        OutOfRange = "validation.outOfRange",
        /// Above [`crate::amount_limits::LARGEST_AMOUNT`].
        AmountTooLarge = "validation.amountTooLarge",
        InvalidChoice = "validation.invalidChoice",
        /// The statutory figures of the year are not known.
        UnknownYear = "validation.unknownYear",
        /// The year is known, but not the figure that was needed.
        UnknownRate = "validation.unknownRate",
        /// A value of a type or shape that the field does not take.
        Invalid = "validation.invalid",
        TooLong = "validation.tooLong",
        TooMany = "validation.tooMany",

        // Requests
        /// Our own fault; the cause is in the log.
        ContactAdmin = "contactAdmin",
        Unauthenticated = "UNAUTHENTICATED",
        Unauthorized = "UNAUTHORIZED",
        NotFound = "NOT_FOUND",
        MethodNotAllowed = "METHOD_NOT_ALLOWED",
        MalformedRequest = "MALFORMED_REQUEST",
        NotJson = "NOT_JSON",
        TooLarge = "TOO_LARGE",
        TooManyRequests = "TOO_MANY_REQUESTS",
        CrossSite = "CROSS_SITE",
        Timeout = "TIMEOUT",
        /// The database or the storage of files does not answer at the moment.
        ServiceUnavailable = "SERVICE_UNAVAILABLE",
        /// Some fields are at fault, and named.
        InvalidFields = "INVALID_FIELDS",

        // Account
        LoginFailure = "LOGIN_FAILURE",
        AuthenticationFailed = "AUTHENTICATION_FAILED",
        UserAlreadyRegistered = "USER_ALREADY_REGISTERED",
        AccountNotRestored = "ACCOUNT_NOT_RESTORED",
        NotAnEmail = "validation.not_an_email",
        PasswordTooShort = "validation.passwordMustBe6Characters",
        /// One of the first that anybody would try, such as one's own name.
        PasswordTooCommon = "validation.passwordTooCommon",
        InvalidIban = "account.invalid-iban",
        /// No payment file can reach the account.
        IbanNotSepa = "account.iban-not-sepa",
        InvalidBic = "account.invalid-bic",
        /// Neither a Finnish reference number nor an RF reference.
        InvalidReference = "INVALID_REFERENCE",
        PasswordsDoNotMatch = "account.passwords-do-not-match",
        IncorrectPassword = "account.incorrect-password",
        PasswordMissing = "account.password-missing",
        /// In another browser, the password is not the one of the registration form.
        NotPasswordOfForm = "account.not-password-of-form",
        UpdatePersonFailure = "UPDATE_PERSON_FAILURE",
        /// The profile was saved by another request after it was read.
        StalePerson = "STALE_PERSON",
        /// The name of an identified user comes from the bank.
        NameFromBank = "account.name-from-bank",
        PromoCodeInvalid = "PROMO_CODE_INVALID",
        TooYoung = "TOO_YOUNG",
        IdentificationCancelled = "IDENTIFICATION_CANCELLED",
        IdentificationFailed = "IDENTIFICATION_FAILED",
        /// The bank names no Finnish personal id, so that trying again would not help.
        IdentificationWithoutId = "IDENTIFICATION_WITHOUT_PERSONAL_ID",
        /// It took too long, or was answered before.
        IdentificationExpired = "IDENTIFICATION_EXPIRED",
        /// A user who was never identified by a bank has to be before logging in.
        LoginNotIdentified = "LOGIN_NOT_IDENTIFIED",
        IdentificationNotConfigured = "IDENTIFICATION_NOT_CONFIGURED",
        /// The broker does not answer.
        IdentificationUnavailable = "IDENTIFICATION_UNAVAILABLE",
        /// It took too long, or began in another browser.
        RegistrationGone = "REGISTRATION_GONE",
        /// Other terms are in force than those that were shown.
        TermsChanged = "TERMS_CHANGED",
        /// The link of a mail was used, or is too old.
        LinkNotValid = "LINK_NOT_VALID",
        /// Money is still under way, so that the account cannot be removed yet.
        AccountNotSettled = "ACCOUNT_NOT_SETTLED",
        DeletionNotRequested = "DELETION_NOT_REQUESTED",

        // Customer
        InvalidTermOfPayment = "validation.invalidTermofpayment",
        InvalidEmail = "validation.invalidEmail",
        InvalidBusinessId = "validation.invalidBusinessId",
        BusinessIdOrVat = "validation.businessidOrVat",
        BusinessIdOrPhone = "validation.businessidOrPhone",
        InvalidPersonalId = "validation.invalidSotu",
        InvalidVatNumber = "validation.invalidVat",
        InvalidPostalCode = "validation.invalidPostalCode",
        InvalidEInvoiceAddress = "validation.invalidEInvoiceAddress",
        CustomerAlreadyAdded = "customer_already_added_please_search",
        CustomerNotSearched = "customerNotSearched",
        /// The customer was saved by another request after it was read.
        StaleCustomer = "STALE_CUSTOMER",
        /// Others bill the company too, so that only a clerk may change who it is.
        CustomerShared = "CUSTOMER_SHARED",
        /// The worker has not said where the customer's bills go.
        CustomerDeliveryMissing = "CUSTOMER_DELIVERY_MISSING",
        SaveCustomersFailure = "SAVE_CUSTOMERS_FAILURE",
        DeleteCustomersFailure = "DELETE_CUSTOMERS_FAILURE",

        // Dates of a bill
        /// A date was picked that is not usable; today is taken instead.
        WrongDate = "WRONG_DATE",
        DateInThePast = "INVALID_DATE",
        DueBeforeBilling = "INVALID_DATES",
        RowsInDifferentMonths = "ROWS_NOT_IN_SAME_MONTH",

        // A bill and its rows
        ErrorsInBill = "ERRORS_IN_BILL",
        BilledAmountNotEnough = "BILLED_AMOUNT_NOT_ENOUGH",
        MixedSigns = "BILL_POSITIVE_OR_NEGATIVE_ONLY",
        DestinationMissing = "error.billableItem.missing.destination",
        DateMissing = "error.billableItem.missing.date",
        PriceMissing = "error.billableItem.missing.alvPrice",
        /// The prices with and without VAT, or the price of one and the total, are not of one sum.
        PricesDisagree = "PRICES_DISAGREE",
        UnitPriceMissing = "error.billableItem.missing.hourlyprice",
        AmountMissing = "error.billableItem.missing.billableWorkHours",
        VehicleRegisterNumberMissing = "error.billableItem.missing.vehicleRegisterNumber",
        AddressStartMissing = "error.billableItem.missing.addressStart",
        AddressStopMissing = "error.billableItem.missing.addressStop",
        NotHomeAddress = "not_home_address",
        /// The bill is not open, so its content cannot be changed.
        InvoiceDisabled = "invoiceDisabled",
        /// The bill was saved by another request after it was read.
        StaleBill = "STALE_BILL",
        /// The bill cannot go where it was asked to from the state it is in.
        IllegalTransition = "ILLEGAL_TRANSITION",
        AlreadyCredited = "ALREADY_CREDITED",
        /// A part of the bill is credited or about to be, so that it cannot be credited as a whole.
        PartlyCredited = "PARTLY_CREDITED",
        /// A bill below zero does not say which bill it credits.
        CreditOfRequired = "CREDIT_OF_REQUIRED",
        CreditOfOtherCustomer = "CREDIT_OF_OTHER_CUSTOMER",
        /// A bill that credits another asks for money.
        CreditNotNegative = "CREDIT_NOT_NEGATIVE",
        /// More is credited than is left of the bill, in all or of one VAT rate.
        CreditMoreThanLeft = "CREDIT_MORE_THAN_LEFT",
        /// VAT of a rate is credited that the bill has nothing of.
        CreditOfOtherVat = "CREDIT_OF_OTHER_VAT",
        /// More kilometres, allowances or receipts are credited than the bill has left.
        CreditMoreReimbursements = "CREDIT_MORE_REIMBURSEMENTS",
        CannotCopyBill = "CANNOT_COPY_BILL",
        DeleteTemplateFailure = "DELETE_TEMPLATE_FAILURE",
        TooManyTemplates = "TOO_MANY_TEMPLATES",
        TooManyPlaces = "TOO_MANY_PLACES",
        HasAdvancePayments = "BILL_HAS_ADVANCE_PAYMENTS",
        HasBeenPaid = "BILL_HAS_BEEN_PAID",
        /// The share was asked for, answered or opened meanwhile.
        ShareNotInState = "SHARE_NOT_IN_STATE",
        /// A draft with shares or purchase invoices is no credit note.
        CreditNoteShared = "CREDIT_NOTE_SHARED",
        /// A share of the bill has no answer yet.
        ShareNotApproved = "SHARE_NOT_APPROVED",
        /// Nobody is one's own subcontractor.
        OwnShare = "OWN_SHARE",
        /// The share was changed by another request after it was read.
        StaleShare = "STALE_SHARE",
        /// No bill waits for the printer.
        NothingToPrint = "NOTHING_TO_PRINT",
        /// The delivery is not in a state in which this could be decided.
        DeliverySettled = "DELIVERY_SETTLED",
        /// It is on its way or has gone, or there is no doubt about it.
        MailSettled = "MAIL_SETTLED",

        // What a clerk should look at, though it may well be right
        /// Money goes back to the customer.
        CreditNoteToReview = "review.creditNote",
        FirstBillToCustomer = "review.firstBillToCustomer",
        /// Several times what the worker usually bills.
        UnusuallyLarge = "review.unusuallyLarge",
        /// Characters that would print as boxes; they are named beside the key.
        Unprintable = "review.unprintable",
        /// More kilometres than the places are apart.
        DistanceFarFromEstimate = "review.distanceFarFromEstimate",
        /// An address has no postal code and no service found it, so that nothing is known to compare with.
        DistanceNotChecked = "review.distanceNotChecked",
        /// The table of the year does not have the country, so that the clerk looks it up.
        ForeignAllowanceToCheck = "review.foreignAllowance",
        /// The worker says that a trip began elsewhere than at home.
        LeftFromElsewhere = "review.leftFromElsewhere",
        /// The same work twice on one bill.
        RowTwice = "review.rowTwice",
        /// The same customer was billed for the same day before.
        DayBilledBefore = "review.dayBilledBefore",
        /// A receipt of the row is also on another row or invoice of the worker.
        ReceiptTwice = "review.receiptTwice",
        /// The address is missing to which the customer's bills go.
        CustomerNotReachable = "review.customerNotReachable",
        /// The customer's bills went elsewhere until now.
        DeliveryChanged = "review.deliveryChanged",
        /// Planning has other times for the shift of a row.
        BilledShiftDiffers = "review.shiftDiffers",
        /// Planning has given the shift of a row to another worker.
        BilledShiftGivenAway = "review.shiftGivenAway",
        /// Bills with remarks are approved one by one.
        HasRemarks = "HAS_REMARKS",

        // The provider's own people
        /// Staff may not decide on their own matters.
        OwnMatter = "OWN_MATTER",
        /// At least one administrator has to remain.
        LastAdmin = "LAST_ADMIN",
        /// Every user needs a role.
        RoleRequired = "ROLE_REQUIRED",
        StalePromoCode = "STALE_PROMO_CODE",
        PromoCodeTaken = "PROMO_CODE_TAKEN",
        /// A new card was sent in meanwhile.
        TaxCardReplaced = "TAX_CARD_REPLACED",
        JobNotFailed = "JOB_NOT_FAILED",
        /// A file to import cannot be read as what it says it is.
        UnreadableImport = "UNREADABLE_IMPORT",
        UnknownWorker = "import.unknownWorker",
        /// A line of an import has too few or too many columns, or one of an unknown name.
        WrongColumns = "import.wrongColumns",
        /// The same thing twice in one import.
        TwiceInImport = "import.twice",

        // VAT
        IllegalVatRate = "alv_error",
        // A receipt has no such VAT on its day. Each has a key of its own, which is the name of its field.
        OtherReceiptVat24 = "othercost_alv24",
        TravelReceiptVat24 = "travelcost_alv24",
        HotelReceiptVat24 = "hotelcost_alv24",
        OtherReceiptVat14 = "othercost_alv14",
        TravelReceiptVat14 = "travelcost_alv14",
        HotelReceiptVat14 = "hotelcost_alv14",
        OtherReceiptVat10 = "othercost_alv10",
        TravelReceiptVat10 = "travelcost_alv10",
        HotelReceiptVat10 = "hotelcost_alv10",
        VatZeroReasonRequired = "VAT_ZERO_REASON_REQUIRED",
        VatZeroReasonWithReverseVat = "VAT_ZERO_REASON_WITH_REVERSE_VAT",
        VatZeroReasonWithoutZeroRows = "VAT_ZERO_REASON_WITHOUT_ZERO_ROWS",
        OnlyVatZeroReimbursements = "ONLY_VAT_ZERO_REIMBURSEMENTS",
        /// Reverse VAT of construction is for companies in the Finnish register.
        ReverseVatNeedsFinnishBusiness = "REVERSE_VAT_NEEDS_FINNISH_BUSINESS",
        /// A sale to elsewhere in the EU needs the buyer's VAT number there.
        ReverseChargeNeedsEuVatNumber = "REVERSE_CHARGE_NEEDS_EU_VAT_NUMBER",

        // Work time and travel
        ReturnBeforeDeparture = "RETURN_BEFORE_DEPARTURE",
        TooFewKilometers = "KILOMETERS_AT_LEAST_30",
        MealWithOtherAllowance = "LUNCH_WITH_OTHER_ALLOWANCE",
        SeveralDailyAllowances = "ONE_DAILY_ALLOWANCE_AT_A_TIME",
        TripTooShort = "TRAVEL_TIME_NOT_LONG_ENOUGH",
        TravelTimeMissing = "TRAVEL_TIME_MISSING",
        WorkTooShortForMeals = "WORK_DURATION_NOT_ENOUGH_FOR_LUNCH",
        NotAbroad = "FOREIGN_ALLOWANCE_REQUIRES_WORK_ABROAD",
        /// More than the table of the country and the year gives for the days, which would be taxable.
        ForeignAboveTable = "FOREIGN_ALLOWANCE_ABOVE_TABLE",
        /// A trailer, a load or passengers raise the allowance of a car alone.
        ExtrasOnlyWithCar = "EXTRAS_ONLY_WITH_CAR",
        /// A trip belongs to the month of its row.
        TripInAnotherMonth = "TRIP_IN_ANOTHER_MONTH",
        WorkLongerThanTrip = "WORK_LONGER_THAN_TRIP",
        /// Nobody is on two trips at once.
        TripsOverlap = "TRIPS_OVERLAP",
        /// The trip overlaps with one that another bill of the worker claims. [`super::Problem::other`] names it.
        TripOnAnotherBill = "TRIP_ON_ANOTHER_BILL",
        /// Two trips claim a daily allowance for one day, or one such and a meal. [`super::Problem::other`] names the other bill, if it is not
        /// the same one.
        SeveralAllowancesOnDay = "SEVERAL_ALLOWANCES_ON_DAY",

        // Shifts
        /// The shift's entitled list does not name the allowance that is claimed.
        ShiftNotEntitled = "SHIFT_NOT_ENTITLED",
        /// Only planning changes when and where a planned shift is.
        ShiftPlanned = "SHIFT_PLANNED",
        /// The shift is on a bill, which has to be changed instead.
        ShiftBilled = "SHIFT_BILLED",
        /// It was changed after it was read.
        StaleShift = "STALE_SHIFT",
        /// Planning has given it to another worker.
        ShiftGivenAway = "SHIFT_GIVEN_AWAY",
        /// Two rows of a bill are of one shift.
        ShiftTwice = "SHIFT_TWICE",
        /// The shift is on another bill, which [`super::Problem::other`] names.
        ShiftOnAnotherBill = "SHIFT_ON_ANOTHER_BILL",

        // Receipts
        ReceiptRequired = "RECEIPT_REQUIRED",
        ReceiptTooLarge = "RECEIPT_TOO_LARGE",
        /// A late receipt is for a bill that its customer has and that was not credited.
        LateReceiptNotForBill = "LATE_RECEIPT_NOT_FOR_BILL",
        /// It was changed, sent or decided after it was read.
        StaleLateReceipt = "STALE_LATE_RECEIPT",
        /// The salary that pays it is approved.
        LateReceiptInSalary = "LATE_RECEIPT_IN_SALARY",
        /// Only pictures and PDFs are taken.
        FileTypeNotAllowed = "FILE_TYPE_NOT_ALLOWED",
        /// Only pictures are taken.
        PictureTypeNotAllowed = "PICTURE_TYPE_NOT_ALLOWED",
        /// The file is empty, damaged or ends in the middle.
        FileUnreadable = "FILE_UNREADABLE",
        /// The picture has more pixels than are drawn here.
        PictureTooLarge = "PICTURE_TOO_LARGE",
        /// The picture is stored as iPhones do, which most programs cannot show.
        HeicNotAllowed = "HEIC_NOT_ALLOWED",
        /// The PDF asks for a password.
        PdfProtected = "PDF_PROTECTED",
        /// The PDF unfolds to more than is opened here.
        PdfTooLarge = "PDF_TOO_LARGE",
        /// The attached copy of a purchase invoice is missing.
        PurchaseInvoiceRequired = "validation.billRequired",

        // Advance payment
        CannotCreateAdvance = "CANNOT_CREATE_ADVANCE_PAYMENT",
        AdvanceTooBig = "ADVANCE_PAYMENT_TOO_BIG",
        InvoiceNotSent = "INVOICE_NOT_SENT",
        /// The catalogue spells it so.
        NoRowsSelected = "NO_ROWS_SELECTED_FOR_ADVANVE_PAYMENT",
        InvoicePaid = "INVOICE_PAID",
        AdvanceCannotBeAsked = "ADVANCE_CANNOT_BE_ASKED",
        RowsAlreadyHandled = "ADVANCE_ROWS_ALREADY_HANDLED",
        /// There is no account that it could be paid to.
        AdvanceNeedsAccount = "ADVANCE_NEEDS_ACCOUNT",
        /// It was decided, paid or taken back meanwhile.
        AdvanceNotInState = "ADVANCE_NOT_IN_STATE",

        // Payments
        BankFileTooLarge = "BANK_FILE_TOO_LARGE",
        /// Neither a camt.053 nor a camt.054 of a version that can be read.
        BankFileNotCamt = "BANK_FILE_NOT_CAMT",
        /// It ends in the middle.
        BankFileTruncated = "BANK_FILE_TRUNCATED",
        BankFileMalformed = "BANK_FILE_MALFORMED",
        /// It is for another account than the provider's.
        BankFileWrongAccount = "BANK_FILE_WRONG_ACCOUNT",
        BankFileForeignCurrency = "BANK_FILE_FOREIGN_CURRENCY",
        /// One of its amounts, or the sum of all, is above [`crate::amount_limits`].
        BankFileAmountTooLarge = "BANK_FILE_AMOUNT_TOO_LARGE",
        /// A second person has to confirm or reject the match that was proposed before anything else is decided.
        MatchWaits = "MATCH_WAITS",
        /// Nobody confirms or rejects what they proposed themselves.
        ProposedBySamePerson = "PROPOSED_BY_SAME_PERSON",
        /// The match was confirmed, rejected or withdrawn meanwhile.
        MatchNotWaiting = "MATCH_NOT_WAITING",
        /// The payment was handled by another request after it was read.
        PaymentChanged = "PAYMENT_CHANGED",
        /// A salary was made of the bill that it paid.
        PaymentInSalary = "PAYMENT_IN_SALARY",
        MoreThanOwed = "MORE_THAN_OWED",
        MoreThanPaid = "MORE_THAN_PAID",
        NothingOwed = "NOTHING_OWED",
        ReminderTooEarly = "REMINDER_TOO_EARLY",
        /// After the second reminder a debt collector writes.
        RemindedTwice = "REMINDED_TWICE",

        // Closing the books
        /// Books are closed until the end of a month.
        NotAMonthEnd = "NOT_A_MONTH_END",
        /// The last day is not over yet.
        PeriodNotOver = "PERIOD_NOT_OVER",
        /// They are closed until that day or a later one.
        BooksAlreadyClosed = "BOOKS_ALREADY_CLOSED",

        // Settings
        /// The provider's own details are not there yet, so that nothing can be sent in its name.
        SettingsMissing = "SETTINGS_MISSING",

        // Statutory figures
        /// Other figures were taken after these were shown, or while they were used.
        FiguresChanged = "FIGURES_CHANGED",
        /// Bills were sent or salaries approved by the figures of this day or a later one of the year.
        FiguresUsed = "figures.used",
        FigureUnknown = "figures.unknown",
        FigureMissing = "figures.missing",
        FigureUnreadable = "figures.unreadable",
        FigureWithoutSource = "figures.withoutSource",
        /// So far from what the law says anywhere that it must be a slip of the keyboard.
        FigureImplausible = "figures.implausible",
        /// The file is no TOML from this line on.
        FiguresNotToml = "figures.notToml",

        // Payroll
        /// The maker or calculator of a run may not approve it.
        ApprovedBySamePerson = "APPROVED_BY_SAME_PERSON",
        /// A bill of the run is no longer what it was when the run was calculated.
        RunChanged = "RUN_CHANGED",
        /// Other refunds would leave with the run now than those that its approver has seen.
        RefundsChanged = "REFUNDS_CHANGED",
        /// The run has gone on, or has not come so far.
        RunNotInState = "RUN_NOT_IN_STATE",
        /// A run without a single salary to pay.
        RunEmpty = "RUN_EMPTY",
        /// The problems of the salary have to be fixed first.
        SalaryHasProblems = "SALARY_HAS_PROBLEMS",
        NotABankDay = "NOT_A_BANK_DAY",
        /// The payday of the run has passed; the run has to be moved to another.
        PaydayOver = "PAYDAY_OVER",
        /// Another run that is not paid yet has the payday.
        PaydayTaken = "PAYDAY_TAKEN",
        /// The provider's policies are missing, under which the employees of the run are insured.
        PoliciesMissing = "POLICIES_MISSING",
        /// The bank would not take the provider's name, account or agreement as its settings have them.
        PayerNotAccepted = "PAYER_NOT_ACCEPTED",
        /// The Incomes Register needs the name and the phone number of a contact person.
        ContactMissing = "CONTACT_MISSING",
        /// A refund of the payment file goes to an account or a name that the bank would not take.
        RefundNotPayable = "REFUND_NOT_PAYABLE",
        /// Who approved a run does not undo the approval.
        UnapprovedBySamePerson = "UNAPPROVED_BY_SAME_PERSON",
        /// A file of the run has been fetched, so that it may be at the bank or the register.
        RunFetched = "RUN_FETCHED",
        /// A later run was approved on the figures of this one.
        LaterRunApproved = "LATER_RUN_APPROVED",
        /// A bill of the run was credited after its approval.
        RunBillCredited = "RUN_BILL_CREDITED",

        // Remittances
        /// Neither the settings nor a payment order name who gets the money.
        ReceiverMissing = "RECEIVER_MISSING",
        /// Another sum is open by now than the one that was shown.
        RemittanceChanged = "REMITTANCE_CHANGED",
        /// The remittance was approved, taken back or paid meanwhile.
        RemittanceNotInState = "REMITTANCE_NOT_IN_STATE",
        /// The day on which it was to be paid has passed.
        RemittanceDayOver = "REMITTANCE_DAY_OVER",
        /// The report of the month is as it was, so that nothing is to be corrected.
        ReportUnchanged = "REPORT_UNCHANGED",
        /// More of the month's contributions was taken back than there were.
        ReportBelowZero = "REPORT_BELOW_ZERO",

        // Purchases
        /// The purchase was sent for payment, opened or paid meanwhile.
        PurchaseNotInState = "PURCHASE_NOT_IN_STATE",
        /// A purchase of the bill is not sent for payment.
        PurchaseNotReady = "PURCHASE_NOT_READY",
        /// The bill of a purchase is credited, or not paid any more, so that the purchase is not paid either.
        PurchaseNotDue = "PURCHASE_NOT_DUE",
        /// The same invoice is a purchase already.
        DuplicatePurchase = "DUPLICATE_PURCHASE",
        /// A purchase keeps one copy of its invoice at least.
        LastPurchaseReceipt = "LAST_PURCHASE_RECEIPT",

        // Payouts
        /// The payout or its file was approved, taken back or paid meanwhile.
        PayoutNotInState = "PAYOUT_NOT_IN_STATE",
        /// A payout of the file is not to be paid any more.
        PayoutFileChanged = "PAYOUT_FILE_CHANGED",
        /// The day on which the file was to be paid has passed.
        PayoutDayOver = "PAYOUT_DAY_OVER",
        /// Nothing leaves the server, which may run on a copy of the data.
        SendingHeld = "SENDING_HELD",

        // Calculator
        /// No invoice within the limits gives so high a salary.
        SalaryNotReachable = "SALARY_NOT_REACHABLE",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_key_has_a_name_of_its_own() {
        let names: HashSet<_> = ErrorKey::ALL.iter().map(|key| key.name()).collect();
        assert_eq!(names.len(), ErrorKey::ALL.len());
        assert_eq!(ErrorKey::from_name("not_home_address"), Some(ErrorKey::NotHomeAddress));
    }
}
