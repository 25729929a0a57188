import type { ReimbursementLine, Salary } from '@/api/salaries';
import { difference, fractionOfPercent, shifted } from '@/lib/format/exact';
import { formatCount, formatMoney, type Decimal } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import { ownBilling, type AmountLine, type LineId } from './lines';

/** What the amounts of a salary follow from. */
export type Calculated = Pick<
  Salary,
  'summary' | 'tax' | 'reimbursements' | 'servicePercent' | 'contributions'
>;

/** The base and the rate of each contribution, as they were stored with the salary. */
const CONTRIBUTIONS: Readonly<
  Partial<Record<LineId, readonly ['bruttoSalary' | 'tyelBase', keyof Salary['contributions']]>>
> = {
  employerTyel: ['tyelBase', 'employerTyel'],
  employerUnemployment: ['bruttoSalary', 'employerUnemployment'],
  health: ['bruttoSalary', 'healthInsurance'],
  accident: ['bruttoSalary', 'accidentInsurance'],
  groupLife: ['bruttoSalary', 'groupLife'],
  tyel: ['tyelBase', 'tyel'],
  unemployment: ['bruttoSalary', 'unemployment'],
  yel: ['bruttoSalary', 'yel'],
};

function shareText(percent: number, base: Decimal, amount: Decimal): string {
  const rate = formatPercent(fractionOfPercent(percent));
  return m.salaries_reckoned({ rate, base: formatMoney(base), amount: formatMoney(amount) });
}

/** A share in cents, of euros and a percentage that have at most four decimals each. */
function centsOfShare(percent: number, base: Decimal): bigint {
  const exact = BigInt(shifted(percent, 4)) * BigInt(shifted(base, 4));
  const perCent = 10n ** 8n;
  return (exact + perCent / 2n) / perCent;
}

/** The fee is its percentage, or less where the maximum of the month was reached. */
function feeTexts({ servicePercent, summary }: Calculated): string[] {
  const { serviceFee } = summary;
  const base = ownBilling(summary);
  if (BigInt(shifted(serviceFee, 2)) === centsOfShare(servicePercent, base)) {
    return [shareText(servicePercent, base, serviceFee)];
  }
  const rate = formatPercent(fractionOfPercent(servicePercent));
  return [m.shared_fee_at_maximum({ rate, amount: formatMoney(serviceFee) })];
}

/** The tax card splits a salary that crosses its ceiling. */
function taxTexts({ tax, summary }: Calculated): string[] {
  const { bruttoSalary: gross, taxamount } = summary;
  const { percent, ceiling, additionalPercent, paidBefore } = tax;
  // Without a card the page says what the law withholds.
  if (percent === null) return [];
  const rate = formatPercent(fractionOfPercent(percent));
  if (ceiling === null || additionalPercent === null || paidBefore === null) {
    return [shareText(percent, gross, taxamount)];
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

const KIND_NAMES: Readonly<
  Record<Exclude<ReimbursementLine['kind'], 'LATE_RECEIPT'>, () => string>
> = {
  KILOMETERS: m.salaries_kilometers,
  FULL_DAYS: m.salaries_full_days,
  PARTIAL_DAYS: m.salaries_partial_days,
  DAYS: m.salaries_days,
  MEALS: m.salaries_meals,
  FOREIGN: m.salaries_foreign,
  EXPENSES: m.salaries_expenses,
};

function nameOf({ kind, bill, day }: ReimbursementLine): string {
  if (kind === 'LATE_RECEIPT') return m.salaries_late_receipt({ bill: bill ?? '', day: day ?? '' });
  return KIND_NAMES[kind]();
}

/** "Kilometrikorvaus: 120 km × 0,55 € = 66,00 €", or the sum alone where nothing is counted. */
function reimbursementText(line: ReimbursementLine): string {
  const { kind, count, rate, amount } = line;
  const name = nameOf(line);
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
  if (id === 'fee') return feeTexts(salary);
  const contribution = CONTRIBUTIONS[id];
  if (contribution === undefined) return [];
  const [base, rate] = contribution;
  return [shareText(salary.contributions[rate], salary.summary[base], amount)];
}
