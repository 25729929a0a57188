import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useSendTaxCard } from '@/api/account';
import { useReadinessChanged } from '@/api/readiness';
import { textOf } from '@/lib/notify/text';
import { registerWorkTexts } from '@/lib/notify/work';
import { m } from '@/paraglide/messages';
import { SendingState } from './SendingState';
import { useSending } from './useSending';

// Why a file is refused is among the keys of work.
registerWorkTexts();

const ENDINGS = /\.(?:jpe?g|png|pdf)$/i;
const ACCEPTED = '.jpg,.jpeg,.png,.pdf';

interface Props {
  personId: string;
  id?: string;
  onSent?: () => void;
}

/** A button that sends a tax card, and how far that is. */
export function TaxCardUpload({ personId, id, onSent }: Props) {
  const { send, busy, percent, refusal, refuse } = useSending(useSendTaxCard(personId));
  const changed = useReadinessChanged();
  const clearChoice = useRef<() => void>(null);
  const choose = (file: File | null) => {
    if (file === null) return;
    // So that the same file can be chosen again after it failed.
    clearChoice.current?.();
    if (!ENDINGS.test(file.name)) {
      refuse(textOf('FILE_TYPE_NOT_ALLOWED'));
      return;
    }
    send(file, () => {
      onSent?.();
      void changed();
    });
  };
  return (
    <>
      <FileButton onChange={choose} accept={ACCEPTED} resetRef={clearChoice}>
        {(button) => (
          <Button
            {...button}
            {...(id !== undefined && { id })}
            variant="default"
            loading={busy}
            leftSection={<IconUpload size={18} aria-hidden="true" />}
          >
            {m.account_tax_upload()}
          </Button>
        )}
      </FileButton>
      <SendingState percent={percent} refusal={refusal} />
    </>
  );
}
