import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { completeTime, timeIn } from '../draft/times';
import { useEditor, useLocked, useProblem } from '../editor';

interface Props {
  label: string;
  place: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong by the rules of the form around it. */
  rule?: string | undefined;
}

/** A time of the clock, typed as HH:MM or shorter. */
export function TimeField({ label, place, value, onChange, rule }: Props) {
  const { engine } = useEditor();
  const locked = useLocked();
  const found = useProblem(place);
  // A time shows no error while it is being typed.
  const [typing, setTyping] = useState(false);
  const unreadable = !typing && value.trim() !== '' && timeIn(value) === undefined;
  return (
    <TextInput
      label={label}
      data-place={place}
      value={value}
      disabled={locked}
      error={unreadable ? textOf('validation.invalidTime') : (rule ?? found)}
      placeholder={m.trips_time_form()}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget }) => {
        setTyping(true);
        onChange(currentTarget.value);
      }}
      onBlur={() => {
        setTyping(false);
        const complete = completeTime(value);
        if (complete !== value) onChange(complete);
        engine.save();
      }}
    />
  );
}
