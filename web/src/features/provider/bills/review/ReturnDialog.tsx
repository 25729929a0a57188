import { ReasonDialog } from '@/components/ReasonForm';
import { m } from '@/paraglide/messages';

/** The maximum that the server accepts. */
const LONGEST_REASON = 1000;

/** The usual reasons, as the worker will read them. */
const REASONS: readonly { name: () => string; text: () => string }[] = [
  { name: m.providerbills_reason_receipt, text: m.providerbills_reason_receipt_text },
  { name: m.providerbills_reason_customer, text: m.providerbills_reason_customer_text },
  { name: m.providerbills_reason_vat, text: m.providerbills_reason_vat_text },
  { name: m.providerbills_reason_description, text: m.providerbills_reason_description_text },
  { name: m.providerbills_reason_trip, text: m.providerbills_reason_trip_text },
];

interface Props {
  /** The bill to return. */
  label: string;
  close: () => void;
  busy: boolean;
  send: (reason: string) => void;
}

/** Asks what the worker has to correct. */
export function ReturnDialog({ label, close, busy, send }: Props) {
  return (
    <ReasonDialog
      title={m.providerbills_return_title({ bill: label })}
      usual={{
        title: m.providerbills_return_usual(),
        reasons: REASONS.map(({ name, text }) => ({ name: name(), text: text() })),
      }}
      label={m.providerbills_return_reason()}
      description={m.providerbills_return_reason_help()}
      missing={m.providerbills_return_reason_missing()}
      longest={LONGEST_REASON}
      confirm={m.providerbills_return_send()}
      busy={busy}
      send={send}
      cancel={close}
    />
  );
}
