import { Button, Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { FieldGroup } from '@/components/FieldGroup';
import { daysAfter, daysBetween } from '@/lib/calendar';
import { formatCount } from '@/lib/format/money';
import { textOf } from '@/lib/notify/text';
import { unitsOf } from '@/lib/price';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { withRow } from '../draft/edits';
import { placeOf } from '../draft/problems';
import { withHours } from '../draft/rows';
import {
  beginningOfWork,
  hoursWorked,
  isWithoutWorkTime,
  NO_WORK_TIME,
  WORK_TIME_FIELDS,
  withStartDay,
  type DraftWorkTime,
  type WorkTimeField,
} from '../draft/workTime';
import { useEditor, useLocked } from '../editor';
import { DateField } from '../fields/DateField';
import { TimeField } from '../fields/TimeField';
import { focusPlace } from '../focus';
import { PartDialog } from '../rows/PartDialog';
import { useLastKnown } from '../rows/useLastKnown';
import { workTimeRules } from './rules';

interface Props {
  row: DraftRow;
  place: string | undefined;
}

function shownOf(row: DraftRow): DraftWorkTime {
  return isWithoutWorkTime(row.workTime) ? beginningOfWork(row.date) : row.workTime;
}

/** From when until when the work of a row was done. */
export function WorkTimeDialog({ row, place }: Props) {
  const { engine } = useEditor();
  const locked = useLocked();
  const empty = isWithoutWorkTime(row.workTime);
  const edit = (change: (work: DraftWorkTime) => DraftWorkTime) =>
    engine.edit(
      (draft) =>
        withRow(draft, row.id, (before) => ({ ...before, workTime: change(shownOf(before)) })),
      ...WORK_TIME_FIELDS.map((field) => placeOf(row.id, field)),
    );
  const remove = () => {
    edit(() => NO_WORK_TIME);
    engine.save();
    focusPlace(placeOf(row.id, 'workShiftStarted'));
  };
  return (
    <PartDialog
      rowId={row.id}
      part="workTime"
      title={m.trips_work_time()}
      place={place}
      actions={
        !locked &&
        !empty && (
          <Button variant="subtle" color="red" onClick={remove}>
            {m.trips_work_time_remove()}
          </Button>
        )
      }
    >
      <Fields row={row} edit={edit} />
      <Hours row={row} />
    </PartDialog>
  );
}

function ruleText(key: string | undefined): string | undefined {
  return key === undefined ? undefined : textOf(key);
}

interface FieldsProps {
  row: DraftRow;
  edit: (change: (work: DraftWorkTime) => DraftWorkTime) => void;
}

function Fields({ row, edit }: FieldsProps) {
  const locked = useLocked();
  const work = shownOf(row);
  const rules = workTimeRules(row.workTime);
  const days = useLastKnown(daysBetween(work.workShiftStarted, work.workShiftEnded));
  const propsOf = (field: WorkTimeField, label: string) => ({
    label,
    place: placeOf(row.id, field),
    value: work[field],
    rule: ruleText(rules[field]),
    onChange: (value: string) => edit((before) => ({ ...before, [field]: value })),
  });
  const next = daysAfter(work.workShiftStarted, 1);
  const backwards = rules.workShiftEnded === 'RETURN_BEFORE_DEPARTURE';
  return (
    <Stack gap="sm">
      <FieldGroup columns={2} title={m.trips_work_began()}>
        <DateField
          {...propsOf('workShiftStarted', m.trips_start_day())}
          onChange={(day) => edit((before) => withStartDay(before, day, days))}
        />
        <TimeField {...propsOf('workShiftStartedTime', m.trips_start_time())} />
      </FieldGroup>
      <FieldGroup columns={2} title={m.trips_work_ended()}>
        <DateField {...propsOf('workShiftEnded', m.trips_end_day())} />
        <TimeField {...propsOf('workShiftEndedTime', m.trips_end_time())} />
      </FieldGroup>
      {backwards && next !== undefined && work.workShiftEnded !== next && !locked && (
        <Group>
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              edit((before) => ({ ...before, workShiftEnded: next }));
              focusPlace(placeOf(row.id, 'workShiftEnded'));
            }}
          >
            {m.trips_work_next_day({ day: next })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The hours worked, and the offer to bill by them. */
function Hours({ row }: { row: DraftRow }) {
  const { engine } = useEditor();
  const locked = useLocked();
  const whyId = useId();
  const hours = hoursWorked(row.workTime);
  if (hours === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {m.trips_work_hours_when()}
      </Text>
    );
  }
  const text = formatCount(hours);
  const same =
    row.type === 'AMOUNT' && unitsOf(row.billableWorkHours, 'amount') === unitsOf(hours, 'amount');
  const bill = () => {
    const fields = ['alvPrice', 'price', 'hourlyprice', 'billableWorkHours'];
    engine.edit(
      (draft) => withRow(draft, row.id, (before) => withHours(before, hours)),
      ...fields.map((field) => placeOf(row.id, field)),
    );
    engine.save();
    focusPlace(placeOf(row.id, 'workShiftEndedTime'));
  };
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {m.trips_work_hours({ hours: text })}
      </Text>
      {same && <Text size="sm">{m.trips_work_hours_billed()}</Text>}
      {!same && !locked && (
        <>
          <Text size="sm" id={whyId}>
            {row.type === 'CONTRACT' ? m.trips_work_hours_of_fixed() : m.trips_work_hours_differ()}
          </Text>
          <Group>
            <Button variant="light" aria-describedby={whyId} onClick={bill}>
              {m.trips_work_hours_use({ count: Number(hours), hours: text })}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
