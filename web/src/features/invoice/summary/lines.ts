import type { CalculatedSalary } from '@/api/calculator';
import {
  invoicedLines,
  linesOf,
  withoutCardTexts,
  type AmountLine,
  type LineChoice,
  type OwnTexts,
} from '@/domain/salary/lines';
import { m } from '@/paraglide/messages';

const EMPLOYEE_COSTS: readonly LineChoice[] = [
  ['allIn', 'sum'],
  ['employerCosts', 'less'],
];

const ENTREPRENEUR_COSTS: readonly LineChoice[] = [
  ['fee', 'less'],
  ['contracting', 'less'],
  ['commission', 'less'],
  ['reimbursementsApart', 'less'],
  ['health', 'less'],
  ['accident', 'less'],
];

const TO_ACCOUNT: readonly LineChoice[] = [
  ['rounding', 'less'],
  ['gross', 'sum'],
  ['holiday', 'part'],
  ['tax', 'less'],
  ['employeeCost', 'less'],
  ['tyel', 'part'],
  ['unemployment', 'part'],
  ['yel', 'less'],
  ['distraint', 'less'],
  ['reductions', 'less'],
  ['reimbursements', 'more'],
  ['account', 'total'],
];

const CREDIT_TEXTS: OwnTexts = {
  invoiced: { label: m.invoice_credited_to_customer },
  account: { label: m.invoice_credit_effect, why: m.invoice_summary_credit_note },
};

interface Of {
  readonly employed: boolean;
  readonly credits: boolean;
}

/** The lines from the bill to the account that concern an employee or an entrepreneur. */
export function summaryLines(summary: CalculatedSalary, { employed, credits }: Of): AmountLine[] {
  const lines = [
    ...invoicedLines(summary),
    ...(employed ? EMPLOYEE_COSTS : ENTREPRENEUR_COSTS),
    ...TO_ACCOUNT,
  ];
  return linesOf(summary, lines, credits ? CREDIT_TEXTS : withoutCardTexts(summary.withoutTaxCard));
}
