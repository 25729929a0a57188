import type { Salary } from '@/api/salaries';
import { difference, quotient } from '@/lib/format/exact';
import { formatMoney } from '@/lib/format/money';
import { formatPercent, fractionOfPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import type { AmountLine, LineId } from './lines';

/** What the amounts of a salary follow from. */
export type Calculated = Pick<Salary, 'summary' | 'tax' | 'reimbursements'>;

/** The field of which each amount is a share. */
const BASES: Readonly<Partial<Record<LineId, 'totalBillingWithoutAlv' | 'bruttoSalary'>>> = {
  fee: 'totalBillingWithoutAlv',
  employerTyel: 'bruttoSalary',
  employerUnemployment: 'bruttoSalary',
  health: 'bruttoSalary',
  accident: 'bruttoSalary',
  groupLife: 'bruttoSalary',
  tyel: 'bruttoSalary',
  unemployment: 'bruttoSalary',
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
function taxTexts({ tax, summary }: Calculated): string[] {
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

function reimbursementTexts({ reimbursements }: Calculated): string[] {
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

/** How the amount of a line was calculated, where there is more to say than why it is there. */
export function calculationOf(salary: Calculated, { id, amount }: AmountLine): string[] {
  if (id === 'tax') return taxTexts(salary);
  if (id === 'reimbursements' || id === 'reimbursementsApart') return reimbursementTexts(salary);
  const base = BASES[id];
  return base === undefined ? [] : shareText(Number(amount), salary.summary[base]);
}
