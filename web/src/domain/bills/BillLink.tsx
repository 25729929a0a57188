import { Anchor, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { billPdfAddress } from '@/api/billPages';
import { useMayOpen } from '@/domain/useMayOpen';
import { m } from '@/paraglide/messages';
import { TextLink } from '@/components/links';

interface Props {
  billId: string;
  children: ReactNode;
}

/** Leads to a bill: those who handle bills to its page, the others of the staff to its PDF. */
export function BillLink({ billId, children }: Props) {
  const mayOpen = useMayOpen();
  if (mayOpen('/provider/bills/$billId')) {
    return (
      <TextLink to="/provider/bills/$billId" params={{ billId }} inherit>
        {children}
      </TextLink>
    );
  }
  return (
    <Anchor href={billPdfAddress(billId)} target="_blank" rel="noopener" inherit>
      {children}
      <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
    </Anchor>
  );
}
