import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { billKeys } from './bills';
import { answer, api } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
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

export const OVERDUE_KEY = [...PAYMENTS_KEY, 'overdue'] as const;
const REMINDERS_KEY = [...PAYMENTS_KEY, 'reminders'] as const;

/** As many bills as the server takes at once. */
const MOST_BILLS = 100;
/** How often to look whether letters that are being made are there. */
const MAKING_POLL_MS = 2000;

/** Bills that should have been paid, the longest overdue first. */
export const overdueBills = cursorList(
  OVERDUE_KEY,
  (cursor, signal) =>
    answer(api.GET('/api/provider/overdue', { params: { query: cursor }, signal })),
  ({ bills }) => bills,
);

export function useOverdue(): Listing<OverdueBill> & { readonly owed: number | undefined } {
  const list = useCursorList(overdueBills);
  return { ...list, owed: list.pages.at(-1)?.owed };
}

/** Reminders of one state, the newest first. Those that are being made are soon in another. */
function reminders(state: ReminderState) {
  return cursorList(
    [...REMINDERS_KEY, state],
    (cursor, signal) =>
      answer(
        api.GET('/api/provider/reminders', { params: { query: { state, ...cursor } }, signal }),
      ),
    (page) => page.reminders,
    {
      poll: (pages) => state === 'QUEUED' && (pages.at(-1)?.total ?? 0) > 0 && MAKING_POLL_MS,
    },
  );
}

export function useReminders(state: ReminderState): Listing<Reminder> {
  return useCursorList(reminders(state));
}

/** Number of letters being made. When one is ready, the lists that it may have moved to are fetched again. */
export function useRemindersInMaking(): number {
  const queryClient = useQueryClient();
  const { total } = useReminders('QUEUED');
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (total === undefined) return;
    if (before.current !== undefined && before.current !== total) {
      for (const ready of ['TO_PRINT', 'SENT'] satisfies ReminderState[]) {
        void queryClient.invalidateQueries({ queryKey: [...REMINDERS_KEY, ready] });
      }
      void queryClient.invalidateQueries({ queryKey: OVERDUE_KEY });
    }
    before.current = total;
  }, [total, queryClient]);
  return total ?? 0;
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
