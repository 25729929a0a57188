import { queryOptions, skipToken } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];

export type DayKind = Schemas['ProposedDayKind'];
export type DayReason = Schemas['ProposedDayReason'];
/** 24 hours from the departure, or what is left of the trip after such days. */
export type TravelDay = Schemas['ProposedDay'];
/** What a trip entitles to. */
export type Proposal = Schemas['Proposal'];
/** The proposal, and what is claimed so far. */
export type TripAnswer = Schemas['TripAnswer'];
/** What is claimed of one kind, as it would be paid. */
export type ClaimedLine = Schemas['ClaimedLine'];
/** What a proposal is asked for; incomplete is fine. */
export type TripQuestion = Schemas['TripBody'];

export function isAbroad({ kind }: TravelDay): boolean {
  return kind === 'FOREIGN' || kind === 'FOREIGN_HALF';
}

/** What the trip entitles to. A request that is no longer needed is cancelled. */
export function proposalQuery(question: TripQuestion | undefined) {
  return queryOptions({
    queryKey: ['trip-proposal', question],
    staleTime: 5 * 60_000,
    gcTime: 60_000,
    // A failure is only a hint that is missing; the next change asks again.
    retry: false,
    networkMode: 'always',
    queryFn:
      question === undefined
        ? skipToken
        : ({ signal }) => answer(api.POST('/api/travel/allowances', { body: question, signal })),
  });
}

const EARLIER_TRIPS = 20;

/** The worker's earlier trips, the newest first, each way once. */
export function earlierTripsQuery(personId: string | undefined) {
  return queryOptions({
    queryKey: ['earlier-trips', personId],
    staleTime: 5 * 60_000,
    retry: false,
    queryFn:
      personId === undefined
        ? skipToken
        : async ({ signal }) => {
            const params = { path: { personId }, query: { limit: EARLIER_TRIPS } };
            return (await answer(api.GET('/api/person/{personId}/trips', { params, signal })))
              .trips;
          },
  });
}
