import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { calculatorFiguresQuery } from '@/api/calculator';
import { firstOfMonth } from '@/lib/calendar';
import { claimsTravel, type DraftTrip } from '../draft/trip';
import { proposalQuery, type TripQuestion } from './travelApi';
import { claimedAmount, isPlain, plainAmounts, type ClaimedAmount } from './tripText';
import { PAUSE_IN_TYPING_MS, questionWithClaims } from './useProposal';

/**
 * What the trip of a row of this date pays as it is claimed; undefined while it is not known. A trip into another year,
 * or with more than a car, is asked of the server: each of its days counts by the figures of its own year.
 */
export function useTripAmounts(
  trip: DraftTrip,
  date: string,
): readonly ClaimedAmount[] | undefined {
  const [claims, plain] = [claimsTravel(trip), isPlain(trip)];
  const month = firstOfMonth(trip.startdate) ?? firstOfMonth(date);
  const { data: rates } = useQuery({
    ...calculatorFiguresQuery(month ?? ''),
    enabled: claims && plain && month !== undefined,
    retry: false,
  });
  const asked = claims && !plain ? JSON.stringify(questionWithClaims(trip)) : undefined;
  const [settled] = useDebouncedValue(asked, PAUSE_IN_TYPING_MS);
  const question = settled === undefined ? undefined : (JSON.parse(settled) as TripQuestion);
  const { data: answer } = useQuery(proposalQuery(question));
  if (plain) return rates && plainAmounts(trip, rates);
  // Nothing comes of claims that cannot be calculated yet.
  const known = asked === settled && answer !== undefined && answer.claimed.length > 0;
  return known ? answer.claimed.map(claimedAmount) : undefined;
}
