import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { createBill, useBillsChanged, type Bill } from '@/api/bills';
import { tellProblem } from '@/components/tellProblem';
import { forgetKey, keyFor } from '@/lib/idempotency';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { Engine } from './autosave/engine';
import { entryOf, type Journal } from './autosave/journal';
import { machineOf, missingFor, type Phase } from './autosave/machine';
import { bodyOf } from './draft/draft';
import { asNewBill } from './draft/edits';
import { EditorContext, useEditor, useMachine, type Editor } from './editor';
import { EditorView } from './EditorView';
import { OverNotice, RestoredNotice } from './Notices';
import type { Start } from './opening';
import { OpenDialog } from './rows/openDialog';

interface Props {
  personId: string;
  today: string;
  journal: Journal;
  /** How the bill begins; asked once. */
  open: () => Start;
  /** The newest version seen on the server. */
  bill?: Bill;
  /** The bill got its id. */
  onMade?: (billId: string) => void;
  /** What was typed and not saved is dropped; the page begins anew. */
  onDiscarded: () => void;
  notices?: ReactNode;
}

/** Runs the editor of one bill for as long as it is on the screen. */
export function OpenedInvoice(props: Props) {
  const { personId, today, journal, open, bill, onMade, onDiscarded, notices } = props;
  const changed = useBillsChanged();
  const [start] = useState(open);
  const [engine] = useState(
    () =>
      new Engine(
        start.machine,
        {
          personId,
          journal,
          now: () => new Date(),
          onSaved: changed,
          onMerged: () => notifyText('info', m.invoice_merged()),
        },
        start.restoredFrom !== null || start.machine.phase.kind === 'over',
      ),
  );
  const [dialog] = useState(() => new OpenDialog());
  // The day may change while the bill is open.
  const editor = useMemo((): Editor => ({ engine, today, dialog }), [engine, today, dialog]);

  useEffect(() => engine.attach(), [engine]);
  useEffect(() => {
    if (bill !== undefined) engine.mergeServerVersion(bill);
  }, [engine, bill]);

  const discard = () => {
    engine.forget();
    onDiscarded();
  };
  return (
    <EditorContext value={editor}>
      {onMade !== undefined && <TellMade onMade={onMade} />}
      <EditorView
        notices={
          <>
            {notices}
            {start.restoredFrom !== null && (
              <RestoredNotice at={start.restoredFrom} onDiscard={discard} />
            )}
            <NoLongerEditable personId={personId} journal={journal} onDiscard={discard} />
          </>
        }
      />
    </EditorContext>
  );
}

function TellMade({ onMade }: { onMade: (billId: string) => void }) {
  const billId = useMachine(({ base }) => base?.bill.id);
  useEffect(() => {
    if (billId !== undefined) onMade(billId);
  }, [billId, onMade]);
  return null;
}

interface NoLongerEditableProps extends Pick<Props, 'personId' | 'journal'> {
  onDiscard: () => void;
}

function NoLongerEditable({ personId, journal, onDiscard }: NoLongerEditableProps) {
  const phase = useMachine((machine) => machine.phase);
  const { engine } = useEditor();
  const billId = engine.machine().base?.bill.id ?? '';
  const copying = useTypedCopy(personId, billId, journal);
  if (phase.kind !== 'over' || phase.typed === null) return null;
  return (
    <OverNotice
      bill={phase.bill}
      busy={copying.isPending}
      onCopy={() => copying.mutate(phase)}
      onDiscard={onDiscard}
    />
  );
}

/** Makes a draft of what was typed into a bill that can no longer be edited, and opens it. */
function useTypedCopy(personId: string, billId: string, journal: Journal) {
  const { engine } = useEditor();
  const navigate = useNavigate();
  const changed = useBillsChanged();
  const thing = `typed-${billId}`;
  return useMutation({
    mutationFn: async ({ typed }: Extract<Phase, { kind: 'over' }>) => {
      if (typed === null) throw new Error('nothing was typed');
      const draft = asNewBill(typed, () => crypto.randomUUID());
      const made = await createBill(personId, bodyOf(draft), keyFor(thing));
      // A number that cannot be read is not sent: the copy opens with it as it was typed.
      if (missingFor(draft) === 'readable') {
        const machine = { ...machineOf(made.bill, ''), draft };
        journal.write(made.bill.id, entryOf(machine, new Date().toISOString()));
      }
      return made;
    },
    onSuccess: ({ bill }) => {
      forgetKey(thing);
      engine.forget();
      changed(bill);
      void navigate({ to: '/invoice', search: { id: bill.id } });
    },
    onError: tellProblem,
  });
}
