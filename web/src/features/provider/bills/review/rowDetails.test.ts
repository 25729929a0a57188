import { expect, test } from 'vitest';
import type { Row } from '@/api/bills';
import { blankRow } from '@/test/rows';
import { rowDetails } from './rowDetails';

const SWEDEN = { alpha2: 'SE', alpha3: 'SWE', name_fi: 'Ruotsi', name_en: 'Sweden' };

function factsOf(differences: Partial<Row>) {
  const row = { ...blankRow, ...differences };
  const known = { distance: undefined, checked: true, countries: [SWEDEN] };
  const facts = rowDetails(row, known);
  return Object.fromEntries(
    facts.map(({ name, value }) => [name, value.replaceAll('\u00a0', ' ')]),
  );
}

test('a row of work alone says nothing of a trip', () => {
  expect(Object.keys(factsOf({}))).toEqual(['Arvonlisävero']);
});

test('what the allowance of a kilometre depends on is told', () => {
  expect(factsOf({ kilometers: 120, trailer: 'CARAVAN', passengers: 2 })).toMatchObject({
    Matka: '120 km',
    Kulkuneuvo: 'Auto',
    'Perävaunu tai kuorma': 'Asuntovaunu',
    'Matkustajia kyydissä': '2',
  });
  expect(factsOf({ vehicle: '5' })).toMatchObject({ Kulkuneuvo: 'Moottoripyörä' });
});

test('what a daily allowance depends on is told', () => {
  expect(
    factsOf({
      stayOverNight: true,
      workTimeInMinutes: 450,
      foreignAllowance: 76,
      foreignCountry: 'SE',
      foreignSource: 'Verohallinnon päätös',
    }),
  ).toMatchObject({
    Yöpyminen: 'Kyllä',
    'Työaika perillä': '7 h 30 min',
    Maa: 'Ruotsi',
    'Päivärahan lähde': 'Verohallinnon päätös',
  });
});

test('a part of a country is told with its country, and an unknown country by its code', () => {
  expect(factsOf({ foreignCountry: 'SE-STOCKHOLM' })).toMatchObject({ Maa: 'Ruotsi: STOCKHOLM' });
  expect(factsOf({ foreignCountry: 'NO' })).toMatchObject({ Maa: 'NO' });
});

test('when the work began and ended is told, as far as it is known', () => {
  const began = { workShiftStarted: '02.11.2026', workShiftStartedTime: '08:00' };
  expect(factsOf({ ...began, workShiftEnded: '02.11.2026' })).toMatchObject({
    'Työn alku': '02.11.2026 08:00',
    'Työn loppu': '02.11.2026',
  });
});
