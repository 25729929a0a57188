import type { BillCard } from '@/api/billLists';

export type BillAction =
  'send' | 'open' | 'requestOpening' | 'correct' | 'creditPart' | 'copy' | 'history' | 'delete';

type BillStatus = Pick<BillCard, 'state' | 'openRequest' | 'creditNote' | 'credited'>;

/** What moves a bill on from where it is. */
function moveOf({ state, openRequest, creditNote, credited }: BillStatus): BillAction | undefined {
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
      return creditNote || credited ? undefined : 'correct';
    case 'HYVITETTY':
      return undefined;
  }
}

function mayDelete({ state, creditNote }: BillStatus): boolean {
  return state === 'OPEN' || (state === 'PENDING' && creditNote);
}

/** Whether a part of it can be credited; how much is left, the server knows. */
function mayCreditPart({ state, creditNote }: BillStatus): boolean {
  return (state === 'CLOSED' || state === 'PAID') && !creditNote;
}

/** What the worker may do with a bill beside looking at it, the likeliest first. */
export function actionsOf(bill: BillStatus): BillAction[] {
  const move = moveOf(bill);
  return [
    ...(move === undefined ? [] : [move]),
    ...(mayCreditPart(bill) ? (['creditPart'] as const) : []),
    ...(bill.creditNote ? [] : (['copy'] as const)),
    'history',
    ...(mayDelete(bill) ? (['delete'] as const) : []),
  ];
}
