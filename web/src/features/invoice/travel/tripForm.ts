import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { profileQuery } from '@/api/profile';
import { useSession } from '@/api/session';
import { keyText } from '@/domain/bills/reasonText';
import type { Draft, DraftRow } from '../draft/draft';
import { withRow } from '../draft/edits';
import { placeOf } from '../draft/problems';
import {
  beginningOfTrip,
  CAR,
  isWithoutTrip,
  TRIP_FIELDS,
  tripOf,
  type DraftTrip,
  type TripField,
} from '../draft/trip';
import { useDraft, useEditor, useLocked, useMachine } from '../editor';
import { tableRules, tripRules } from './rules';
import { earlierTripsQuery } from './travelApi';
import { useOtherBill } from './useOtherBill';
import { useProposal } from './useProposal';

/** What the fields of the dialog work with. */
export interface TripForm {
  readonly row: DraftRow;
  /** As shown: of a row without a trip, what one begins with. */
  readonly trip: DraftTrip;
  /** Whether nothing is written yet. */
  readonly empty: boolean;
  readonly locked: boolean;
  /** The registration number of an earlier trip; empty where there is none. */
  readonly lastPlate: string;
  readonly proposal: ReturnType<typeof useProposal>;
  readonly change: (change: (trip: DraftTrip) => DraftTrip) => void;
  /** What is wrong with a field, as a key of the catalogue. */
  readonly keyOf: (field: TripField) => string | undefined;
  readonly errorOf: (field: TripField) => string | undefined;
  readonly placeOf: (field: TripField) => string;
}

export const TripContext = createContext<TripForm | null>(null);

export function useTripForm(): TripForm {
  const form = use(TripContext);
  if (form === null) throw new Error('this belongs inside the dialog of a trip');
  return form;
}

function ownPlate({ vehicle, vehicleRegisterNumber }: DraftTrip): string {
  return vehicle === CAR ? vehicleRegisterNumber.trim() : '';
}

/** The registration number of the last trip by car: on this bill, or on an earlier one. */
function plateOf(draft: Draft, earlier: readonly DraftTrip[]): string {
  const trips = [...draft.rows.map(({ trip }) => trip).toReversed(), ...earlier];
  return trips.map(ownPlate).find((plate) => plate !== '') ?? '';
}

export function useEarlierTrips() {
  const personId = useSession()?.id;
  return useQuery(earlierTripsQuery(personId));
}

export function useMakeTripForm(row: DraftRow): TripForm {
  const { engine } = useEditor();
  const locked = useLocked();
  const rows = useDraft((draft) => draft.rows);
  const leftFromElsewhere = useDraft((draft) => draft.leftOutFromHome);
  const problems = useMachine((machine) => machine.problems);
  const earlier = useEarlierTrips();
  const home = useQuery({ ...profileQuery, enabled: !locked }).data?.postalcode ?? undefined;
  const lastPlate = useDraft((draft) =>
    plateOf(
      draft,
      (earlier.data ?? []).map((trip) => tripOf(trip.row)),
    ),
  );
  const empty = isWithoutTrip(row.trip);
  const shownOf = (one: DraftRow) =>
    isWithoutTrip(one.trip) ? beginningOfTrip(one.date, lastPlate) : one.trip;
  const proposal = useProposal(row.trip);
  const otherBill = useOtherBill(row.trip);
  const others = rows.filter(({ id }) => id !== row.id);
  // A sent bill has been checked; what the rules are today is not said about it.
  const rules = locked ? {} : tripRules(row, { others, home, leftFromElsewhere });
  const place = (field: TripField) => placeOf(row.id, field);
  const proposed = proposal.late ? undefined : proposal.data;
  const ofTable = proposed === undefined ? {} : tableRules(row.trip, proposed);
  const keyOf = (field: TripField) =>
    rules[field] ??
    ofTable[field] ??
    proposal.problemAt(field) ??
    (field === 'startdate' ? otherBill : undefined) ??
    problems[place(field)];
  return {
    row,
    trip: locked ? row.trip : shownOf(row),
    empty,
    locked,
    lastPlate,
    proposal,
    change: (change) =>
      engine.edit(
        (draft) =>
          withRow(draft, row.id, (before) => ({ ...before, trip: change(shownOf(before)) })),
        ...TRIP_FIELDS.map(place),
      ),
    keyOf,
    errorOf: (field) => {
      const key = keyOf(field);
      return key === undefined ? undefined : keyText(key);
    },
    placeOf: place,
  };
}
