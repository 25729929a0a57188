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

/** Asks what a payment that is for no bill is, for the bookkeeping. */
export function AsideDialog({ payment, close, busy, send }: Props) {
  const usual = [
    m.providermoney_aside_interest(),
    m.providermoney_aside_tax(),
    m.providermoney_aside_own(),
  ];
  return (
    <ReasonDialog
      title={m.providermoney_aside_title({ payment: paymentLabel(payment) })}
      usual={{ reasons: usual.map((text) => ({ name: text, text })) }}
      label={m.providermoney_aside_note()}
      missing={m.providermoney_aside_missing()}
      singleLine
      confirm={m.providermoney_aside()}
      busy={busy}
      send={send}
      cancel={close}
    >
      <Text size="sm">{m.providermoney_aside_body()}</Text>
    </ReasonDialog>
  );
}
