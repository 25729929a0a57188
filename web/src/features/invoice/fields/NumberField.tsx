import { TextInput, VisuallyHidden } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { textOf } from '@/lib/notify/text';
import { unitsOf } from '@/lib/price';
import { useEditor, useLocked, useProblem } from '../editor';
import classes from './NumberField.module.css';

/** Digits, signs, a comma or dot, and the spaces between thousands. */
const NOT_OF_A_NUMBER = /[^\d.,+\-−\s]/g;

interface Props {
  label: string;
  unit?: string;
  place: string;
  value: string;
  /** Returns whether the text is valid; if not, it stays in the field until it is corrected. */
  onChange: (typed: string) => boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/**
 * A number field that holds the text as typed. A field whose value follows from others
 * shows what follows once the person has left it.
 */
export function NumberField({ label, unit, place, value, onChange, onKeyDown }: Props) {
  const { engine } = useEditor();
  const locked = useLocked();
  const found = useProblem(place);
  const [typed, setTyped] = useState<{ text: string; taken: boolean; left: boolean }>();
  const shown = typed?.text ?? value;
  const unreadable = shown.trim() !== '' && unitsOf(shown) === undefined;
  const wrong = unreadable && (typed?.left ?? true);
  return (
    <TextInput
      label={
        <>
          {label}
          {unit !== undefined && <VisuallyHidden>{` (${unit})`}</VisuallyHidden>}
        </>
      }
      data-place={place}
      size="sm"
      value={shown}
      disabled={locked}
      error={wrong ? textOf('validation.invalidNumber') : found}
      inputMode="decimal"
      autoComplete="off"
      classNames={classes}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.replaceAll(NOT_OF_A_NUMBER, '');
        setTyped({ text, taken: onChange(text), left: false });
      }}
      onBlur={() => {
        setTyped(typed?.taken === false ? { ...typed, left: true } : undefined);
        engine.save();
      }}
      {...(onKeyDown && { onKeyDown })}
      {...(unit !== undefined && {
        rightSection: <span aria-hidden="true">{unit}</span>,
        rightSectionPointerEvents: 'none',
      })}
    />
  );
}
