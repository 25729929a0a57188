import { Group, Stack, Text } from '@mantine/core';
import { formatMoney } from '@/lib/format/money';
import { plainUnits } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { claimsTravel } from '../draft/trip';
import { useTripForm } from './tripForm';
import { sumText } from './tripText';
import { useTripAmounts } from './useTripAmounts';

/** What the trip pays as it is claimed. */
export function TripTotals() {
  const { trip, row } = useTripForm();
  const amounts = useTripAmounts(trip, row.date);
  if (!claimsTravel(trip)) return null;
  return (
    <Stack component="section" gap={4} aria-label={m.trips_totals()} aria-live="polite">
      {amounts?.map(({ text, amount }) => (
        <Line key={text} text={text} amount={formatMoney(plainUnits(amount))} />
      ))}
      {amounts === undefined ? (
        <Text size="sm" c="dimmed">
          {m.trips_amount_unknown()}
        </Text>
      ) : (
        <Line text={m.trips_total()} amount={sumText(amounts)} strong />
      )}
    </Stack>
  );
}

function Line({
  text,
  amount,
  strong = false,
}: {
  text: string;
  amount: string;
  strong?: boolean;
}) {
  const weight = strong ? { fw: 700 } : { size: 'sm' };
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text {...weight}>{text}</Text>
      <Text {...weight} ta="end">
        {amount}
      </Text>
    </Group>
  );
}
