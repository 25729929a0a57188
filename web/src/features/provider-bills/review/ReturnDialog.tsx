import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { m } from '@/paraglide/messages';

/** As long as the server takes. */
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
  /** Which bill. */
  label: string;
  close: () => void;
  send: (reason: string) => void;
}

/** Asks what the worker is to mend. The usual reasons are there to begin with. */
export function ReturnDialog({ label, close, send }: Props) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const add = (text: string) => {
    setReason(reason.trim() === '' ? text : `${reason.trim()} ${text}`);
    setMissing(false);
    field.current?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (reason.trim() === '') setMissing(true);
    else send(reason.trim());
  };
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={m.providerbills_return_title({ bill: label })}
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <div>
            <Text size="sm" fw={500} mb={6}>
              {m.providerbills_return_usual()}
            </Text>
            <Group gap="xs">
              {REASONS.map(({ name, text }) => (
                <Button key={name()} size="compact-sm" variant="light" onClick={() => add(text())}>
                  {name()}
                </Button>
              ))}
            </Group>
          </div>
          <Textarea
            ref={field}
            label={m.providerbills_return_reason()}
            description={m.providerbills_return_reason_help()}
            required
            autosize
            minRows={3}
            maxLength={LONGEST_REASON}
            value={reason}
            error={missing && m.providerbills_return_reason_missing()}
            onChange={({ currentTarget }) => {
              setReason(currentTarget.value);
              setMissing(false);
            }}
            onKeyDown={(event) => {
              const enter = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
              if (enter) event.currentTarget.form?.requestSubmit();
            }}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {m.dialog_cancel()}
            </Button>
            <Button type="submit">{m.providerbills_return_send()}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
