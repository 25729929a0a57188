import type { CheckFault, CheckFaultKey, CheckQuestion } from '@/api/dataCheck';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

/** The sentence that holds when all is well. */
export const QUESTIONS: Readonly<Record<CheckQuestion, () => string>> = {
  SCHEMA: m.providercheck_q_schema,
  DATABASE_FILE: m.providercheck_q_database_file,
  REFERENCES: m.providercheck_q_references,
  ROLES: m.providercheck_q_roles,
  AUDIT_LOG: m.providercheck_q_audit_log,
  BILL_NUMBERS: m.providercheck_q_bill_numbers,
  SENT_BILLS: m.providercheck_q_sent_bills,
  ENTRIES_BALANCE: m.providercheck_q_entries_balance,
  ENTRY_NUMBERS: m.providercheck_q_entry_numbers,
  CLOSED_BOOKS: m.providercheck_q_closed_books,
  AMOUNT_SIZES: m.providercheck_q_amount_sizes,
  BILL_PAYMENTS: m.providercheck_q_bill_payments,
  CREDIT_NOTES: m.providercheck_q_credit_notes,
  PAYMENT_RESTS: m.providercheck_q_payment_rests,
  SLIPS: m.providercheck_q_slips,
  SALARY_BILLS: m.providercheck_q_salary_bills,
  TAKEN_BACK: m.providercheck_q_taken_back,
  LATE_RECEIPTS: m.providercheck_q_late_receipts,
  FILES: m.providercheck_q_files,
  BANK_ACCOUNT: m.providercheck_q_bank_account,
  RECEIVABLES: m.providercheck_q_receivables,
  DUE_BILLS: m.providercheck_q_due_bills,
  AWAITING_SALARY: m.providercheck_q_awaiting_salary,
  SUBCONTRACTING: m.providercheck_q_subcontracting,
  SALARIES_PAYABLE: m.providercheck_q_salaries_payable,
  DUE_FROM_WORKERS: m.providercheck_q_due_from_workers,
  WITHHELD: m.providercheck_q_withheld,
  PAID_ON: m.providercheck_q_paid_on,
  REPORTS: m.providercheck_q_reports,
  RUNS: m.providercheck_q_runs,
  JOBS: m.providercheck_q_jobs,
};

/** The values of a fault as they are read; a text asks for those that its key has. */
interface Values {
  readonly count: number;
  readonly number: number;
  readonly account: number;
  readonly name: string;
  readonly day: string;
  readonly amount: string;
  readonly expected: string;
  readonly text: string;
}

const FAULTS: Readonly<Record<CheckFaultKey, (values: Values) => string>> = {
  SCHEMA_VERSION: m.providercheck_f_schema_version,
  DAMAGED: m.providercheck_f_damaged,
  WITHOUT_ROLE: m.providercheck_f_without_role,
  NUMBER_GAP: m.providercheck_f_number_gap,
  WRONGLY_NUMBERED: m.providercheck_f_wrongly_numbered,
  ENTRY_OFF: m.providercheck_f_entry_off,
  LINES_MISDATED: m.providercheck_f_lines_misdated,
  BOOKED_AFTER_CLOSING: m.providercheck_f_booked_after_closing,
  LINES_TOO_LARGE: m.providercheck_f_lines_too_large,
  BILL_UNLIKE_PAYMENTS: m.providercheck_f_bill_unlike_payments,
  BILLS_UNLIKE_CREDIT_NOTES: m.providercheck_f_bills_unlike_credit_notes,
  PAYMENTS_UNLIKE_PARTS: m.providercheck_f_payments_unlike_parts,
  ACCOUNT_DIFFERS: m.providercheck_f_account_differs,
  SLIPS_UNLIKE_LEDGER: m.providercheck_f_slips_unlike_ledger,
  SALARIES_UNLIKE_BILLS: m.providercheck_f_salaries_unlike_bills,
  TAKEN_BACK_UNLIKE_LEDGER: m.providercheck_f_taken_back_unlike_ledger,
  SALARIES_UNLIKE_LATE_RECEIPTS: m.providercheck_f_salaries_unlike_late_receipts,
  LATE_RECEIPTS_ASTRAY: m.providercheck_f_late_receipts_astray,
  FILE_WRONG: m.providercheck_f_file_wrong,
  BANK_DIFFERS: m.providercheck_f_bank_differs,
  RECEIVABLE_DIFFERS: m.providercheck_f_receivable_differs,
  NOTHING_DUE: m.providercheck_f_nothing_due,
  PERSON_DIFFERS: m.providercheck_f_person_differs,
  REMITTANCES_UNLIKE_PARTS: m.providercheck_f_remittances_unlike_parts,
  REPORT_MISSING: m.providercheck_f_report_missing,
  CORRECTION_MISSING: m.providercheck_f_correction_missing,
  RUN_NOT_WRITTEN: m.providercheck_f_run_not_written,
  RUN_NOT_REVERSED: m.providercheck_f_run_not_reversed,
  RUN_JOB_GIVEN_UP: m.providercheck_f_run_job_given_up,
  JOBS_GIVEN_UP: m.providercheck_f_jobs_given_up,
};

/** What is wrong, in words. */
export function faultText(fault: CheckFault): string {
  return FAULTS[fault.key]({
    count: fault.count ?? 0,
    number: fault.number ?? 0,
    account: fault.account ?? 0,
    name: fault.name ?? '',
    day: fault.day ?? '',
    amount: formatMoney(fault.amount ?? 0),
    expected: formatMoney(fault.expected ?? 0),
    text: fault.text ?? '',
  });
}
