import { m } from '@/paraglide/messages';

const NAMES: Readonly<Record<string, () => string>> = {
  SEND_MAIL: m.providerpeople_job_send_mail,
  CLOSE_BILL: m.providerpeople_job_close_bill,
  DELIVER_BILL: m.providerpeople_job_deliver_bill,
  CALCULATE_PAYROLL: m.providerpeople_job_calculate_payroll,
  POST_PAYROLL: m.providerpeople_job_post_payroll,
  WRITE_PAYROLL_FILES: m.providerpeople_job_write_payroll_files,
};

/** What a kind of work is called; one that this app does not know yet, by its own name. */
export function jobName(kind: string): string {
  return NAMES[kind]?.() ?? kind;
}
