import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { reasonKey } from '@/domain/bills/reasonText';
import { claimsTravel, tripMinutes, type DraftTrip } from '../draft/trip';
import { useDraft, useLocked, useMachine } from '../editor';
import { proposalQuery, type TripQuestion } from './travelApi';
import { PAUSE_IN_TYPING_MS, questionWithClaims } from './useProposal';

/**
 * Why another bill of the worker excludes the trip, as a key of the catalogue. Undefined where none does, and while that
 * is not known. A credit note takes its trips back, so that nothing excludes them.
 */
export function useOtherBill(trip: DraftTrip): string | undefined {
  const locked = useLocked();
  const billId = useMachine(({ base }) => base?.bill.id);
  const isCreditNote = useDraft(({ creditOf }) => creditOf !== null);
  const isTrip = claimsTravel(trip) && (tripMinutes(trip) ?? 0) > 0;
  const asked =
    billId === undefined || locked || isCreditNote || !isTrip
      ? undefined
      : JSON.stringify({ ...questionWithClaims(trip), billId });
  const [settled] = useDebouncedValue(asked, PAUSE_IN_TYPING_MS);
  const question = settled === undefined ? undefined : (JSON.parse(settled) as TripQuestion);
  // The other bill may have been put right meanwhile.
  const { data } = useQuery({ ...proposalQuery(question), staleTime: 0 });
  const found = data?.problems.find(({ other }) => other !== undefined && other !== null);
  return asked === undefined || asked !== settled || found === undefined
    ? undefined
    : reasonKey(found);
}
