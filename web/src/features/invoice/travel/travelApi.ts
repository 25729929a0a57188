import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import type { Row, RowBody } from '@/api/bills';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

export type DayKind = 'FULL' | 'PARTIAL' | 'FOREIGN' | 'FOREIGN_HALF' | 'NONE';

export type DayReason =
  | 'OVER_10_H'
  | 'OVER_6_H'
  | 'LAST_DAY_OVER_6_H'
  | 'LAST_DAY_FROM_2_H'
  | 'WHOLE_DAY'
  | 'TOO_SHORT'
  | 'TOO_NEAR';

/** 24 hours from the departure, or what is left of the trip after such days. */
export interface TravelDay {
  /** DD.MM.YYYY HH:MM */
  readonly from: string;
  readonly until: string;
  readonly kind: DayKind;
  readonly amount: number;
  readonly reason: DayReason;
}

export function isAbroad({ kind }: TravelDay): boolean {
  return kind === 'FOREIGN' || kind === 'FOREIGN_HALF';
}

/** What a trip entitles to. */
export interface Proposal {
  /** Null while the times are not known. */
  readonly minutes: number | null;
  readonly days: TravelDay[];
  readonly fulldaycompensation: number;
  readonly partialdaycompensation: number;
  readonly foreignAllowance: number;
  readonly lunchcompensation: number;
  readonly meals: { readonly most: number; readonly amount: number };
  readonly kilometers: { readonly rate: number; readonly amount: number } | null;
  readonly total: number;
  readonly tableYear: number | null;
  /** Null where no country is chosen. */
  readonly countryInTable: boolean | null;
  readonly problems: components['schemas']['FieldProblem'][];
}

/** What a proposal is asked for; incomplete is fine. */
export type TripQuestion = Pick<
  RowBody,
  | 'startdate'
  | 'time'
  | 'returndate'
  | 'returntime'
  | 'kilometers'
  | 'vehicle'
  | 'trailer'
  | 'passengers'
  | 'workTimeInMinutes'
  | 'workingAbroad'
  | 'foreignCountry'
> & {
  /** Which of the days end abroad, by their place; the server decides where it is not said. */
  readonly foreignDays?: number[];
};

/** A country, or a part of one with an allowance of its own. */
interface ForeignPlace {
  readonly code: string;
  readonly name_fi: string;
  readonly name_en: string;
  readonly fullDay: number;
  readonly certainty: components['schemas']['FigureCertainty'];
}

/** A trip of an earlier invoice. */
interface EarlierTrip {
  readonly billId: string;
  readonly billNumber: number | null;
  readonly row: Row;
}

interface Answering<Content> {
  readonly responses: {
    200: { headers: Record<string, unknown>; content: { 'application/json': Content } };
  };
}

interface TravelPaths {
  '/api/travel/allowances': {
    post: Answering<Proposal> & { requestBody: { content: { 'application/json': TripQuestion } } };
  };
  '/api/travel/places': {
    get: Answering<{ year: number; places: ForeignPlace[] }> & {
      parameters: { query: { date: string } };
    };
  };
  '/api/person/{personId}/trips': {
    get: Answering<{ trips: EarlierTrip[] }> & {
      parameters: { path: { personId: string }; query: { limit: number } };
    };
  };
}

const travelApi = api as unknown as Client<TravelPaths>;

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
        : ({ signal }) =>
            answer(travelApi.POST('/api/travel/allowances', { body: question, signal })),
  });
}

/** The table of foreign daily allowances of the year of a day, DD.MM.YYYY. */
export function placesQuery(date: string | undefined) {
  return queryOptions({
    queryKey: ['trip-places', date],
    staleTime: 60 * 60_000,
    retry: false,
    queryFn:
      date === undefined
        ? skipToken
        : ({ signal }) =>
            answer(travelApi.GET('/api/travel/places', { params: { query: { date } }, signal })),
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
            return (await answer(travelApi.GET('/api/person/{personId}/trips', { params, signal })))
              .trips;
          },
  });
}
