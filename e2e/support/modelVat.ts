import { costCents, divided, spentCents, thousandths, totalOf } from './modelBill.ts';
import type { ModelBill, ModelRow } from './modelBill.ts';
import { allowances, kilometerCents, kilometerRate, type ModelTrip } from './modelTrip.ts';

/** A line of a bill as it is printed. The amount and the unit price are in ten-thousandths. */
export interface ModelLine {
  date: string;
  /** The work that was done, or what was spent. */
  what: string | { spent: Spent };
  amount: number;
  unitPrice: number;
  vat: number;
  /** Without VAT, in cents. */
  net: number;
}

export type Spent = 'kilometers' | 'full' | 'partial' | 'meals' | 'costs';

/** In cents. */
interface OfRate {
  vat: number;
  net: number;
  tax: number;
}

interface Totals {
  /** The highest rate first. */
  rates: OfRate[];
  net: number;
  tax: number;
  gross: number;
}

const ONE = 10_000;

/** Each row, and what was spent for it where the customer pays that: inside its price, or on lines of its own. */
export function linesOf({ rows, billed, separate }: ModelBill): ModelLine[] {
  return rows.flatMap((row) => {
    const work = workLine(row);
    if (!billed) return [work];
    const spent = spentCents(row) * 100;
    if (separate) return [work, ...spentLines(row)];
    const total = (totalOf(row) ?? 0) + spent;
    const inside = { ...work, amount: ONE, unitPrice: total, net: divided(total, 100) };
    return [spent === 0 ? work : inside];
  });
}

function workLine(row: ModelRow): ModelLine {
  const { date, destination: what, vat, price } = row;
  const total = totalOf(row) ?? 0;
  const { amount, unitPrice } = 'total' in price ? { amount: ONE, unitPrice: total } : price;
  return { date, what, vat, amount, unitPrice, net: divided(total, 100) };
}

function spentLines(row: ModelRow): ModelLine[] {
  const line = (spent: Spent, amount: number, unitCents: number, net: number) => {
    const { date, vat } = row;
    return { date, what: { spent }, vat, amount, unitPrice: unitCents * 100, net };
  };
  const costs = costCents(row);
  const lines = [
    ...(row.trip === null ? [] : tripLines(row.trip, line)),
    line('costs', ONE, costs, costs),
  ];
  return lines.filter(({ net }) => net > 0);
}

function tripLines(
  trip: ModelTrip,
  line: (spent: Spent, amount: number, unitCents: number, net: number) => ModelLine,
) {
  const days = allowances(trip).map(([kind, count, cents]) =>
    line(kind, count * ONE, cents, count * cents),
  );
  const kilometers = kilometerCents(trip);
  return [line('kilometers', trip.kilometers * 100, kilometerRate(trip), kilometers), ...days];
}

/** VAT is that of the sum of the lines as they are printed, rate by rate. */
export function totalsOf(bill: ModelBill): Totals {
  const lines = linesOf(bill);
  const rates = [...new Set(lines.map(({ vat }) => vat))]
    .toSorted((one, other) => other - one)
    .map((vat) => {
      const net = lines.filter((line) => line.vat === vat).reduce((sum, line) => sum + line.net, 0);
      return { vat, net, tax: divided(net * thousandths(vat), 1000) };
    });
  const net = rates.reduce((sum, one) => sum + one.net, 0);
  const tax = rates.reduce((sum, one) => sum + one.tax, 0);
  return { rates, net, tax, gross: net + tax };
}
