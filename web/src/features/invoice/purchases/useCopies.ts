import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '@/api/problem';
import {
  readInvoice,
  sendCopy,
  type Purchase,
  type PurchaseReceipt,
  type ReadInvoice,
} from '@/api/purchases';
import { LARGEST_RECEIPT_BYTES, LARGEST_RECEIPT_MB } from '@/api/receipts';
import { useBillOutdated } from '@/api/shares';
import { keyWith, textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { sendable } from '../receipts/picture';

/** A file on its way to be the copy of an invoice, or why it was not taken. */
export interface SendingCopy {
  readonly id: string;
  readonly file: File;
  readonly percent: number;
  readonly failure?: string | undefined;
}

const tooLarge = () => m.purchases_copy_too_large({ most: LARGEST_RECEIPT_MB });

function failureOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return textOf('ERROR');
  if (error.status === 413) return tooLarge();
  const [fault] = error.fields;
  return textOf(fault === undefined ? error.errorKey : keyWith(fault));
}

/** What a copy says. Without a proposal it says nothing that can be read, or tells of several payments. */
interface WhatWasRead {
  readonly proposal: ReadInvoice | undefined;
  readonly several: boolean;
}

const NOTHING_READ: WhatWasRead = { proposal: undefined, several: false };

/** An electronic invoice: its fields are read, and it is no copy that a person can look at. */
function isElectronic({ name, type }: File): boolean {
  return /\.xml$/i.test(name) || /[/+]xml$/.test(type);
}

interface Options {
  readonly billId: string;
  /** The purchase that the copies are of; undefined while it is being written. */
  readonly purchase: Purchase | undefined;
  readonly onRead: (read: WhatWasRead) => void;
}

/** Proposes what an invoice says. Where it cannot be read, the person writes it: that is no fault of the copy. */
function useReading({ billId, onRead }: Pick<Options, 'billId' | 'onRead'>) {
  const [reading, setReading] = useState(0);
  const read = async (file: Blob, name: string, signal: AbortSignal) => {
    setReading((count) => count + 1);
    const found = await readInvoice({ billId, file, name, signal }).then(
      ({ proposals, several }) => ({ proposal: proposals[0], several }),
      () => NOTHING_READ,
    );
    setReading((count) => count - 1);
    if (!signal.aborted) onRead(found);
  };
  return { reading: reading > 0, read };
}

/** The copies of an invoice: those that the server has, and those on their way. */
export function useCopies({ billId, purchase, onRead }: Options) {
  const [sent, setSent] = useState<readonly PurchaseReceipt[]>([]);
  const [sending, setSending] = useState<readonly SendingCopy[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const outdated = useBillOutdated();
  const { reading, read } = useReading({ billId, onRead });
  useEffect(() => {
    const all = aborts.current;
    return () => {
      for (const abort of all.values()) abort.abort();
    };
  }, []);

  const change = (id: string, part: Partial<SendingCopy>) =>
    setSending((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const drop = (id: string) => setSending((before) => before.filter((one) => one.id !== id));

  const run = async ({ id, file: chosen }: SendingCopy) => {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    try {
      const { file, name } = await sendable(chosen);
      if (file.size > LARGEST_RECEIPT_BYTES) {
        change(id, { failure: tooLarge() });
        return;
      }
      if (isElectronic(chosen)) {
        drop(id);
        await read(file, name, abort.signal);
        return;
      }
      const copy = await sendCopy({
        billId,
        purchaseId: purchase?.id,
        file,
        name,
        key: id,
        onProgress: (percent) => change(id, { percent }),
        signal: abort.signal,
      });
      if (purchase === undefined) setSent((before) => [...before, copy]);
      else await outdated(billId);
      drop(id);
      await read(file, name, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) change(id, { failure: failureOf(error) });
    } finally {
      aborts.current.delete(id);
    }
  };
  return {
    copies: purchase?.receipts ?? sent,
    sending,
    /** Whether an invoice that was sent is being read. */
    reading,
    busy: sending.some(({ failure }) => failure === undefined),
    add: (files: readonly File[]) => {
      const begun = files.map((file) => ({ id: crypto.randomUUID(), file, percent: 0 }));
      setSending((before) => [...before, ...begun]);
      for (const one of begun) void run(one);
    },
    /** Sends a file again under its key, so that it is taken once. */
    retry: (one: SendingCopy) => {
      change(one.id, { failure: undefined, percent: 0 });
      void run(one);
    },
    /** Ends an upload, or takes one that failed off the list. */
    cancel: ({ id }: SendingCopy) => {
      aborts.current.get(id)?.abort();
      drop(id);
    },
    /** A copy of a purchase that is not made yet waits for nothing and is forgotten by the server. */
    forget: (id: string) => setSent((before) => before.filter((one) => one.id !== id)),
  };
}

export type Copies = ReturnType<typeof useCopies>;
