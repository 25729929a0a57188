import { ActionIcon, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { daysBetween } from '@/lib/calendar';
import { completeDate, parseDate } from '@/lib/format/date';
import { lazyPart } from '@/lib/lazyPart';
import { DURATION_MS, notify } from '@/lib/notify/notify';
import { keyWith, textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { useEditor, useLocked, useProblem } from '../editor';

// Most users type; the calendar is loaded when it is opened.
const Calendar = lazyPart(async () => (await import('./Calendar')).Calendar);

interface Props {
  label: string;
  place: string;
  value: string;
  onChange: (value: string) => void;
  /** A day in the past is a mistake here. */
  notInPast?: boolean;
  required?: boolean;
  size?: 'sm' | 'md';
  /** What is wrong by the rules of the form around it. */
  rule?: string | undefined;
}

/** A day, typed as DD.MM.YYYY or picked from a calendar. */
export function DateField(props: Props) {
  const { label, place, value, onChange, notInPast = false, required = false, size, rule } = props;
  const { engine, today } = useEditor();
  const locked = useLocked();
  const found = useProblem(place);
  const [anchor, setAnchor] = useState<HTMLInputElement | null>(null);
  const [open, setOpen] = useState(false);
  // A date shows no error while it is being typed.
  const [typing, setTyping] = useState(false);
  const isPast = (day: string) => notInPast && (daysBetween(today, day) ?? 0) < 0;
  const own = typing || locked ? undefined : problemOf(place, value, isPast);

  const pick = (day: string) => {
    setOpen(false);
    onChange(isPast(day) ? today : day);
    if (isPast(day)) notify('warning', 'WRONG_DATE', DURATION_MS.blink);
    anchor?.focus();
  };
  return (
    <>
      <TextInput
        ref={setAnchor}
        label={label}
        data-place={place}
        size={size ?? 'md'}
        required={required}
        withAsterisk={false}
        value={value}
        disabled={locked}
        error={own ?? rule ?? found}
        placeholder={m.invoice_date_form()}
        inputMode="decimal"
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setTyping(true);
          onChange(currentTarget.value);
        }}
        onBlur={() => {
          setTyping(false);
          const complete = completeDate(value);
          if (complete !== value) onChange(complete);
          engine.save();
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && event.altKey) setOpen(true);
        }}
        rightSection={!locked && <CalendarButton label={label} onClick={() => setOpen(!open)} />}
      />
      {open && (
        <Suspense>
          <Calendar
            label={label}
            anchor={anchor}
            value={value}
            today={today}
            onPick={pick}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The keyboard opens it with Alt and arrow down, so that Tab goes from field to field. */
function CalendarButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      tabIndex={-1}
      aria-label={m.invoice_open_calendar({ field: label })}
      onClick={onClick}
    >
      <IconCalendar size={18} aria-hidden="true" />
    </ActionIcon>
  );
}

function problemOf(
  field: string,
  value: string,
  isPast: (day: string) => boolean,
): string | undefined {
  if (value.trim() === '') return undefined;
  if (parseDate(value) === undefined) return textOf('validation.invalidDate');
  return isPast(value) ? textOf(keyWith({ field, key: 'INVALID_DATE' })) : undefined;
}
