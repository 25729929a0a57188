import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { answer, api } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
import { usePaymentCache } from './payments';
import type { components } from './schema';

/** A statement of the bank, and what became of it. */
export type BankFile = components['schemas']['BankFile'];

/** What a clerk should know about an entry of a bank file. */
export type BankFileRemark = components['schemas']['BankFileRemark'];

/** A file that was chosen here, and how far it is. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** Waits for the one before it, is on its way, has arrived, or was refused. */
  readonly state: 'waiting' | 'sending' | 'arrived' | 'refused';
  readonly answered: Answered | undefined;
  readonly error: Error | null;
}

interface Answered {
  readonly file: BankFile;
  /** The same file had been brought in before. */
  readonly known: boolean;
}

const FILES_KEY = ['bank-files'] as const;
const UPLOAD_KEY = ['bank-file-upload'] as const;

/** How often to look how far the booking of a file is. */
const BOOKING_POLL_MS = 1000;

/** Bank files, the newest first. While one is being booked, the list is fetched again. */
const bankFiles = cursorList(
  FILES_KEY,
  (cursor, signal) =>
    answer(api.GET('/api/provider/bank-files', { params: { query: cursor }, signal })),
  ({ files }) => files,
  {
    poll: (pages) =>
      pages.some(({ files }) => files.some(({ booked }) => !booked)) && BOOKING_POLL_MS,
  },
);

export function useBankFiles(): Listing<BankFile> {
  return useCursorList(bankFiles);
}

/** Reads the payments again whenever the bank files have brought something. */
export function usePaymentsFollow({ items }: Listing<BankFile>) {
  const { refresh } = usePaymentCache();
  const brought = items.map(({ id, booked, new: count }) => `${id} ${booked} ${count}`).join();
  const seen = useRef('');
  useEffect(() => {
    if (seen.current !== '' && seen.current !== brought) refresh();
    seen.current = brought;
  });
}

/** Uploads files one after the other; `useUploads` returns the state of each. */
export function useSendBankFile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: UPLOAD_KEY,
    scope: { id: UPLOAD_KEY[0] },
    // The page shows what waits; sent twice, a file is known.
    networkMode: 'online',
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: async (file: File): Promise<Answered> => {
      const form = new FormData();
      form.append('file', file);
      const { data, response } = await api.POST('/api/provider/bank-files', {
        // The description has no word for a file but text.
        body: { file: file.name },
        bodySerializer: () => form,
      });
      return { file: data as BankFile, known: response.status === 200 };
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: FILES_KEY }),
  });
}

/** The files that were chosen in this tab, the last one first. */
export function useUploads(): { uploads: readonly Upload[]; forget: () => void } {
  const queryClient = useQueryClient();
  const filters = { mutationKey: UPLOAD_KEY };
  const uploads = useMutationState({
    filters,
    select: ({ mutationId, state }): Upload => ({
      id: mutationId,
      name: state.variables instanceof File ? state.variables.name : '',
      state: progressOf(state),
      answered: state.data as Answered | undefined,
      error: state.error,
    }),
  });
  const forget = () => {
    const cache = queryClient.getMutationCache();
    for (const mutation of cache.findAll(filters)) {
      if (mutation.state.status !== 'pending') cache.remove(mutation);
    }
  };
  return { uploads: uploads.toReversed(), forget };
}

function progressOf({ status, isPaused }: { status: string; isPaused: boolean }): Upload['state'] {
  if (status === 'success') return 'arrived';
  if (status === 'error') return 'refused';
  return isPaused ? 'waiting' : 'sending';
}
