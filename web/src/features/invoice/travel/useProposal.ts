import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { reasonKey } from '@/domain/bills/reasonText';
import { total } from '@/lib/format/exact';
import { remembered } from '@/lib/remembered';
import { exactUnits, typedUnits, unitsOf } from '@/lib/price';
import {
  countIn,
  isWithoutTrip,
  tripBodyOf,
  tripMinutes,
  type DraftTrip,
  type TripField,
} from '../draft/trip';
import { useLocked } from '../editor';
import { proposalQuery, type Proposal, type TripQuestion } from './travelApi';

export const PAUSE_IN_TYPING_MS = 400;

/** What a proposal depends on. What cannot be read is left out. */
function tripQuestion(trip: DraftTrip) {
  const { startdate, time, returndate, returntime, ...rest } = tripBodyOf(trip, () => null);
  const { kilometers, vehicle, trailer, passengers, workTimeInMinutes } = rest;
  const { stayOverNight, workingAbroad, foreignCountry, foreignDays } = rest;
  return {
    startdate,
    time,
    returndate,
    returntime,
    kilometers,
    vehicle,
    trailer,
    passengers,
    workTimeInMinutes,
    stayOverNight,
    workingAbroad,
    foreignCountry,
    foreignDays: workingAbroad === true ? foreignDays : null,
  };
}

/** The same with what is claimed, for what depends on that. */
export function questionWithClaims(trip: DraftTrip) {
  const body = tripBodyOf(trip, () => null);
  const { fulldaycompensation, partialdaycompensation, lunchcompensation, foreignAllowance } = body;
  return {
    ...tripQuestion(trip),
    fulldaycompensation,
    partialdaycompensation,
    lunchcompensation,
    foreignAllowance,
  };
}

/** The question as text: equal texts have equal answers. Undefined before there is a trip. */
const questionOf = remembered((trip: DraftTrip): string | undefined =>
  isWithoutTrip(trip) || (tripMinutes(trip) ?? -1) < 0
    ? undefined
    : JSON.stringify(tripQuestion(trip)),
);

/** What the trip entitles to by the server's rules. */
export function useProposal(trip: DraftTrip) {
  const locked = useLocked();
  const asked = locked ? undefined : questionOf(trip);
  const [settled] = useDebouncedValue(asked, PAUSE_IN_TYPING_MS);
  const question = settled === undefined ? undefined : (JSON.parse(settled) as TripQuestion);
  const query = useQuery({ ...proposalQuery(question), placeholderData: keepPreviousData });
  // Without a question there is no answer to wait for, though the last one is kept.
  const awaited = question !== undefined && (query.isPlaceholderData || query.isFetching);
  const late = asked !== settled || awaited;
  const data = question === undefined || query.isError ? undefined : query.data;
  return {
    /** Undefined while there is no trip, or no answer could be had. */
    data,
    /** The answer is of what was typed before. */
    late,
    failed: question !== undefined && query.isError,
    problemAt: (field: TripField): string | undefined => {
      const found = late ? undefined : data?.problems.find((problem) => problem.field === field);
      return found === undefined ? undefined : reasonKey(found);
    },
  };
}

function counted(value: number): string {
  return value === 0 ? '' : String(value);
}

/** The trip with what is proposed. Meals are for trips without a daily allowance. */
export function withProposal(trip: DraftTrip, proposal: Proposal): DraftTrip {
  const { fulldaycompensation: full, partialdaycompensation: partial, foreignAllowance } = proposal;
  const days = full > 0 || partial > 0 || foreignAllowance > 0;
  return {
    ...trip,
    fulldaycompensation: counted(full),
    partialdaycompensation: counted(partial),
    foreignAllowance: foreignAllowance === 0 ? '' : typedUnits(exactUnits(foreignAllowance)),
    lunchcompensation: days ? '' : counted(proposal.lunchcompensation),
  };
}

/** What the proposed allowances come to, without the kilometres. */
export function proposedAmount(proposal: Proposal): `${number}` {
  const days = total(proposal.days.map(({ amount }) => amount));
  const meals = proposal.lunchcompensation > 0 ? proposal.meals.amount : 0;
  return Number(days) === 0 ? total([meals]) : days;
}

/** Whether exactly what is proposed is claimed. */
export function isAsProposed(trip: DraftTrip, proposal: Proposal): boolean {
  const taken = withProposal(trip, proposal);
  const counts = ['fulldaycompensation', 'partialdaycompensation', 'lunchcompensation'] as const;
  return (
    counts.every((field) => countIn(taken[field]) === countIn(trip[field])) &&
    (unitsOf(taken.foreignAllowance) ?? 0n) === (unitsOf(trip.foreignAllowance) ?? 0n)
  );
}
