import { Switch } from '@mantine/core';
import { m } from '@/paraglide/messages';
import { USUAL_PERSON } from './form';
import type { Calculator } from './useCalculator';

/** Whether the signed-in worker is asked about, or a person whom the form describes. */
export function OwnSwitch({ calculator: { own, change } }: { calculator: Calculator }) {
  return (
    <Switch
      size="md"
      label={m.calculator_own()}
      description={m.calculator_own_help()}
      checked={own}
      onChange={({ currentTarget }) =>
        change(currentTarget.checked ? { own: 'yes', ...USUAL_PERSON } : { own: 'no' })
      }
    />
  );
}
