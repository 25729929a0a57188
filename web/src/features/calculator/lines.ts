import type { CalculatedSalary, CalculatorFigures, Question } from '@/api/calculator';
import {
  invoicedLines,
  linesOf,
  withoutCardTexts,
  type AmountLine,
  type LineChoice,
} from '@/domain/salary/lines';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { numberIn } from '@/lib/number';
import { m } from '@/paraglide/messages';

/** A calculation: what was asked, the answer, and the statutory figures and prices behind it. */
export interface Subject {
  readonly question: Question;
  readonly summary: CalculatedSalary;
  readonly figures: CalculatorFigures;
}

/** A number of the question, or the server's default for it. */
function given(value: Question['alv'], usual: Decimal): Decimal {
  return numberIn(String(value ?? ''), 'percent') ?? usual;
}

export function vatText({ question }: Subject): string {
  return formatPercent(fractionOfPercent(given(question.alv, 0)));
}

function taxText({ question, figures }: Subject): string {
  return formatPercent(given(question.taxPercent, figures.highestTaxPercent));
}

function feeText({ question, figures }: Subject): string {
  return m.calculator_why_fee({
    percent: formatPercent(given(question.servicePercent, figures.servicePercent)),
    maximum: formatMoney(figures.serviceFeeMaximumPerMonth),
  });
}

const TO_GROSS: readonly LineChoice[] = [
  ['fee', 'less'],
  ['reimbursementsApart', 'less'],
  ['employerCosts', 'less'],
  ['health', 'part'],
  ['accident', 'part'],
  ['employerTyel', 'part'],
  ['employerUnemployment', 'part'],
  ['groupLife', 'part'],
  ['rounding', 'less'],
  ['gross', 'sum'],
  ['holiday', 'part'],
  ['tax', 'less'],
  ['tyel', 'less'],
  ['unemployment', 'less'],
  ['yel', 'less'],
  ['distraint', 'less'],
  ['reductions', 'less'],
];

/** Without reimbursements the net salary is what lands on the account. */
const REIMBURSEMENTS: readonly LineChoice[] = [
  ['net', 'sum'],
  ['reimbursements', 'more'],
];

/** The lines from what the customer pays to what lands on the account. */
export function breakdownOf(subject: Subject): AmountLine[] {
  const { summary } = subject;
  const choices: LineChoice[] = [
    ...invoicedLines(summary),
    ...TO_GROSS,
    ...(summary.total_reimbursements === 0 ? [] : REIMBURSEMENTS),
    ['account', 'total'],
  ];
  return linesOf(summary, choices, {
    vat: { label: () => m.calculator_line_vat({ percent: vatText(subject) }) },
    // Of the signed-in worker the agreed fee and the tax card are known to the server alone.
    ...(subject.question.own === true
      ? withoutCardTexts(summary.withoutTaxCard)
      : {
          fee: { why: () => feeText(subject) },
          tax: { label: () => m.calculator_line_tax({ percent: taxText(subject) }) },
        }),
  });
}
