import type { ReactNode } from 'react';
import { FieldGroup, Wide } from '@/components/FieldGroup';
import { m } from '@/paraglide/messages';
import { NumberField } from '../fields/NumberField';
import { useTripForm } from './tripForm';

type Field =
  'fulldaycompensation' | 'partialdaycompensation' | 'lunchcompensation' | 'foreignAllowance';

/** What is claimed. Each can be less than what is proposed. */
export function AllowanceFields({ children }: { children: ReactNode }) {
  const { trip, change, errorOf, placeOf } = useTripForm();
  const propsOf = (field: Field, label: string) => ({
    label,
    size: 'md' as const,
    place: placeOf(field),
    rule: errorOf(field),
    value: trip[field],
    onChange: (value: string) => change((before) => ({ ...before, [field]: value })),
  });
  const abroad = trip.workingAbroad || trip.foreignAllowance !== '';
  return (
    <FieldGroup columns="pairs" title={m.trips_allowances()}>
      <Wide>{children}</Wide>
      <NumberField {...propsOf('fulldaycompensation', m.trips_full_count())} kind="amount" />
      <NumberField {...propsOf('partialdaycompensation', m.trips_partial_count())} kind="amount" />
      {abroad && (
        <NumberField {...propsOf('foreignAllowance', m.trips_foreign())} kind="price" unit="€" />
      )}
      <NumberField
        {...propsOf('lunchcompensation', m.trips_meal_count())}
        description={m.trips_meal_help()}
        kind="amount"
      />
    </FieldGroup>
  );
}
