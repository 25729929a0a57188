import { describe, expect, test } from 'vitest';
import { partOf } from '@/test/info';
import { partName, soonestOf } from './comingWords';

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
    expect(soonest).toEqual({ day: '20.11.2026', amount: '0.3', reason: 'IN_RUN' });
  });

  test('has no reason where there are several', () => {
    const soonest = soonestOf(coming([{ reason: 'IN_RUN' }, { reason: 'DUE' }]));
    expect(soonest?.reason).toBeUndefined();
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
