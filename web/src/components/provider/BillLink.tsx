import { Anchor, VisuallyHidden } from '@mantine/core';
import { billPdfAddress } from '@/api/billPages';
import { useViewer } from '@/api/viewer';
import { TextLink } from '@/components/links';
import { isOffered, routeInfo } from '@/lib/routes';
import { m } from '@/paraglide/messages';

interface Props {
  billId: string;
  billNumber: number;
}

/** A bill: its page for those who handle bills, the invoice itself for the others. */
export function BillLink({ billId, billNumber }: Props) {
  const viewer = useViewer();
  const name = m.bills_numbered({ number: billNumber });
  if (isOffered(routeInfo('/provider/bills/$billId'), viewer)) {
    return (
      <TextLink to="/provider/bills/$billId" params={{ billId }} fw={600}>
        {name}
      </TextLink>
    );
  }
  return (
    <Anchor href={billPdfAddress(billId)} target="_blank" rel="noopener" fw={600}>
      {name}
      <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
    </Anchor>
  );
}
