import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiProblem } from '@/api/problem';
import {
  addReceipt,
  LARGEST_RECEIPT_BYTES,
  LARGEST_RECEIPT_MB,
  MOST_RECEIPTS,
  receiptQuery,
  replaceReceipt,
  type Receipt,
} from '@/api/receipts';
import { keyWith, textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import type { Engine } from '../autosave/engine';
import { useEditor } from '../editor';
import { sendable } from './picture';

/** A file on its way to be a receipt. */
export interface Upload {
  readonly id: string;
  readonly rowId: string;
  readonly file: File;
  /** The receipt that gets this file in place of its own. */
  readonly replaces?: string | undefined;
  /** `unsaved`: it goes once the server knows its row. */
  readonly state: 'waiting' | 'unsaved' | 'sending' | 'failed';
  readonly percent: number;
  /** Why it was not taken. */
  readonly failure?: Failure | undefined;
}

interface Failure {
  readonly text: string;
  /** The file itself is not taken, so that only another one helps. */
  readonly lasting: boolean;
}

/** More at once would only make each of them slower. */
const MOST_AT_ONCE = 3;
const NONE: readonly Upload[] = [];

class Refused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.text);
    this.failure = failure;
  }
}

const tooLarge = (): Failure => ({
  text: m.receipts_too_large({ most: LARGEST_RECEIPT_MB }),
  lasting: true,
});

function failureOf(error: unknown): Failure {
  if (error instanceof Refused) return error.failure;
  if (!(error instanceof ApiProblem)) return { text: textOf('ERROR'), lasting: false };
  if (error.status === 413) return tooLarge();
  const [fault] = error.fields;
  const text = textOf(fault === undefined ? error.errorKey : keyWith(fault));
  return { text, lasting: error.status === 422 && fault?.key !== 'validation.tooMany' };
}

/** The uploads of one opened bill. They go on while rows are folded and dialogs closed. */
export class ReceiptUploads {
  private readonly engine: Engine;
  private readonly queryClient: QueryClient;
  private readonly rows = new Map<string, readonly Upload[]>();
  private readonly aborts = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();
  private readonly id = crypto.randomUUID();

  constructor(engine: Engine, queryClient: QueryClient) {
    this.engine = engine;
    this.queryClient = queryClient;
    engine.subscribe(() => this.resume());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly ofRow = (rowId: string): readonly Upload[] => this.rows.get(rowId) ?? NONE;

  readonly isBusy = (): boolean => this.all().some(({ state }) => state !== 'failed');

  /** Where the receipts of a row are known from, for as long as this bill is open. */
  receiptsKey(rowId: string) {
    return ['row-receipts', this.id, rowId] as const;
  }

  /** Sends files as receipts of a row that has room for so many. The rest is told not to fit. */
  add(rowId: string, files: readonly File[], room: number) {
    const full: Failure = {
      text: textOf(`validation.tooMany?most=${MOST_RECEIPTS}`),
      lasting: true,
    };
    this.begin(
      files.map((file, place) => ({
        ...newUpload(rowId, file),
        ...(place >= room && failed(full)),
      })),
    );
  }

  replace(rowId: string, replaces: string, file: File) {
    this.begin([{ ...newUpload(rowId, file), replaces }]);
  }

  /** Tries once more, with another file where one is given. */
  retry(upload: Upload, file = upload.file) {
    const id = file === upload.file ? upload.id : crypto.randomUUID();
    this.set(
      upload.rowId,
      this.ofRow(upload.rowId).map((one) =>
        one.id === upload.id
          ? { ...one, id, file, state: 'waiting', percent: 0, failure: undefined }
          : one,
      ),
    );
    this.next();
  }

  /** Ends an upload, or takes one that failed off the list. */
  cancel({ id, rowId }: Upload) {
    this.aborts.get(id)?.abort();
    this.drop(rowId, id);
    this.next();
  }

  cancelAll() {
    for (const upload of this.all()) this.cancel(upload);
  }

  private all(): readonly Upload[] {
    return [...this.rows.values()].flat();
  }

  private begin(uploads: readonly Upload[]) {
    const [first] = uploads;
    if (first === undefined) return;
    this.set(first.rowId, [...this.ofRow(first.rowId), ...uploads]);
    this.next();
  }

  private next() {
    const under = this.all().filter(({ state }) => state === 'sending').length;
    const waiting = this.all().filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, MOST_AT_ONCE - under)) void this.run(upload);
  }

  private async run(upload: Upload) {
    const { id, rowId, replaces } = upload;
    const abort = new AbortController();
    this.aborts.set(id, abort);
    this.change(upload, { state: 'sending' });
    try {
      const { file, name } = await sendable(upload.file);
      if (file.size > LARGEST_RECEIPT_BYTES) throw new Refused(tooLarge());
      if (!(await this.isSaved(rowId))) {
        this.change(upload, { state: 'unsaved' });
        return;
      }
      abort.signal.throwIfAborted();
      const onProgress = (percent: number) => this.change(upload, { percent });
      const sent = { file, name, onProgress, signal: abort.signal };
      const receipt = await (replaces === undefined
        ? addReceipt(rowId, id, sent)
        : replaceReceipt(replaces, sent));
      this.drop(rowId, id);
      await this.arrived(rowId, receipt);
    } catch (error) {
      if (abort.signal.aborted) await this.cancelled(rowId, id);
      else this.change(upload, failed(failureOf(error)));
    } finally {
      this.aborts.delete(id);
      this.next();
    }
  }

  /** Whether the server knows the row, which only then can have receipts. What is unsaved is saved first. */
  private async isSaved(rowId: string): Promise<boolean> {
    if (!this.isKnown(rowId)) await this.engine.settle();
    return this.isKnown(rowId);
  }

  private isKnown(rowId: string): boolean {
    const { base } = this.engine.machine();
    return base?.bill.billableitems.some(({ id }) => id === rowId) === true;
  }

  /** The bill has changed: what waited for its row may go. */
  private resume() {
    const ready = this.all().filter(
      ({ state, rowId }) => state === 'unsaved' && this.isKnown(rowId),
    );
    for (const upload of ready) this.change(upload, { state: 'waiting' });
    if (ready.length > 0) this.next();
  }

  private async arrived(rowId: string, receipt: Receipt) {
    this.queryClient.setQueryData(
      this.receiptsKey(rowId),
      (before: readonly Receipt[] | undefined = []) =>
        before.some(({ id }) => id === receipt.id)
          ? before.map((one) => (one.id === receipt.id ? receipt : one))
          : [...before, receipt],
    );
    await this.queryClient.invalidateQueries({ queryKey: receiptQuery(receipt.id).queryKey });
    await this.checkAgain();
  }

  /** What was cancelled may have arrived all the same. */
  private async cancelled(rowId: string, id: string) {
    this.drop(rowId, id);
    await this.queryClient.invalidateQueries({ queryKey: this.receiptsKey(rowId) });
  }

  /** What was found wrong for want of a receipt may no longer be so. */
  async checkAgain() {
    const { problems } = this.engine.machine();
    if (!Object.values(problems).includes('RECEIPT_REQUIRED')) return;
    await this.engine.validate().catch(() => undefined);
  }

  private change({ id, rowId }: Upload, change: Partial<Upload>) {
    this.set(
      rowId,
      this.ofRow(rowId).map((one) => (one.id === id ? { ...one, ...change } : one)),
    );
  }

  private drop(rowId: string, id: string) {
    this.set(
      rowId,
      this.ofRow(rowId).filter((one) => one.id !== id),
    );
  }

  private set(rowId: string, uploads: readonly Upload[]) {
    this.rows.set(rowId, uploads);
    for (const listener of this.listeners) listener();
  }
}

function newUpload(rowId: string, file: File): Upload {
  return { id: crypto.randomUUID(), rowId, file, state: 'waiting', percent: 0 };
}

function failed(failure: Failure): Pick<Upload, 'state' | 'failure'> {
  return { state: 'failed', failure };
}

const known = new WeakMap<Engine, ReceiptUploads>();

/** The uploads of the bill that is open. */
export function useReceiptUploads(): ReceiptUploads {
  const { engine } = useEditor();
  const queryClient = useQueryClient();
  const before = known.get(engine);
  if (before !== undefined) return before;
  const made = new ReceiptUploads(engine, queryClient);
  known.set(engine, made);
  return made;
}

export function useUploadsOf(rowId: string): readonly Upload[] {
  const uploads = useReceiptUploads();
  return useSyncExternalStore(uploads.subscribe, () => uploads.ofRow(rowId));
}
