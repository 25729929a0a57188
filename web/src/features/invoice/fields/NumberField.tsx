import type { KeyboardEvent } from 'react';
import { NumberInput } from '@/components/NumberInput';
import type { NumberKind } from '@/lib/number';
import { useEditor, useLocked, useProblem } from '../editor';
import classes from './NumberField.module.css';

interface Props {
  label: string;
  kind: NumberKind;
  unit?: string;
  place: string;
  /** What the draft says here, be it a number or not. */
  value: string;
  /** The value follows from what is typed and need not be the same text. */
  derived?: boolean;
  /** What is wrong by the rules of the form around it. */
  rule?: string | undefined;
  description?: string | undefined;
  size?: 'sm' | 'md';
  onChange: (typed: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A number of the bill. Leaving it saves. */
export function NumberField({ place, rule, size = 'sm', ...props }: Props) {
  const { engine } = useEditor();
  const locked = useLocked();
  const found = useProblem(place);
  return (
    <NumberInput
      {...props}
      data-place={place}
      size={size}
      disabled={locked}
      error={rule ?? found}
      classNames={classes}
      onBlur={engine.save}
    />
  );
}
