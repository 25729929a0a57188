import { Button } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '@/components/ReasonForm';
import { tellProblem } from '@/components/tellProblem';
import { m } from '@/paraglide/messages';

interface Props {
  name: string;
  /** Tells one button from the others of a list, for those who hear it. */
  label?: string;
  /** What the dialog is about. */
  title: string;
  help: string;
  size?: 'xs' | 'sm';
  change: {
    readonly mutate: (
      note: string,
      options: { onSuccess: () => void; onError: (error: Error) => void },
    ) => void;
    readonly isPending: boolean;
  };
}

/** A step about money on its way to the bank that needs a reason, for the provider's own people. */
export function NoteButton({ name, label, title, help, size = 'xs', change }: Props) {
  const { mutate, isPending } = change;
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button size={size} variant="default" aria-label={label} onClick={() => setAsking(true)}>
        {name}
      </Button>
      {asking && (
        <ReasonDialog
          title={`${name}: ${title}`}
          label={m.providerpayroll_remit_note()}
          description={help}
          missing={m.providerpayroll_remit_note_missing()}
          confirm={name}
          busy={isPending}
          send={(note) => mutate(note, { onSuccess: close, onError: tellProblem })}
          cancel={close}
        />
      )}
    </>
  );
}
