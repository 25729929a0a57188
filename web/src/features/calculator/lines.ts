import type { Summary } from '@/api/calculator';
import type { LineKind } from '@/components/salary/AmountLines';
import { difference } from '@/lib/format/exact';
import type { Decimal } from '@/lib/format/money';

export type LineId =
  | 'invoiced'
  | 'vat'
  | 'withoutVat'
  | 'fee'
  | 'reimbursementsApart'
  | 'employerCosts'
  | 'health'
  | 'accident'
  | 'employerTyel'
  | 'employerUnemployment'
  | 'groupLife'
  | 'rounding'
  | 'gross'
  | 'holiday'
  | 'tax'
  | 'tyel'
  | 'unemployment'
  | 'yel'
  | 'net'
  | 'reimbursements'
  | 'account';

export interface Line {
  readonly id: LineId;
  readonly kind: LineKind;
  readonly amount: Decimal;
}

function line(id: LineId, kind: LineKind, amount: Decimal): Line {
  return { id, kind, amount };
}

/**
 * The way from what the customer pays to what lands on the account, as people read it. Nothing is
 * said about what is zero, nor twice about the same sum.
 */
export function linesOf(summary: Summary): Line[] {
  const vat = difference(summary.totalBilling, summary.totalBillingWithoutAlv);
  const lines = [
    ...(Number(vat) === 0
      ? []
      : [line('invoiced', 'sum', summary.totalBilling), line('vat', 'less', vat)]),
    line('withoutVat', 'sum', summary.totalBillingWithoutAlv),
    line('fee', 'less', summary.serviceFee),
    line('reimbursementsApart', 'less', summary.total_reimbursements),
    line('employerCosts', 'less', summary.employerCosts),
    line('health', 'part', summary.sotu_total),
    line('accident', 'part', summary.accidentInsurance_total),
    line('employerTyel', 'part', summary.employerTyel),
    line('employerUnemployment', 'part', summary.employerUnemployment),
    line('groupLife', 'part', summary.groupLife),
    line('rounding', 'less', summary.rounding),
    line('gross', 'sum', summary.bruttoSalary),
    line('holiday', 'part', summary.holidaybonusamount),
    line('tax', 'less', summary.taxamount),
    line('tyel', 'less', summary.tyel),
    line('unemployment', 'less', summary.unemploymentAmount),
    line('yel', 'less', summary.yel),
    ...(summary.total_reimbursements === 0
      ? []
      : [
          line('net', 'sum', summary.net),
          line('reimbursements', 'more', summary.total_reimbursements),
        ]),
    line('account', 'total', summary.salary),
  ];
  return lines.filter(({ kind, amount }) => isSum(kind) || Number(amount) !== 0);
}

function isSum(kind: LineKind): boolean {
  return kind === 'sum' || kind === 'total';
}
