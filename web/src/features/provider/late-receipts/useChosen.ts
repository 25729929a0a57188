import { useState } from 'react';
import { useIsDeciding, type LateReceiptOfWorker } from '@/api/lateReceipts';
import type { Listing } from '@/api/listing';
import { useWalk } from '@/components/list/useWalk';

/**
 * The chosen late receipt of a list. It stays the chosen one also when it has gone from the list: another one in its
 * place would be decided about by mistake.
 */
export function useChosen(list: Listing<LateReceiptOfWorker>) {
  const [chosen, setChosen] = useState<LateReceiptOfWorker>();
  const chosenId = chosen?.lateReceipt.id ?? '';
  // The list may know of a decision that was made here before its answer comes.
  const deciding = useIsDeciding(chosenId);
  const find = (id: string) => list.items.find(({ lateReceipt }) => lateReceipt.id === id);
  const now = chosen === undefined ? list.items[0] : find(chosenId);
  if (now !== undefined && now !== chosen) setChosen(now);
  const choose = (id: string) => setChosen(find(id));
  const items = list.items.map(({ lateReceipt }) => lateReceipt);
  const walk = useWalk({
    list: { ...list, items },
    id: chosenId,
    open: choose,
    // What was fetched before would be approved by the second of two quick clicks.
    expect: () => undefined,
    end: () => setChosen(undefined),
  });
  const ids = items.map(({ id }) => id);
  return {
    chosen,
    gone: chosen !== undefined && now === undefined && !deciding,
    choose,
    /** Opens the next one. */
    goOn: walk.goOn,
    /** Those of the list, and in its place the chosen one also when it has gone. */
    ids: chosen === undefined || now !== undefined ? ids : ids.toSpliced(walk.place, 0, chosenId),
  };
}
