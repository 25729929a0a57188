import { useSavedBill } from '@/api/shares';
import { DURATION_MS, notifyText } from '@/lib/notify/notify';
import { useEditor, useMachine } from '../editor';
import { unsavedReason } from '../SaveStatus';

/** The bill of the editor as the server has it, with what it has of shares, purchases and advances. */
export function useSharedBill() {
  const base = useMachine((machine) => machine.base?.bill);
  return useSavedBill(base?.id) ?? base;
}

/** Saves what is on the screen, since only a saved bill can be shared. Undefined, and told, where it cannot be saved. */
export function useBillToShare() {
  const { engine } = useEditor();
  return async (): Promise<string | undefined> => {
    const saved = await engine.settle();
    const machine = engine.machine();
    const id = machine.base?.bill.id;
    if (saved && id !== undefined) return id;
    notifyText('warning', unsavedReason(machine), DURATION_MS.long);
    return undefined;
  };
}
