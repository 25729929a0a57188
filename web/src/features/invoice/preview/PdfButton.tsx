import type { ButtonProps } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { billPdfAddress } from '@/api/billPages';
import type { Bill } from '@/api/bills';
import { NewTabLink } from '@/components/NewTabLink';
import { DURATION_MS, notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { isLocked, isUnsaved } from '../autosave/machine';
import { useEditor } from '../editor';
import { unsavedReason } from '../SaveStatus';

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  bill: Bill;
}

/** Opens the bill as a PDF. What was just typed is saved first; a PDF without it is not shown. */
export function PdfButton({ bill, ...looks }: Props) {
  const { engine } = useEditor();
  const address = billPdfAddress(bill.id);
  const click = async (event: MouseEvent) => {
    const machine = engine.machine();
    if (isLocked(machine) || !isUnsaved(machine)) return;
    event.preventDefault();
    // Opened at once: a browser lets only the click itself open a tab.
    const tab = window.open('', '_blank');
    if (await engine.settle()) {
      if (tab === null) notifyText('warning', m.shared_popup_blocked(), DURATION_MS.long);
      else {
        tab.opener = null;
        tab.location.replace(new URL(address, window.location.origin));
      }
      return;
    }
    tab?.close();
    notifyText('warning', unsavedReason(engine.machine()), DURATION_MS.long);
  };
  return (
    <NewTabLink
      href={address}
      onClick={(event) => void click(event)}
      leftSection={<IconFileTypePdf size={18} aria-hidden="true" />}
      {...looks}
    >
      {m.invoice_pdf()}
    </NewTabLink>
  );
}
