import { Alert, List } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { AdvanceLimit } from '@/api/advances';
import type { BillState } from '@/api/bills';
import { HelpLink } from '@/domain/help/HelpLink';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';

interface Props {
  limit: AdvanceLimit | null;
  state: BillState;
}

/** How much, when, and what happens if the customer does not pay: told before anything is asked for. */
export function HowItWorks({ limit, state }: Props) {
  const sentences = [
    limit === null
      ? m.advances_how_limit_unknown()
      : m.advances_how_limit({
          share: formatPercent(limit.share),
          maximum: formatMoney(limit.maximumPerPerson),
        }),
    state === 'CLOSED' ? m.advances_how_when_sent() : m.advances_how_when_waiting(),
    m.advances_how_recovered(),
    m.advances_how_unpaid(),
    m.advances_how_opening(),
  ];
  return (
    <Alert
      color="petrol"
      variant="light"
      // It is read in its place and interrupts nothing.
      role="note"
      icon={<IconInfoCircle aria-hidden="true" />}
      title={m.advances_how()}
    >
      <List size="sm" spacing={4}>
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <HelpLink topic="advance" said besideForm />
    </Alert>
  );
}
