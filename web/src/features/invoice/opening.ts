import type { Bill } from '@/api/bills';
import { machineFrom, type Found, type Journal } from './autosave/journal';
import {
  isUnsaved,
  machineOf,
  withServerVersion,
  newMachine,
  type Machine,
} from './autosave/machine';
import { newDraft } from './draft/draft';
import { withNewRow } from './draft/edits';

/** How a bill begins on the screen. */
export interface Start {
  readonly machine: Machine;
  /** When the work that the journal brought back was written down; null where it had none. */
  readonly restoredFrom: string | null;
}

/** A saved bill, with what was typed into it earlier and never reached the server. */
export function openSaved(bill: Bill, journal: Journal): Start {
  const found = takeOver(bill.id, journal);
  if (found === undefined) return { machine: machineOf(bill, ''), restoredFrom: null };
  const restoredMachine = machineFrom(found.entry);
  const sameVersion = restoredMachine.base?.bill.version === bill.version && bill.editable;
  const machine = sameVersion ? restoredMachine : withServerVersion(restoredMachine, bill);
  const restored = machine.phase.kind !== 'over' && isUnsaved(machine);
  if (!restored && machine.phase.kind !== 'over') journal.clear(bill.id);
  return { machine, restoredFrom: restored ? found.entry.at : null };
}

/** The journal of a tab that is gone becomes that of this one. */
function takeOver(billId: string, journal: Journal): Found | undefined {
  const own = journal.own(billId);
  if (own !== undefined) return own;
  const left = journal.others(billId)[0];
  if (left !== undefined) {
    journal.write(billId, left.entry);
    journal.discard(left);
  }
  return left;
}

/** Unsaved text of a bill that has been deleted since; undefined when there is none. */
export function openDeleted(billId: string, journal: Journal): Start | undefined {
  const found = takeOver(billId, journal);
  if (found === undefined) return undefined;
  const machine = machineFrom(found.entry);
  return {
    machine: { ...machine, phase: { kind: 'over', bill: null, typed: machine.draft } },
    restoredFrom: null,
  };
}

/** A new bill: the one that this tab has begun already, or an empty one. */
export function openNew(usual: Parameters<typeof newDraft>[0], journal: Journal): Start {
  const found = journal.own('new');
  if (found !== undefined) {
    return { machine: machineFrom(found.entry), restoredFrom: found.entry.at };
  }
  // The first row is there to be written into.
  const draft = withNewRow(newDraft(usual), usual.today, crypto.randomUUID());
  return { machine: newMachine(draft, crypto.randomUUID()), restoredFrom: null };
}
