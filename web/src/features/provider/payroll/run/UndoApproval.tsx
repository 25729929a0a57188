import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useUnapproveRun, type Run } from '@/api/payroll';
import { useSession } from '@/api/session';
import { ReasonDialog } from '@/components/ReasonForm';
import { tellProblem } from '@/components/tellProblem';
import { BarredButton } from '@/components/BarredButton';
import { m } from '@/paraglide/messages';
import { whyNotUndone } from './runActions';

/** Undoes the approval while nothing has left, with a reason. */
export function UndoApproval({ run }: { run: Run }) {
  const viewerId = useSession()?.id ?? '';
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useUnapproveRun(run.id);
  const close = () => setAsking(false);
  return (
    <>
      <BarredButton
        reason={whyNotUndone(run, viewerId)}
        variant="default"
        leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {m.providerpayroll_undo()}
      </BarredButton>
      {asking && (
        <ReasonDialog
          title={m.providerpayroll_undo_title({ payday: run.payday })}
          label={m.providerpayroll_undo_reason()}
          description={m.providerpayroll_undo_help()}
          missing={m.providerpayroll_undo_missing()}
          confirm={m.providerpayroll_undo()}
          busy={isPending}
          send={(reason) => mutate(reason, { onSuccess: close, onError: tellProblem })}
          cancel={close}
        />
      )}
    </>
  );
}
