import { expect, test } from 'vitest';
import { otherBillIn, reasonKey, reasonText } from './reasonText';

const day = '02.03.2026';

test.each([
  ['TRIP_ON_ANOTHER_BILL', 1042, 'Matka on päällekkäin laskun 1042 matkan kanssa (02.03.2026).'],
  [
    'TRIP_ON_ANOTHER_BILL',
    null,
    'Matka on päällekkäin toisen, vielä numeroimattoman laskun matkan kanssa (02.03.2026).',
  ],
  [
    'SEVERAL_ALLOWANCES_ON_DAY',
    1042,
    'Laskulla 1042 on samalle päivälle jo päiväraha tai ateriakorvaus (02.03.2026). Päivältä saa vain toisen.',
  ],
  [
    'SEVERAL_ALLOWANCES_ON_DAY',
    null,
    'Toisella, vielä numeroimattomalla laskulla on samalle päivälle jo päiväraha tai ateriakorvaus (02.03.2026). Päivältä saa vain toisen.',
  ],
])('%s with bill %s', (key, number, text) => {
  const other = { id: '0193b000-0000-7000-8000-000000000009', number, day };
  const problem = { field: 'billableitems[0]', key, other };
  expect(reasonText(problem)).toBe(text);
  expect(otherBillIn(reasonKey(problem))).toEqual(other);
});

test('a reason without another bill is that of its key', () => {
  expect(reasonText({ field: '', key: 'TRIPS_OVERLAP' })).toBe(
    'Matka on päällekkäin toisen rivin matkan kanssa.',
  );
  expect(otherBillIn('validation.outOfRange?least=0')).toBeUndefined();
  expect(reasonText({ field: '', key: 'SEVERAL_ALLOWANCES_ON_DAY' })).toMatch(
    /^Samalle päivälle on haettu/,
  );
});
