import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import { cursorList, useCursorList } from './listing';
import type { components } from './schema';

type Schemas = components['schemas'];

/** A payment from the provider's account for a purchase invoice or an advance. */
export type Payout = Schemas['Payout'];
/** A movement of the account that paid what was paid already. */
export type LeftAgain = Schemas['PayoutLeftAgain'];
export type PayoutKind = Schemas['PayoutKind'];
export type PayoutState = Schemas['PayoutState'];
/** Payouts that are approved together. */
export type PayoutFile = Schemas['PayoutFile'];
export type PayoutFileState = Schemas['PayoutFileState'];
export type OtherAccount = Schemas['OtherAccount'];

/** The server refuses more in one file. */
export const MOST_IN_FILE = 200;

export const PAYOUTS_KEY = ['payouts'] as const;

/** The files of payouts, the newest first; the first page has what is ready and what the bank did not pay. */
export const payoutFiles = cursorList(
  PAYOUTS_KEY,
  (cursor, signal) =>
    answer(api.GET('/api/provider/payouts', { params: { query: cursor }, signal })),
  (page) => page.files,
);

export function usePayouts() {
  const files = useCursorList(payoutFiles);
  const [first] = files.pages;
  return {
    files,
    ready: first?.ready,
    refused: first?.refused,
    leftAgain: first?.leftAgain,
  };
}

/** A change of payouts; also a refusal means that the lists are others by now. */
function usePayoutChange<Change, Answer>(send: (change: Change) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: PAYOUTS_KEY }),
  });
}

/** Puts payouts into one file, which waits for a second person. */
export function useMakePayoutFile() {
  return usePayoutChange(({ ids, payOn }: { ids: readonly string[]; payOn: string }) =>
    answer(api.POST('/api/provider/payouts/files', { body: { ids: [...ids], payOn } })),
  );
}

export function useApprovePayoutFile(payoutFileId: string) {
  return usePayoutChange(() =>
    answer(
      api.POST('/api/provider/payouts/files/{payoutFileId}/approve', {
        params: { path: { payoutFileId } },
      }),
    ),
  );
}

/** Takes back a file that waits to be approved. */
export function useCancelPayoutFile(payoutFileId: string) {
  return usePayoutChange((note: string) =>
    answer(
      api.POST('/api/provider/payouts/files/{payoutFileId}/cancel', {
        params: { path: { payoutFileId } },
        body: { note },
      }),
    ),
  );
}

/** Says that the bank did not pay it. */
export function useProposePayoutRefusal(payoutId: string) {
  return usePayoutChange((note: string) =>
    answer(
      api.POST('/api/provider/payouts/{payoutId}/refusal', {
        params: { path: { payoutId } },
        body: { note },
      }),
    ),
  );
}

/** Confirms what another person said of the bank. */
export function useConfirmPayoutRefusal(payoutId: string) {
  return usePayoutChange(() =>
    answer(
      api.POST('/api/provider/payouts/{payoutId}/refusal/confirm', {
        params: { path: { payoutId } },
      }),
    ),
  );
}

/** Drops what somebody said of the bank. */
export function useDropPayoutRefusal(payoutId: string) {
  return usePayoutChange(() =>
    answer(
      api.DELETE('/api/provider/payouts/{payoutId}/refusal', { params: { path: { payoutId } } }),
    ),
  );
}

/** Makes a payout anew that the bank did not pay or whose money came back. */
export function usePayAgain(payoutId: string) {
  return usePayoutChange((body: OtherAccount) =>
    answer(
      api.POST('/api/provider/payouts/{payoutId}/again', {
        params: { path: { payoutId } },
        body,
      }),
    ),
  );
}

/** Where the file for the bank is; the session travels in its cookie. */
export function payoutFileAddress(payoutFileId: string): string {
  return `/api/provider/payouts/files/${encodeURIComponent(payoutFileId)}/file`;
}
