import { Button, EmptyState, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconCalendarTime, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { shiftsQuery, type Shift } from '@/api/ownShifts';
import { useSession } from '@/api/session';
import { LoadFailure } from '@/components/LoadFailure';
import { formatDate } from '@/lib/format/date';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import { MonthCalendar } from './MonthCalendar';
import { SelectionBar } from './SelectionBar';
import { ShiftCard } from './ShiftCard';
import { ShiftDialog, type ShiftForm } from './ShiftDialog';
import classes from './Shifts.module.css';
import { isFree, monthName } from './words';

interface MonthProps {
  month: string;
  today: string;
}

/** The shifts of a month: what is claimed for each, and a bill of those that are chosen. */
export function Month({ month, today }: MonthProps) {
  const language = useLanguage();
  const navigate = useNavigate();
  const personId = useSession()?.id ?? '';
  const { data, error, refetch } = useQuery(shiftsQuery(personId, month));
  const [form, setForm] = useState<ShiftForm>();
  const list = useRef<HTMLUListElement>(null);
  const shifts = data ?? [];

  const show = (day: string) => {
    const card = list.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
    if (card === null || card === undefined) setForm({ kind: 'new', day: formatDate(day) });
    else card.focus();
  };
  return (
    <Stack gap="lg">
      <Button
        className={classes.add}
        leftSection={<IconPlus size={20} aria-hidden="true" />}
        onClick={() => setForm({ kind: 'new', day: firstDay(month, today) })}
      >
        {m.shifts_add()}
      </Button>
      <div className={classes.columns}>
        <MonthCalendar
          month={month}
          shifts={shifts}
          onMonth={(next) => void navigate({ to: '/shifts', search: { period: next } })}
          onDay={show}
        />
        <section aria-label={monthName(month, language)} className={classes.month}>
          {data === undefined && error === null && <ComingShifts />}
          {data === undefined && error !== null && (
            <LoadFailure error={error} retry={() => void refetch()} />
          )}
          {data !== undefined && data.length === 0 && (
            <EmptyState
              variant="light"
              icon={<IconCalendarTime aria-hidden="true" />}
              title={m.shifts_empty_title({ month: monthName(month, language) })}
              description={m.shifts_empty_body()}
            />
          )}
          {data !== undefined && data.length > 0 && (
            <Shifts
              ref={list}
              shifts={data}
              month={month}
              today={formatDate(today)}
              onEdit={(shift) => setForm({ kind: 'edit', shift })}
            />
          )}
        </section>
      </div>
      {form !== undefined && <ShiftDialog form={form} close={() => setForm(undefined)} />}
    </Stack>
  );
}

/** Today where it is in the month, and else the first day of it. */
function firstDay(month: string, today: string): string {
  return formatDate(today.startsWith(month) ? today : `${month}-01`);
}

interface ShiftsProps {
  ref: React.Ref<HTMLUListElement>;
  shifts: readonly Shift[];
  month: string;
  today: string;
  onEdit: (shift: Shift) => void;
}

function Shifts({ ref, shifts, month, today, onEdit }: ShiftsProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<string>();
  // What has come on a bill meanwhile is no longer chosen.
  const free = shifts.filter(isFree);
  const chosen = free.filter(({ shiftId }) => ticked.has(shiftId));
  const all = free.length > 0 && chosen.length === free.length;

  const tick = (id: string, on: boolean) =>
    setTicked((before) => new Set([...before].filter((one) => one !== id).concat(on ? id : [])));
  return (
    <>
      <Group justify="space-between" mb="xs" mih={42}>
        <Button
          variant="default"
          size="sm"
          disabled={free.length === 0}
          onClick={() => setTicked(new Set(all ? [] : free.map(({ shiftId }) => shiftId)))}
        >
          {all ? m.shifts_select_none() : m.shifts_select_all()}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {free.length === 0
            ? m.shifts_all_billed()
            : m.shifts_chosen({ count: chosen.length, total: free.length })}
        </Text>
      </Group>
      <ul className={classes.list} ref={ref} aria-label={m.page_shifts()}>
        {shifts.map((shift) => (
          <ShiftCard
            key={shift.shiftId}
            shift={shift}
            chosen={isFree(shift) && ticked.has(shift.shiftId)}
            onChoose={(on) => tick(shift.shiftId, on)}
            open={open === shift.shiftId}
            onToggle={() => setOpen(open === shift.shiftId ? undefined : shift.shiftId)}
            onEdit={() => onEdit(shift)}
          />
        ))}
      </ul>
      {chosen.length > 0 && <SelectionBar shifts={chosen} month={month} today={today} />}
    </>
  );
}

function ComingShifts() {
  return (
    <Stack gap="sm" role="status" aria-label={m.loading()}>
      <Skeleton height={110} />
      <Skeleton height={110} />
      <Skeleton height={110} />
    </Stack>
  );
}
