import type { BillCard } from '@/api/billLists';

export type BillAction =
  'send' | 'open' | 'requestOpening' | 'correct' | 'copy' | 'history' | 'delete';

type BillStatus = Pick<BillCard, 'state' | 'openRequest' | 'creditNote' | 'credited'>;

/** What moves a bill on from where it is. A credit note is not written in, only sent again. */
function moveOf({ state, openRequest, creditNote, credited }: BillStatus): BillAction | undefined {
  if (creditNote) return state === 'OPEN' ? 'send' : undefined;
  switch (state) {
    case 'OPEN':
      return 'send';
    case 'PENDING':
    case 'APPROVED':
      return 'open';
    case 'TAKEN':
      return openRequest ? undefined : 'requestOpening';
    case 'CLOSED':
    case 'PAID':
      return credited ? undefined : 'correct';
    case 'HYVITETTY':
      return undefined;
  }
}

function mayDelete({ state, creditNote }: BillStatus): boolean {
  return state === 'OPEN' || (state === 'PENDING' && creditNote);
}

/** What the worker may do with a bill beside looking at it, the likeliest first. */
export function actionsOf(bill: BillStatus): BillAction[] {
  const move = moveOf(bill);
  return [
    ...(move === undefined ? [] : [move]),
    ...(bill.creditNote ? [] : (['copy'] as const)),
    'history',
    ...(mayDelete(bill) ? (['delete'] as const) : []),
  ];
}
