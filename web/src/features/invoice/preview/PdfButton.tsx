import type { ButtonProps } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { billPdfAddress } from '@/api/billPages';
import type { Bill } from '@/api/bills';
import { NewTabLink } from '@/components/NewTabLink';
import { m } from '@/paraglide/messages';
import { isUnsaved } from '../autosave/machine';
import { useEditor } from '../editor';

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  bill: Bill;
}

/** Opens the bill as a PDF. What was just typed is saved first, so that it is in it. */
export function PdfButton({ bill, ...looks }: Props) {
  const { engine } = useEditor();
  const address = billPdfAddress(bill.id);
  const open = async () => {
    await engine.settle();
    window.open(address, '_blank', 'noopener');
  };
  const click = (event: MouseEvent) => {
    if (!isUnsaved(engine.machine())) return;
    event.preventDefault();
    void open();
  };
  return (
    <NewTabLink
      href={address}
      onClick={click}
      leftSection={<IconFileTypePdf size={18} aria-hidden="true" />}
      {...looks}
    >
      {m.invoice_pdf()}
    </NewTabLink>
  );
}
