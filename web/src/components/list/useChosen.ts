import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import type { Listing } from '@/api/listing';
import { useWalk } from './useWalk';

interface Choosing<Item> {
  readonly list: Listing<Item>;
  readonly idOf: (item: Item) => string;
  /** The key of the decision about an item. */
  readonly decisionKey: (id: string) => readonly string[];
}

/**
 * The chosen item of a list, about which something is decided beside it. It stays the chosen one also when it has gone
 * from the list: another one in its place would be decided about by mistake, and what was typed would be lost.
 */
export function useChosen<Item>({ list, idOf, decisionKey }: Choosing<Item>) {
  const [chosen, setChosen] = useState<Item>();
  const chosenId = chosen === undefined ? '' : idOf(chosen);
  // The list may know of a decision that was made here before its answer comes.
  const deciding = useIsMutating({ mutationKey: decisionKey(chosenId) }) > 0;
  const find = (id: string) => list.items.find((item) => idOf(item) === id);
  const now = chosen === undefined ? list.items[0] : find(chosenId);
  if (now !== undefined && now !== chosen) setChosen(now);
  const choose = (id: string) => setChosen(find(id));
  const ids = list.items.map(idOf);
  const walk = useWalk({
    list: { ...list, items: ids.map((id) => ({ id })) },
    id: chosenId,
    open: choose,
    // What was fetched before would be approved by the second of two quick clicks.
    expect: () => undefined,
    end: () => setChosen(undefined),
  });
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
