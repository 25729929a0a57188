import { Paper, Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import type { OpenBill, PaymentDetails } from '@/api/payments';
import { useKeys } from '@/components/shortcuts/keys';
import { plainUnits } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { BillChoices } from './BillChoices';
import { BillSearch } from './BillSearch';
import { MATCH_KEYS } from './matchKeys';
import classes from './Payment.module.css';
import { shareOf, unitsOfEuros, withBill, type Share } from './split';
import { SplitForm } from './SplitForm';
import type { Decisions } from './useDecisions';

interface Props {
  details: PaymentDetails;
  decisions: Decisions;
}

/** Where the bills of a payment are found: suggested or searched for, taken at once or shared out. */
export function MatchPanel({ details, decisions }: Props) {
  const { payment, suggestions } = details;
  const rest = unitsOfEuros(payment.rest);
  const [shares, setShares] = useState<readonly Share[]>([]);
  const search = useRef<HTMLInputElement>(null);
  const take = (bill: OpenBill | undefined) => {
    if (bill === undefined) return;
    const amount = plainUnits(shareOf(bill, rest));
    decisions.run(details, { kind: 'match', parts: [{ billId: bill.billId, amount }] });
  };
  const [first, , find] = MATCH_KEYS;
  // Once the payment is being split, matching all of it to one bill is not offered.
  const quick = shares.length === 0;
  const takings = suggestions.map((bill, place) => ({
    key: `${place + 1}`,
    run: () => take(bill),
  }));
  useKeys([
    ...(quick ? [{ key: first.key, run: () => take(suggestions[0]) }, ...takings] : []),
    { key: find.key, run: () => search.current?.focus() },
  ]);
  const choices = {
    rest,
    chosen: new Set(shares.map(({ bill }) => bill.billId)),
    take,
    add: (bill: OpenBill) => setShares(withBill(rest, shares, bill)),
  };
  return (
    <Stack gap="md">
      {shares.length > 0 && (
        <SplitForm
          rest={rest}
          shares={shares}
          change={setShares}
          busy={decisions.busyWith === payment.id}
          match={(parts) => decisions.runAndWait(details, { kind: 'match', parts })}
        />
      )}
      <Paper component="section" withBorder p="md" className={classes.part}>
        <Title order={2} size="h4" mb="sm">
          {m.providermoney_part_suggestions()}
        </Title>
        {suggestions.length === 0 ? (
          <Text c="dimmed">{m.providermoney_no_suggestions()}</Text>
        ) : (
          <BillChoices
            label={m.providermoney_part_suggestions()}
            bills={suggestions}
            keyed={quick}
            choices={choices}
          />
        )}
      </Paper>
      <BillSearch inputRef={search} choices={choices} />
    </Stack>
  );
}
