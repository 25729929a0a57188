import { NativeSelect } from '@mantine/core';
import { unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import { useLocked, useProblem } from '../editor';
import { useVatChoices } from './useVatChoices';

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
  const chosen = choices.find((choice) => unitsOf(choice.value) === unitsOf(value));
  return (
    <NativeSelect
      label={m.invoice_vat()}
      data-place={place}
      size={size}
      disabled={locked || fixed}
      title={fixed ? m.invoice_vat_fixed() : undefined}
      error={useProblem(place)}
      value={chosen?.value ?? value}
      data={choices}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
