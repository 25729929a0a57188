import { describe, expect, test } from 'vitest';
import type { Row } from '@/api/bills';
import { billOf, cardOf } from '@/test/bills';
import { blankRow } from '@/test/rows';
import { bodyOf, draftOf, newDraft, type Draft } from './draft';
import { withDuplicate, withNewRow, withTripCopied } from './edits';
import { saysTheSame } from './meaning';
import { merge, withTheirs } from './merge';
import { unreadable } from './problems';
import { isBlank, newRow, withHours } from './rows';
import {
  beginningOfTrip,
  endedAbroad,
  isWithoutTrip,
  NO_TRIP,
  tripOf,
  withDayAbroad,
  withDeparture,
  withEarlierTrip,
  withPointMoved,
  withVehicle,
  withWorkAbroad,
  type DraftTrip,
} from './trip';

/** A row with all of a trip and of work time. */
const travelled: Row = {
  ...blankRow,
  id: 'r1',
  date: '09.11.2026',
  destination: 'Keikka',
  alvPrice: 500,
  workShiftStarted: '09.11.2026',
  workShiftStartedTime: '09:00',
  workShiftEnded: '09.11.2026',
  workShiftEndedTime: '16:30',
  startdate: '09.11.2026',
  time: '07:00',
  returndate: '11.11.2026',
  returntime: '20:00',
  kilometers: 118.4,
  vehicle: '3',
  vehicleRegisterNumber: 'ABC-123',
  trailer: 'CARAVAN',
  passengers: 2,
  addressStart: 'Kotikatu 1, 00530 Helsinki',
  wayPoint: ['Lahti', 'Heinola'],
  addressStop: 'Hämeenkatu 2, 33100 Tampere',
  roundtrip: true,
  stayOverNight: true,
  workingAbroad: true,
  foreignCountry: 'SE',
  foreignSource: 'Verohallinto',
  foreignDays: [0, 2],
  travelTimeInMinutes: 140,
  workTimeInMinutes: 450,
  fulldaycompensation: 2,
  partialdaycompensation: 1,
  lunchcompensation: 1,
  foreignAllowance: 70.5,
};

const draftWith = (...rows: Row[]): Draft => draftOf({ ...billOf(cardOf()), billableitems: rows });
const draft = draftWith(travelled);
const [row = expect.fail()] = draft.rows;

test('a trip and work time come back to the server as they came', () => {
  const { totalTime: _, ...fields } = travelled;
  const sent = bodyOf(draft).billableitems?.[0];
  expect(sent).toMatchObject({
    addressStart: fields.addressStart,
    wayPoint: fields.wayPoint,
    addressStop: fields.addressStop,
    roundtrip: true,
    startdate: '09.11.2026',
    time: '07:00',
    returndate: '11.11.2026',
    returntime: '20:00',
    kilometers: '118.4',
    vehicle: 3,
    vehicleRegisterNumber: 'ABC-123',
    trailer: 'CARAVAN',
    passengers: 2,
    travelTimeInMinutes: 140,
    workTimeInMinutes: 450,
    stayOverNight: true,
    workingAbroad: true,
    foreignCountry: 'SE',
    foreignSource: 'Verohallinto',
    foreignDays: [0, 2],
    fulldaycompensation: 2,
    partialdaycompensation: 1,
    lunchcompensation: 1,
    foreignAllowance: '70.5',
    workShiftStarted: '09.11.2026',
    workShiftStartedTime: '09:00',
    workShiftEnded: '09.11.2026',
    workShiftEndedTime: '16:30',
  });
});

test('a row without a trip says nothing of one', () => {
  const empty = draftWith({ ...blankRow, id: 'r1' });
  const [blank = expect.fail()] = empty.rows;
  expect(isWithoutTrip(blank.trip)).toBe(true);
  const sent = bodyOf(empty).billableitems?.[0];
  expect(sent).toMatchObject({ kilometers: null, startdate: null, trailer: null, wayPoint: [] });
});

test.each<[string, Partial<DraftTrip>]>([
  ['addressStart', { addressStart: 'Muualla' }],
  ['wayPoint', { wayPoint: ['Lahti'] }],
  ['roundtrip', { roundtrip: false }],
  ['time', { time: '07:30' }],
  ['trailer', { trailer: 'NONE' }],
  ['passengers', { passengers: '' }],
  ['foreignCountry', { foreignCountry: 'NO' }],
  ['foreignSource', { foreignSource: '' }],
  ['travelTimeInMinutes', { travelTimeInMinutes: 0 }],
  ['workTimeInMinutes', { workTimeInMinutes: '7:00' }],
  ['stayOverNight', { stayOverNight: false }],
  ['lunchcompensation', { lunchcompensation: '' }],
])('another %s is something to save', (_, change) => {
  const changed = { ...draft, rows: [{ ...row, trip: { ...row.trip, ...change } }] };
  expect(saysTheSame(draft, changed)).toBe(false);
});

test('the same written in another way is nothing to save', () => {
  const same = {
    kilometers: ' 118,40',
    workTimeInMinutes: '7,5',
    foreignAllowance: '70,50 €',
    // One that was added and not filled in yet.
    wayPoint: [...row.trip.wayPoint, ' '],
  };
  const changed = { ...draft, rows: [{ ...row, trip: { ...row.trip, ...same } }] };
  expect(saysTheSame(draft, changed)).toBe(true);
});

test('what cannot be read is told at its field and never sent', () => {
  const trip = {
    ...row.trip,
    startdate: '31.2.2026',
    time: '7',
    kilometers: '1.234',
    fulldaycompensation: '1,5',
    partialdaycompensation: '1000',
    workTimeInMinutes: 'koko päivä',
    foreignAllowance: 'x',
  };
  const workTime = { ...row.workTime, workShiftEndedTime: '16:75' };
  const wrong = { ...draft, rows: [{ ...row, trip, workTime }] };
  expect(unreadable(wrong)).toEqual({
    'r1.startdate': 'validation.invalidDate',
    'r1.time': 'validation.invalidTime',
    'r1.kilometers': 'validation.invalidNumber',
    'r1.fulldaycompensation': 'validation.invalidNumber',
    'r1.partialdaycompensation': 'validation.invalidNumber',
    'r1.workTimeInMinutes': 'validation.invalidNumber',
    'r1.foreignAllowance': 'validation.invalidNumber',
    'r1.workShiftEndedTime': 'validation.invalidTime',
  });
  expect(bodyOf(wrong).billableitems?.[0]).toMatchObject({
    startdate: null,
    time: null,
    workShiftEndedTime: null,
    kilometers: null,
    fulldaycompensation: null,
    partialdaycompensation: null,
    workTimeInMinutes: null,
    foreignAllowance: null,
  });
});

describe('two sides', () => {
  const common = { mine: draft, server: draft };
  const withTrip = (trip: Partial<DraftTrip>) => ({
    ...draft,
    rows: [{ ...row, trip: { ...row.trip, ...trip } }],
  });

  test('of which one changed the trip and one the work time, merge', () => {
    const mine = withTrip({ kilometers: '200' });
    const workTime = { ...row.workTime, workShiftEndedTime: '18:00' };
    const theirs = { ...draft, rows: [{ ...row, workTime }] };
    const merged = merge(common, mine, theirs);
    expect(merged.clashes).toEqual([]);
    expect(merged.draft.rows[0]).toMatchObject({
      trip: { kilometers: '200' },
      workTime: { workShiftEndedTime: '18:00' },
    });
  });

  test('that both changed the trip are asked, and one of them is taken as a whole', () => {
    const mine = withTrip({ kilometers: '200' });
    const theirs = withTrip({ fulldaycompensation: '1' });
    const { draft: merged, clashes } = merge(common, mine, theirs);
    expect(clashes).toEqual([{ row: 'r1', unit: 'trip' }]);
    expect(merged.rows[0]?.trip).toMatchObject({ kilometers: '200', fulldaycompensation: '2' });
    const chosen = clashes.reduce((one, clash) => withTheirs(one, theirs, clash), merged);
    expect(chosen.rows[0]?.trip).toMatchObject({ kilometers: '118,4', fulldaycompensation: '1' });
  });
});

describe('a copy of a row', () => {
  test('has its trip and work time a day later, and none of its receipts', () => {
    const [, copy] = withDuplicate(draft, 'r1', 'r2').rows;
    expect(copy).toMatchObject({
      date: '10.11.2026',
      trip: {
        startdate: '10.11.2026',
        returndate: '12.11.2026',
        time: '07:00',
        kilometers: '118,4',
      },
      workTime: { workShiftStarted: '10.11.2026', workShiftEnded: '10.11.2026' },
      kept: {},
    });
  });

  test('of the trip alone goes to the day that is asked for, without a price', () => {
    const priced = { ...draft, rows: draft.rows.map((one) => ({ ...one, alvPrice: '500' })) };
    const [original, copy] = withTripCopied(priced, 'r1', 'r2', '23.11.2026').rows;
    expect(original?.alvPrice).toBe('500');
    expect(copy, 'the work is not invoiced twice').toMatchObject({
      date: '23.11.2026',
      trip: { startdate: '23.11.2026', returndate: '25.11.2026', kilometers: '118,4' },
      alvPrice: '',
      hourlyprice: '',
      workTime: { workShiftStarted: '' },
    });
  });

  test('stays in the month of its original', () => {
    const last = draftWith({ ...travelled, date: '30.11.2026', startdate: '30.11.2026' });
    expect(withDuplicate(last, 'r1', 'r2').rows[1]).toMatchObject({
      date: '30.11.2026',
      trip: { startdate: '30.11.2026' },
    });
  });
});

test('a new row is of the day after the last one that has a day, within its month', () => {
  const dated = (...dates: string[]): Draft => ({
    ...draft,
    rows: dates.map((date, place) => ({ ...row, id: String(place), date })),
  });
  const next = (of: Draft) => newRow(of, '16.11.2026', 'new').date;
  expect(next(dated('09.11.2026'))).toBe('10.11.2026');
  expect(next(dated('09.11.2026', 'huomenna'))).toBe('10.11.2026');
  expect(next(dated('30.11.2026'))).toBe('30.11.2026');
  expect(next(dated('28.02.2028'))).toBe('29.02.2028');
  expect(next(dated('29.02.2028'))).toBe('29.02.2028');
  expect(next(dated())).toBe('16.11.2026');
});

test('a row with a trip or work time is not empty', () => {
  const empty = newDraft({ today: '16.11.2026', alv: '25.5', language: 'fin' });
  const [blank = expect.fail()] = withNewRow(empty, '16.11.2026', 'r').rows;
  expect(isBlank(blank)).toBe(true);
  expect(isBlank({ ...blank, trip: { ...NO_TRIP, addressStart: 'Koti' } })).toBe(false);
  expect(isBlank({ ...blank, workTime: row.workTime })).toBe(false);
});

describe('a trip', () => {
  test('begins at nine on the day of its row and ends at nine the next day', () => {
    expect(beginningOfTrip('30.11.2026', 'ABC-123')).toMatchObject({
      startdate: '30.11.2026',
      time: '09:00',
      returndate: '01.12.2026',
      returntime: '09:00',
      vehicleRegisterNumber: 'ABC-123',
    });
  });

  test('that begins on another day lasts as many days', () => {
    expect(withDeparture(row.trip, '16.11.2026').returndate).toBe('18.11.2026');
    // The day is being typed: the return waits for it.
    const typing = withDeparture(row.trip, '16.11.');
    expect(typing.returndate).toBe('11.11.2026');
    expect(withDeparture(typing, '16.11.2026', 2).returndate).toBe('18.11.2026');
  });

  test('by another vehicle has no trailer and no passengers', () => {
    expect(withVehicle(row.trip, '7')).toMatchObject({ trailer: 'NONE', passengers: '' });
    expect(withVehicle(row.trip, '0')).toMatchObject({ trailer: 'CARAVAN', passengers: '2' });
  });

  test('that is not abroad claims nothing for that', () => {
    expect(withWorkAbroad(row.trip, false)).toMatchObject({
      foreignCountry: '',
      foreignSource: '',
      foreignDays: null,
      foreignAllowance: '',
    });
  });

  test('has its way points moved one place, and never out of the list', () => {
    expect(withPointMoved(row.trip, 0, 1).wayPoint).toEqual(['Heinola', 'Lahti']);
    expect(withPointMoved(row.trip, 0, -1)).toBe(row.trip);
    expect(withPointMoved(row.trip, 1, 1)).toBe(row.trip);
  });

  test('like an earlier one has its way, vehicle and times, on the day of the row, and no claims', () => {
    const filled = withEarlierTrip(NO_TRIP, row.trip, '20.11.2026');
    expect(filled).toMatchObject({
      addressStart: 'Kotikatu 1, 00530 Helsinki',
      wayPoint: ['Lahti', 'Heinola'],
      vehicle: '3',
      kilometers: '118,4',
      startdate: '20.11.2026',
      time: '07:00',
      returndate: '22.11.2026',
      returntime: '20:00',
      // The same work there as before.
      stayOverNight: row.trip.stayOverNight,
      workTimeInMinutes: row.trip.workTimeInMinutes,
      workingAbroad: row.trip.workingAbroad,
      foreignCountry: row.trip.foreignCountry,
      foreignSource: row.trip.foreignSource,
      foreignDays: null,
      fulldaycompensation: '',
      lunchcompensation: '',
      foreignAllowance: '',
    });
    expect(filled).toMatchObject({
      stayOverNight: true,
      workingAbroad: true,
      foreignCountry: 'SE',
    });
    expect(filled.workTimeInMinutes).not.toBe('');
    const claimed = { ...NO_TRIP, fulldaycompensation: '1', foreignDays: [0] };
    expect(withEarlierTrip(claimed, row.trip, '20.11.2026')).toMatchObject({
      fulldaycompensation: '1',
      foreignDays: null,
    });
  });

  test('of a row from before a field was there is read without it', () => {
    expect(tripOf({})).toEqual(NO_TRIP);
  });
});

test('hours worked become the amount of the row; a fixed price is divided by them', () => {
  expect(withHours(row, '7.50')).toMatchObject({
    type: 'AMOUNT',
    billableWorkHours: '7,5',
    hourlyprice: '66,6670',
  });
  const unpriced = { ...row, alvPrice: '' };
  expect(withHours(unpriced, '8.00')).toMatchObject({ type: 'AMOUNT', billableWorkHours: '8' });
  const hourly = { ...row, type: 'AMOUNT' as const, hourlyprice: '50,00' };
  expect(withHours(hourly, '7.50')).toMatchObject({
    hourlyprice: '50,00',
    billableWorkHours: '7,5',
  });
});

test('days end abroad until it is said that they ended at home', () => {
  const abroad = { ...NO_TRIP, workingAbroad: true };
  expect(endedAbroad(abroad, 3)).toEqual([0, 1, 2]);
  const second = withDayAbroad(abroad, 3, 1, false);
  expect(second.foreignDays).toEqual([0, 2]);
  expect(withDayAbroad(second, 3, 2, false).foreignDays, 'one answer after another').toEqual([0]);
  expect(withDayAbroad(second, 3, 1, true).foreignDays).toEqual([0, 1, 2]);
});
