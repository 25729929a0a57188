import { Switch } from '@mantine/core';
import { m } from '@/paraglide/messages';
import { USUAL_PERSON } from './form';
import type { Calculator } from './useCalculator';

/** Whether the signed-in worker is asked about, or a person whom the form describes. */
export function OwnSwitch({ calculator: { own, answer, change } }: { calculator: Calculator }) {
  const hasCard = (answer?.summary.withoutTaxCard ?? null) === null;
  return (
    <Switch
      size="md"
      label={m.calculator_own()}
      description={hasCard ? m.calculator_own_help() : m.calculator_own_help_no_card()}
      checked={own}
      onChange={({ currentTarget }) =>
        change(currentTarget.checked ? { own: 'yes', ...USUAL_PERSON } : { own: 'no' })
      }
    />
  );
}
