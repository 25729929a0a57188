import { Text } from '@mantine/core';
import type { Payment } from '@/api/payments';
import { ReasonDialog } from '@/components/ReasonForm';
import { m } from '@/paraglide/messages';
import { paymentLabel } from '../paymentWords';

interface Props {
  payment: Payment;
  close: () => void;
  busy: boolean;
  send: (note: string) => void;
}

/** Asks why a proposed match is rejected, for the clerk who proposed it. */
export function RejectDialog({ payment, close, busy, send }: Props) {
  return (
    <ReasonDialog
      title={m.providermoney_reject_title({ payment: paymentLabel(payment) })}
      label={m.providermoney_reject_note()}
      missing={m.providermoney_reject_missing()}
      singleLine
      confirm={m.providermoney_reject()}
      busy={busy}
      send={send}
      cancel={close}
    >
      <Text size="sm">{m.providermoney_reject_body()}</Text>
    </ReasonDialog>
  );
}
