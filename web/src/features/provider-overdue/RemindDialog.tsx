import { Alert, Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useRemind, type OverdueBill, type RemindersMade } from '@/api/collecting';
import { Facts } from '@/components/provider/Facts';
import { tellProblem } from '@/components/tellProblem';
import { formatMoney } from '@/lib/format/money';
import { textOf } from '@/lib/notify/text';
import { plainUnits, type Units } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { overdueLabel } from './overdueColumns';
import { askedOf, sendingOf } from './remind';

interface Props {
  bills: readonly OverdueBill[];
  close: () => void;
  /** Unchooses the bills, once they were sent. */
  clear: () => void;
}

/** Sums up what customers are asked for, sends it, and tells how each bill fared. */
export function RemindDialog({ bills, close, clear }: Props) {
  const { mutate, isPending, data: result } = useRemind();
  const send = (askInterest: boolean) =>
    mutate(sendingOf(bills, askInterest), { onSuccess: clear, onError: tellProblem });
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={
        result === undefined
          ? m.providermoney_remind_title({ count: bills.length })
          : m.providermoney_remind_done_title()
      }
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      {result === undefined ? (
        <Question bills={bills} busy={isPending} send={send} cancel={close} />
      ) : (
        <Result bills={bills} result={result} close={close} />
      )}
    </Modal>
  );
}

interface QuestionProps {
  bills: readonly OverdueBill[];
  busy: boolean;
  send: (askInterest: boolean) => void;
  cancel: () => void;
}

function Question({ bills, busy, send, cancel }: QuestionProps) {
  const noneKnown = askedOf(bills, true).unknown === bills.length;
  const [wanted, setWanted] = useState(true);
  const askInterest = wanted && !noneKnown;
  const { open, fees, interest, unknown } = askedOf(bills, askInterest);
  return (
    <Stack>
      <Text size="sm">{m.providermoney_remind_body()}</Text>
      <Facts
        facts={[
          { name: m.providermoney_remind_letters(), value: `${bills.length}` },
          { name: m.providermoney_open(), value: sumText(open) },
          { name: m.providermoney_fees(), value: sumText(fees) },
          { name: m.providermoney_interest(), value: sumText(interest) },
          { name: m.providermoney_asked(), value: sumText(open + fees + interest) },
          { name: m.providermoney_pay_by(), value: bills[0]?.today?.payBy },
        ]}
      />
      <Checkbox
        label={m.providermoney_ask_interest()}
        description={noneKnown ? m.providermoney_rate_unknown_all() : undefined}
        checked={askInterest}
        disabled={noneKnown}
        onChange={({ currentTarget }) => setWanted(currentTarget.checked)}
      />
      {askInterest && unknown > 0 && (
        <Alert role="note" color="yellow" icon={<IconInfoCircle aria-hidden="true" />}>
          {m.providermoney_rate_unknown_some({ count: unknown })}
        </Alert>
      )}
      <List size="sm" spacing={4}>
        {bills.map((bill) => (
          <List.Item key={bill.billId}>
            {`${overdueLabel(bill)} · ${formatMoney(bill.open)}`}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button variant="default" onClick={cancel}>
          {m.dialog_cancel()}
        </Button>
        <Button loading={busy} onClick={() => send(askInterest)} data-autofocus>
          {m.providermoney_remind_count({ count: bills.length })}
        </Button>
      </Group>
    </Stack>
  );
}

function sumText(units: Units): string {
  return formatMoney(plainUnits(units));
}

interface ResultProps {
  bills: readonly OverdueBill[];
  result: RemindersMade;
  close: () => void;
}

function Result({ bills, result: { made, refused }, close }: ResultProps) {
  const labelOf = (id: string) => {
    const bill = bills.find(({ billId }) => billId === id);
    return bill === undefined ? '' : overdueLabel(bill);
  };
  return (
    <Stack>
      {made.length > 0 && (
        <Alert color="green" icon={<IconCheck aria-hidden="true" />} role="status">
          {m.providermoney_remind_made({ count: made.length })}
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert
          color="yellow"
          icon={<IconX aria-hidden="true" />}
          role="status"
          title={m.providermoney_remind_refused({ count: refused.length })}
        >
          <List size="sm" spacing={4}>
            {refused.map(({ billId, key }) => (
              <List.Item key={billId}>
                {m.bills_problem({ field: labelOf(billId), reason: textOf(key) })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button onClick={close} data-autofocus>
          {m.providerbills_bulk_close()}
        </Button>
      </Group>
    </Stack>
  );
}
