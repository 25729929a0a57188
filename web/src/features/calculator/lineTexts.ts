import type { CalculatorFigures, Question, Summary } from '@/api/calculator';
import { parseDecimal } from '@/lib/format/decimal';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { formatPercent, fractionOfPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import type { LineId } from './lines';

/** What the texts of a result speak about. */
export interface Subject {
  readonly question: Question;
  readonly summary: Summary;
  readonly figures: CalculatorFigures;
}

/** A number of the question, or what the server takes where none was given. */
function given(value: Question['alv'], usual: Decimal): Decimal {
  return parseDecimal(String(value ?? '')) ?? usual;
}

export function vatText({ question }: Subject): string {
  return formatPercent(fractionOfPercent(given(question.alv, 0)));
}

function taxText({ question, figures }: Subject): string {
  return formatPercent(given(question.taxPercent, figures.highestTaxPercent));
}

interface LineText {
  readonly label: (subject: Subject) => string;
  readonly why: (subject: Subject) => string;
}

/** What each line of the breakdown is called, and why it is there. */
export const LINE_TEXTS: Readonly<Record<LineId, LineText>> = {
  invoiced: { label: () => m.calculator_line_invoiced(), why: () => m.calculator_why_invoiced() },
  vat: {
    label: (subject) => m.calculator_line_vat({ percent: vatText(subject) }),
    why: () => m.calculator_why_vat(),
  },
  withoutVat: {
    label: () => m.calculator_line_without_vat(),
    why: () => m.calculator_why_without_vat(),
  },
  fee: {
    label: () => m.calculator_line_fee(),
    why: ({ question, figures }) =>
      m.calculator_why_fee({
        percent: formatPercent(given(question.servicePercent, figures.servicePercent)),
        maximum: formatMoney(figures.serviceFeeMaximumPerMonth),
      }),
  },
  reimbursementsApart: {
    label: () => m.calculator_line_reimbursements_apart(),
    why: () => m.calculator_why_reimbursements_apart(),
  },
  employerCosts: {
    label: () => m.calculator_line_employer_costs(),
    why: () => m.calculator_why_employer_costs(),
  },
  health: {
    label: ({ summary }) => m.calculator_line_health({ percent: formatPercent(summary.sotu) }),
    why: () => m.calculator_why_health(),
  },
  accident: {
    label: ({ summary }) =>
      m.calculator_line_accident({ percent: formatPercent(summary.accidentInsurance) }),
    why: () => m.calculator_why_accident(),
  },
  employerTyel: {
    label: () => m.calculator_line_employer_tyel(),
    why: () => m.calculator_why_employer_tyel(),
  },
  employerUnemployment: {
    label: () => m.calculator_line_employer_unemployment(),
    why: () => m.calculator_why_employer_unemployment(),
  },
  groupLife: {
    label: () => m.calculator_line_group_life(),
    why: () => m.calculator_why_group_life(),
  },
  rounding: { label: () => m.calculator_line_rounding(), why: () => m.calculator_why_rounding() },
  gross: { label: () => m.calculator_line_gross(), why: () => m.calculator_why_gross() },
  holiday: { label: () => m.calculator_line_holiday(), why: () => m.calculator_why_holiday() },
  tax: {
    label: (subject) => m.calculator_line_tax({ percent: taxText(subject) }),
    why: () => m.calculator_why_tax(),
  },
  tyel: { label: () => m.calculator_line_tyel(), why: () => m.calculator_why_tyel() },
  unemployment: {
    label: () => m.calculator_line_unemployment(),
    why: () => m.calculator_why_unemployment(),
  },
  yel: { label: () => m.calculator_line_yel(), why: () => m.calculator_why_yel() },
  net: { label: () => m.calculator_line_net(), why: () => m.calculator_why_net() },
  reimbursements: {
    label: () => m.calculator_line_reimbursements(),
    why: () => m.calculator_why_reimbursements(),
  },
  account: { label: () => m.calculator_to_account(), why: () => m.calculator_why_account() },
};
