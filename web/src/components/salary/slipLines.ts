import type { Salary } from '@/api/salaries';
import type { Decimal } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import type { LineKind } from './AmountLines';

type Summary = Salary['summary'];
type Field = {
  [Name in keyof Summary]: Summary[Name] extends number ? Name : never;
}[keyof Summary];

interface LineText {
  readonly kind: LineKind;
  readonly label: () => string;
  /** What it is, where it goes and why. */
  readonly why: () => string;
}

export interface SlipLine extends LineText {
  readonly field: Field;
  readonly amount: Decimal;
}

export interface Section {
  readonly title: string;
  readonly lines: readonly SlipLine[];
}

type Entry = readonly [Field, LineText];

function less(label: () => string, why: () => string): LineText {
  return { kind: 'less', label, why };
}

function sum(label: () => string, why: () => string): LineText {
  return { kind: 'sum', label, why };
}

const GROSS = sum(m.calculator_line_gross, m.calculator_why_gross);
const NET = sum(m.calculator_line_net, m.calculator_why_net);

const TO_GROSS: readonly Entry[] = [
  ['totalBillingWithoutAlv', sum(m.salaries_line_billed, m.salaries_why_billed)],
  ['serviceFee', less(m.calculator_line_fee, m.salaries_why_fee)],
  ['contracting', less(m.invoice_line_contracting, m.invoice_why_contracting)],
  [
    'total_reimbursements',
    less(m.calculator_line_reimbursements_apart, m.calculator_why_reimbursements_apart),
  ],
  ['employerTyel', less(m.calculator_line_employer_tyel, m.calculator_why_employer_tyel)],
  [
    'employerUnemployment',
    less(m.calculator_line_employer_unemployment, m.calculator_why_employer_unemployment),
  ],
  ['sotu_total', less(m.salaries_line_health, m.calculator_why_health)],
  ['accidentInsurance_total', less(m.salaries_line_accident, m.calculator_why_accident)],
  ['groupLife', less(m.calculator_line_group_life, m.calculator_why_group_life)],
  ['rounding', less(m.calculator_line_rounding, m.calculator_why_rounding)],
  ['bruttoSalary', GROSS],
  [
    'holidaybonusamount',
    { kind: 'part', label: m.calculator_line_holiday, why: m.calculator_why_holiday },
  ],
];

const TO_NET: readonly Entry[] = [
  ['bruttoSalary', GROSS],
  ['taxamount', less(m.invoice_line_tax, m.salaries_why_tax)],
  ['tyel', less(m.calculator_line_tyel, m.calculator_why_tyel)],
  ['unemploymentAmount', less(m.calculator_line_unemployment, m.calculator_why_unemployment)],
  ['yel', less(m.calculator_line_yel, m.calculator_why_yel)],
  ['distraint', less(m.invoice_line_distraint, m.salaries_why_distraint)],
  ['reductions', less(m.invoice_line_reductions, m.salaries_why_reductions)],
  ['net', NET],
];

const TO_ACCOUNT: readonly Entry[] = [
  ['net', NET],
  [
    'total_reimbursements',
    { kind: 'more', label: m.calculator_line_reimbursements, why: m.calculator_why_reimbursements },
  ],
  ['salary', { kind: 'total', label: m.calculator_to_account, why: m.salaries_why_account }],
];

function linesOf(entries: readonly Entry[], summary: Summary): SlipLine[] {
  return entries
    .map(([field, text]) => ({ field, amount: summary[field], ...text }))
    .filter(({ kind, amount }) => kind === 'sum' || kind === 'total' || amount !== 0);
}

/** The way from the bills to the account in three steps. Nothing is said about what is zero. */
export function sectionsOf(summary: Summary): Section[] {
  return [
    { title: m.salaries_to_gross(), lines: linesOf(TO_GROSS, summary) },
    { title: m.salaries_to_net(), lines: linesOf(TO_NET, summary) },
    { title: m.salaries_to_account(), lines: linesOf(TO_ACCOUNT, summary) },
  ];
}
