import { SimpleGrid, Text } from '@mantine/core';
import type { Shift } from '@/api/ownShifts';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { CountrySelect } from '@/domain/travel/CountrySelect';
import { m } from '@/paraglide/messages';
import { ALLOWANCES, type Allowance, type PartProps } from './claimedFields';
import classes from './Shifts.module.css';
import { dayOf, ENTITLEMENTS } from './words';

/** How many of each allowance are claimed, of those that may be. */
export function ClaimFields({ form, shift, locked }: PartProps) {
  const allowed = ALLOWANCES.filter(([, entitlement]) => shift.entitled.includes(entitlement));
  if (allowed.length === 0) return null;
  return (
    <fieldset className={classes.group}>
      <legend>{m.shifts_claims()}</legend>
      <Text size="sm" c="dimmed" mb="xs">
        {shift.reimbursements === null ? m.shifts_proposed() : m.shifts_claims_chosen()}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {allowed.map(([name, entitlement]) => (
          <NumberInput
            key={name}
            {...numberInput(form, name)}
            kind={name === 'foreignAllowance' ? 'price' : 'amount'}
            label={ENTITLEMENTS[entitlement]()}
            description={hintOf(name, shift)}
            unit={name === 'foreignAllowance' ? '€' : m.shifts_pieces()}
            disabled={locked}
          />
        ))}
        {shift.entitled.includes('FOREIGN_ALLOWANCE') && (
          <CountrySelect
            date={form.fields.departureDate || dayOf(shift.startDateTime)}
            value={form.fields.foreignCountry}
            onChange={(foreignCountry) => form.change({ foreignCountry })}
            error={form.errorOf('foreignCountry')}
            disabled={locked}
          />
        )}
      </SimpleGrid>
    </fieldset>
  );
}

/** The most that the times and kilometres of the shift allow. */
function hintOf(name: Allowance, { proposal }: Shift): string | undefined {
  if (name === 'foreignAllowance') return m.shifts_foreign_help();
  const most = proposal[name];
  return most === 0 ? undefined : m.shifts_at_most({ most });
}
