import { Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { dateInput } from '@/components/dateInput';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { AddressField } from '@/domain/address/AddressField';
import { m } from '@/paraglide/messages';
import type { PartProps } from './claimedFields';
import classes from './Shifts.module.css';

/** The trip: the way where kilometres may be claimed, and when it began and ended. */
export function TripFields(props: PartProps) {
  return (
    <fieldset className={classes.group}>
      <legend>{m.shifts_trip()}</legend>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {props.shift.entitled.includes('KILOMETER_ALLOWANCE') && <WayFields {...props} />}
        <DateInput {...props} name="departureDate" label={m.shifts_departure_date()} />
        <TextInput
          {...props.form.input('departureTime')}
          label={m.shifts_departure_time()}
          disabled={props.locked}
          type="time"
        />
        <DateInput {...props} name="arrivalDate" label={m.shifts_arrival_date()} />
        <TextInput
          {...props.form.input('arrivalTime')}
          label={m.shifts_arrival_time()}
          disabled={props.locked}
          type="time"
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="xs">
        {m.shifts_times_help()}
      </Text>
    </fieldset>
  );
}

function WayFields({ form, locked }: PartProps) {
  const { fields, change, errorOf } = form;
  return (
    <>
      <AddressField
        label={m.shifts_address_start()}
        value={fields.addressStart}
        onChange={(addressStart) => change({ addressStart })}
        error={errorOf('addressStart')}
        disabled={locked}
      />
      <AddressField
        label={m.shifts_address_stop()}
        value={fields.addressStop}
        onChange={(addressStop) => change({ addressStop })}
        error={errorOf('addressStop')}
        disabled={locked}
      />
      <NumberInput
        {...numberInput(form, 'kilometers')}
        kind="kilometers"
        unit={m.shifts_km()}
        label={m.shifts_kilometers_driven()}
        disabled={locked}
      />
      <Select
        label={m.shifts_vehicle_type()}
        disabled={locked}
        allowDeselect={false}
        data={[
          { value: 'CAR', label: m.shifts_vehicle_car() },
          { value: 'OTHER', label: m.shifts_vehicle_other() },
        ]}
        value={fields.vehicleType}
        error={errorOf('vehicleType')}
        onChange={(value) => change({ vehicleType: value === 'OTHER' ? 'OTHER' : 'CAR' })}
      />
      <TextInput
        {...form.input('vehicleRegisterNumber')}
        label={m.shifts_register_number()}
        disabled={locked}
      />
      <span />
    </>
  );
}

interface DateProps extends PartProps {
  name: 'departureDate' | 'arrivalDate';
  label: string;
}

function DateInput({ form, locked, name, label }: DateProps) {
  return <TextInput {...dateInput(form, name)} label={label} disabled={locked} />;
}
