import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAddShift, useSaveShift, type Shift } from '@/api/ownShifts';
import { dateInput } from '@/components/dateInput';
import { FormDialog } from '@/components/FormDialog';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm, type FieldErrors } from '@/components/useForm';
import { parseDate } from '@/lib/format/date';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { clockOf, dayOf } from './words';

/** What the dialog is open for; a new shift begins with a day, DD.MM.YYYY. */
export type ShiftForm = { kind: 'new'; day: string } | { kind: 'edit'; shift: Shift };

interface Fields {
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
  departmentName: string;
}

function fieldsOf(form: ShiftForm): Fields {
  if (form.kind === 'new') {
    return {
      startDate: form.day,
      startTime: '08:00',
      endDate: form.day,
      endTime: '16:00',
      departmentName: '',
    };
  }
  const { startDateTime, endDateTime, departmentName } = form.shift;
  return {
    startDate: dayOf(startDateTime),
    startTime: clockOf(startDateTime),
    endDate: dayOf(endDateTime),
    endTime: clockOf(endDateTime),
    departmentName,
  };
}

function check(fields: Fields): FieldErrors {
  const errors: Record<string, string> = {};
  for (const name of ['startDate', 'endDate'] as const) {
    if (fields[name].trim() === '') errors[name] = 'validation.required';
    else if (parseDate(fields[name]) === undefined) errors[name] = 'validation.invalidDate';
  }
  for (const name of ['startTime', 'endTime'] as const) {
    if (fields[name] === '') errors[name] = 'validation.required';
  }
  return errors;
}

/** Where the form shows what the server refuses. */
const PLACES: Readonly<Record<string, string>> = {
  startDateTime: 'startDate',
  endDateTime: 'endDate',
};

/** Adds a shift, or changes one that its worker added. */
export function ShiftDialog({ form: opened, close }: { form: ShiftForm; close: () => void }) {
  const form = useForm(() => fieldsOf(opened), check);
  const [shiftId] = useState(() => `OWN-${crypto.randomUUID()}`);
  const adding = useAddShift();
  const saving = useSaveShift();

  const send = () => {
    const { startDate, startTime, endDate, endTime, departmentName } = form.fields;
    const body = {
      startDateTime: `${startDate} ${startTime}`,
      endDateTime: `${endDate} ${endTime}`,
      departmentName,
    };
    const options = {
      onSuccess: () => {
        notifyText('success', m.shifts_saved());
        close();
      },
      onError: refuseOrNotify({
        refuse: (error) => form.refuse(error, (path) => PLACES[path] ?? path),
      }),
    };
    if (opened.kind === 'new') adding.mutate({ ...body, shiftId }, options);
    else {
      const { shiftId: id, version } = opened.shift;
      saving.mutate({ shiftId: id, body: { ...body, version } }, options);
    }
  };
  const date = (name: 'startDate' | 'endDate', label: string) => (
    <TextInput {...dateInput(form, name)} label={label} />
  );
  return (
    <FormDialog
      title={opened.kind === 'new' ? m.shifts_add() : m.shifts_edit()}
      formRef={form.form}
      confirm={m.shifts_save()}
      onSubmit={form.submit(send)}
      busy={adding.isPending || saving.isPending}
      close={close}
    >
      <SimpleGrid cols={2} spacing="sm">
        {date('startDate', m.shifts_start_date())}
        <TextInput {...form.input('startTime')} label={m.shifts_start_time()} type="time" />
        {date('endDate', m.shifts_end_date())}
        <TextInput {...form.input('endTime')} label={m.shifts_end_time()} type="time" />
      </SimpleGrid>
      <TextInput {...form.input('departmentName')} label={m.shifts_department()} />
    </FormDialog>
  );
}
