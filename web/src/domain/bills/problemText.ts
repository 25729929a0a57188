import type { Bill } from '@/api/billTypes';
import { m } from '@/paraglide/messages';
import { fieldText } from './fieldText';

interface Problem {
  readonly field: string;
  readonly key: string;
  /** Why the field is refused. */
  readonly reason: string;
}

/** What is to be done where a field is empty. */
const MISSING: Readonly<Record<string, () => string>> = {
  sharedCustomer: m.bills_missing_customer,
  billingdate: m.bills_missing_billing_date,
  exactDueDate: m.bills_missing_due_date,
  dueDate: m.bills_missing_due_date,
  billableitems: m.bills_missing_rows,
  alv: m.bills_missing_vat,
};

/** Reasons that say what they are about. */
const WHOLE: ReadonlySet<string> = new Set([
  'VAT_ZERO_REASON_REQUIRED',
  'CUSTOMER_DELIVERY_MISSING',
  'CREDIT_OF_REQUIRED',
]);

const OF_ROW = /^billableitems\[\d+\]/;

/** One thing that keeps a bill from being sent, as one would say it. */
export function problemText({ field, key, reason }: Problem, bill?: Bill): string {
  const missing = key === 'validation.required' ? MISSING[field] : undefined;
  if (missing !== undefined) return missing();
  if (WHOLE.has(key)) return reason;
  const [row] = OF_ROW.exec(field) ?? [];
  // What is missing from a row is named by its reason.
  const named = row !== undefined && key.startsWith('error.billableItem.missing.') ? row : field;
  return m.bills_problem({ field: fieldText(named, bill), reason });
}

/** How many things are left to do before a bill can be sent. */
export function leftText(count: number): string {
  return m.bills_send_left({ count });
}
