import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { Payment } from '@/api/payments';
import { m } from '@/paraglide/messages';
import { paymentLabel } from '../paymentWords';

/** As long as the server takes. */
const LONGEST_NOTE = 500;

/** What usually comes that is not for bills. */
const USUAL: readonly (() => string)[] = [
  m.providermoney_aside_interest,
  m.providermoney_aside_tax,
  m.providermoney_aside_own,
];

interface Props {
  payment: Payment;
  close: () => void;
  send: (note: string) => void;
}

/** Asks what a payment is that is for no bill, for whoever keeps the books. */
export function AsideDialog({ payment, close, send }: Props) {
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (note.trim() === '') setMissing(true);
    else send(note.trim());
  };
  const write = (text: string) => {
    setNote(text);
    setMissing(false);
  };
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={m.providermoney_aside_title({ payment: paymentLabel(payment) })}
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{m.providermoney_aside_body()}</Text>
          <TextInput
            label={m.providermoney_aside_note()}
            required
            maxLength={LONGEST_NOTE}
            value={note}
            error={missing && m.providermoney_aside_missing()}
            onChange={({ currentTarget }) => write(currentTarget.value)}
            data-autofocus
          />
          <Group gap="xs">
            {USUAL.map((text) => (
              <Button key={text()} size="compact-sm" variant="light" onClick={() => write(text())}>
                {text()}
              </Button>
            ))}
          </Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {m.dialog_cancel()}
            </Button>
            <Button type="submit">{m.providermoney_aside()}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
