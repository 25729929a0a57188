import { ActionIcon, Badge, Button, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import type { OpenBill, SuggestedBill } from '@/api/payments';
import { BillLink } from '@/domain/bills/BillLink';
import { KeyHint } from '@/components/shortcuts/KeyHint';
import { formatMoney } from '@/lib/format/money';
import { plainUnits, type Units } from '@/lib/price';
import { m } from '@/paraglide/messages';
import classes from './Payment.module.css';
import { shareOf } from './split';

const REASONS: Readonly<Record<SuggestedBill['reasons'][number], () => string>> = {
  REFERENCE: m.providermoney_reason_reference,
  NUMBER: m.providermoney_reason_number,
  AMOUNT: m.providermoney_reason_amount,
  NAME: m.providermoney_reason_name,
};

/** What can be done with a bill that was found. */
export interface Choices {
  /** What is left of the payment. */
  readonly rest: Units;
  /** The bills that are in the split already. */
  readonly chosen: ReadonlySet<string>;
  /** Matches the payment to it at once. */
  readonly take: (bill: OpenBill) => void;
  /** Puts it into the split. */
  readonly add: (bill: OpenBill) => void;
}

interface Props {
  label: string;
  bills: readonly (OpenBill & { reasons?: SuggestedBill['reasons'] })[];
  choices: Choices;
  /** Each can be taken by a key: Enter the first, its number any. */
  keyed?: boolean;
}

/** Bills to choose from, each taken with one press. */
export function BillChoices({ label, bills, choices, keyed = false }: Props) {
  return (
    <ul className={classes.bills} aria-label={label}>
      {bills.map((bill, place) => (
        <li key={bill.billId} className={classes.bill}>
          <div>
            <Group gap="xs">
              <Text fw={600}>{bill.customer}</Text>
              <BillLink billId={bill.billId}>
                {m.bills_numbered({ number: bill.billNumber })}
              </BillLink>
            </Group>
            <Reasons reasons={bill.reasons ?? []} />
            {bill.dueDate !== null && (
              <Text size="xs" c="dimmed">
                {m.providermoney_due({ date: bill.dueDate })}
              </Text>
            )}
          </div>
          <Sums bill={bill} />
          <Actions
            bill={bill}
            keyName={keyed ? keyOf(place) : undefined}
            main={keyed && place === 0}
            choices={choices}
          />
        </li>
      ))}
    </ul>
  );
}

function keyOf(place: number): string | undefined {
  if (place === 0) return m.providermoney_key_enter();
  return place < 9 ? `${place + 1}` : undefined;
}

function Reasons({ reasons }: { reasons: SuggestedBill['reasons'] }) {
  if (reasons.length === 0) return null;
  return (
    <Group gap={6} my={4}>
      {reasons.map((reason) => (
        <Badge key={reason} variant="light" miw="max-content">
          {REASONS[reason]()}
        </Badge>
      ))}
    </Group>
  );
}

function Sums({ bill: { open, openWithCharges } }: { bill: OpenBill }) {
  return (
    <div className={classes.sum}>
      <Text fw={600}>{formatMoney(open)}</Text>
      {openWithCharges !== open && (
        <Text size="xs" c="dimmed">
          {m.providermoney_with_charges({ sum: formatMoney(openWithCharges) })}
        </Text>
      )}
    </div>
  );
}

interface ActionsProps {
  bill: OpenBill;
  keyName: string | undefined;
  /** The likeliest of all. */
  main: boolean;
  choices: Choices;
}

function Actions({ bill, keyName, main, choices: { rest, chosen, take, add } }: ActionsProps) {
  const added = chosen.has(bill.billId);
  const number = bill.billNumber;
  const amount = formatMoney(plainUnits(shareOf(bill, rest)));
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end" className={classes.actions}>
      <Button
        size="sm"
        variant={main ? 'filled' : 'light'}
        onClick={() => take(bill)}
        aria-keyshortcuts={keyName}
        rightSection={keyName !== undefined && <KeyHint name={keyName} />}
      >
        {m.providermoney_take({ amount })}
        <VisuallyHidden>{` ${m.providermoney_take_of({ number })}`}</VisuallyHidden>
      </Button>
      <Tooltip label={added ? m.providermoney_add_done() : m.providermoney_add()}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={m.providermoney_add_of({ number })}
          aria-disabled={added}
          {...(added && { 'data-disabled': true })}
          onClick={() => add(bill)}
        >
          <IconArrowsSplit2 size={18} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
