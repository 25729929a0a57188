import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { calculatorFiguresQuery } from '@/api/calculator';
import { firstOfMonth } from '@/lib/calendar';
import { formatCount, formatMoney } from '@/lib/format/money';
import { exactUnits, plainUnits, unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { claimsTravel, hasKilometers } from '../draft/trip';
import { useTripForm } from './tripForm';
import { allowanceAmounts, plainKilometers, type ClaimedAmount } from './tripText';

/** What the trip pays as it is claimed. */
export function TripTotals() {
  const { trip, proposal } = useTripForm();
  const month = firstOfMonth(trip.startdate);
  const { data: rates } = useQuery({
    ...calculatorFiguresQuery(month ?? ''),
    enabled: month !== undefined,
    retry: false,
  });
  if (!claimsTravel(trip) || rates === undefined) return null;
  // The server knows what a trailer and passengers add.
  const asked = proposal.late ? undefined : proposal.data?.kilometers?.amount;
  const kilometers = asked === undefined ? plainKilometers(trip, rates) : exactUnits(asked);
  const km = formatCount(plainUnits(unitsOf(trip.kilometers, 'amount') ?? 0n));
  const lines: ClaimedAmount[] = [
    ...(hasKilometers(trip) && kilometers !== undefined
      ? [{ text: m.trips_amount_km({ km }), amount: kilometers }]
      : []),
    ...allowanceAmounts(trip, rates),
  ];
  const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
  return (
    <Stack component="section" gap={4} aria-label={m.trips_totals()} aria-live="polite">
      {lines.map(({ text, amount }) => (
        <Line key={text} text={text} amount={formatMoney(plainUnits(amount))} />
      ))}
      {kilometers === undefined ? (
        <Text size="sm" c="dimmed">
          {m.trips_km_unknown()}
        </Text>
      ) : (
        <Line text={m.trips_total()} amount={formatMoney(plainUnits(total))} strong />
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
