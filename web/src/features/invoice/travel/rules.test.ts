import { describe, expect, test } from 'vitest';
import { newDraft } from '../draft/draft';
import { newRow } from '../draft/rows';
import { NO_TRIP, type DraftTrip } from '../draft/trip';
import { mealsFor, postalCode, tableRules, tripRules, type AroundTrip } from './rules';
import { daysOf } from './travelDays';
import type { Proposal } from './travelApi';

const empty = newDraft({ today: '09.11.2026', alv: '25.5', language: 'fin' });
const rowWith = (trip: Partial<DraftTrip>, id = 'r') => ({
  ...newRow(empty, '09.11.2026', id),
  trip: { ...NO_TRIP, ...trip },
});

const whole: DraftTrip = {
  ...NO_TRIP,
  addressStart: 'Kotikatu 1, 00530 Helsinki',
  addressStop: 'Hämeenkatu 2, 33100 Tampere',
  startdate: '09.11.2026',
  time: '07:00',
  returndate: '09.11.2026',
  returntime: '18:00',
  kilometers: '118',
  vehicleRegisterNumber: 'ABC-123',
};

const around: AroundTrip = { others: [], home: '00530', leftFromElsewhere: false };
const rules = (trip: Partial<DraftTrip>, differing: Partial<AroundTrip> = {}) =>
  tripRules(rowWith({ ...whole, ...trip }), { ...around, ...differing });

const SHORT = 'TRAVEL_TIME_NOT_LONG_ENOUGH';

test('a trip that claims nothing may be as it is', () => {
  expect(tripRules(rowWith({ addressStart: 'Koti' }), around)).toEqual({});
});

test('a whole trip is right', () => {
  expect(rules({ fulldaycompensation: '1' })).toEqual({});
});

test.each<[Partial<DraftTrip>, object]>([
  [
    { vehicleRegisterNumber: '' },
    { vehicleRegisterNumber: 'error.billableItem.missing.vehicleRegisterNumber' },
  ],
  [{ vehicleRegisterNumber: '', vehicle: '7' }, {}],
  [{ addressStart: ' ' }, { addressStart: 'error.billableItem.missing.addressStart' }],
  [{ addressStop: '' }, { addressStop: 'error.billableItem.missing.addressStop' }],
  [{ addressStart: 'Torikatu 1, 90100 Oulu' }, { addressStart: 'not_home_address' }],
  [{ startdate: '' }, { startdate: 'validation.required' }],
  [{ time: '' }, { time: 'validation.required' }],
  [{ returndate: '' }, { returndate: 'validation.required' }],
  [{ returntime: '' }, { returntime: 'validation.required' }],
  [{ returntime: '06:59' }, { returndate: 'RETURN_BEFORE_DEPARTURE' }],
  [{ startdate: '30.10.2026', returndate: '30.10.2026' }, { startdate: 'TRIP_IN_ANOTHER_MONTH' }],
  [{ workTimeInMinutes: '11:01' }, { workTimeInMinutes: 'WORK_LONGER_THAN_TRIP' }],
  [{ workTimeInMinutes: '11:00' }, {}],
  [{ fulldaycompensation: '1', kilometers: '29,9' }, { kilometers: 'KILOMETERS_AT_LEAST_30' }],
  [{ fulldaycompensation: '1', kilometers: '30' }, {}],
  [{ partialdaycompensation: '1', kilometers: '' }, { kilometers: 'KILOMETERS_AT_LEAST_30' }],
  [{ fulldaycompensation: '1', returntime: '17:00' }, { fulldaycompensation: SHORT }],
  [{ fulldaycompensation: '1', returntime: '17:01' }, {}],
  [{ partialdaycompensation: '1', returntime: '13:00' }, { partialdaycompensation: SHORT }],
  [{ partialdaycompensation: '1', returntime: '13:01' }, {}],
  [
    { fulldaycompensation: '1', partialdaycompensation: '1' },
    { partialdaycompensation: 'ONE_DAILY_ALLOWANCE_AT_A_TIME' },
  ],
  [
    { fulldaycompensation: '1', lunchcompensation: '1' },
    { lunchcompensation: 'LUNCH_WITH_OTHER_ALLOWANCE' },
  ],
  [
    { foreignAllowance: '70', workingAbroad: true, foreignCountry: 'SE', lunchcompensation: '1' },
    { lunchcompensation: 'LUNCH_WITH_OTHER_ALLOWANCE' },
  ],
  [{ lunchcompensation: '1' }, {}],
  [
    { lunchcompensation: '1', workTimeInMinutes: '6:00' },
    { lunchcompensation: 'WORK_DURATION_NOT_ENOUGH_FOR_LUNCH' },
  ],
  [{ foreignAllowance: '70' }, { foreignAllowance: 'FOREIGN_ALLOWANCE_REQUIRES_WORK_ABROAD' }],
  [{ foreignAllowance: '70', workingAbroad: true, foreignCountry: 'SE', returntime: '17:00' }, {}],
  [
    { foreignAllowance: '70', workingAbroad: true, foreignCountry: 'SE', returntime: '16:59' },
    { foreignAllowance: SHORT },
  ],
  [
    { foreignAllowance: '70', workingAbroad: true, foreignCountry: 'SE', fulldaycompensation: '1' },
    { fulldaycompensation: 'ONE_DAILY_ALLOWANCE_AT_A_TIME' },
  ],
  [{ kilometers: '-5' }, { kilometers: 'validation.outOfRange?least=0' }],
  [{ passengers: '9' }, { passengers: 'validation.outOfRange?least=0&most=8' }],
])('%j', (trip, found) => {
  expect(rules(trip)).toEqual(found);
});

test('a meal without times is told so', () => {
  expect(rules({ lunchcompensation: '1', returntime: '' })).toMatchObject({
    lunchcompensation: 'TRAVEL_TIME_MISSING',
  });
});

test('days of different kinds may be mixed in one trip, one a day', () => {
  const days = { returndate: '11.11.2026', returntime: '11:00' };
  // Two whole days and four hours.
  expect(rules({ ...days, fulldaycompensation: '2', partialdaycompensation: '1' })).toEqual({});
  expect(rules({ ...days, fulldaycompensation: '3' })).toEqual({ fulldaycompensation: SHORT });
  const abroad = {
    ...days,
    workingAbroad: true,
    foreignCountry: 'SE',
    foreignAllowance: '70',
    fulldaycompensation: '1',
  };
  expect(rules({ ...abroad, partialdaycompensation: '1' })).toEqual({});
  expect(rules({ ...abroad, partialdaycompensation: '2' })).toEqual({
    partialdaycompensation: 'ONE_DAILY_ALLOWANCE_AT_A_TIME',
  });
});

test('that a trip left from elsewhere is not told again once it was said, or while home is unknown', () => {
  const away = { addressStart: 'Torikatu 1, 90100 Oulu' };
  expect(rules(away, { leftFromElsewhere: true })).toEqual({});
  expect(rules(away, { home: undefined })).toEqual({});
});

test('a trip that overlaps with one of another row is told', () => {
  const at = (time: string, returntime: string) => rowWith({ ...whole, time, returntime }, 'other');
  const overlapping = { startdate: 'TRIPS_OVERLAP' };
  expect(rules({}, { others: [at('17:59', '20:00')] })).toEqual(overlapping);
  expect(rules({}, { others: [at('18:00', '20:00')] })).toEqual({});
  expect(rules({}, { others: [at('05:00', '07:00')] })).toEqual({});
  const claimsNothing = { ...at('08:00', '10:00'), trip: { ...NO_TRIP, ...whole, kilometers: '' } };
  expect(rules({}, { others: [claimsNothing] })).toEqual({});
});

test('days by the hour', () => {
  const of = (hours: number, minutes = 0) => daysOf(hours * 60 + minutes);
  expect(of(6)).toEqual({ full: 0, any: 0 });
  expect(of(6, 1)).toEqual({ full: 0, any: 1 });
  expect(of(10)).toEqual({ full: 0, any: 1 });
  expect(of(10, 1)).toEqual({ full: 1, any: 1 });
  expect(of(24)).toEqual({ full: 1, any: 1 });
  expect(of(25, 59)).toEqual({ full: 1, any: 1 });
  expect(of(26)).toEqual({ full: 1, any: 2 });
  expect(of(30)).toEqual({ full: 1, any: 2 });
  expect(of(30, 1)).toEqual({ full: 2, any: 2 });
});

test('of a trip with a night the work is asked for, since nights are none', () => {
  const asked = { workTimeInMinutes: 'validation.required' };
  const from = (time: string, returntime: string, more: Partial<DraftTrip> = {}) =>
    rules({ lunchcompensation: '2', time, returndate: '10.11.2026', returntime, ...more });
  expect(from('16:00', '08:00')).toEqual({});
  expect(from('16:00', '08:01')).toEqual(asked);
  expect(from('00:00', '00:00')).toEqual({});
  expect(from('00:00', '00:01')).toEqual(asked);
  expect(from('09:00', '09:00')).toEqual(asked);
  expect(from('09:00', '09:00', { workTimeInMinutes: '12:00' })).toEqual({});
  expect(from('09:00', '09:00', { returndate: '11.11.2026' })).toEqual(asked);
  const stayed = { lunchcompensation: '1', stayOverNight: true };
  expect(rules(stayed)).toEqual(asked);
  expect(rules({ ...stayed, workTimeInMinutes: '7:00' })).toEqual({});
});

describe('one allowance a day over the rows of a bill', () => {
  const SEVERAL = { startdate: 'SEVERAL_ALLOWANCES_ON_DAY' };
  // Two whole days and four hours, from the evening on.
  const days: Partial<DraftTrip> = {
    time: '19:00',
    returndate: '11.11.2026',
    returntime: '23:00',
  };
  const besides = (claims: Partial<DraftTrip>, morning: Partial<DraftTrip>, date: string) => {
    const trip = {
      ...whole,
      startdate: date,
      returndate: date,
      time: '07:00',
      returntime: '18:00',
    };
    return rules({ ...days, ...claims }, { others: [rowWith({ ...trip, ...morning }, 'other')] });
  };

  test.each<[string, Partial<DraftTrip>, Partial<DraftTrip>, string, object]>([
    ['two days', { fulldaycompensation: '2' }, { fulldaycompensation: '1' }, '09.11.2026', SEVERAL],
    ['a meal', { fulldaycompensation: '1' }, { lunchcompensation: '1' }, '09.11.2026', SEVERAL],
    [
      'meals beside meals',
      { lunchcompensation: '1', workTimeInMinutes: '8' },
      { lunchcompensation: '1' },
      '09.11.2026',
      {},
    ],
    ['kilometres', { fulldaycompensation: '2' }, {}, '09.11.2026', {}],
    [
      'nothing left for the second day',
      { fulldaycompensation: '1' },
      { fulldaycompensation: '1' },
      '09.11.2026',
      SEVERAL,
    ],
    ['another day', { fulldaycompensation: '2' }, { fulldaycompensation: '1' }, '08.11.2026', {}],
  ])('%s', (_, claims, morning, date, found) => {
    expect(besides(claims, morning, date)).toEqual(found);
  });

  const abroad = { workingAbroad: true, foreignCountry: 'SE', foreignAllowance: '70' };
  const other = rowWith({ ...whole, time: '07:00', fulldaycompensation: '1' }, 'other');

  test('a day that ended abroad is claimed as such', () => {
    const beside = { others: [other] };
    const foreign = { ...days, ...abroad };
    expect(rules({ ...foreign, foreignDays: [0] }, beside)).toEqual(SEVERAL);
    expect(rules({ ...foreign, foreignDays: [1] }, beside)).toEqual({});
    expect(rules(foreign, beside), 'whichever was abroad').toEqual(SEVERAL);
    expect(
      rules({ ...foreign, foreignDays: [1], fulldaycompensation: '1' }, beside),
      'the first day is left for what is claimed at home',
    ).toEqual(SEVERAL);
  });

  test('what is left over counts where the whole days have no room', () => {
    const last = rowWith(
      {
        ...whole,
        startdate: '11.11.2026',
        returndate: '11.11.2026',
        time: '06:00',
        returntime: '18:00',
        lunchcompensation: '1',
      },
      'other',
    );
    const until = (fulldaycompensation: string, partialdaycompensation: string) =>
      rules(
        {
          ...days,
          startdate: '08.11.2026',
          returndate: '11.11.2026',
          returntime: '05:00',
          fulldaycompensation,
          partialdaycompensation,
        },
        { others: [last] },
      );
    expect(until('2', '1')).toEqual({});
    const evening = { ...last.trip, time: '23:30', returndate: '12.11.2026', returntime: '06:30' };
    const beside = rules(
      { ...days, fulldaycompensation: '2', partialdaycompensation: '1' },
      { others: [rowWith(evening, 'other')] },
    );
    expect(beside).toEqual(SEVERAL);
  });
});

test('meals by the time at work', () => {
  expect([360, 361, 660, 661, 960, 961].map(mealsFor)).toEqual([0, 1, 1, 2, 2, 3]);
});

test('the postal code is the last separate five digits', () => {
  expect(postalCode('Kotikatu 12345 B, 00100 Helsinki')).toBe('00100');
  expect(postalCode('Kotikatu 1')).toBeUndefined();
});

test('a foreign daily allowance is that of a country', () => {
  const abroad = { workingAbroad: true, foreignAllowance: '70' };
  expect(rules(abroad)).toEqual({ foreignCountry: 'validation.required' });
  expect(rules({ ...abroad, foreignCountry: 'SE' })).toEqual({});
  expect(rules({ workingAbroad: true }), 'nothing is claimed').toEqual({});
});

test('a foreign daily allowance is that of the table, or has its source', () => {
  const proposal = (countryInTable: boolean | null, foreignAllowance: number) =>
    ({ countryInTable, foreignAllowance }) as Proposal;
  const claimed = {
    ...whole,
    workingAbroad: true,
    foreignCountry: 'SE',
    foreignAllowance: '70,01',
  };
  const told = { ...proposal(true, 70), fulldaycompensation: 1, partialdaycompensation: 1 };
  const above = { foreignAllowance: 'FOREIGN_ALLOWANCE_ABOVE_TABLE?most=70' };
  const withDays = (full: string, partial: string) =>
    tableRules(
      {
        ...claimed,
        foreignDays: [1],
        fulldaycompensation: full,
        partialdaycompensation: partial,
      },
      told,
    );
  expect(withDays('', '')).toEqual(above);
  expect(withDays('1', '1')).toEqual(above);
  expect(withDays('', '2')).toEqual(above);
  expect(withDays('2', ''), 'the server knows which days are left').toEqual({});
  expect(withDays('1', '2')).toEqual({});
  expect(tableRules(claimed, proposal(true, 70))).toEqual({
    foreignAllowance: 'FOREIGN_ALLOWANCE_ABOVE_TABLE?most=70',
  });
  expect(tableRules(claimed, proposal(true, 70.01))).toEqual({});
  expect(tableRules(claimed, proposal(null, 0))).toEqual({});
  expect(tableRules(claimed, proposal(false, 0))).toEqual({ foreignSource: 'validation.required' });
  expect(tableRules({ ...claimed, foreignSource: 'vero.fi' }, proposal(false, 0))).toEqual({});
  expect(tableRules({ ...claimed, foreignAllowance: '' }, proposal(false, 0))).toEqual({});
});
