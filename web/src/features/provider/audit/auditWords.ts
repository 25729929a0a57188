import type { AuditEvent } from '@/api/audit';
import { m } from '@/paraglide/messages';

/** The text of an action. */
export const ACTIONS: Readonly<Record<AuditEvent['action'], () => string>> = {
  'person.created': m.audit_person_created,
  'person.language_changed': m.audit_person_language_changed,
  'person.terms_accepted': m.audit_person_terms_accepted,
  'person.identified': m.audit_person_identified,
  'person.profile_changed': m.audit_person_profile_changed,
  'person.account_changed': m.audit_person_account_changed,
  'person.password_changed': m.audit_person_password_changed,
  'person.email_confirmed': m.audit_person_email_confirmed,
  'person.email_changed': m.audit_person_email_changed,
  'person.picture_changed': m.audit_person_picture_changed,
  'person.data_exported': m.audit_person_data_exported,
  'person.deletion_requested': m.audit_person_deletion_requested,
  'person.deletion_withdrawn': m.audit_person_deletion_withdrawn,
  'person.erased': m.audit_person_erased,
  'person.terms_changed': m.audit_person_terms_changed,
  'person.roles_changed': m.audit_person_roles_changed,
  'distraint.set': m.audit_distraint_set,
  'distraint.removed': m.audit_distraint_removed,
  'tax_card.sent': m.audit_tax_card_sent,
  'tax_card.handled': m.audit_tax_card_handled,
  'promo_code.created': m.audit_promo_code_created,
  'promo_code.changed': m.audit_promo_code_changed,
  'settings.added': m.audit_settings_added,
  'figures.added': m.audit_figures_added,
  'job.retried': m.audit_job_retried,
  'shifts.imported': m.audit_shifts_imported,
  'shift.added': m.audit_shift_added,
  'shift.changed': m.audit_shift_changed,
  'shift.deleted': m.audit_shift_deleted,
  'api_key.created': m.audit_api_key_created,
  'api_key.ended': m.audit_api_key_ended,
  'session.started': m.audit_session_started,
  'session.ended': m.audit_session_ended,
  'customer.created': m.audit_customer_created,
  'customer.replaced': m.audit_customer_replaced,
  'customer.corrected': m.audit_customer_corrected,
  'customer.saved': m.audit_customer_saved,
  'customer.removed': m.audit_customer_removed,
  'bill.created': m.audit_bill_created,
  'bill.copied': m.audit_bill_copied,
  'bill.deleted': m.audit_bill_deleted,
  'bill.sent': m.audit_bill_sent,
  'bill.opened': m.audit_bill_opened,
  'bill.open_requested': m.audit_bill_open_requested,
  'bill.open_granted': m.audit_bill_open_granted,
  'bill.open_refused': m.audit_bill_open_refused,
  'bill.taken': m.audit_bill_taken,
  'bill.receipt_vat_set': m.audit_bill_receipt_vat_set,
  'bill.returned': m.audit_bill_returned,
  'bill.approved': m.audit_bill_approved,
  'bill.unapproved': m.audit_bill_unapproved,
  'bill.redated': m.audit_bill_redated,
  'bill.closed': m.audit_bill_closed,
  'bill.delivered': m.audit_bill_delivered,
  'delivery.retried': m.audit_delivery_retried,
  'delivery.arrived': m.audit_delivery_arrived,
  'print_batch.made': m.audit_print_batch_made,
  'bill.paid': m.audit_bill_paid,
  'bill.unpaid': m.audit_bill_unpaid,
  'bill.credited': m.audit_bill_credited,
  'bill.part_credited': m.audit_bill_part_credited,
  'bill.corrected': m.audit_bill_corrected,
  'receipt.added': m.audit_receipt_added,
  'receipt.removed': m.audit_receipt_removed,
  'receipt.replaced': m.audit_receipt_replaced,
  'payroll.made': m.audit_payroll_made,
  'payroll.calculated': m.audit_payroll_calculated,
  'payroll.salary_held': m.audit_payroll_salary_held,
  'payroll.salary_released': m.audit_payroll_salary_released,
  'payroll.approved': m.audit_payroll_approved,
  'payroll.posted': m.audit_payroll_posted,
  'payroll.files_written': m.audit_payroll_files_written,
  'payroll.paid': m.audit_payroll_paid,
  'payroll.moved': m.audit_payroll_moved,
  'payroll.file_fetched': m.audit_payroll_file_fetched,
  'payroll.unapproved': m.audit_payroll_unapproved,
  'payroll.reversed': m.audit_payroll_reversed,
  'payroll.salary_taken_back': m.audit_payroll_salary_taken_back,
  'payroll.correction_written': m.audit_payroll_correction_written,
  'remittance.made': m.audit_remittance_made,
  'remittance.approved': m.audit_remittance_approved,
  'remittance.cancelled': m.audit_remittance_cancelled,
  'remittance.refusal_proposed': m.audit_remittance_refusal_proposed,
  'remittance.refusal_dropped': m.audit_remittance_refusal_dropped,
  'remittance.refused': m.audit_remittance_refused,
  'remittance.paid': m.audit_remittance_paid,
  'remittance.returned': m.audit_remittance_returned,
  'separate_report.made': m.audit_separate_report_made,
  'separate_report.sent': m.audit_separate_report_sent,
  'bank_file.read': m.audit_bank_file_read,
  'payment.received': m.audit_payment_received,
  'payment.matched': m.audit_payment_matched,
  'payment.unmatched': m.audit_payment_unmatched,
  'payment.reversed': m.audit_payment_reversed,
  'payment.released': m.audit_payment_released,
  'payment.divided': m.audit_payment_divided,
  'payment.batch_recognized': m.audit_payment_batch_recognized,
  'match.proposed': m.audit_match_proposed,
  'match.confirmed': m.audit_match_confirmed,
  'match.rejected': m.audit_match_rejected,
  'match.withdrawn': m.audit_match_withdrawn,
  'match.voided': m.audit_match_voided,
  'payment.set_aside': m.audit_payment_set_aside,
  'refund.decided': m.audit_refund_decided,
  'reminder.made': m.audit_reminder_made,
  'reminder.posted': m.audit_reminder_posted,
  'books.closed': m.audit_books_closed,
};

const SUBJECTS: Readonly<Record<string, () => string>> = {
  bill: m.audit_of_bill,
  person: m.audit_of_person,
  customer: m.audit_of_customer,
  session: m.audit_of_session,
  payroll: m.audit_of_payroll,
  payment: m.audit_of_payment,
  delivery: m.audit_of_delivery,
  settings: m.audit_of_settings,
  figures: m.audit_of_figures,
  job: m.audit_of_job,
  promo_code: m.audit_of_promo_code,
  bank_file: m.audit_of_bank_file,
  reminder: m.audit_of_reminder,
  print_batch: m.audit_of_print_batch,
  shifts: m.audit_of_shifts,
  shift: m.audit_of_shift,
  api_key: m.audit_of_api_key,
  ledger: m.audit_of_ledger,
  remittance: m.audit_of_remittance,
  separate_report: m.audit_of_separate_report,
};

export interface Subject {
  /** Such as `bill`. */
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** What it was done to: `kind:id`, as the log has it. */
export function subjectOf(subject: string): Subject {
  const [kind = '', id = ''] = subject.split(':', 2);
  return { kind, id, name: SUBJECTS[kind]?.() ?? kind };
}

/** The details, one after the other, without the braces of a program. */
export function detailWords(detail: string): string {
  const parts = Object.entries(JSON.parse(detail) as Record<string, unknown>);
  return parts.map(([name, value]) => `${name}: ${plain(value)}`).join(' · ');
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value).replaceAll(/["{}]/g, '').replaceAll(',', ', ').replaceAll(':', ' ');
}
