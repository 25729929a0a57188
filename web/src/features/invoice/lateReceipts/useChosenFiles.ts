import { useState } from 'react';
import { addLateFile, type LateReceipt } from '@/api/lateReceipts';
import { ApiProblem } from '@/api/problem';
import {
  deleteReceipt,
  LARGEST_RECEIPT_BYTES,
  LARGEST_RECEIPT_MB,
  MOST_RECEIPTS,
  type Receipt,
} from '@/api/receipts';
import { keyWith, textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { sendable } from '../receipts/picture';

/** A file that was chosen, and what became of it. */
export interface ChosenFile {
  readonly id: string;
  readonly file: File;
  readonly percent: number;
  /** Once it is on the server. */
  readonly receipt?: Receipt;
  readonly failure?: string | undefined;
}

const tooLarge = () => m.receipts_too_large({ most: LARGEST_RECEIPT_MB });

function failureText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return textOf('ERROR');
  if (error.status === 413) return tooLarge();
  const [fault] = error.fields;
  return textOf(fault === undefined ? error.errorKey : keyWith(fault));
}

/** The files of a late receipt that is not sent yet. */
export function useChosenFiles() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);

  const change = (id: string, to: Partial<ChosenFile>) =>
    setFiles((before) => before.map((one) => (one.id === id ? { ...one, ...to } : one)));

  /** Whether nothing needs to be said at the file that was not said before. */
  const sendFile = async (
    lateId: string,
    chosen: ChosenFile,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const { id } = chosen;
    if (chosen.receipt !== undefined) {
      change(id, { failure: undefined });
      return true;
    }
    change(id, { percent: 0, failure: undefined });
    try {
      const { file, name } = await sendable(chosen.file);
      if (file.size > LARGEST_RECEIPT_BYTES) {
        change(id, { failure: tooLarge() });
        return false;
      }
      const onProgress = (percent: number) => change(id, { percent });
      const receipt = await addLateFile(lateId, id, { file, name, onProgress, signal });
      change(id, { receipt, percent: 100 });
      return receipt.sameAs === null;
    } catch (error) {
      change(id, { failure: failureText(error) });
      return false;
    }
  };

  return {
    files,
    /** Whether all are there: false if one was refused, or turned out to be sent already, or it was stopped. */
    sendFiles: async (lateId: string, signal: AbortSignal): Promise<boolean> => {
      let fine = true;
      for (const chosen of files) {
        if (signal.aborted) return false;
        // One by one, so that a slow connection finishes at least some of them.
        // oxlint-disable-next-line no-await-in-loop
        fine = (await sendFile(lateId, chosen, signal)) && fine;
      }
      return fine;
    },
    /** Whether all that were chosen are among the files of a late receipt. */
    hasFiles: ({ receipts }: LateReceipt): boolean =>
      files.every(({ receipt }) => receipts.some(({ id }) => id === receipt?.id)),
    add: (added: readonly File[]) =>
      setFiles((before) => [
        ...before,
        ...added
          .slice(0, MOST_RECEIPTS - before.length)
          .map((file) => ({ id: crypto.randomUUID(), file, percent: 0 })),
      ]),
    /** One that is on the server stays in the list until it is deleted there. */
    remove: async ({ id, receipt }: ChosenFile) => {
      try {
        if (receipt !== undefined) await deleteReceipt(receipt.id);
      } catch (error) {
        if (!(error instanceof ApiProblem && error.status === 404)) {
          change(id, { failure: failureText(error) });
          return;
        }
      }
      setFiles((before) => before.filter((one) => one.id !== id));
    },
  };
}
