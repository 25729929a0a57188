import { Alert, Checkbox, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useRemind, type OverdueBill, type RemindersMade } from '@/api/overdue';
import { BulkDialog } from '@/components/BulkDialog';
import { Details } from '@/components/Details';
import { tellProblem } from '@/components/tellProblem';
import { formatMoney } from '@/lib/format/money';
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

/** Sums up what customers are asked for, sends the reminders, and shows the result of each bill. */
export function RemindDialog({ bills, close, clear }: Props) {
  const { mutate, isPending, data } = useRemind();
  const noneKnown = askedOf(bills, true).unknown === bills.length;
  const [wanted, setWanted] = useState(true);
  const askInterest = wanted && !noneKnown;
  const { open, fees, interest, unknown } = askedOf(bills, askInterest);
  const send = () =>
    mutate(sendingOf(bills, askInterest), { onSuccess: clear, onError: tellProblem });
  return (
    <BulkDialog
      title={m.providermoney_remind_title({ count: bills.length })}
      items={bills.map((bill) => ({
        id: bill.billId,
        label: `${overdueLabel(bill)} · ${formatMoney(bill.open)}`,
      }))}
      confirm={m.providermoney_remind_count({ count: bills.length })}
      send={send}
      busy={isPending}
      close={close}
      result={data && resultOf(bills, data)}
    >
      <Text size="sm">{m.providermoney_remind_body()}</Text>
      <Details
        items={[
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
    </BulkDialog>
  );
}

function sumText(units: Units): string {
  return formatMoney(plainUnits(units));
}

function resultOf(bills: readonly OverdueBill[], { made, refused }: RemindersMade) {
  const labels = new Map(bills.map((bill) => [bill.billId, overdueLabel(bill)]));
  return {
    title: m.providermoney_remind_done_title(),
    done: made.length === 0 ? undefined : m.providermoney_remind_made({ count: made.length }),
    refusedTitle: m.providermoney_remind_refused({ count: refused.length }),
    refused: refused.map(({ billId, key }) => ({
      id: billId,
      label: labels.get(billId) ?? '',
      key,
    })),
  };
}
