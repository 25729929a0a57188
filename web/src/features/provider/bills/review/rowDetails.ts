import type { Row } from '@/api/bills';
import { EXPENSE_FIELDS, expenseName } from '@/domain/bills/expenses';
import type { Review } from '@/api/providerBills';
import { formatCount, formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { m } from '@/paraglide/messages';

interface Fact {
  readonly name: string;
  readonly value: string;
}

type Distance = Review['distances'][number] | undefined;

/**
 * What a row is made of; what it has not is left out. `distance` is how long the trip about is, by
 * the places it went through, and `checked` whether the service that knows roads answered.
 */
export function rowDetails(row: Row, distance?: Distance, checked = true): Fact[] {
  return [...priceFacts(row), ...tripFacts(row, distance, checked), ...expenseFacts(row)];
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

function tripFacts(row: Row, distance: Distance, checked: boolean): Fact[] {
  const { addressStart, wayPoint, addressStop, roundtrip } = row;
  const stops = [addressStart, ...wayPoint, addressStop, roundtrip ? addressStart : ''];
  const route = stops.filter((stop) => stop !== '').join(' → ');
  const left = [row.startdate, row.time].filter((part) => part !== null).join(' ');
  const back = [row.returndate, row.returntime].filter((part) => part !== null).join(' ');
  return [
    { name: m.providerbills_row_route(), value: route },
    {
      name: m.providerbills_row_distance(),
      value: distanceText(row.kilometers, distance, checked),
    },
    { name: m.providerbills_row_vehicle(), value: row.vehicleRegisterNumber },
    { name: m.providerbills_row_left(), value: left },
    { name: m.providerbills_row_back(), value: back },
    counted(m.providerbills_row_full_days(), row.fulldaycompensation),
    counted(m.providerbills_row_partial_days(), row.partialdaycompensation),
    counted(m.providerbills_row_meals(), row.lunchcompensation),
    {
      name: m.providerbills_row_foreign(),
      value: row.foreignAllowance === 0 ? '' : formatMoney(row.foreignAllowance),
    },
  ].filter(({ value }) => value !== '');
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

function counted(name: string, count: number): Fact {
  return { name, value: count === 0 ? '' : formatCount(count) };
}
