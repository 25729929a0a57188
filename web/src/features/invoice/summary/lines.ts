import type { Summary } from '@/api/calculator';
import { invoicedLines, linesOf, type AmountLine, type LineChoice } from '@/domain/salary/lines';

const EMPLOYEE_COSTS: readonly LineChoice[] = [
  ['allIn', 'sum'],
  ['employerCosts', 'less'],
];

const ENTREPRENEUR_COSTS: readonly LineChoice[] = [
  ['fee', 'less'],
  ['contracting', 'less'],
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

/** The lines from the bill to the account that concern an employee or an entrepreneur. */
export function summaryLines(summary: Summary, employed: boolean): AmountLine[] {
  return linesOf(summary, [
    ...invoicedLines(summary),
    ...(employed ? EMPLOYEE_COSTS : ENTREPRENEUR_COSTS),
    ...TO_ACCOUNT,
  ]);
}
