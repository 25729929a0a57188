import type { SalaryDetails, SalaryTerms } from '@/api/payroll';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { m } from '@/paraglide/messages';

export interface ChangedTerm {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

function percentText(percent: number): string {
  return formatPercent(fractionOfPercent(percent));
}

/** A tax card in a few words: "20 %, 30 000,00 € asti, sitten 45 %". */
function cardText({ percent, ceiling, additionalPercent }: SalaryTerms['tax']): string {
  if (percent === null) return m.providerpayroll_no_card();
  const rate = percentText(percent);
  return ceiling === null || additionalPercent === null
    ? rate
    : m.providerpayroll_card({
        rate,
        ceiling: formatMoney(ceiling),
        additional: percentText(additionalPercent),
      });
}

type Contribution = keyof SalaryTerms['contributions'];

const CONTRIBUTIONS: readonly (readonly [Contribution, () => string])[] = [
  ['employerTyel', m.calculator_line_employer_tyel],
  ['employerUnemployment', m.calculator_line_employer_unemployment],
  ['healthInsurance', m.salaries_line_health],
  ['accidentInsurance', m.salaries_line_accident],
  ['groupLife', m.calculator_line_group_life],
  ['tyel', m.calculator_line_tyel],
  ['unemployment', m.calculator_line_unemployment],
  ['yel', m.calculator_line_yel],
];

/** The texts of all terms, in a fixed order. */
function wordsOf(terms: SalaryTerms): [string, string][] {
  const { account, tax, servicePercent, workerType, distraint, contributions } = terms;
  return [
    [m.providerpayroll_term_account(), account ?? m.providerpayroll_none()],
    [m.providerpayroll_term_card(), cardText(tax)],
    [m.calculator_line_fee(), percentText(servicePercent)],
    [
      m.providerpeople_worker_type(),
      workerType === 'WORKER'
        ? m.providerpeople_type_worker()
        : m.providerpeople_type_entrepreneur(),
    ],
    [
      m.invoice_line_distraint(),
      distraint === 0 ? m.providerpayroll_none() : formatMoney(distraint),
    ],
    ...CONTRIBUTIONS.map(([id, name]): [string, string] => [
      name(),
      percentText(contributions[id]),
    ]),
  ];
}

/** What a salary follows from differently than the one before, both as they were. */
export function changedTerms({ terms, previous }: SalaryDetails): ChangedTerm[] {
  if (previous === null) return [];
  const before = new Map(wordsOf(previous.terms));
  return wordsOf(terms)
    .map(([name, now]) => ({ name, now, before: before.get(name) ?? '' }))
    .filter((term) => term.now !== term.before);
}
