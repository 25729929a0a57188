import type { ReimbursementLine, Salary } from '@/api/salaries';
import { difference, quotient } from '@/lib/format/exact';
import { formatCount, formatMoney } from '@/lib/format/money';
import { formatPercent, fractionOfPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import type { AmountLine, LineId } from './lines';

/** What the amounts of a salary follow from. */
export type Calculated = Pick<Salary, 'summary' | 'tax' | 'reimbursements'>;

type Base = 'totalBillingWithoutAlv' | 'bruttoSalary' | 'tyelBase';

/** The field of which each amount is a share. */
const BASES: Readonly<Partial<Record<LineId, Base>>> = {
  fee: 'totalBillingWithoutAlv',
  employerTyel: 'tyelBase',
  employerUnemployment: 'bruttoSalary',
  health: 'bruttoSalary',
  accident: 'bruttoSalary',
  groupLife: 'bruttoSalary',
  tyel: 'tyelBase',
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

const KIND_NAMES: Readonly<Record<ReimbursementLine['kind'], () => string>> = {
  KILOMETERS: m.salaries_kilometers,
  FULL_DAYS: m.salaries_full_days,
  PARTIAL_DAYS: m.salaries_partial_days,
  DAYS: m.salaries_days,
  MEALS: m.salaries_meals,
  FOREIGN: m.salaries_foreign,
  EXPENSES: m.salaries_expenses,
};

/** "Kilometrikorvaus: 120 km × 0,55 € = 66,00 €", or the sum alone where nothing is counted. */
function reimbursementText({ kind, count, rate, amount }: ReimbursementLine): string {
  const name = KIND_NAMES[kind]();
  const sum = formatMoney(amount);
  if (count === null) return m.salaries_part_of({ name, amount: sum });
  const counted =
    kind === 'KILOMETERS' ? m.salaries_count_km({ count: formatCount(count) }) : formatCount(count);
  return rate === null
    ? m.salaries_counted({ name, count: counted, amount: sum })
    : m.salaries_counted_at({ name, count: counted, rate: formatMoney(rate), amount: sum });
}

/** How the amount of a line was calculated, where there is more to say than why it is there. */
export function calculationOf(salary: Calculated, { id, amount }: AmountLine): string[] {
  if (id === 'tax') return taxTexts(salary);
  if (id === 'reimbursements' || id === 'reimbursementsApart') {
    return salary.reimbursements.lines.map(reimbursementText);
  }
  const base = BASES[id];
  return base === undefined ? [] : shareText(Number(amount), salary.summary[base]);
}
