import { describe, expect, test } from 'vitest';
import type { Salary } from '@/api/salaries';
import { difference, total } from '@/lib/format/exact';
import type { Decimal } from '@/lib/format/money';
import { salaryOf } from '@/test/salaries';
import { employee, entrepreneur } from '@/test/summaries';
import { sectionsOf, type SlipLine } from './slipLines';

type Advance = Salary['advances'][number];

function advanceOf(differences: Partial<Advance> = {}): Advance {
  return {
    id: 'advance',
    billId: 'first',
    billNumber: 1042,
    requested: '2026-11-11T22:30:00Z',
    amount: 200,
    ...differences,
  };
}

/** The salary of a person who was given 500 € of another's invoice, besides 2 000 € of their own. */
const MIXED = salaryOf({
  summary: {
    ...employee,
    totalBillingWithoutAlv: 2500,
    sharesReceived: 500,
    bruttoSalary: 1974.41,
    net: 1558.78,
    salary: 1651.78,
  },
});
/** 300 € of another's invoice and nothing else. It bears no fee. */
const SHARES_ALONE = salaryOf({
  summary: {
    ...entrepreneur,
    totalBillingWithoutAlv: 300,
    totalBilling: 300,
    sharesReceived: 300,
    serviceFee: 0,
    bruttoSalary: 292.65,
    sotu_total: 5.59,
    accidentInsurance_total: 1.76,
    taxamount: 58.53,
    net: 234.12,
    salary: 234.12,
  },
});
/** Two advances of one invoice and of another, and something else that is to be paid back. */
const REDUCED = salaryOf({
  summary: { ...employee, reductions: 350.1, net: 708.68, salary: 801.68 },
  advances: [
    advanceOf(),
    advanceOf({ id: 'next', amount: 100.05 }),
    advanceOf({ id: 'old', billId: 'older', billNumber: null, amount: 0.05 }),
  ],
});

const plain = (text: string) => text.replaceAll(/\s/g, ' ');
const toGross = (salary: Salary) => sectionsOf(salary)[0]?.lines ?? [];
const toNet = (salary: Salary) => sectionsOf(salary)[1]?.lines ?? [];
const shown = (lines: readonly SlipLine[]) =>
  lines.map(({ kind, label, amount }) => [kind, plain(label), Number(amount)]);

/** What a line adds to those before it. */
function added({ kind, amount }: SlipLine): Decimal {
  if (kind === 'part') return 0;
  return kind === 'less' ? difference(0, amount) : amount;
}

describe('a slip', () => {
  test.each(Object.entries({ plain: salaryOf(), MIXED, SHARES_ALONE, REDUCED }))(
    'adds up from the first line of each part to the last: %s',
    (_name, salary) => {
      for (const { lines } of sectionsOf(salary)) {
        const counted = lines.filter(({ kind }) => kind !== 'part');
        const sum = total(counted.slice(0, -1).map(added));
        expect(Number(sum)).toBe(Number(counted.at(-1)?.amount));
      }
    },
  );

  test('has a line of its own for the shares of others’ invoices', () => {
    expect(shown(toGross(MIXED)).slice(0, 3)).toEqual([
      ['sum', 'Laskutus ilman alv:tä', 2000],
      ['more', 'Osuudet toisten laskuista', 500],
      ['less', 'Palvelumaksu', 138],
    ]);
  });

  test('of shares alone begins with them', () => {
    expect(shown(toGross(SHARES_ALONE)).slice(0, 2)).toEqual([
      ['sum', 'Osuudet toisten laskuista', 300],
      ['less', 'Sairausvakuutusmaksu', 5.59],
    ]);
  });

  test('without shares does not speak of them', () => {
    expect(toGross(salaryOf()).map(({ id }) => id)).not.toContain('sharesReceived');
    expect(Number(toGross(salaryOf())[0]?.amount)).toBe(2000);
  });

  test('lists each advance with its bill, and the rest as other recoveries', () => {
    const reductions = toNet(REDUCED).filter(({ id }) => id === 'reductions');
    // It was asked for after midnight in Finland.
    expect(shown(reductions)).toEqual([
      ['less', 'Ennakko 12.11.2026, lasku 1042', 200],
      ['less', 'Ennakko 12.11.2026, lasku 1042', 100.05],
      ['less', 'Ennakko 12.11.2026', 0.05],
      ['less', 'Muu takaisinperintä', 50],
    ]);
    expect(reductions.map(({ bill }) => bill?.id)).toEqual(['first', 'first', 'older', undefined]);
    expect(new Set(toNet(REDUCED).map(({ key }) => key)).size).toBe(toNet(REDUCED).length);
  });

  test('of which advances are all that was taken says nothing of other recoveries', () => {
    const summary = { ...employee, reductions: 200, net: 858.78, salary: 951.78 };
    const lines = toNet(salaryOf({ summary, advances: [advanceOf()] }));
    expect(shown(lines).slice(-2)).toEqual([
      ['less', 'Ennakko 12.11.2026, lasku 1042', 200],
      ['sum', 'Nettopalkka', 858.78],
    ]);
  });

  test('whose recoveries are not known one by one tells their sum', () => {
    const summary = { ...employee, reductions: 200, net: 858.78, salary: 951.78 };
    expect(shown(toNet(salaryOf({ summary }))).at(-2)).toEqual(['less', 'Vähennykset', 200]);
  });
});
