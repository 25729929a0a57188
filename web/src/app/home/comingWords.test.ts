import { describe, expect, test } from 'vitest';
import { partOf } from '@/test/info';
import { partName, soonestOf, whyOf } from './comingWords';

const coming = (parts: Parameters<typeof partOf>[0][], total = parts.length) => ({
  amount: 0,
  parts: parts.map((part) => partOf(part)),
  total,
});

describe('what comes first', () => {
  test('is the sum of its day, to the cent, with the reason that all of it has', () => {
    const soonest = soonestOf(
      coming([
        { expectedDay: null, reason: 'OVERDUE', amount: 1000 },
        { expectedDay: '20.11.2026', reason: 'IN_RUN', amount: 0.1 },
        { expectedDay: '20.11.2026', reason: 'IN_RUN', amount: 0.2 },
        { expectedDay: '18.12.2026' },
      ]),
    );
    expect(soonest).toEqual({
      day: '20.11.2026',
      amount: '0.3',
      why: 'Palkka on laskettu ja maksetaan palkkapäivänä.',
    });
  });

  test('has no reason where there are several', () => {
    expect(soonestOf(coming([{ reason: 'IN_RUN' }, { reason: 'DUE' }]))?.why).toBeUndefined();
    const advance = { kind: 'ADVANCE', reason: 'IN_RUN' } as const;
    const salary = { kind: 'SALARY', reason: 'IN_RUN' } as const;
    expect(soonestOf(coming([salary, advance]))?.why).toBeUndefined();
    expect(soonestOf(coming([advance, advance]))?.why).toBe('Ennakko on pankissa maksettavana.');
  });

  test('has no sum where a part has none, or where the list ends within the day', () => {
    expect(soonestOf(coming([{ amount: null }, {}]))?.amount).toBeUndefined();
    expect(soonestOf(coming([{}, {}], 3))?.amount).toBeUndefined();
    expect(soonestOf(coming([{}, { expectedDay: '20.01.2027' }], 3))?.amount).toBe('582.5');
  });

  test('is unknown while nothing has a day', () => {
    expect(soonestOf(coming([{ expectedDay: null, reason: 'OVERDUE' }]))).toBeUndefined();
    expect(soonestOf(coming([]))).toBeUndefined();
  });
});

test.each([
  [{}, 'Kahvila Aamu Oy · Lasku 1042'],
  [{ billNumber: null }, 'Kahvila Aamu Oy'],
  [{ kind: 'SALARY', customer: null, billNumber: null }, 'Palkka'],
  [{ kind: 'SHARE', customer: null, billNumber: null }, 'Osuutesi laskusta'],
  [{ kind: 'SHARE', customer: null, contractor: 'Olli Oksa' }, 'Osuutesi: Olli Oksa · Lasku 1042'],
  [{ kind: 'ADVANCE' }, 'Ennakko: Kahvila Aamu Oy · Lasku 1042'],
] as const)('the part %j is called %s', (differences, name) => {
  expect(partName(partOf(differences))).toBe(name);
});

test.each([
  ['SALARY', 'IN_RUN', 'Palkka on laskettu ja maksetaan palkkapäivänä.'],
  ['ADVANCE', 'IN_RUN', 'Ennakko on pankissa maksettavana.'],
  ['ADVANCE', 'PAYOUT', 'Ennakko on myönnetty. Kerromme, kun se on maksettu.'],
] as const)('a part that is %s comes by %s: %s', (kind, reason, why) => {
  expect(whyOf(partOf({ kind, reason }))).toBe(why);
});
