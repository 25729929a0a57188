import { expect, type Locator } from '@playwright/test';
import { dialog } from '../editor.ts';
import type { CostKind, CostVat, ModelRow } from '../modelBill.ts';
import { daysLater } from '../modelBill.ts';
import { TRAILER_CENTS, type ModelTrip } from '../modelTrip.ts';
import { pdfOf } from '../pdf.ts';
import { fill, texts } from '../texts.ts';
import { writtenDay, writtenTime } from './numbers.ts';
import type { Writer } from './writer.ts';

const { fi } = texts;

/** At home: from elsewhere a bill is sent only by confirming it. */
const STARTS = ['Linnankatu 40, 20100 Turku', 'Koti & verstas, 20100 TURKU'];
const STOPS = ['Hämeenkatu 5, 33100 Tampere', 'Kaivokatu 1 “piha”, 00100 Helsinki', 'Oulu'];
const PLATES = ['ABC-123', 'ÄÖ-1', 'XYZ 9'];

/** What a day's trip, or one with a night, may claim. */
const OF_ONE_DAY = [
  { full: 1, partial: 0, meals: 0 },
  { full: 0, partial: 1, meals: 0 },
  { full: 0, partial: 0, meals: 1 },
  { full: 0, partial: 0, meals: 0 },
];
const WITH_A_NIGHT = [
  { full: 2, partial: 0, meals: 0 },
  { full: 1, partial: 1, meals: 0 },
  { full: 0, partial: 0, meals: 0 },
];

function someTrip({ chance }: Writer): ModelTrip {
  const two = (number: number) => String(number).padStart(2, '0');
  const clock = (first: number) =>
    `${two(first + chance.below(4))}:${chance.pick(['00', '05', '30'])}`;
  const startdate = `${two(1 + chance.below(28))}.11.2026`;
  const nights = chance.below(2);
  const vehicle = chance.pick(['0', '0', '0', '7'] as const);
  const car = vehicle === '0';
  return {
    addressStart: chance.pick(STARTS),
    addressStop: chance.pick(STOPS),
    roundtrip: chance.below(2) === 0,
    startdate,
    time: clock(5),
    returndate: daysLater(startdate, nights),
    returntime: clock(18),
    vehicle,
    plate: chance.pick(PLATES),
    trailer: car
      ? chance.pick(Object.keys(TRAILER_CENTS) as (keyof typeof TRAILER_CENTS)[])
      : 'NONE',
    passengers: car ? chance.below(5) : 0,
    kilometers: chance.pick([
      3000 + chance.below(200_000),
      (30 + chance.below(2000)) * 100,
      300 * (10 + chance.below(100)),
    ]),
    ...chance.pick(nights === 0 ? OF_ONE_DAY : WITH_A_NIGHT),
  };
}

/** Opens a dialog of a row by its button; once closed, the focus is there again. */
async function inDialog(opener: Locator, opened: Locator, act: () => Promise<void>) {
  await opener.click();
  await expect(opened).toBeVisible();
  await act();
  await opened.getByRole('button', { name: fi.trips_done }).click();
  await expect(opened).toBeHidden();
}

/** All of a trip is written into a row, or the trip that it has is removed. */
export async function writeTrip(w: Writer) {
  const [row, place] = await w.openRow();
  const form = dialog(w.page, fi.trips_trip);
  await inDialog(w.at.row(place).button(fi.trips_trip), form, async () => {
    if (row.trip !== null && w.half()) {
      w.log(`row ${place + 1}: no trip`);
      row.trip = null;
      await form.getByRole('button', { name: fi.trips_remove }).click();
      return;
    }
    row.trip = someTrip(w);
    w.log(`row ${place + 1}: ${JSON.stringify(row.trip)}`);
    await typeTrip(w, form, row.trip);
  });
}

async function typeTrip(w: Writer, form: Locator, trip: ModelTrip) {
  const field = (label: string) => form.getByLabel(label, { exact: true });
  const number = (label: string) => form.getByRole('textbox', { name: new RegExp(`^${label}`) });
  const type = async (input: Locator, text: string) => {
    await input.fill(text);
    await input.blur();
  };
  const count = (label: string, many: number) =>
    type(number(label), many === 0 ? '' : String(many));
  await type(form.getByRole('combobox', { name: fi.trips_from }), trip.addressStart);
  await type(form.getByRole('combobox', { name: fi.trips_to }), trip.addressStop);
  // The return moves with the departure, so that it is written after it.
  await type(field(fi.trips_departure_day), writtenDay(trip.startdate, w.chance));
  await type(field(fi.trips_departure_time), writtenTime(trip.time, w.chance));
  await type(field(fi.trips_return_day), writtenDay(trip.returndate, w.chance));
  await type(field(fi.trips_return_time), writtenTime(trip.returntime, w.chance));
  await field(fi.trips_vehicle).selectOption(trip.vehicle);
  await type(field(fi.trips_plate), trip.plate);
  if (trip.vehicle === '0') {
    await field(fi.trips_trailer_label).selectOption(trip.trailer);
    await field(fi.trips_passengers).selectOption(String(trip.passengers));
  }
  await type(number(fi.trips_kilometers), w.write(trip.kilometers, 'kilometers'));
  await count(fi.trips_full_count, trip.full);
  await count(fi.trips_partial_count, trip.partial);
  await count(fi.trips_meal_count, trip.meals);
  await form.getByRole('checkbox', { name: fi.trips_round }).setChecked(trip.roundtrip);
}

/** A trip departs on another day, and comes back as many days later. */
export async function moveTrip(w: Writer, row: ModelRow, place: number, startdate: string) {
  const { trip } = row;
  if (trip === null) return;
  const nights = trip.startdate === trip.returndate ? 0 : 1;
  trip.startdate = startdate;
  trip.returndate = daysLater(startdate, nights);
  const form = dialog(w.page, fi.trips_trip);
  await inDialog(w.at.row(place).button(fi.trips_trip), form, () =>
    form.getByLabel(fi.trips_departure_day, { exact: true }).fill(startdate),
  );
}

const KINDS: Readonly<Record<CostKind, string>> = {
  hotelcost: fi.bills_expense_hotel,
  travelcost: fi.bills_expense_travel,
  othercost: fi.bills_expense_other,
};
const PERCENTS: Readonly<Record<CostVat, string>> = {
  '': '0',
  _alv10: '10',
  _alv135: '13,5',
  _alv255: '25,5',
};

/** A cost of some kind, and a receipt for it. */
export async function writeCost(w: Writer) {
  const [row, place] = await w.openRow();
  const kind = w.chance.pick(Object.keys(KINDS) as CostKind[]);
  const vat = w.billsCosts ? '' : w.chance.pick(Object.keys(PERCENTS) as CostVat[]);
  const cents = 1 + w.chance.below(50_000);
  const text = w.write(cents);
  row.costs[`${kind}${vat}`] = cents;
  const file = `kuitti-${w.steps.length}.pdf`;
  row.receipts.push(file);
  w.log(`row ${place + 1}: ${kind}${vat} ${JSON.stringify(text)}, ${file}`);
  const form = dialog(w.page, fi.receipts_title);
  await inDialog(w.at.row(place).button(fi.receipts_title), form, async () => {
    const amounts = form.getByRole('group', { name: KINDS[kind] });
    const label = fill(fi.receipts_vat, { percent: PERCENTS[vat] });
    await amounts.getByRole('textbox', { name: label }).fill(text);
    const chooser = w.page.waitForEvent('filechooser');
    await form.getByRole('button', { name: fi.receipts_choose }).click();
    const buffer = pdfOf(`${file} ${w.id}`);
    await (await chooser).setFiles({ name: file, mimeType: 'application/pdf', buffer });
    const stored = form.getByRole('button', { name: fill(fi.receipts_show, { name: file }) });
    await expect(stored).toBeVisible();
  });
}
