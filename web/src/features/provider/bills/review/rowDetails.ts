import type { Row } from '@/api/bills';
import type { CustomerOptions } from '@/api/customers';
import { EXPENSE_FIELDS, expenseName } from '@/domain/bills/expenses';
import type { Review } from '@/api/providerBills';
import { territoryName } from '@/domain/travel/territoryName';
import { minutesText, TRAILER_NAMES, vehicleName } from '@/domain/travel/tripWords';
import { formatCount, formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { m } from '@/paraglide/messages';

interface Fact {
  readonly name: string;
  readonly value: string;
}

type Distance = Review['distances'][number] | undefined;

/** What is known of the trip beside the row. */
interface Known {
  /** About how long it is, by the places it went through. */
  readonly distance: Distance;
  /** Whether the service that knows roads answered. */
  readonly checked: boolean;
  /** None until their names are there. */
  readonly countries: CustomerOptions['countries'];
}

/** A row without a trip names this vehicle too. */
const CAR = '0';

/** What a row is made of; what it has not is left out. */
export function rowDetails(row: Row, known: Known): Fact[] {
  return [
    ...priceFacts(row),
    ...workFacts(row),
    ...tripFacts(row, known),
    ...allowanceFacts(row, known),
    ...expenseFacts(row),
  ].filter(({ value }) => value !== '');
}

function priceFacts({ type, billableWorkHours, hourlyprice, alv }: Row): Fact[] {
  const vat = {
    name: m.bills_field_vat(),
    value: formatPercent(fractionOfPercent(alv)),
  };
  if (type !== 'AMOUNT' || billableWorkHours === null || hourlyprice === null) return [vat];
  const value = m.providerbills_row_times({
    amount: formatCount(billableWorkHours),
    price: formatMoney(hourlyprice),
  });
  return [{ name: m.providerbills_row_amount(), value }, vat];
}

function workFacts(row: Row): Fact[] {
  return [
    {
      name: m.providerbills_row_work_start(),
      value: moment(row.workShiftStarted, row.workShiftStartedTime),
    },
    {
      name: m.providerbills_row_work_end(),
      value: moment(row.workShiftEnded, row.workShiftEndedTime),
    },
  ];
}

function tripFacts(row: Row, { distance, checked }: Known): Fact[] {
  const { addressStart, wayPoint, addressStop, roundtrip } = row;
  const stops = [addressStart, ...wayPoint, addressStop, roundtrip ? addressStart : ''];
  const route = stops.filter((stop) => stop !== '').join(' → ');
  const { vehicle, vehicleRegisterNumber: plate, trailer, workTimeInMinutes: workThere } = row;
  const byVehicle = row.kilometers !== 0 || vehicle !== CAR || plate !== '';
  return [
    { name: m.providerbills_row_route(), value: route },
    {
      name: m.providerbills_row_distance(),
      value: distanceText(row.kilometers, distance, checked),
    },
    { name: m.trips_vehicle(), value: byVehicle ? vehicleName(vehicle) : '' },
    { name: m.providerbills_row_vehicle(), value: plate },
    {
      name: m.trips_trailer_label(),
      value: trailer === 'NONE' ? '' : TRAILER_NAMES[trailer](),
    },
    counted(m.trips_passengers(), row.passengers),
    { name: m.providerbills_row_left(), value: moment(row.startdate, row.time) },
    { name: m.providerbills_row_back(), value: moment(row.returndate, row.returntime) },
    {
      name: m.providerbills_row_overnight(),
      value: row.stayOverNight ? m.providerbills_yes() : '',
    },
    { name: m.trips_work_there(), value: workThere === 0 ? '' : minutesText(workThere) },
  ];
}

function allowanceFacts(row: Row, { countries }: Known): Fact[] {
  const { foreignCountry: country } = row;
  return [
    counted(m.providerbills_row_full_days(), row.fulldaycompensation),
    counted(m.providerbills_row_partial_days(), row.partialdaycompensation),
    counted(m.providerbills_row_meals(), row.lunchcompensation),
    {
      name: m.providerbills_row_foreign(),
      value: row.foreignAllowance === 0 ? '' : formatMoney(row.foreignAllowance),
    },
    { name: m.trips_country(), value: country === null ? '' : territoryName(country, countries) },
    { name: m.providerbills_row_source(), value: row.foreignSource },
  ];
}

function expenseFacts(row: Row): Fact[] {
  return EXPENSE_FIELDS.filter((field) => row[field] !== 0).map((field) => ({
    name: expenseName(field),
    value: formatMoney(row[field]),
  }));
}

function distanceText(kilometers: number, distance: Distance, checked: boolean): string {
  if (kilometers === 0) return '';
  const km = formatCount(kilometers);
  if (distance === undefined) return m.providerbills_row_km({ km });
  const estimate = formatCount(distance.estimate);
  if (distance.source === 'SERVICE') return m.providerbills_row_km_measured({ km, estimate });
  return checked
    ? m.providerbills_row_km_estimate({ km, estimate })
    : m.providerbills_row_km_unchecked({ km, estimate });
}

function moment(day: string | null, time: string | null): string {
  return [day, time].filter((part) => part !== null).join(' ');
}

function counted(name: string, count: number): Fact {
  return { name, value: count === 0 ? '' : formatCount(count) };
}
