import { useState } from 'react';
import type { BillView } from '@/components/bills/BillResults';
import { readStored, store } from '@/lib/storage';

const STORAGE_KEY = 'liksa-bill-view';

/** Cards or a table, as chosen on this device. */
export function useBillView(): [BillView, (view: BillView) => void] {
  const [view, setView] = useState<BillView>(() =>
    readStored(() => localStorage, STORAGE_KEY) === 'table' ? 'table' : 'cards',
  );
  const choose = (next: BillView) => {
    store(() => localStorage, STORAGE_KEY, next);
    setView(next);
  };
  return [view, choose];
}
