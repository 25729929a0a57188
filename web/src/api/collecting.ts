import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { billKeys } from './bills';
import { answer, api } from './client';
import { listingOf, type Listing } from './listing';
import { PAYMENTS_KEY } from './payments';
import type { components } from './schema';

type Schemas = components['schemas'];

/** A bill that should have been paid. */
export type OverdueBill = Schemas['OverdueBill'];
/** A letter about such a bill. */
export type Reminder = Schemas['Reminder'];
export type ReminderState = Schemas['ReminderState'];
/** Which bills were reminded of, and which not and why. */
export type RemindersMade = Schemas['RemindersMade'];

/** What to send: with late interest for some bills, with the fee alone for others. */
export interface Sending {
  readonly withInterest: readonly string[];
  readonly withoutInterest: readonly string[];
}

const OVERDUE_KEY = [...PAYMENTS_KEY, 'overdue'] as const;
const REMINDERS_KEY = [...PAYMENTS_KEY, 'reminders'] as const;

/** As many bills as the server takes at once. */
const MOST_BILLS = 100;
/** How often to look whether letters that are being made are there. */
const MAKING_POLL_MS = 2000;

/** Bills that should have been paid, the longest overdue first. */
export function useOverdue(): Listing<OverdueBill> & { readonly owed: number | undefined } {
  const query = useInfiniteQuery({
    queryKey: OVERDUE_KEY,
    initialPageParam: '',
    getNextPageParam: ({ next }: Schemas['OverduePage']) => next,
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/api/provider/overdue', {
          params: { query: pageParam === '' ? {} : { cursor: pageParam } },
          signal,
        }),
      ),
  });
  return { ...listingOf(query, ({ bills }) => bills), owed: query.data?.pages.at(-1)?.owed };
}

/** Reminders of one state, the newest first. Those that are being made are soon in another. */
export function useReminders(state: ReminderState): Listing<Reminder> {
  const queryClient = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: [...REMINDERS_KEY, state],
    initialPageParam: '',
    getNextPageParam: ({ next }: Schemas['ReminderPage']) => next,
    queryFn: async ({ pageParam, signal }) => {
      const page = await answer(
        api.GET('/api/provider/reminders', {
          params: { query: { state, ...(pageParam !== '' && { cursor: pageParam }) } },
          signal,
        }),
      );
      if (state === 'QUEUED') refreshMade(page.total);
      return page;
    },
    refetchInterval: ({ state: { data } }) =>
      state === 'QUEUED' && (data?.pages.at(-1)?.total ?? 0) > 0 && MAKING_POLL_MS,
  });
  /** What has left the ones being made is in the other lists now. */
  const refreshMade = (total: number) => {
    if (query.data === undefined || query.data.pages.at(-1)?.total === total) return;
    for (const made of ['TO_PRINT', 'SENT'] satisfies ReminderState[]) {
      void queryClient.invalidateQueries({ queryKey: [...REMINDERS_KEY, made] });
    }
    void queryClient.invalidateQueries({ queryKey: OVERDUE_KEY });
  };
  return listingOf(query, ({ reminders }) => reminders);
}

/** Where the letter of a reminder is; the session travels in its cookie. */
export function reminderAddress(reminderId: string): string {
  return `/api/provider/reminders/${encodeURIComponent(reminderId)}/pdf`;
}

/** Sends the next reminder of each bill. Whatever is refused keeps nothing else back. */
export function useRemind() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ withInterest, withoutInterest }: Sending): Promise<RemindersMade> => {
      const bodies = [
        ...inParts(withInterest).map((billIds) => ({ billIds, withoutInterest: false })),
        ...inParts(withoutInterest).map((billIds) => ({ billIds, withoutInterest: true })),
      ];
      const answers = await Promise.all(
        bodies.map((body) => answer(api.POST('/api/provider/reminders', { body }))),
      );
      return {
        made: answers.flatMap(({ made }) => made),
        refused: answers.flatMap(({ refused }) => refused),
      };
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: PAYMENTS_KEY });
      void queryClient.invalidateQueries({ queryKey: billKeys.each });
    },
  });
}

function inParts(billIds: readonly string[]): string[][] {
  const count = Math.ceil(billIds.length / MOST_BILLS);
  return Array.from({ length: count }, (_, part) =>
    billIds.slice(part * MOST_BILLS, (part + 1) * MOST_BILLS),
  );
}

/** Says that a letter is in the mailbox. */
export function usePosted() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reminderId: string) =>
      api.PUT('/api/provider/reminders/{reminderId}/posted', { params: { path: { reminderId } } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  });
}
