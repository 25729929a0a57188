import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { calculatorFiguresQuery } from '@/api/calculator';
import { firstOfMonth } from '@/lib/calendar';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent, percentOfFraction } from '@/lib/format/exact';
import { unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { useLocked, useProblem } from '../editor';

interface Props {
  place: string;
  /** The day that decides which rates there are. */
  day: string;
  value: string;
  onChange: (alv: string) => void;
  /** Reverse VAT leaves no choice. */
  fixed: boolean;
  size?: 'sm' | 'md';
}

export function VatSelect({ place, day, value, onChange, fixed, size = 'md' }: Props) {
  const locked = useLocked();
  const choices = useVatChoices(day, value);
  const chosen = choices.find(
    (choice) => unitsOf(choice.value, 'percent') === unitsOf(value, 'percent'),
  );
  return (
    <NativeSelect
      label={m.invoice_vat()}
      data-place={place}
      size={size}
      disabled={locked || fixed}
      // Said once for the bill; at its rows it can be heard.
      description={fixed && size === 'md' && m.invoice_vat_fixed()}
      aria-description={fixed && size === 'sm' ? m.invoice_vat_fixed() : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={useProblem(place)}
      value={chosen?.value ?? value}
      data={choices}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

function choiceOf(percent: `${number}`): Choice {
  return { value: percent, label: formatPercent(fractionOfPercent(percent)) };
}

/**
 * The VAT rates of a day, DD.MM.YYYY, as the server knows them; those of today while the day is
 * not known. Asked by month, since all rows of a bill are of one month and rates change with them.
 */
export function useVatRates(day: string): `${number}`[] {
  const month = firstOfMonth(day);
  const today = useQuery(calculatorFiguresQuery(''));
  const ofDay = useQuery({
    ...calculatorFiguresQuery(month ?? ''),
    enabled: month !== undefined,
    retry: false,
  });
  return ((ofDay.data ?? today.data)?.vatRates ?? []).map(percentOfFraction);
}

function useVatChoices(day: string, chosen: string): Choice[] {
  const choices = useVatRates(day).map(choiceOf);
  // What the bill has is shown, even where it is not to be had on that day.
  const known = choices.some(
    ({ value }) => unitsOf(value, 'percent') === unitsOf(chosen, 'percent'),
  );
  return known ? choices : [...choices, choiceOf(chosen as `${number}`)];
}
