import { ActionIcon, Button, Group, Paper, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { SubmitEvent } from 'react';
import { NumberInput } from '@/components/NumberInput';
import { formatMoney } from '@/lib/format/money';
import { plainUnits, type Units } from '@/lib/price';
import { m } from '@/paraglide/messages';
import classes from './Payment.module.css';
import { partsOf, splitOf, withoutBill, withTyped, type Share, type Split } from './split';

interface Props {
  /** What is left of the payment. */
  rest: Units;
  shares: readonly Share[];
  change: (shares: readonly Share[]) => void;
  busy: boolean;
  match: (parts: ReturnType<typeof partsOf>) => void;
}

/** Shares a payment out over bills. What is left is calculated as one types. */
export function SplitForm({ rest, shares, change, busy, match }: Props) {
  const split = splitOf(rest, shares);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (split.reason === undefined) match(partsOf(shares));
  };
  return (
    <Paper
      component="form"
      aria-label={m.providermoney_part_split()}
      withBorder
      p="md"
      className={classes.part}
      onSubmit={submit}
      noValidate
    >
      <Title order={2} size="h4" mb="sm">
        {m.providermoney_part_split()}
      </Title>
      <Stack gap="sm">
        {shares.map((share, place) => (
          <ShareRow
            key={share.bill.billId}
            share={share}
            fault={split.faults[place]}
            type={(typed) => change(withTyped(shares, share.bill.billId, typed))}
            remove={() => change(withoutBill(shares, share.bill.billId))}
          />
        ))}
        <Group justify="space-between" className={classes.total}>
          <Left split={split} />
          <Tooltip label={split.reason} disabled={split.reason === undefined}>
            {/* Reachable though it does nothing, so that its reason can be read and heard. */}
            <Button
              type="submit"
              size="sm"
              loading={busy}
              aria-disabled={split.reason !== undefined}
              aria-description={split.reason}
              {...(split.reason !== undefined && { 'data-disabled': true })}
            >
              {shares.length === 1
                ? m.providermoney_split_match_one()
                : m.providermoney_split_match({ count: shares.length })}
            </Button>
          </Tooltip>
        </Group>
      </Stack>
    </Paper>
  );
}

function Left({ split: { left } }: { split: Split }) {
  if (left < 0n) {
    return (
      <Text role="status" fw={600} c="var(--mantine-color-error)">
        {m.providermoney_split_over({ sum: formatMoney(plainUnits(-left)) })}
      </Text>
    );
  }
  return (
    <Text role="status" fw={600}>
      {left === 0n
        ? m.providermoney_split_all()
        : m.providermoney_split_left({ sum: formatMoney(plainUnits(left)) })}
    </Text>
  );
}

interface ShareProps {
  share: Share;
  fault: string | undefined;
  type: (typed: string) => void;
  remove: () => void;
}

function ShareRow({ share: { bill, typed }, fault, type, remove }: ShareProps) {
  const number = bill.billNumber;
  return (
    <div className={classes.share}>
      <div>
        <Text fw={600}>{bill.customer}</Text>
        <Text size="sm" c="dimmed">
          {`${m.bills_numbered({ number })} · ${m.providermoney_open_of({
            sum: formatMoney(bill.openWithCharges),
          })}`}
        </Text>
      </div>
      <NumberInput
        kind="price"
        size="sm"
        className={classes.amount}
        aria-label={m.providermoney_split_share_of({ number })}
        value={typed}
        error={fault}
        onChange={type}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={m.providermoney_split_remove_of({ number })}
        onClick={remove}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
