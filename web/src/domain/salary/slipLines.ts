import type { Summary, WithoutTaxCard } from '@/api/calculator';
import type { Salary } from '@/api/salaries';
import { formatPercent } from '@/lib/format/percent';
import { difference, fractionOfPercent, total } from '@/lib/format/exact';
import { formatInstant } from '@/lib/format/instant';
import { m } from '@/paraglide/messages';
import { linesOf, ownBilling, type AmountLine, type LineChoice, type OwnTexts } from './lines';

/** What the lines of a slip follow from. */
export type Slip = Pick<Salary, 'summary' | 'advances'>;

type Advance = Slip['advances'][number];

/** A line of a slip. Several may have the same id: each advance is a reduction of its own. */
export interface SlipLine extends AmountLine {
  /** Of this line alone. */
  readonly key: string;
  /** The bill of an advance. */
  readonly bill?: { readonly id: string; readonly number: number | null };
}

export interface Section {
  readonly title: string;
  readonly lines: readonly SlipLine[];
}

/** What a salary begins with: one's own billing, shares of others' bills, or both. */
function receivedLines(summary: Summary): readonly LineChoice[] {
  if (summary.sharesReceived === 0) return [['withoutVat', 'sum']];
  if (Number(ownBilling(summary)) === 0) return [['sharesReceived', 'sum']];
  return [
    ['withoutVat', 'sum'],
    ['sharesReceived', 'more'],
  ];
}

const TO_GROSS: readonly LineChoice[] = [
  ['fee', 'less'],
  ['contracting', 'less'],
  ['commission', 'less'],
  ['reimbursementsApart', 'less'],
  ['employerTyel', 'less'],
  ['employerUnemployment', 'less'],
  ['health', 'less'],
  ['accident', 'less'],
  ['groupLife', 'less'],
  ['rounding', 'less'],
  ['gross', 'sum'],
  ['holiday', 'part'],
];

const TO_NET: readonly LineChoice[] = [
  ['gross', 'sum'],
  ['tax', 'less'],
  ['tyel', 'less'],
  ['unemployment', 'less'],
  ['yel', 'less'],
  ['distraint', 'less'],
  ['reductions', 'less'],
  ['net', 'sum'],
];

const TO_ACCOUNT: readonly LineChoice[] = [
  ['net', 'sum'],
  ['reimbursements', 'more'],
  ['account', 'total'],
];

/** A slip tells what was paid, where the calculator and the editor tell what would be. */
const TEXTS: OwnTexts = {
  withoutVat: { label: m.salaries_line_billed, why: m.salaries_why_billed },
  fee: { why: m.salaries_why_fee },
  health: { label: m.salaries_line_health },
  accident: { label: m.salaries_line_accident },
  tax: { why: m.salaries_why_tax },
  distraint: { why: m.salaries_why_distraint },
  reductions: { why: m.salaries_why_reductions },
  account: { why: m.salaries_why_account },
};

function taxTexts(without: WithoutTaxCard | null): OwnTexts {
  if (without === null) return TEXTS;
  const percent = formatPercent(fractionOfPercent(without.percent));
  const label = () => m.readiness_no_card_paid({ percent });
  return { ...TEXTS, tax: { label, why: () => m.readiness_no_card_why_paid({ percent }) } };
}

/** What a salary is reduced by: each advance that it pays back, and the rest as one. */
function reductionLines(line: SlipLine, advances: readonly Advance[]): SlipLine[] {
  if (advances.length === 0) return [line];
  const rest = difference(line.amount, total(advances.map(({ amount }) => amount)));
  const others: SlipLine = {
    ...line,
    amount: rest,
    label: m.salaries_line_other_reductions(),
    why: m.salaries_why_other_reductions(),
  };
  return [
    ...advances.map((advance) => advanceLine(line, advance)),
    ...(Number(rest) === 0 ? [] : [others]),
  ];
}

/** "Ennakko 12.11.2026, lasku 123" */
function advanceLine(line: SlipLine, advance: Advance): SlipLine {
  const { id, billId, billNumber, requested, amount } = advance;
  const day = formatInstant(requested).slice(0, 'DD.MM.YYYY'.length);
  return {
    ...line,
    key: id,
    bill: { id: billId, number: billNumber },
    amount,
    label:
      billNumber === null
        ? m.salaries_line_advance({ day })
        : m.salaries_line_advance_of({ day, bill: billNumber }),
    why: m.salaries_why_advance(),
  };
}

/** The lines of a pay slip in three sections: to gross, to net, to the account. */
export function sectionsOf(
  { summary, advances }: Slip,
  without: WithoutTaxCard | null = null,
): Section[] {
  const texts = taxTexts(without);
  const lines = (choices: readonly LineChoice[]): SlipLine[] =>
    linesOf(summary, choices, texts)
      .map((line) => ({ ...line, key: line.id }))
      .flatMap((line) => (line.id === 'reductions' ? reductionLines(line, advances) : [line]));
  return [
    { title: m.salaries_to_gross(), lines: lines([...receivedLines(summary), ...TO_GROSS]) },
    { title: m.salaries_to_net(), lines: lines(TO_NET) },
    { title: m.salaries_to_account(), lines: lines(TO_ACCOUNT) },
  ];
}
