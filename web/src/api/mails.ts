import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
import type { components } from './schema';

type Schemas = components['schemas'];

/** A mail that the viewer's roles look after. */
export type Mail = Schemas['Mail'];
export type MailState = Schemas['MailState'];
export type MailKind = Schemas['MailKind'];
export type MailReason = Schemas['MailReason'];

const MAILS_KEY = ['provider-mails'] as const;
const POLL_MS = 10_000;

/** Mails of one state, the newest first. The list is fetched again while it is open. */
export function mails(state: MailState) {
  return cursorList(
    [...MAILS_KEY, state],
    (cursor, signal) =>
      answer(api.GET('/api/provider/mails', { params: { query: { state, ...cursor } }, signal })),
    (page) => page.mails,
    { poll: () => POLL_MS },
  );
}

export function useMails(state: MailState): Listing<Mail> {
  return useCursorList(mails(state));
}

/** Sends a mail once more, believes that it arrived, or leaves it at its failure. */
export function useMailAction(action: 'resend' | 'arrived' | 'settle') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (mailId: string) => {
      const params = { path: { mailId } };
      return api.POST(`/api/provider/mails/{mailId}/${action}`, { params });
    },
    // Nothing waits for it: with the new list the buttons are gone that tell a failure.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: MAILS_KEY }),
  });
}
