import { useSyncExternalStore } from 'react';
import { EXPENSE_FIELDS } from '@/domain/bills/expenses';
import { TRIP_FIELDS } from '../draft/trip';
import { WORK_TIME_FIELDS } from '../draft/workTime';

/** What of a row has a dialog of its own. */
export type RowPart = 'workTime' | 'trip' | 'receipts';

interface Opened {
  readonly rowId: string;
  readonly part: RowPart;
  /** The place of the field that has the focus first, see `placeOf`. */
  readonly place?: string | undefined;
}

/** Which dialog of a row is open. At most one is. */
export class OpenDialog {
  private opened: Opened | undefined;
  private readonly listeners = new Set<() => void>();

  readonly current = () => this.opened;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly open = (opened: Opened) => this.set(opened);

  readonly close = () => this.set(undefined);

  private set(opened: Opened | undefined) {
    this.opened = opened;
    for (const listener of this.listeners) listener();
  }
}

export function useOpened(dialog: OpenDialog): Opened | undefined {
  return useSyncExternalStore(dialog.subscribe, dialog.current);
}

const FIELDS: readonly (readonly [RowPart, ReadonlySet<string>])[] = [
  ['workTime', new Set(WORK_TIME_FIELDS)],
  ['trip', new Set(TRIP_FIELDS)],
  ['receipts', new Set(EXPENSE_FIELDS)],
];

/** The dialog in which a field of a row is. Undefined where it stands in the row itself. */
export function partOf(field: string): RowPart | undefined {
  return FIELDS.find(([, names]) => names.has(field))?.[0];
}
