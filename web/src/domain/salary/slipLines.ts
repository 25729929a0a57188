import type { Summary, WithoutTaxCard } from '@/api/calculator';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { m } from '@/paraglide/messages';
import { linesOf, type AmountLine, type LineChoice, type OwnTexts } from './lines';

export interface Section {
  readonly title: string;
  readonly lines: readonly AmountLine[];
}

const TO_GROSS: readonly LineChoice[] = [
  ['withoutVat', 'sum'],
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

/** The lines of a pay slip in three sections: to gross, to net, to the account. */
export function sectionsOf(summary: Summary, without: WithoutTaxCard | null = null): Section[] {
  const texts = taxTexts(without);
  return [
    { title: m.salaries_to_gross(), lines: linesOf(summary, TO_GROSS, texts) },
    { title: m.salaries_to_net(), lines: linesOf(summary, TO_NET, texts) },
    { title: m.salaries_to_account(), lines: linesOf(summary, TO_ACCOUNT, texts) },
  ];
}
