import type { Row, RowBody } from '@/api/bills';
import type { Draft, DraftRow } from '../draft/draft';
import { CAR, TRIP_FIELDS, tripOf } from '../draft/trip';
import { WORK_TIME_FIELDS, workTimeOf } from '../draft/workTime';

const APART: ReadonlySet<string> = new Set([...TRIP_FIELDS, ...WORK_TIME_FIELDS]);

/** A draft of the time when rows kept their trips and work time as they came from the server. */
export function withTripsApart(draft: Draft): Draft {
  return { ...draft, rows: draft.rows.map(withTripApart) };
}

function withTripApart(row: DraftRow): DraftRow {
  const { vehicle } = row.kept as RowBody;
  // A vehicle was kept as a number.
  const before = { ...row.kept, vehicle: String(vehicle ?? CAR) } as Partial<Row>;
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => !APART.has(name)));
  return { ...row, trip: tripOf(before), workTime: workTimeOf(before), kept };
}
