import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { PaymentDetails } from '@/api/payments';
import { ApiProblem } from '@/api/problem';
import { tellProblem } from '@/components/tellProblem';
import { formatMoney } from '@/lib/format/money';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import type { Decisions } from './useDecisions';

interface Props {
  details: PaymentDetails;
  decisions: Decisions;
  close: () => void;
}

/** Asks whose account the rest goes back to. The payer's own, where the bank told it. */
export function RefundDialog({ details, decisions, close }: Props) {
  const { payment } = details;
  const [name, setName] = useState(payment.payerName);
  const [iban, setIban] = useState(payment.payerIban ?? '');
  const [faults, setFaults] = useState<ApiProblem['fields']>([]);
  const faultOf = (field: string) => {
    const fault = faults.find((one) => one.field === field);
    return fault && textOf(fault.key);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    decisions.runAndWait(details, { kind: 'refund', iban, name }).then(close, (error: unknown) => {
      const refused = error instanceof ApiProblem ? error.fields : [];
      setFaults(refused);
      if (refused.length > 0) return;
      close();
      tellProblem(error);
    });
  };
  return (
    <Modal
      opened
      onClose={close}
      title={m.providermoney_refund_title({ amount: formatMoney(payment.rest) })}
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{m.providermoney_refund_body()}</Text>
          <TextInput
            label={m.providermoney_refund_name()}
            required
            autoComplete="off"
            value={name}
            error={faultOf('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label={m.providermoney_refund_iban()}
            required
            autoComplete="off"
            spellCheck={false}
            value={iban}
            error={faultOf('iban')}
            onChange={({ currentTarget }) => setIban(currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {m.dialog_cancel()}
            </Button>
            <Button type="submit" loading={decisions.busyWith === payment.id}>
              {m.providermoney_refund_confirm({ amount: formatMoney(payment.rest) })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
