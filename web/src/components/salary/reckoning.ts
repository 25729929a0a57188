import type { Salary } from '@/api/salaries';
import { difference, quotient } from '@/lib/format/exact';
import { formatMoney } from '@/lib/format/money';
import { formatPercent, fractionOfPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import type { SlipLine } from './slipLines';

type Field = SlipLine['field'];

/** What the amounts of a salary follow from. */
export type Reckoned = Pick<Salary, 'summary' | 'tax' | 'reimbursements'>;

/** What each amount is a share of. */
const BASES: Readonly<Partial<Record<Field, Field>>> = {
  serviceFee: 'totalBillingWithoutAlv',
  employerTyel: 'bruttoSalary',
  employerUnemployment: 'bruttoSalary',
  sotu_total: 'bruttoSalary',
  accidentInsurance_total: 'bruttoSalary',
  groupLife: 'bruttoSalary',
  tyel: 'bruttoSalary',
  unemploymentAmount: 'bruttoSalary',
  yel: 'bruttoSalary',
};

/** Of less than this, the cents that were rounded would blur the rate. */
const SMALLEST_BASE = 100;

function shareText(amount: number, base: number): string[] {
  const rate =
    base < SMALLEST_BASE ? undefined : quotient(amount, base, { decimals: 4, rounding: 'nearest' });
  if (rate === undefined) return [];
  const values = { rate: formatPercent(rate), base: formatMoney(base) };
  return [m.salaries_reckoned({ ...values, amount: formatMoney(amount) })];
}

/** The tax card splits a salary that crosses its ceiling. */
function taxTexts({ tax, summary }: Reckoned): string[] {
  const { bruttoSalary: gross, taxamount } = summary;
  const { percent, ceiling, additionalPercent, paidBefore } = tax;
  if (percent === null) return shareText(taxamount, gross);
  const rate = formatPercent(fractionOfPercent(percent));
  if (ceiling === null || additionalPercent === null || paidBefore === null) {
    const values = { rate, base: formatMoney(gross), amount: formatMoney(taxamount) };
    return [m.salaries_reckoned(values)];
  }
  const room = Math.max(0, Number(difference(ceiling, paidBefore)));
  const below = Math.min(gross, room);
  const above = difference(gross, below);
  const additional = formatPercent(fractionOfPercent(additionalPercent));
  return [
    m.salaries_ceiling({ ceiling: formatMoney(ceiling), before: formatMoney(paidBefore) }),
    ...(below > 0 ? [m.salaries_part({ rate, base: formatMoney(below) })] : []),
    ...(Number(above) > 0 ? [m.salaries_part({ rate: additional, base: formatMoney(above) })] : []),
  ];
}

function reimbursementTexts({ reimbursements }: Reckoned): string[] {
  const { kilometers, kilometersDriven, days, meals, foreign, expenses } = reimbursements;
  const parts: [number, string][] = [
    [kilometers, m.salaries_kilometers({ count: kilometersDriven })],
    [days, m.salaries_days()],
    [meals, m.salaries_meals()],
    [foreign, m.salaries_foreign()],
    [expenses, m.salaries_expenses()],
  ];
  return parts
    .filter(([amount]) => amount !== 0)
    .map(([amount, name]) => m.salaries_part_of({ name, amount: formatMoney(amount) }));
}

/** How the amount of a line was come by, as far as there is more to say than why it is there. */
export function reckoningOf(salary: Reckoned, { field, amount }: SlipLine): string[] {
  if (field === 'taxamount') return taxTexts(salary);
  if (field === 'total_reimbursements') return reimbursementTexts(salary);
  const base = BASES[field];
  return base === undefined ? [] : shareText(Number(amount), salary.summary[base]);
}
